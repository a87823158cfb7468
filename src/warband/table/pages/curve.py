"""How likely each side was to win as a match went on, computed in a worker process, and its drawing."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from warband.kernel.record import Record, read_record
from warband.kernel.registry import make_game
from warband.lab.curve import Curve, curve_of
from warband.processes import WorkerDied, Workers
from warband.table.live.fair_queue import NOBODY, Asker, FairQueue, QueueFull

KEPT: Final = 64
WIDTH: Final = 720
HEIGHT: Final = 180
NICENESS: Final = 5
PATIENCE: Final = 600.0


def compute(data: dict[str, object]) -> Curve:
    """Return the curve of a finished match."""
    record = read_record(data)
    return curve_of(record, make_game(record.game, record.options))


def _is_ready(future: asyncio.Future[Curve]) -> bool:
    return future.done() and not future.cancelled() and not future.exception()


def _look_at(future: asyncio.Future[Curve]) -> None:
    """Retrieve a failure; the page then says that there is no curve yet, and the next visitor asks again."""
    if not future.cancelled():
        future.exception()


class Curves:
    """The curves that were asked for; one process computes them, one after the other, behind those who play.

    Whoever has used least of it lately comes next. An address has so many in line; what is asked for beyond that, or
    when the whole line is full, is left out until somebody asks again.
    """

    def __init__(self, waiting: int) -> None:
        self._workers = Workers(1, NICENESS)
        self._queue = FairQueue(1, most_waiting=waiting)
        self._found: OrderedDict[str, asyncio.Future[Curve]] = OrderedDict()

    def get(self, table: str, record: Record, asker: Asker = NOBODY) -> Curve | None:
        """Return the curve of a finished match, or None while it is being computed."""
        if table not in self._found or self._failed(table):
            if not self._has_room():
                return None
            self._found[table] = asyncio.ensure_future(self._compute(record, asker))
            self._found[table].add_done_callback(_look_at)
        future = self._found[table]
        return future.result() if _is_ready(future) else None

    async def within(self, table: str, record: Record, seconds: float, asker: Asker = NOBODY) -> Curve | None:
        """Return the curve of a finished match, or None if it is not ready after so many seconds."""
        curve = self.get(table, record, asker)
        if curve is None and table in self._found:
            await asyncio.wait([self._found[table]], timeout=seconds)
            curve = self.get(table, record, asker)
        return curve

    def _has_room(self) -> bool:
        """Make room for one more curve: the oldest that is finished goes; what is in line stays there."""
        if len(self._found) >= KEPT:
            finished = next((table for table, future in self._found.items() if future.done()), None)
            if finished is None:
                return False
            del self._found[finished]
        return True

    def _failed(self, table: str) -> bool:
        future = self._found[table]
        return future.done() and (future.cancelled() or isinstance(future.exception(), (WorkerDied, QueueFull)))

    async def _compute(self, record: Record, asker: Asker) -> Curve:
        await self._queue.enter(asker)
        begun = time.monotonic()
        try:
            return await self._workers.ask("curve", compute, (record.to_data(),), PATIENCE)
        finally:
            self._queue.leave(asker, time.monotonic() - begun)

    async def close(self) -> None:
        """End the process, whatever it is at."""
        await self._workers.close()
        for future in self._found.values():
            future.cancel()
        await asyncio.gather(*self._found.values(), return_exceptions=True)


# ---- drawing ----


@dataclass(frozen=True)
class Drawing:
    """A curve as a page draws it: the line, the area under it, and a spot for each point."""

    line: str
    area: str
    spots: tuple[tuple[float, float, int, int], ...]


def draw(curve: Curve, steps: int) -> Drawing:
    """Return a curve over so many steps; a spot is its place, its step and the first seat's chance in hundredths."""
    spots = []
    for point in curve.points:
        x = round(WIDTH * min(point.ply, steps) / max(1, steps), 1)
        spots.append((x, round(HEIGHT * (1 - point.chance), 1), min(point.ply, steps), round(100 * point.chance)))
    # Before the first choice it stands as it stands there.
    start = [(0.0, spots[0][1])] if spots and spots[0][0] > 0 else []
    places = [*start, *((x, y) for x, y, _, _ in spots)]
    line = " ".join(f"{'L' if index else 'M'}{x} {y}" for index, (x, y) in enumerate(places))
    area = f"M0 {HEIGHT} L{line[1:]} L{WIDTH} {HEIGHT} Z" if line else ""
    return Drawing(line, area, tuple(spots))
