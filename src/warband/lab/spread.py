"""Say how far a mean differs from world to world, beyond the luck of the search."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, variance


@dataclass
class Sample:
    """Count numbers, and sum them and their squares."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        """Count one number."""
        self.count += 1
        self.total += value
        self.squares += value * value

    def mean(self) -> float:
        """Return the mean, 0 of nothing."""
        return self.total / self.count if self.count else 0.0

    def scatter(self) -> float:
        """Return the sum of the squared distances from the mean."""
        return max(0.0, self.squares - self.total * self.mean())


def merged(samples: Iterable[Sample]) -> Sample:
    """Return one sample of all that several counted."""
    whole = Sample()
    for sample in samples:
        whole.count += sample.count
        whole.total += sample.total
        whole.squares += sample.squares
    return whole


def mean_of(samples: Sequence[Sample]) -> float:
    """Return the mean of the means: every world counts alike."""
    return fmean(sample.mean() for sample in samples) if samples else 0.0


def spread_of(samples: Sequence[Sample]) -> float:
    """Return the standard deviation of the means over the worlds, less what the scatter within a world explains.

    This is the between-groups component of a one-way analysis of variance.
    """
    if len(samples) < 2:
        return 0.0
    freedom = sum(sample.count for sample in samples) - len(samples)
    within = sum(sample.scatter() for sample in samples) / freedom if freedom else 0.0
    noise = within * fmean(1 / sample.count for sample in samples)
    return math.sqrt(max(0.0, variance(sample.mean() for sample in samples) - noise))
