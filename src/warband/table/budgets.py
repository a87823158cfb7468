"""Count what a seat or an address does, and say when it is too much."""

from __future__ import annotations

import time
from collections.abc import Callable

from warband.table.settings import Budget

MOST_KEPT = 10_000


class Bucket:
    """Hold what is left of one budget; it fills up again with time."""

    __slots__ = ("at", "left")

    def __init__(self, left: float, at: float) -> None:
        self.left = left
        self.at = at


class Meter:
    """Count by key, each with a budget of its own."""

    def __init__(self, budget: Budget, now: Callable[[], float] = time.monotonic) -> None:
        self.budget = budget
        self._buckets: dict[str, Bucket] = {}
        self._now = now

    def allows(self, key: str) -> bool:
        """Take one from the budget of a key; return False if nothing is left."""
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
        """Forget keys whose budget is full again, before there are too many."""
        if len(self._buckets) < MOST_KEPT:
            return
        full = self.budget.burst / self.budget.rate
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if now - bucket.at < full}
