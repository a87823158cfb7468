"""What a side wins anyway: a card is measured against the leader or the faction that it came with."""

from __future__ import annotations

import pytest
from tests.lab.test_balance import counted, fact

from warband.lab.balance import SEAT, Balance, Had
from warband.lab.peers import expected_rates, guide_of, telling

KNIGHT: Had = {"leader": ["knight"], "mood": ["glad"], "draw": ["archer", "bard"]}
WITCH: Had = {"leader": ["witch"], "mood": ["glad"], "draw": ["bard", "imp"]}


def strong_knight() -> Balance:
    """Return matches in which Knight wins three of four, whatever is drawn."""
    return counted(*(fact(number % 4 == 0, KNIGHT, WITCH, number) for number in range(40)))


def test_the_guide_is_what_tells_most() -> None:
    assert guide_of(strong_knight()) == "leader"
    assert guide_of(counted(fact(0, {"draw": ["archer", "bard"]}, {}))) == ""


def test_a_card_that_comes_with_a_strong_leader_is_expected_to_win() -> None:
    expected = expected_rates(strong_knight())
    assert expected["draw", "archer"] == pytest.approx(0.75)
    assert expected["draw", "imp"] == pytest.approx(0.25)
    assert expected["leader", "knight"] == 0.5
    assert expected[SEAT, "0"] == pytest.approx(0.75)
    # Both always have it: nothing is known of it.
    assert ("draw", "bard") not in expected
    assert telling(strong_knight().others(), expected) == []


def test_a_leader_against_itself_is_even() -> None:
    twin: Had = {"leader": ["knight"], "draw": ["imp", "bard"]}
    found = counted(*(fact(0, KNIGHT, twin, number) for number in range(3)))
    assert expected_rates(found)["draw", "imp"] == 0.5


def test_what_is_surely_not_as_expected_is_told_the_surest_first() -> None:
    both: Had = {"draw": ["archer", "witch"]}
    facts = [fact(0, both, {"draw": ["bard"]}) for _ in range(30)]
    facts += [fact(1, {"draw": ["archer", "knight"]}, {}) for _ in range(2)]
    found = counted(*facts)
    expected = expected_rates(found)
    assert [rate.name for rate in telling(found.others(), expected)] == ["bard", "witch", "archer"]
    assert telling([found.rates["draw", "knight"]], expected) == []


def test_what_always_loses_as_expected_does_not_stand_out() -> None:
    for matches in range(1, 30):
        found = counted(*(fact(1, KNIGHT, WITCH, number) for number in range(matches)))
        expected = expected_rates(found)
        assert (expected["draw", "archer"], expected["draw", "imp"]) == (0.0, 1.0)
        assert telling(found.others(), expected) == []
