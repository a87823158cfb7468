"""Say what a side would have won anyway, by its leader or its faction, so that a card is measured against its peers."""

from __future__ import annotations

from warband.kernel.seats import BOTH, Seat
from warband.lab.balance import EVEN, Balance, Fact, Key, Rate, keys_of
from warband.lab.intervals import excludes


def guide_of(balance: Balance) -> str:
    """Return the kind of event that is a side's own and tells its win rate best, or nothing if there is none."""
    kinds = [kind for kind in balance.kinds() if kind in balance.seats and balance.is_own(kind)]
    return max(kinds, key=lambda kind: weight_of(balance.of_kind(kind)), default="")


def weight_of(rates: list[Rate]) -> float:
    """Return how far the matches of some rates lie from even ones altogether."""
    return sum(rate.matches * abs((rate.win_rate or EVEN) - EVEN) for rate in rates if rate.matches)


def expected_rates(balance: Balance) -> dict[Key, float]:
    """Return the win rate of the sides that alone had something, had they won as their leader or faction does."""
    guide = guide_of(balance)
    totals: dict[Key, float] = {}
    for fact in balance.facts:
        keys = [keys_of(fact, seat) for seat in BOTH]
        for seat in BOTH:
            usual = usual_points(balance, guide, fact, seat)
            for key in keys[seat] - keys[1 - seat]:
                totals[key] = totals.get(key, 0.0) + usual
    expected = {key: total / balance.rates[key].matches for key, total in totals.items()}
    return {key: EVEN if key[0] == guide else value for key, value in expected.items()}


def usual_points(balance: Balance, guide: str, fact: Fact, seat: Seat) -> float:
    """Return what a seat makes of a match on average, by what is its own; against its like that is half."""
    own, other = fact.had[seat].get(guide, []), fact.had[1 - seat].get(guide, [])
    if len(own) != 1 or own == other:
        return EVEN
    rate = balance.rates[guide, own[0]].win_rate
    return EVEN if rate is None else rate


def telling(rates: list[Rate], expected: dict[Key, float]) -> list[Rate]:
    """Return the rates that are surely not what was expected, the surest first."""
    surprising = [rate for rate in rates if excludes(rate.interval(), expected[rate.key])]
    return sorted(surprising, key=lambda rate: -beyond(rate, expected[rate.key]))


def beyond(rate: Rate, value: float) -> float:
    """Return how far the interval of a rate lies from a value; 0 if it holds it."""
    low, high = rate.interval()
    return max(low - value, value - high, 0.0)
