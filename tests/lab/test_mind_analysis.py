"""An analysis by a mind: every action once with its chance, from a view and nothing else."""

from __future__ import annotations

import json

import pytest
from tests.lab.test_analysis import last_blow, middle

from warband.agents.bot import Budget
from warband.kernel.chance import Rng
from warband.kernel.registry import make_game, names
from warband.lab.mind_analysis import analyse_by_mind
from warband.lab.review import analysed


@pytest.mark.parametrize("name", names())
def test_every_legal_action_is_ranked_once_from_the_view_alone(name: str) -> None:
    match = middle(name)
    seat = match.awaiting()[0]
    view = json.loads(json.dumps(match.state.view(seat)))
    found = analyse_by_mind(make_game(name), view, 60, 1)
    assert sorted(ranked.action for ranked in found.ranked) == sorted(match.actions(seat))
    assert sum(ranked.share for ranked in found.ranked) == pytest.approx(1)
    assert all(0 <= value <= 1 for ranked in found.ranked for value in (ranked.chance, ranked.spread))
    assert found.ranked[0].line[0].text == found.ranked[0].text
    other = match.game.redeal(match.state, seat, Rng(99))
    assert analyse_by_mind(match.game, other.view(seat), 60, 1) == found


@pytest.mark.parametrize("name", names())
def test_a_seat_that_does_not_decide_has_a_chance_and_no_actions(name: str) -> None:
    match = middle(name)
    found = analyse_by_mind(match.game, match.view(1 - match.awaiting()[0]), 60, 1)
    assert found.ranked == ()
    assert 0 <= found.chance <= 1


def test_the_blow_that_wins_comes_first_and_is_certain() -> None:
    match = last_blow()
    best = analysed(match.game, match.view(0), Budget(400), 3, "mind").ranked[0]
    assert best.text.startswith("attack west")
    assert best.chance > 0.8
