"""Hints: every legal action once, the best first, from a view alone, the same by seed, for either seat."""

from __future__ import annotations

import json
import sys

import pytest
from tests.kernel.matches import GAME, SHORT, begin

from warband.agents.bot import Budget
from warband.agents.hints import rank, usual_judge
from warband.agents.levels import MIND, SEARCH
from warband.kernel.chance import Rng, seeded_chance
from warband.kernel.errors import BadInput
from warband.kernel.match import Match
from warband.kernel.registry import make_game, names

# Blue's Knight leads three soldiers in the west; the Monarch of Red has one health left and nobody there.
LAST_BLOW: dict[str, object] = {
    "seats": [
        {"hand": ["hexer"], "west": {"heroes": ["knight"], "soldiers": {"weapon": 3}}},
        {"hand": ["rogue"], "health": 1},
    ]
}


by_judge = pytest.mark.parametrize("judge", [MIND, SEARCH])


@by_judge
def test_all_legal_actions_are_ranked_once_and_alike_by_seed(judge: str) -> None:
    match = begin(3, SHORT)
    seat = match.awaiting()[0]
    view = json.loads(json.dumps(match.view(seat)))
    hints = rank(make_game(GAME, SHORT), view, match.actions(seat), Budget(60), 1, judge)
    assert sorted(hint.action for hint in hints) == sorted(match.actions(seat))
    assert sum(hint.share for hint in hints) == pytest.approx(1)
    assert [hint.share for hint in hints] == sorted((hint.share for hint in hints), reverse=True)
    assert all(0 <= hint.chance <= 1 for hint in hints)
    assert hints == rank(match.game, view, match.actions(seat), Budget(60), 1, judge)


@by_judge
@pytest.mark.parametrize("seed", range(3))
def test_the_blow_that_wins_comes_first(seed: int, judge: str) -> None:
    match = Match(make_game(GAME), seeded_chance(1), None, LAST_BLOW)
    best = rank(match.game, match.view(0), match.actions(0), Budget(300), seed, judge)[0]
    assert match.text(best.action).startswith("attack west")
    assert best.chance > 0.8


@by_judge
@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("seat", [0, 1])
def test_a_secret_choice_is_ranked_for_its_own_seat(name: str, seat: int, judge: str) -> None:
    match = Match(make_game(name), seeded_chance(2))
    match.settle()
    assert match.awaiting() == (0, 1)
    hints = rank(match.game, match.view(seat), match.actions(seat), Budget(40), 0, judge)
    assert sum(hint.share for hint in hints) == pytest.approx(1)


def test_the_clock_ends_a_search_as_well() -> None:
    match = begin()
    assert rank(match.game, match.view(0), match.actions(0), Budget(0, 0.01), 0, SEARCH)[0].share > 0


def test_the_mind_of_a_game_judges_and_a_search_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert usual_judge(GAME) == MIND
    assert usual_judge("chess") == SEARCH
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert usual_judge(GAME) == SEARCH


def test_an_unknown_judge_is_refused() -> None:
    match = begin()
    with pytest.raises(BadInput, match="a judge is mind or search"):
        rank(match.game, match.view(0), match.actions(0), Budget(5), 0, "oracle")


@by_judge
def test_what_the_seat_cannot_see_does_not_change_a_hint(judge: str) -> None:
    match = begin(3, SHORT)
    seat = match.awaiting()[0]
    other = match.game.redeal(match.state, seat, Rng(99))
    first, second = (
        rank(match.game, state.view(seat), match.actions(seat), Budget(60), 1, judge) for state in (match.state, other)
    )
    assert first == second
