"""Run work in a few processes of their own, so that the event loop never waits and nothing they do can hurt it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from warband.worker import Worker, WorkFailed

Found = TypeVar("Found")


class Workers:
    """Share a few processes among all who need one; work of the same kind goes where it was done last, if free."""

    def __init__(self, count: int) -> None:
        self._free = [Worker() for _ in range(count)]
        self._all = list(self._free)
        self._last: dict[Worker, str] = {}
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
        return await loop.run_in_executor(self._threads, lambda: self._ask(kind, work, values, patience))

    def _ask(self, kind: str, work: Callable[..., Found], values: tuple[object, ...], patience: float) -> Found:
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
