"""Rate limits by key, and by the people of an address."""

from __future__ import annotations

import contextlib
import ipaddress
import time
from collections.abc import AsyncIterator, Callable

from starlette.requests import HTTPConnection

from warband.table.live.fair_queue import Asker, FairQueue
from warband.table.settings import Budget

MOST_KEPT = 10_000
# Seconds that somebody waits at most, however many came before.
LONGEST_DELAY = 10.0
# A person's share of what an address may use.
SHARES = 8
# Those who come without a cookie are one: otherwise whoever throws theirs away would be many.
STRANGERS = "strangers"


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
        bucket = self._filled(key)
        if bucket.left < 1:
            return False
        bucket.left -= 1
        return True

    def delay(self, key: str) -> float:
        """Use one token of a key, in advance if none is left; return in how many seconds it is due."""
        bucket = self._filled(key)
        bucket.left = max(bucket.left - 1, -LONGEST_DELAY * self.budget.rate)
        return max(0.0, -bucket.left / self.budget.rate)

    def _filled(self, key: str) -> Bucket:
        """Return the bucket of a key, as full as it is now."""
        now, budget = self._now(), self.budget
        bucket = self._buckets.get(key)
        if bucket is None:
            self._forget(now)
            bucket = self._buckets[key] = Bucket(budget.burst, now)
        bucket.left = min(budget.burst, bucket.left + (now - bucket.at) * budget.rate)
        bucket.at = now
        return bucket

    def left(self, key: str) -> float:
        """Return how many tokens of a key are left."""
        bucket, budget = self._buckets.get(key), self.budget
        if bucket is None:
            return budget.burst
        return min(budget.burst, bucket.left + (self._now() - bucket.at) * budget.rate)

    def _forget(self, now: float) -> None:
        """Forget keys whose bucket is full again, once there are many."""
        if len(self._buckets) < MOST_KEPT:
            return
        full = self.budget.burst / self.budget.rate
        kept = [(key, bucket) for key, bucket in self._buckets.items() if now - bucket.at < full]
        # With very many at once the oldest start anew: memory stays bounded.
        self._buckets = dict(kept[-MOST_KEPT // 2 :])


class SharedLimiter:
    """A token bucket for each address that its people share: nobody empties it for the others.

    Its upper half is for whoever comes first. Of the lower half everybody gets a share, so that one who floods is
    refused while a neighbour is not. More people do not make more tokens.
    """

    def __init__(self, budget: Budget, now: Callable[[], float] = time.monotonic) -> None:
        share = Budget(budget.rate / SHARES, max(1, budget.burst // SHARES))
        self._addresses, self._people = RateLimiter(budget, now), RateLimiter(share, now)

    def allows(self, asker: Asker) -> bool:
        """Use one token of an address for a person; return False if that person has none left."""
        is_low = self._addresses.left(asker.address) <= self._addresses.budget.burst / 2
        if is_low and not self._people.allows(f"{asker.address} {asker.person}"):
            return False
        return self._addresses.allows(asker.address)


class Turnstile:
    """Admit so many of each address at a time; the others wait in line, so that a burst is spread out.

    Whoever of an address has used least of its places comes next.
    """

    def __init__(self, at_once: int) -> None:
        self.at_once = at_once
        self._lines: dict[str, tuple[FairQueue, int]] = {}

    @contextlib.asynccontextmanager
    async def turn(self, asker: Asker) -> AsyncIterator[None]:
        """Wait for a turn, and hold it."""
        address, person = asker.address, Asker(asker.person or STRANGERS)
        line, inside = self._lines.get(address, (FairQueue(self.at_once), 0))
        self._lines[address] = (line, inside + 1)
        try:
            await line.enter(person)
            begun = time.monotonic()
            try:
                yield
            finally:
                line.leave(person, time.monotonic() - begun)
        finally:
            line, inside = self._lines[address]
            self._lines[address] = (line, inside - 1)
            if inside == 1:
                del self._lines[address]


def address_of(connection: HTTPConnection) -> str:
    """Return the address that a request or a socket is counted under."""
    return source_of(connection.client.host) if connection.client is not None else ""


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
