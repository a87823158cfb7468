"""Rate limits by key: a seat, an address."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import time
from collections.abc import AsyncIterator, Callable

from warband.table.settings import Budget

MOST_KEPT = 10_000


class Bucket:
    """What is left of one budget; it refills with time."""

    __slots__ = ("at", "left")

    def __init__(self, left: float, at: float) -> None:
        self.left = left
        self.at = at


class RateLimiter:
    """A token bucket for each key."""

    def __init__(self, budget: Budget, now: Callable[[], float] = time.monotonic) -> None:
        self.budget = budget
        self._buckets: dict[str, Bucket] = {}
        self._now = now

    def allows(self, key: str) -> bool:
        """Use one token of a key; return False if none is left."""
        now, budget = self._now(), self.budget
        bucket = self._buckets.get(key)
        if bucket is None:
            self._forget(now)
            bucket = self._buckets[key] = Bucket(budget.burst, now)
        bucket.left = min(budget.burst, bucket.left + (now - bucket.at) * budget.rate)
        bucket.at = now
        if bucket.left < 1:
            return False
        bucket.left -= 1
        return True

    def _forget(self, now: float) -> None:
        """Forget keys whose bucket is full again, once there are many."""
        if len(self._buckets) < MOST_KEPT:
            return
        full = self.budget.burst / self.budget.rate
        kept = [(key, bucket) for key, bucket in self._buckets.items() if now - bucket.at < full]
        # With very many at once the oldest start anew: memory stays bounded.
        self._buckets = dict(kept[-MOST_KEPT // 2 :])


class Turnstile:
    """Admit so many of each key at a time; the others wait in line, so that a burst from one is spread out."""

    def __init__(self, at_once: int) -> None:
        self.at_once = at_once
        self._lines: dict[str, tuple[asyncio.Semaphore, int]] = {}

    @contextlib.asynccontextmanager
    async def turn(self, key: str) -> AsyncIterator[None]:
        """Wait for a turn, and hold it."""
        line, waiting = self._lines.get(key, (asyncio.Semaphore(self.at_once), 0))
        self._lines[key] = (line, waiting + 1)
        try:
            async with line:
                yield
        finally:
            line, waiting = self._lines[key]
            self._lines[key] = (line, waiting - 1)
            if waiting == 1:
                del self._lines[key]


def source_of(address: str) -> str:
    """Return what is counted as one address: of IPv6 the network, since everybody has billions of addresses in it."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)).network_address)
