"""What a step brought is told by the own steps alone; those of a rival belong to the world."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="the extra train is not installed")

from torch import Tensor  # noqa: E402

from warband.lab.training.goals import gains_of  # noqa: E402


def lane(numbers: list[float]) -> Tensor:
    """Return the steps of one lane."""
    return torch.tensor(numbers)[:, None]


def gains(got: list[float], onward: list[float], expected: list[float], mine: list[int], trace: float) -> list[float]:
    told = gains_of(lane(got), lane(onward), lane(expected), lane([float(one) for one in mine]).bool(), trace)
    assert not told.gains[~told.known].any()
    return [round(float(gain), 6) if known else -99.0 for gain, known in zip(told.gains, told.known, strict=True)]


def test_every_step_counts_where_one_network_plays_both_seats() -> None:
    # Seats change after each step, so what is good for the next is bad for this one.
    told = gains([0.0, 0.0, 1.0], [-1.0, -1.0, 0.0], [0.1, 0.2, 0.3, 0.9], [1, 1, 1, 1], 0.5)
    last = 1.0 - 0.3
    middle = -0.3 - 0.2 - 0.5 * last
    assert told == [round(-0.2 - 0.1 - 0.5 * middle, 6), round(middle, 6), round(last, 6)]


def test_what_a_rival_does_counts_for_the_own_step_before_it() -> None:
    # The rival wins at once, which is a loss for the step before it.
    assert gains([0.0, 1.0], [-1.0, 0.0], [0.4, 0.9, 0.7], [1, 0, 1], 0.5) == [-1.4, -99.0]
    # The rival goes on, and the own seat decides again: its expectation counts, the rival's does not.
    assert gains([0.0, 0.0], [-1.0, -1.0], [0.4, 0.9, 0.7], [1, 0, 1], 0.5) == [0.3, -99.0]


def test_what_a_step_brings_is_not_known_while_a_rival_decides_at_the_end() -> None:
    assert gains([0.0, 0.0], [1.0, -1.0], [0.4, 0.6, 0.7], [1, 1, 0], 0.5) == [0.2, -99.0]
    assert gains([0.0, 1.0], [1.0, 0.0], [0.4, 0.6, 0.7], [1, 1, 0], 0.0) == [0.2, 0.4]
