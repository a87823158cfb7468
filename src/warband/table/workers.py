"""Run work in a few processes of their own, so that the event loop never waits and nothing they do can hurt it."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import TypeVar

Found = TypeVar("Found")
STARTING = 60.0


class WorkFailed(Exception):
    """Tell why a piece of work came to nothing."""


class Worker:
    """Hold one process and the line to it; it is started when it is first needed, and again when it has died."""

    def __init__(self) -> None:
        self.process: BaseProcess | None = None
        self.line: Connection | None = None
        self.last = ""

    def ask(self, work: Callable[..., object], values: tuple[object, ...], patience: float) -> object:
        """Return what the work finds, or raise WorkFailed; a process that dies or overruns is ended."""
        try:
            line = self._connected()
            line.send((work, values))
            if not line.poll(patience):
                raise WorkFailed(f"it took longer than {patience:g} seconds")
            found, failure = line.recv()
        except (EOFError, OSError):
            self.close()
            raise WorkFailed("its process has died") from None
        except WorkFailed:
            self.close()
            raise
        if failure:
            raise WorkFailed(failure)
        return found

    def _connected(self) -> Connection:
        if self.line is None or self.process is None or not self.process.is_alive():
            self.close()
            context = multiprocessing.get_context("spawn")
            self.line, other = context.Pipe()
            self.process = context.Process(target=serve, args=(other,), daemon=True)
            self.process.start()
            other.close()
            if not self.line.poll(STARTING):
                self.close()
                raise WorkFailed("its process did not start")
            self.line.recv()
        return self.line

    def close(self) -> None:
        """End the process."""
        if self.line is not None:
            self.line.close()
            self.line = None
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.process = None


class Workers:
    """Share a few processes among all who need one; work of the same kind goes where it was done last, if free."""

    def __init__(self, count: int) -> None:
        self._free = [Worker() for _ in range(count)]
        self._all = list(self._free)
        self._lock = threading.Lock()
        self._threads = ThreadPoolExecutor(count, "worker")
        self.is_closed = False

    async def ask(
        self, kind: str, work: Callable[..., Found], values: tuple[object, ...], patience: float = 30.0
    ) -> Found:
        """Return what the work finds in another process, or raise WorkFailed; `work` is a function of a module."""
        if self.is_closed:
            raise WorkFailed("the server stops")
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._threads, self._ask, kind, work, values, patience)
        return found  # type: ignore[return-value]

    def _ask(self, kind: str, work: Callable[..., object], values: tuple[object, ...], patience: float) -> object:
        with self._lock:
            if self.is_closed:
                raise WorkFailed("the server stops")
            worker = next((one for one in self._free if one.last == kind), self._free[0])
            self._free.remove(worker)
        try:
            worker.last = kind
            return worker.ask(work, values, patience)
        finally:
            with self._lock:
                self._free.append(worker)

    def close(self) -> None:
        """End all processes; work that is going on fails."""
        self.is_closed = True
        for worker in self._all:
            process = worker.process
            if process is not None:
                process.kill()
        self._threads.shutdown(wait=True, cancel_futures=True)
        for worker in self._all:
            worker.close()


def serve(line: Connection) -> None:
    """Do what comes over the line until it closes; answer what was found and what went wrong."""
    # Ctrl-C at the keyboard is for the server, which then closes the line.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    import warband.games  # noqa: F401  (registers the games)

    with contextlib.suppress(EOFError, OSError):
        line.send(None)
        while True:
            work, values = line.recv()
            line.send(_done(work, values))


def _done(work: Callable[..., object], values: tuple[object, ...]) -> tuple[object, str]:
    try:
        return work(*values), ""
    except Exception as error:
        return None, f"{type(error).__name__}: {error}"
