"""Play the pairs of a contest in worker processes, one pair at a time each."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

from warband.kernel.errors import BadInput
from warband.kernel.game import Game
from warband.lab.pairs import Contest, Pair, play_pair

AHEAD = 2


def play_pairs(contest: Contest, numbers: list[int], jobs: int) -> Generator[Pair, None, None]:
    """Yield the pairs of these numbers as they are finished; one job plays them here, in order."""
    jobs = min(jobs, len(numbers))
    if jobs > 1:
        yield from _in_workers(contest, numbers, jobs)
    elif numbers:
        game = contest.make()
        yield from (play_pair(contest, game, number) for number in numbers)


def _in_workers(contest: Contest, numbers: list[int], jobs: int) -> Iterator[Pair]:
    others = multiprocessing.active_children()
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, initializer=_begin, initargs=(contest,))
    try:
        yield from _finished(pool, iter(numbers), jobs * AHEAD)
    except BrokenProcessPool:
        raise BadInput("a worker process of the arena died; the finished pairs are kept") from None
    finally:
        # Whoever stops early does not wait for the matches under way.
        for child in multiprocessing.active_children():
            if child not in others:
                child.terminate()
        pool.shutdown(cancel_futures=True)


def _finished(pool: ProcessPoolExecutor, numbers: Iterator[int], ahead: int) -> Iterator[Pair]:
    """Keep a few pairs ahead of the workers and yield what is done."""
    with _deaf_to_ctrl_c():
        waiting = {pool.submit(_play, number) for number in _take(numbers, ahead)}
    while waiting:
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        waiting |= {pool.submit(_play, number) for number in _take(numbers, len(done))}
        yield from _in_order(done)


def _in_order(done: Iterable[Future[Pair]]) -> list[Pair]:
    return sorted((future.result() for future in done), key=lambda pair: pair[0].pair)


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

_table: list[tuple[Contest, Game]] = []


def _begin(contest: Contest) -> None:
    """Make the game once, and see to it that no worker outlives the process it works for."""
    _table[:] = [(contest, contest.make())]
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play(number: int) -> Pair:
    contest, game = _table[0]
    return play_pair(contest, game, number)
