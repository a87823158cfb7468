"""Draw feeds one at a time, so that no message waits behind more than one drawing."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from warband.kernel.seats import PUBLIC
from warband.table.live import messages
from warband.table.live.delay import watch_line
from warband.table.live.feed import SCREEN, SPECTATOR, Feed, Step, split_at_undo
from warband.table.live.messages import Data
from warband.table.live.table import Table

# With more feeds waiting than this, only the last picture of each is drawn.
BUSY: Final = 20
# How long feeds that are asked nothing wait at most for those that are.
LONGEST_SECONDS: Final = 2.0

logger = logging.getLogger("warband.table")


@dataclass
class QueuedFeed:
    """The table of a waiting feed, and since when it waits."""

    table: Table
    since: float


class Renderer:
    """The feeds that wait to be drawn.

    Those who are asked to decide come first, in the order in which they came. The others are drawn for when nobody is
    asked, or when they have waited long; what has happened meanwhile is then drawn at once.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._asked: OrderedDict[Feed, QueuedFeed] = OrderedDict()
        self._others: OrderedDict[Feed, QueuedFeed] = OrderedDict()
        self._now = now
        self._awake = asyncio.Event()
        self._drawing: Iterator[None] = iter(())
        self.task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start drawing."""
        self.task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        """Stop, and draw what waits."""
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
        deque(self._drawing, maxlen=0)
        while self.count:
            deque(self.draw_next(), maxlen=0)

    @property
    def count(self) -> int:
        """Return how many feeds wait."""
        return len(self._asked) + len(self._others)

    def ask(self, table: Table, feed: Feed) -> None:
        """Queue a feed."""
        if feed in self._asked:
            return
        if seat_asked(feed, feed.waiting[-1]) is not None:
            self._others.pop(feed, None)
            self._asked[feed] = QueuedFeed(table, self._now())
        elif feed not in self._others:
            self._others[feed] = QueuedFeed(table, self._now())
        self._awake.set()

    async def _run(self) -> None:
        while True:
            await self._awake.wait()
            if not self.count:
                self._awake.clear()
                continue
            self._drawing = self.draw_next()
            for _ in self._drawing:
                # Everybody else comes between two pictures.
                await asyncio.sleep(0)
            await asyncio.sleep(0)

    def draw_next(self) -> Iterator[None]:
        """Draw the next feed, yielding after each picture."""
        feed, waiting = self._take()
        try:
            yield from draw(feed, brief=self.count > BUSY)
        except Exception:
            logger.exception("table %s cannot be drawn for %s", waiting.table.id, feed.viewer)
            feed.fail()

    def _take(self) -> tuple[Feed, QueuedFeed]:
        longest = next(iter(self._others.values()), None)
        if longest is not None and (not self._asked or self._now() - longest.since > LONGEST_SECONDS):
            return self._others.popitem(last=False)
        return self._asked.popitem(last=False)


def draw(feed: Feed, brief: bool = False) -> Iterator[None]:
    """Show a feed what is due, yielding after each picture; briefly where many others wait."""
    steps = feed.due()
    for part in split_at_undo(steps):
        if not feed.listeners:
            feed.skip(part)
            continue
        before = feed.version
        now = state(feed, part[-1]) | {"clock": clock(feed, part[-1])}
        update = yield from feed.draw(part, now, brief)
        message = messages.pack(update)
        feed.remember(before, message)
        feed.send(message)


def state(feed: Feed, step: Step) -> Data:
    """Return how a table or lesson stands for a feed after a step, as every message says; the clock comes on top."""
    status, viewer = step.status, feed.viewer_at(step)
    asked = seat_asked(feed, step)
    view = step.views[feed.viewer]
    awaited = view.get("awaiting", [])
    awaiting = [seat for seat in awaited if seat >= 0] if isinstance(awaited, list) else []
    return {
        "version": status.versions[feed.viewer],
        "decision": status.decision if asked is not None else None,
        "seat": asked if asked is not None else (viewer if viewer in (0, 1) else SPECTATOR),
        "watch": watch_line(0 if status.over else feed.delay) if feed.viewer == PUBLIC else None,
        "players": [{"name": name, "kind": kind} for name, kind in zip(status.players, status.kinds, strict=True)],
        "awaiting": [seat for seat in awaiting if seat != viewer or seat in status.asked],
        "undo": (viewer if asked is None else asked) in status.undo,
        "draw": status.offer if status.offer >= 0 else None,
        "over": status.over,
        "mode": status.mode,
        "hints": status.hints,
        "curtain": {"name": status.curtain} if status.curtain and feed.viewer == SCREEN else None,
    }


def clock(feed: Feed, step: Step) -> Data | None:
    """Return the clock as a feed shows it after a step: not to those who see the match late."""
    return step.status.clocks[feed.viewer] if not feed.delay or step.status.over else None


def seat_asked(feed: Feed, step: Step) -> int | None:
    """Return the seat that a feed is asked to decide for, or None if it is asked nothing."""
    status, viewer = step.status, feed.viewer_at(step)
    if feed.viewer == SCREEN and viewer not in (0, 1):
        return status.asked[0] if status.asked and not status.curtain and step.asker is not None else None
    return viewer if viewer in status.asked and not status.over else None
