"""A match gone through again: a choice has a before and an after, and the end is the result."""

from __future__ import annotations

from functools import cache

import pytest
from tests.kernel.matches import SHORT, begin, finished

from warband.agents.bot import Budget
from warband.kernel.errors import BadInput
from warband.kernel.match import Match
from warband.kernel.record import record_match
from warband.lab.review import Review, review, swing_lines, table

BUDGET = Budget(24)


@cache
def usual() -> Review:
    return reviewed(finished(5, SHORT))


def reviewed(match: Match, seats: tuple[int, ...] = (0, 1), seed: int = 0) -> Review:
    return review(record_match(match), match.game, seats, BUDGET, seed, lambda done, total: None)


def test_every_choice_is_there_and_the_last_one_leads_to_the_result() -> None:
    match, found = finished(5, SHORT), usual()
    plies = {entry.ply: entry.text for entry in match.entries if entry.seat >= 0}
    assert all(plies.pop(decision.ply) == decision.text for decision in found.decisions)
    assert set(plies.values()) <= {"done", "hold"}
    for before, after in zip(found.decisions, found.decisions[1:], strict=False):
        assert before.after == after.before
    result = match.result
    assert result is not None
    last = found.decisions[-1].after
    assert (last[result.winner].chance, last[1 - result.winner].chance) == (1, 0)


def test_the_same_seed_says_the_same() -> None:
    match = finished(5, SHORT)
    assert reviewed(match).decisions == usual().decisions
    assert reviewed(match, seed=1).decisions != usual().decisions


def test_the_bot_is_asked_before_each_choice_and_knows_what_was_played() -> None:
    for decision in usual().decisions:
        assert decision.best is not None
        assert decision.played is not None
        assert decision.played.text == decision.text
        assert decision.best.share >= decision.played.share
        assert decision.before[decision.seat].chance == decision.best.chance


def test_one_seat_alone_is_told_by_its_own_view() -> None:
    found, both = reviewed(finished(5, SHORT), (1,)), usual()
    assert [set(decision.after) for decision in found.decisions] == [{1}] * len(found.decisions)
    assert [decision.after[1] for decision in found.decisions] == [decision.after[1] for decision in both.decisions]
    assert all((decision.best is None) == (decision.seat == 0) for decision in found.decisions)
    assert {decision.seat for decision in found.swings(100)} == {1}
    assert [row[-1] == "-" for row in table(found)[1:]] == [decision.seat == 0 for decision in found.decisions]


def test_who_resigns_is_not_told_as_a_bad_move() -> None:
    match = begin(3, SHORT)
    for _ in range(4):
        seat = match.awaiting()[0]
        match.play(seat, match.actions(seat)[0])
    match.resign(0)
    found = reviewed(match)
    assert 0 < found.decisions[-1].after[0].chance < 1


def test_who_resigns_at_once_leaves_no_choice() -> None:
    match = begin(3, SHORT)
    match.resign(0)
    found = reviewed(match)
    assert found.decisions == []
    assert set(found.start) == {0, 1}


def test_the_largest_swings_come_first_with_what_the_bot_would_have_done() -> None:
    found = usual()
    sizes = [abs(decision.swing) for decision in found.swings(100)]
    assert sizes == sorted(sizes, reverse=True)
    assert len(found.swings(3)) == 3
    lines = swing_lines(found, 3)
    assert [line.startswith("ply ") for line in lines] == [True, False] * 3
    assert all("the bot" in line for line in lines[1::2])


def test_a_match_that_goes_on_is_refused() -> None:
    with pytest.raises(BadInput, match="only a finished one"):
        reviewed(begin(3, SHORT))
