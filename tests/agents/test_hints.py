"""Hints: every legal action once, the best first, from a view alone, the same by seed, for either seat."""

from __future__ import annotations

import json

import pytest
from tests.kernel.matches import GAME, SHORT, begin

from warband.agents.bot import Budget
from warband.agents.hints import rank
from warband.kernel.chance import seeded_chance
from warband.kernel.match import Match
from warband.kernel.registry import make_game, names

# Blue's Knight leads three soldiers in the west; the Monarch of Red has one health left and nobody there.
LAST_BLOW: dict[str, object] = {
    "seats": [
        {"hand": ["hexer"], "west": {"heroes": ["knight"], "soldiers": {"weapon": 3}}},
        {"hand": ["rogue"], "health": 1},
    ]
}


def test_all_legal_actions_are_ranked_once_and_alike_by_seed() -> None:
    match = begin(3, SHORT)
    seat = match.awaiting()[0]
    view = json.loads(json.dumps(match.view(seat)))
    hints = rank(make_game(GAME, SHORT), view, match.actions(seat), Budget(60), 1)
    assert sorted(hint.action for hint in hints) == sorted(match.actions(seat))
    assert sum(hint.share for hint in hints) == pytest.approx(1)
    assert [hint.share for hint in hints] == sorted((hint.share for hint in hints), reverse=True)
    assert all(0 <= hint.chance <= 1 for hint in hints)
    assert hints == rank(match.game, view, match.actions(seat), Budget(60), 1)


@pytest.mark.parametrize("seed", range(3))
def test_the_blow_that_wins_comes_first(seed: int) -> None:
    match = Match(make_game(GAME), seeded_chance(1), None, LAST_BLOW)
    best = rank(match.game, match.view(0), match.actions(0), Budget(300), seed)[0]
    assert match.text(best.action).startswith("attack west")
    assert best.chance > 0.8


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("seat", [0, 1])
def test_a_secret_choice_is_ranked_for_its_own_seat(name: str, seat: int) -> None:
    match = Match(make_game(name), seeded_chance(2))
    match.settle()
    assert match.awaiting() == (0, 1)
    hints = rank(match.game, match.view(seat), match.actions(seat), Budget(40))
    assert sum(hint.share for hint in hints) == pytest.approx(1)


def test_the_clock_ends_a_search_as_well() -> None:
    match = begin()
    assert rank(match.game, match.view(0), match.actions(0), Budget(0, 0.01))[0].share > 0
