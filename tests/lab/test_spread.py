"""The spread over worlds: what differs from world to world, not what the search scatters within one."""

from __future__ import annotations

import math

import pytest

from warband.kernel.chance import Rng
from warband.lab.spread import Sample, mean_of, merged, spread_of


def sample(*values: float) -> Sample:
    found = Sample()
    for value in values:
        found.add(value)
    return found


def test_a_sample_knows_its_mean_and_its_scatter() -> None:
    assert sample(1, 0, 0.5).mean() == 0.5
    assert sample(1, 0).scatter() == pytest.approx(0.5)
    assert sample().mean() == 0
    assert merged([sample(1, 0), sample(0.5)]) == sample(1, 0, 0.5)
    assert mean_of([sample(1, 1, 1), sample(0)]) == 0.5
    assert mean_of([]) == 0


def test_worlds_that_differ_are_spread() -> None:
    assert spread_of([sample(0, 0), sample(1, 1)]) == pytest.approx(math.sqrt(0.5))
    assert spread_of([sample(0.5, 0.5), sample(0.5, 0.5)]) == 0
    assert spread_of([sample(0.2)]) == 0


@pytest.mark.parametrize(("between", "seed"), [(0.0, 1), (0.1, 2), (0.2, 3)])
def test_the_luck_of_the_search_is_taken_out(between: float, seed: int) -> None:
    """Wins and losses of a hundred plays in each of forty worlds; half the worlds are better by twice `between`."""
    rng = Rng(seed)
    worlds: list[Sample] = []
    for number in range(40):
        chance = 0.5 + between * (1 if number % 2 else -1)
        worlds.append(sample(*(float(rng.below(1000) < 1000 * chance) for _ in range(100))))
    assert spread_of(worlds) == pytest.approx(between, abs=0.035)
