"""Do work in other processes: in one, in a few that an event loop shares, in a program of its own.

Processes are spawned, so that they know nothing but what they are sent, on every system. They do not hear Ctrl-C,
which is for whoever started them, and none outlives the process that it works for.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Final, TypeVar, cast

from warband.kernel.errors import WorkFailed

Result = TypeVar("Result")
Values = tuple[object, ...]
# What comes back: the result, what was raised (if it can travel), and that in words.
Answer = tuple[Any, Exception | None, str]

STARTING: Final = 60.0
PATIENCE: Final = 30.0
AGAIN: Final = 0.02


class WorkerDied(WorkFailed):
    """Raised when a process ends before it has answered."""


# ---- one process ----


class Worker:
    """One process and the connection to it, started when it is first needed, and again when it has died."""

    def __init__(self, niceness: int = 0) -> None:
        self.niceness = niceness
        self.process: BaseProcess | None = None
        self.connection: Connection | None = None

    @property
    def is_alive(self) -> bool:
        """Return whether the process runs."""
        return self.connection is not None and self.process is not None and self.process.is_alive()

    def ask(self, work: Callable[..., Result], values: Values, patience: float) -> Result:
        """Return what a function of a module returns there, or raise WorkFailed; a process that overruns is ended."""
        try:
            if not self.is_alive:
                self.start()
                self._await_start()
            self.send(work, values)
            if not self._connected().poll(patience):
                raise WorkFailed(f"it thought longer than {patience:g} seconds")
            result, _, failure = self.receive()
        except WorkFailed:
            self.close()
            raise
        if failure:
            raise WorkFailed(f"it raised {failure}")
        return result  # type: ignore[no-any-return]

    def send(self, work: Callable[..., object], values: Values) -> None:
        """Give the process something to do, without waiting for it."""
        with _as_death():
            self._connected().send((work, values))

    def receive(self) -> Answer:
        """Wait for the next answer, in the order in which work was given."""
        with _as_death():
            answer: Answer = self._connected().recv()
            return answer

    def start(self) -> None:
        """Start the process, without waiting for it, or raise WorkFailed."""
        self.close()
        context = multiprocessing.get_context("spawn")
        self.connection, other = context.Pipe()
        process = context.Process(target=_serve, args=(other, self.niceness), daemon=True)
        try:
            with deaf_to_ctrl_c():
                process.start()
        except OSError as error:
            self.close()
            raise WorkFailed(f"its process could not be started: {error}") from error
        finally:
            other.close()
        self.process = process

    def _await_start(self) -> None:
        if not self._connected().poll(STARTING):
            raise WorkFailed("its process did not start")
        self.receive()

    def _connected(self) -> Connection:
        if self.connection is None:
            raise WorkerDied("its process has ended")
        return self.connection

    def kill(self) -> None:
        """End the process while another thread may wait for it, which then fails."""
        process = self.process
        if process is not None:
            process.kill()

    def close(self) -> None:
        """End the process."""
        if self.connection is not None:
            self.connection.close()
            self.connection = None
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.process = None


@contextlib.contextmanager
def _as_death() -> Iterator[None]:
    try:
        yield
    except (EOFError, OSError):
        raise WorkerDied("its process has died") from None


@contextlib.contextmanager
def deaf_to_ctrl_c() -> Iterator[None]:
    """Start the processes of this block with Ctrl-C ignored from their first moment on."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


# ---- a few processes for an event loop ----


class Workers:
    """A few processes that an event loop shares; work of one kind goes where it was done last, if that is free."""

    def __init__(self, count: int, niceness: int = 0) -> None:
        self._free = [Worker(niceness) for _ in range(count)]
        self._all = list(self._free)
        self._last: dict[Worker, str] = {}
        self._lock = threading.Lock()
        self._threads = ThreadPoolExecutor(count, "worker")
        self.is_closed = False

    async def ask(self, kind: str, work: Callable[..., Result], values: Values, patience: float = PATIENCE) -> Result:
        """Return what a function of a module returns in one of the processes, or raise WorkFailed."""
        if self.is_closed:
            raise WorkFailed("the server stops")
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, lambda: self._ask(kind, work, values, patience))

    def _ask(self, kind: str, work: Callable[..., Result], values: Values, patience: float) -> Result:
        with self._lock:
            if self.is_closed:
                raise WorkFailed("the server stops")
            worker = next((one for one in self._free if self._last.get(one) == kind), self._free[0])
            self._free.remove(worker)
            self._last[worker] = kind
        try:
            return worker.ask(work, values, patience)
        finally:
            with self._lock:
                self._free.append(worker)

    async def close(self) -> None:
        """End all processes; work that is going on fails."""
        self.is_closed = True
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        # One that is about to start its process cannot be stopped yet, so look again.
        while len(self._free) < len(self._all):
            for worker in self._all:
                worker.kill()
            time.sleep(AGAIN)
        for worker in self._all:
            worker.close()


# ---- many processes at once ----


def wait_for(workers: list[Worker], seconds: float) -> list[Worker]:
    """Return those of some processes that have answered, after waiting for one at most so long."""
    by_connection = {worker.connection: worker for worker in workers if worker.connection is not None}
    ready = wait(list(by_connection), seconds)
    return [by_connection[cast(Connection, one)] for one in ready]


def as_error(error: Exception | None, failure: str) -> Exception:
    """Return what another process raised: itself, or in words where it cannot travel."""
    return error if error is not None else WorkFailed(f"a worker process raised {failure}")


# ---- a program of its own ----


def run_module(module: str, words: list[str], **environment: str) -> str:
    """Return what a module prints that runs as a program under changed environment variables, or raise WorkFailed."""
    command = [sys.executable, "-m", module, *words]
    done = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise WorkFailed(" ".join(done.stderr.strip().splitlines()[-1:]) or f"exit code {done.returncode}")
    return done.stdout


# ---- in the other process ----


def _serve(connection: Connection, niceness: int) -> None:
    """Do what comes until the connection closes; the first answer says that the process has started."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    if niceness:
        os.nice(niceness)
    with contextlib.suppress(EOFError, OSError):
        connection.send((None, None, ""))
        while True:
            work, values = connection.recv()
            connection.send(_answer(work, values))


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _answer(work: Callable[..., object], values: Values) -> Answer:
    try:
        return work(*values), None, ""
    except Exception as error:
        return None, portable(error), f"{type(error).__name__}: {error}"


def portable(error: Exception) -> Exception | None:
    """Return an error if it arrives as what it is; what another process cannot read would end the connection."""
    try:
        return error if isinstance(pickle.loads(pickle.dumps(error)), type(error)) else None
    except Exception:
        return None
