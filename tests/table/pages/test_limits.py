"""A budget is used up and fills up again."""

from __future__ import annotations

from warband.table.pages.limits import RateLimiter
from warband.table.settings import Budget


def test_a_budget_fills_up_again() -> None:
    now = [0.0]
    limiter = RateLimiter(Budget(2, 3), lambda: now[0])
    assert [limiter.allows("a") for _ in range(4)] == [True, True, True, False]
    assert limiter.allows("b")
    now[0] += 0.5
    assert [limiter.allows("a") for _ in range(2)] == [True, False]
