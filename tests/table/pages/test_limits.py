"""A budget is used up and fills up again."""

from __future__ import annotations

from warband.table.live.fair_queue import Asker
from warband.table.pages.limits import LONGEST_DELAY, RateLimiter, SharedLimiter
from warband.table.settings import Budget


def test_a_budget_fills_up_again() -> None:
    now = [0.0]
    limiter = RateLimiter(Budget(2, 3), lambda: now[0])
    assert [limiter.allows("a") for _ in range(4)] == [True, True, True, False]
    assert limiter.allows("b")
    now[0] += 0.5
    assert [limiter.allows("a") for _ in range(2)] == [True, False]


def test_what_comes_too_early_is_told_how_long_to_wait() -> None:
    now = [0.0]
    limiter = RateLimiter(Budget(10, 2), lambda: now[0])
    assert [round(limiter.delay("a"), 3) for _ in range(5)] == [0, 0, 0.1, 0.2, 0.3]
    assert limiter.delay("b") == 0
    now[0] += 1.0
    assert limiter.delay("a") == 0
    assert max(limiter.delay("a") for _ in range(500)) == LONGEST_DELAY


def test_nobody_empties_the_budget_of_an_address_for_its_neighbours() -> None:
    now = [0.0]
    limiter = SharedLimiter(Budget(4, 80), lambda: now[0])
    flood, neighbour = Asker("flood", "1"), Asker("neighbour", "1")
    assert sum(limiter.allows(flood) for _ in range(200)) == 50
    assert sum(limiter.allows(neighbour) for _ in range(200)) == 10
    # However many they are, an address has what it has.
    assert sum(limiter.allows(Asker(f"person {number}", "1")) for number in range(50)) == 20
    assert limiter.allows(Asker("elsewhere", "2"))
    # What comes back is first of all for everybody's shares; once there is enough again, one may have it all.
    now[0] += 10
    assert sum(limiter.allows(flood) for _ in range(200)) == 5
    now[0] += 10
    assert sum(limiter.allows(flood) for _ in range(200)) == 40
    now[0] += 10
    assert sum(limiter.allows(flood) for _ in range(200)) == 40
