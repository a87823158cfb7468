"""Draw for audiences, one at a time, so that no message waits behind more than one drawing."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from warband.kernel.seats import PUBLIC
from warband.table import wire
from warband.table.audience import SCREEN, SPECTATOR, Audience, Step, split_at_undo
from warband.table.behind import watch_line
from warband.table.tables import Table
from warband.table.wire import Data

# With so many waiting, pictures between the first and the last are left out.
BUSY: Final = 20
# So long those wait at most, while others are asked, who have only to look on.
LONGEST_SECONDS: Final = 2.0

logger = logging.getLogger("warband.table")


@dataclass
class Waiting:
    """Hold at which table an audience waits for a drawing, and since when."""

    table: Table
    since: float


class Painter:
    """Hold the audiences that wait for a drawing.

    Those who are asked to decide come first, in the order in which they came. The others are drawn for when nobody is
    asked, or when they have waited long; what has happened meanwhile is then drawn at once.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._asked: OrderedDict[Audience, Waiting] = OrderedDict()
        self._others: OrderedDict[Audience, Waiting] = OrderedDict()
        self._now = now
        self._awake = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to draw."""
        self.task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        """Draw what waits, then stop."""
        while self.count:
            self.draw_next()
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    @property
    def count(self) -> int:
        """Return how many audiences wait."""
        return len(self._asked) + len(self._others)

    def ask(self, table: Table, audience: Audience) -> None:
        """Draw for an audience when its turn comes."""
        if audience in self._asked:
            return
        if seat_asked(audience, audience.waiting[-1]) is not None:
            self._others.pop(audience, None)
            self._asked[audience] = Waiting(table, self._now())
        elif audience not in self._others:
            self._others[audience] = Waiting(table, self._now())
        self._awake.set()

    async def _run(self) -> None:
        while True:
            await self._awake.wait()
            if not self.count:
                self._awake.clear()
                continue
            self.draw_next()
            await asyncio.sleep(0)

    def draw_next(self) -> None:
        """Draw for whoever comes next."""
        audience, waiting = self._take()
        try:
            paint(waiting.table, audience, brief=self.count > BUSY)
        except Exception:
            logger.exception("table %s cannot be drawn for %s", waiting.table.id, audience.viewer)
            audience.fail()

    def _take(self) -> tuple[Audience, Waiting]:
        longest = next(iter(self._others.values()), None)
        if longest is not None and (not self._asked or self._now() - longest.since > LONGEST_SECONDS):
            return self._others.popitem(last=False)
        return self._asked.popitem(last=False)


def paint(table: Table, audience: Audience, brief: bool = False) -> None:
    """Show an audience what is due; briefly where many others wait."""
    steps = audience.due()
    for part in split_at_undo(steps):
        if not audience.listeners:
            audience.skip(part)
            continue
        before = audience.version
        message = wire.pack(audience.paint(part, state(table, audience, part[-1]), brief))
        audience.remember(before, message)
        audience.send(message)


def state(table: Table, audience: Audience, step: Step) -> Data:
    """Return how a table stands for an audience after a step, as every message tells it."""
    facts, eyes = step.facts, audience.eyes(step)
    asked = seat_asked(audience, step)
    view = step.views[audience.viewer]
    awaited = view.get("awaiting", [])
    awaiting = [seat for seat in awaited if seat >= 0] if isinstance(awaited, list) else []
    return {
        "version": facts.version,
        "decision": facts.decision if asked is not None else None,
        "seat": asked if asked is not None else (eyes if eyes in (0, 1) else SPECTATOR),
        "watch": watch_line(0 if facts.over else audience.delay) if audience.viewer == PUBLIC else None,
        "players": [{"name": name, "kind": kind} for name, kind in zip(facts.players, facts.kinds, strict=True)],
        "awaiting": [seat for seat in awaiting if seat != eyes or seat in facts.asked],
        "undo": (eyes if asked is None else asked) in facts.undo,
        "draw": facts.offer if facts.offer >= 0 else None,
        "over": facts.over,
        "clock": facts.clock if not audience.delay or facts.over else None,
        "mode": table.sheet.order.mode,
        "curtain": {"name": facts.curtain} if facts.curtain and audience.viewer == SCREEN else None,
    }


def seat_asked(audience: Audience, step: Step) -> int | None:
    """Return the seat that an audience is asked to decide for, or None if it is asked nothing."""
    facts, eyes = step.facts, audience.eyes(step)
    if audience.viewer == SCREEN and eyes not in (0, 1):
        return facts.asked[0] if facts.asked and not facts.curtain and step.asker is not None else None
    return eyes if eyes in facts.asked and not facts.over else None
