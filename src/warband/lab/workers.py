"""Play numbered matches, or pairs of them, in worker processes, one number at a time each."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

from warband.kernel.errors import BadInput
from warband.kernel.game import Game

AHEAD = 2
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Task(Protocol[T_co]):
    """Make a game once, and play with it whatever a number means."""

    def make(self) -> Game:
        """Return the game that is played."""

    def play(self, game: Game, number: int) -> T_co:
        """Play what a number means; it depends on the task and the number alone."""


def play_all(task: Task[T], numbers: list[int], jobs: int) -> Generator[T, None, None]:
    """Yield what these numbers mean as it is finished; one job plays here, in order."""
    jobs = min(jobs, len(numbers))
    if jobs > 1:
        yield from _in_workers(task, numbers, jobs)
    elif numbers:
        game = task.make()
        yield from (task.play(game, number) for number in numbers)


def _in_workers(task: Task[T], numbers: list[int], jobs: int) -> Iterator[T]:
    others = multiprocessing.active_children()
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, initializer=_begin, initargs=(task,))
    try:
        yield from _finished(pool, iter(numbers), jobs * AHEAD)
    except BrokenProcessPool:
        raise BadInput("a worker process died; the finished matches are kept") from None
    finally:
        # Whoever stops early does not wait for the matches under way.
        for child in multiprocessing.active_children():
            if child not in others:
                child.terminate()
        pool.shutdown(cancel_futures=True)


def _finished(pool: ProcessPoolExecutor, numbers: Iterator[int], ahead: int) -> Iterator[Any]:
    """Keep a few numbers ahead of the workers and yield what is done."""
    with _deaf_to_ctrl_c():
        waiting = {pool.submit(_play, number) for number in _take(numbers, ahead)}
    while waiting:
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        waiting |= {pool.submit(_play, number) for number in _take(numbers, len(done))}
        yield from _in_order(done)


def _in_order(done: Iterable[Future[tuple[int, T]]]) -> list[T]:
    found = sorted((future.result() for future in done), key=lambda played: played[0])
    return [played for _, played in found]


def _take(numbers: Iterator[int], count: int) -> Iterator[int]:
    for _, number in zip(range(count), numbers, strict=False):
        yield number


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Start processes that do not hear Ctrl-C: whoever started them decides what becomes of them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


# ---- in a worker ----

_table: list[tuple[Task[object], Game]] = []


def _begin(task: Task[object]) -> None:
    """Make the game once, and see to it that no worker outlives the process it works for."""
    _table[:] = [(task, task.make())]
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play(number: int) -> tuple[int, object]:
    task, game = _table[0]
    return number, task.play(game, number)
