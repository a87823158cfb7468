"""Set the balance of a game before and after a change side by side."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from warband.extras import extra
from warband.lab.balance import Balance, Key, Rate
from warband.lab.intervals import USUAL, Interval


@dataclass(frozen=True)
class RateChange:
    """The rates of one thing before and after."""

    before: Rate
    after: Rate

    @property
    def difference(self) -> float | None:
        """Return by how much the win rate rose, or None if it is not known on both sides."""
        before, after = self.before.win_rate, self.after.win_rate
        return None if before is None or after is None else after - before

    def interval(self) -> Interval:
        """Return the interval of the difference, by Newcombe's method, which is made of two Wilson intervals."""
        if self.difference is None:
            return -1.0, 1.0
        with extra("lab"):
            from statsmodels.stats.proportion import confint_proportions_2indep
        low, high = confint_proportions_2indep(
            self.after.points,
            self.after.matches,
            self.before.points,
            self.before.matches,
            method="newcomb",
            compare="diff",
            alpha=1 - USUAL,
        )
        return float(low), float(high)

    def distance(self) -> float:
        """Return how far the interval of the difference lies from no change; 0 if there may be none."""
        low, high = self.interval()
        return max(low, -high, 0.0)


def changes(before: Balance, after: Balance) -> dict[Key, RateChange]:
    """Return the rates of everything that either side knows, by kind and name."""
    keys = sorted(before.rates.keys() | after.rates.keys())
    return {key: RateChange(before.rates.get(key, Rate(*key)), after.rates.get(key, Rate(*key))) for key in keys}


def changed(changes: Iterable[RateChange]) -> list[RateChange]:
    """Return what surely changed, the surest first."""
    return sorted((change for change in changes if change.distance() > 0), key=lambda change: -change.distance())
