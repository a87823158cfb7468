"""Share a few workers fairly: whoever has used least of them lately comes next, and people before spectacles."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

# What was used so long ago counts for half.
HALF_SECONDS: Final = 10.0
MOST_KEPT: Final = 1000


@dataclass(frozen=True)
class Asker:
    """Who wants work done: a person at an address; a match between bots is a spectacle."""

    person: str = ""
    address: str = ""
    is_spectacle: bool = False

    @property
    def source(self) -> str:
        """Return the address, or the person where the address is not known."""
        return self.address or self.person


NOBODY: Final = Asker()


class QueueFull(Exception):
    """Raised where an address, or one person at it, has enough in line already."""


@dataclass(eq=False)
class QueuedWork:
    """One piece of work that waits for a worker."""

    asker: Asker
    turn: asyncio.Future[None]


class Usage:
    """Remember how many seconds of work everybody has had lately."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._used: dict[str, tuple[float, float]] = {}

    def of(self, key: str) -> float:
        """Return the seconds that a person or an address has used, the older the less."""
        seconds, at = self._used.get(key, (0.0, 0.0))
        return float(seconds * 0.5 ** ((self._now() - at) / HALF_SECONDS))

    def add(self, key: str, seconds: float) -> None:
        """Charge a person or an address."""
        if len(self._used) >= MOST_KEPT:
            self._used = {name: one for name, one in self._used.items() if self.of(name) > 0.01}
        self._used[key] = (self.of(key) + seconds, self._now())


class FairQueue:
    """Hand out a number of slots, one for each piece of work that may run at the same time.

    Where there are several, one address never holds all of them, and neither do spectacles. With `most_waiting` an
    address has no more than that in line, and one person at it half of that.
    """

    def __init__(self, slots: int, now: Callable[[], float] = time.monotonic, most_waiting: int = 0) -> None:
        self.free = slots
        self.most_waiting = most_waiting
        self.most = max(1, slots - 1)
        self.usage = Usage(now)
        self._waiting: list[QueuedWork] = []
        self._running: Counter[str] = Counter()
        self._spectacles = 0

    async def enter(self, asker: Asker) -> None:
        """Return once it is the asker's turn, or raise QueueFull; whoever enters leaves."""
        if self.most_waiting and self._is_full(asker):
            raise QueueFull
        waiting = QueuedWork(asker, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        self._hand_out()
        try:
            await waiting.turn
        except asyncio.CancelledError:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            else:
                self.leave(asker, 0.0)
            raise

    def _is_full(self, asker: Asker) -> bool:
        near = [waiting.asker for waiting in self._waiting if waiting.asker.source == asker.source]
        own = sum(1 for other in near if other.person == asker.person)
        return len(near) >= self.most_waiting or own >= max(1, self.most_waiting // 2)

    def leave(self, asker: Asker, seconds: float) -> None:
        """Give a slot back that was used for so many seconds."""
        self.free += 1
        self._running[asker.source] -= 1
        if self._running[asker.source] <= 0:
            del self._running[asker.source]
        self._spectacles -= asker.is_spectacle
        for key in {asker.source, f"person {asker.person}"}:
            self.usage.add(key, seconds)
        self._hand_out()

    def _hand_out(self) -> None:
        while self.free:
            ready = [waiting for waiting in self._waiting if self._may_run(waiting.asker)]
            if not ready:
                return
            chosen = min(ready, key=lambda waiting: self._rank(waiting.asker))
            self._waiting.remove(chosen)
            self.free -= 1
            self._running[chosen.asker.source] += 1
            self._spectacles += chosen.asker.is_spectacle
            if not chosen.turn.done():
                chosen.turn.set_result(None)

    def _may_run(self, asker: Asker) -> bool:
        if asker.is_spectacle and self._spectacles >= self.most:
            return False
        return not asker.source or self._running[asker.source] < self.most

    def _rank(self, asker: Asker) -> tuple[bool, float, float]:
        address, person = self.usage.of(asker.source), self.usage.of(f"person {asker.person}")
        return asker.is_spectacle, round(address, 2), round(person, 2)
