"""The processes in which bots think, shared fairly by all who need one."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from warband.processes import PATIENCE, Values, Workers
from warband.table.live.fair_queue import NOBODY, Asker, FairQueue

Result = TypeVar("Result")


class FairWorkers:
    """A few processes; whoever has used least of them lately comes next."""

    def __init__(self, count: int) -> None:
        self._workers = Workers(count)
        self._queue = FairQueue(count)

    @property
    def is_closed(self) -> bool:
        """Return whether no more work is taken."""
        return self._workers.is_closed

    async def ask(
        self,
        kind: str,
        work: Callable[..., Result],
        values: Values,
        patience: float = PATIENCE,
        asker: Asker = NOBODY,
    ) -> Result:
        """Return what a function of a module returns in one of the processes, or raise WorkFailed."""
        await self._queue.enter(asker)
        begun = time.monotonic()
        try:
            return await self._workers.ask(kind, work, values, patience)
        finally:
            self._queue.leave(asker, time.monotonic() - begun)

    async def close(self) -> None:
        """End all processes; work that is going on fails, and so does what waits."""
        await self._workers.close()
