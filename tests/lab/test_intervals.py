"""Intervals are Wilson's, draws and all; without the extra a sentence says what to install."""

from __future__ import annotations

import sys

import pytest

from warband.extras import MissingExtra
from warband.lab.intervals import excludes, percent, span, wilson


def test_wilson_agrees_with_a_known_example() -> None:
    # 81 of 263, from R. G. Newcombe, Statistics in Medicine 17 (1998), table I.
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=5e-5)


def test_half_points_lie_between_whole_ones() -> None:
    low, middle, high = wilson(7, 20), wilson(7.5, 20), wilson(8, 20)
    assert low[0] < middle[0] < high[0]
    assert low[1] < middle[1] < high[1]


def test_ends_stay_between_0_and_1() -> None:
    for games in range(1, 40):
        assert (wilson(0, games)[0], wilson(games, games)[1]) == (0.0, 1.0)
    assert wilson(0, 0) == (0.0, 1.0)


def test_more_confidence_is_wider() -> None:
    assert wilson(12, 20, 0.995)[0] < wilson(12, 20)[0]


def test_shares_are_told_in_percent() -> None:
    assert (percent(0.125), span((0.25, 0.5))) == ("12.5 %", "25.0 to 50.0 %")
    assert excludes((0.51, 0.7), 0.5)
    assert not excludes((0.49, 0.7), 0.5)


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "statsmodels.stats.proportion", None)
    with pytest.raises(MissingExtra, match=r"pip install 'warband\[lab\]'"):
        wilson(1, 2)
