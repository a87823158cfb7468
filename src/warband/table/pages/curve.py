"""How likely each side was to win as a match went on, computed in a worker process, and its drawing."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from warband.agents.bot import Budget
from warband.kernel.record import Record, read_record
from warband.kernel.registry import make_game
from warband.lab.analysis import analyse, worth_of
from warband.lab.review import moments, result_of
from warband.processes import WorkerDied, Workers

MOST_POINTS: Final = 48
ITERATIONS: Final = 120
KEPT: Final = 64
WIDTH: Final = 720
HEIGHT: Final = 180
NICENESS: Final = 5
PATIENCE: Final = 600.0


@dataclass(frozen=True)
class Point:
    """How likely the first seat is to win before a ply, as far as both seats can tell."""

    ply: int
    chance: float


Curve = list[Point]


def compute(data: dict[str, object], most: int = MOST_POINTS, iterations: int = ITERATIONS) -> Curve:
    """Return the curve of a finished match: so many moments of it, each judged from both seats' own views."""

    record = read_record(data)
    game = make_game(record.game, record.options)
    total = sum(1 for _ in moments(record, game))
    chosen = {round(index * (total - 1) / max(1, most - 1)) for index in range(most)}
    points: Curve = []
    for number, (match, _, _) in enumerate(moments(record, game)):
        if number in chosen and match.result is None:
            stands = [analyse(game, match.view(seat), Budget(iterations), number).chance for seat in (0, 1)]
            points.append(Point(match.ply, (stands[0] + 1.0 - stands[1]) / 2))
    last = record.entries[-1].ply if record.entries else 0
    return [*points, Point(last + 1, worth_of(result_of(record), 0))]


def _look_at(future: asyncio.Future[Curve]) -> None:
    """Retrieve a failure; the page then says that there is no curve yet, and the next visitor asks again."""
    if not future.cancelled():
        future.exception()


class Curves:
    """The curves that were asked for; one process computes them, one after the other, behind those who play."""

    def __init__(self) -> None:
        self._workers = Workers(1, NICENESS)
        self._found: OrderedDict[str, asyncio.Future[Curve]] = OrderedDict()

    def get(self, table: str, record: Record) -> Curve | None:
        """Return the curve of a finished match, or None while it is being computed."""
        if table not in self._found or self._failed(table):
            self._found[table] = self._ask(record.to_data())
            self._found[table].add_done_callback(_look_at)
            while len(self._found) > KEPT:
                self._found.popitem(last=False)
        future = self._found[table]
        return future.result() if future.done() and not future.exception() else None

    async def within(self, table: str, record: Record, seconds: float) -> Curve | None:
        """Return the curve of a finished match, or None if it is not ready after so many seconds."""
        found = self.get(table, record)
        if found is None:
            await asyncio.wait([self._found[table]], timeout=seconds)
            found = self.get(table, record)
        return found

    def _failed(self, table: str) -> bool:
        future = self._found[table]
        return future.done() and (future.cancelled() or isinstance(future.exception(), WorkerDied))

    def _ask(self, data: dict[str, object]) -> asyncio.Future[Curve]:
        return asyncio.ensure_future(self._workers.ask("curve", compute, (data,), PATIENCE))

    async def close(self) -> None:
        """End the process, whatever it is at."""
        await self._workers.close()
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
    for point in curve:
        x = round(WIDTH * min(point.ply, steps) / max(1, steps), 1)
        spots.append((x, round(HEIGHT * (1 - point.chance), 1), min(point.ply, steps), round(100 * point.chance)))
    # Before the first choice it stands as it stands there.
    start = [(0.0, spots[0][1])] if spots and spots[0][0] > 0 else []
    places = [*start, *((x, y) for x, y, _, _ in spots)]
    line = " ".join(f"{'L' if index else 'M'}{x} {y}" for index, (x, y) in enumerate(places))
    area = f"M0 {HEIGHT} L{line[1:]} L{WIDTH} {HEIGHT} Z" if line else ""
    return Drawing(line, area, tuple(spots))
