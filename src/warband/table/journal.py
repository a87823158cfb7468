"""Write to the database from one thread; whoever waits at the same moment shares one commit."""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import Connection, Engine

Write = Callable[[Connection], None]
MOST_AT_ONCE: Final = 200


@dataclass
class Request:
    """Hold a write that somebody waits for."""

    write: Write
    done: asyncio.Future[None]
    loop: asyncio.AbstractEventLoop

    def settle(self, error: BaseException | None) -> None:
        """Tell whoever waits that the write is on the disk, or why not."""
        self.loop.call_soon_threadsafe(self._settle, error)

    def _settle(self, error: BaseException | None) -> None:
        if self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


@dataclass
class Tally:
    """Count commits, the writes in them, and the seconds they took."""

    commits: int = 0
    writes: int = 0
    seconds: float = 0.0
    slowest: float = field(default=0.0)

    def add(self, writes: int, seconds: float) -> None:
        """Count one commit."""
        self.commits += 1
        self.writes += writes
        self.seconds += seconds
        self.slowest = max(self.slowest, seconds)


class Journal:
    """Commit writes in the order in which they come, many at once where many wait."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.tally = Tally()
        self._requests: queue.SimpleQueue[Request | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    async def write(self, write: Write) -> None:
        """Return once a write is on the disk; raise what the database says if it cannot be."""
        loop = asyncio.get_running_loop()
        request = Request(write, loop.create_future(), loop)
        self._requests.put(request)
        await request.done

    def close(self) -> None:
        """Finish what waits, then stop."""
        self._requests.put(None)
        self._thread.join()

    def _run(self) -> None:
        while True:
            batch, last = self._next_batch()
            if batch:
                self._commit(batch)
            if last:
                return

    def _next_batch(self) -> tuple[list[Request], bool]:
        """Wait for one request and take those along that have come meanwhile."""
        batch: list[Request] = []
        first = self._requests.get()
        while first is not None:
            batch.append(first)
            if self._requests.empty() or len(batch) >= MOST_AT_ONCE:
                return batch, False
            first = self._requests.get()
        return batch, True

    def _commit(self, batch: list[Request]) -> None:
        started = time.perf_counter()
        error = self._try(batch)
        self.tally.add(len(batch), time.perf_counter() - started)
        if error is not None and len(batch) > 1:
            # One of them cannot be written; the others shall not suffer for it.
            for request in batch:
                request.settle(self._try([request]))
            return
        for request in batch:
            request.settle(error)

    def _try(self, batch: list[Request]) -> BaseException | None:
        """Write a batch in one transaction; return what went wrong, or nothing."""
        try:
            with self.engine.begin() as connection:
                for request in batch:
                    request.write(connection)
        except Exception as error:
            return error
        return None
