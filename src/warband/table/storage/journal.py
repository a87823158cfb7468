"""Write to the database from one thread; writes that wait at the same moment share one commit."""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import Connection, Engine

Write = Callable[[Connection], None]
MOST_AT_ONCE: Final = 200
CLOSE_SECONDS: Final = 10.0
LONGEST_FAULT: Final = 500

logger = logging.getLogger("warband.table")


@dataclass
class Request:
    """A write, and the future that waits for it."""

    write: Write
    done: asyncio.Future[None]
    loop: asyncio.AbstractEventLoop

    def settle(self, error: BaseException | None) -> None:
        """Resolve the future: the write is on the disk, or failed with an error."""
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
    """Commits, the writes in them, and the seconds they took."""

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
    """Commits writes in the order they arrive, in batches."""

    def __init__(self, engine: Engine, check: Write | None = None) -> None:
        self.engine = engine
        self.tally = Tally()
        # Why nothing can be written, if the last try failed, and when something was written last.
        self.fault = ""
        self.written = time.monotonic()
        self._check = check
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
        self._thread.join(CLOSE_SECONDS)

    def _run(self) -> None:
        while True:
            batch, last = self._next_batch()
            if batch:
                self._commit(batch)
            if last:
                return

    def _next_batch(self) -> tuple[list[Request], bool]:
        """Wait for one request, and add those that have arrived meanwhile."""
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
        self._note(error)
        self.tally.add(len(batch), time.perf_counter() - started)
        if error is not None and len(batch) > 1:
            # One of them cannot be written; retry each alone so that the others are.
            for request in batch:
                request.settle(self._try([request]))
            return
        for request in batch:
            request.settle(error)

    def _note(self, error: BaseException | None) -> None:
        """Take note, and say in the log when writing stops being possible, and when it is again."""
        if error is None:
            if self.fault:
                logger.warning("the database can be written again")
            self.fault, self.written = "", time.monotonic()
        else:
            if not self.fault:
                logger.error("the database cannot be written: %s", " ".join(str(error).split())[:LONGEST_FAULT])
            self.fault = type(error).__name__

    def _try(self, batch: list[Request]) -> BaseException | None:
        """Write a batch in one transaction; return what went wrong, or nothing."""
        try:
            with self.engine.begin() as connection:
                if self._check is not None:
                    self._check(connection)
                for request in batch:
                    request.write(connection)
        except Exception as error:
            return error
        return None
