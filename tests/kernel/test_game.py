"""What games share: results and covers that print and compare, settled states, options in views."""

from __future__ import annotations

import pytest
from tests.conformance.toy import Toy

from warband.kernel import registry
from warband.kernel.game import Cover, Result, viewer_of
from warband.kernel.registry import make_game
from warband.kernel.seats import BOTH, NOBODY, PUBLIC

pytestmark = pytest.mark.engine


def test_a_result_prints_who_won_and_why() -> None:
    assert str(Result(1, "rout")) == "seat 1 wins (rout)"
    assert str(Result(NOBODY, "agreed")) == "draw (agreed)"
    assert {Result(1, "rout"), Result(1, "rout"), Result(0, "rout")} == {Result(1, "rout"), Result(0, "rout")}


def test_covers_are_equal_by_what_they_show() -> None:
    assert Cover((0,), "plays a card") == Cover((0,), "plays a card")
    assert Cover((0,), "plays a card") != Cover((1,), "plays a card")


@pytest.mark.parametrize("name", registry.names())
def test_a_game_knows_its_actions_its_bound_and_its_options(name: str) -> None:
    game = make_game(name)
    assert 0 < game.action_count() < 2000
    assert game.bound() > 0
    assert game == make_game(name)
    assert hash(game) == hash(make_game(name))
    assert game.name in repr(game)


@pytest.mark.parametrize("name", registry.names())
def test_a_view_knows_whose_it_is(name: str) -> None:
    state = make_game(name).start()
    assert [viewer_of(state.view(viewer)) for viewer in (*BOTH, PUBLIC)] == [*BOTH, PUBLIC]


@pytest.mark.parametrize("name", registry.names())
def test_a_world_made_from_a_view_has_the_legal_actions_of_its_seat(name: str) -> None:
    game = make_game(name)
    match = game.match(seed=3)
    world = game.world(match.view(match.seat))
    assert world.legal(match.seat) == match.actions(match.seat)


def test_a_game_without_an_evaluation_says_so() -> None:
    assert not Toy().has_evaluation
    assert make_game("heros-crossing").has_evaluation
