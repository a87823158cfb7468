"""The curtain between two people at one screen comes only when a decision needs something hidden."""

from __future__ import annotations

import pytest

from warband.kernel import registry
from warband.kernel.chance import Rng, seeded_chance
from warband.kernel.match import Match
from warband.kernel.registry import make_game
from warband.kernel.seats import BOTH, PUBLIC
from warband.table.live.curtain import SharedScreen, needs_hidden


def begin(game: str, seed: int = 1) -> Match:
    match = Match(make_game(game), seeded_chance(seed))
    match.settle()
    return match


def play(match: Match, rng: Rng) -> None:
    seat = match.awaiting()[0]
    legal = match.actions(seat)
    match.play(seat, legal[rng.below(len(legal))])


@pytest.mark.parametrize("name", registry.names())
def test_a_joint_choice_is_made_behind_the_curtain_one_after_the_other(name: str) -> None:
    match, screen = begin(name), SharedScreen()
    assert match.awaiting() == BOTH
    screen.turn(match)
    assert (screen.viewer, screen.waiting) == (PUBLIC, 0)
    assert screen.open()
    assert screen.viewer == 0
    match.play(0, match.actions(0)[0])
    screen.turn(match)
    assert (screen.viewer, screen.waiting) == (PUBLIC, 1)
    assert screen.open()
    assert not screen.open()


def test_an_open_game_needs_no_curtain_once_the_choices_are_made() -> None:
    match, screen, rng = begin("pocket-tactics"), SharedScreen(), Rng(1)
    for _ in range(60):
        if len(match.awaiting()) == 1 and not match.secret_choices():
            screen.turn(match)
            assert not screen.is_closed
            assert screen.viewer == PUBLIC or screen.viewer == match.awaiting()[0]
        play(match, rng)


@pytest.mark.parametrize("name", ["heros-crossing", "pixel-tactics"])
def test_a_hidden_hand_is_never_shown_to_the_other(name: str) -> None:
    match, screen, rng = begin(name), SharedScreen(), Rng(2)
    falls = shared = 0
    for _ in range(80):
        if match.result is not None:
            break
        screen.turn(match)
        decider = match.awaiting()[0]
        if screen.is_closed:
            falls += 1
            assert screen.waiting == decider
            screen.open()
        shared += screen.viewer == PUBLIC
        assert screen.viewer in (PUBLIC, decider)
        play(match, rng)
    assert falls > 3
    assert shared >= 0


@pytest.mark.parametrize("name", ["heros-crossing", "pixel-tactics"])
def test_whether_the_curtain_falls_tells_nothing_of_the_hand(name: str) -> None:
    """What is asked of the other seat's worlds is the same in each of them."""
    match, rng = begin(name), Rng(4)
    for _ in range(40):
        if match.result is not None:
            break
        awaiting = match.awaiting()
        if len(awaiting) == 1:
            seat = awaiting[0]
            said = needs_hidden(match, seat)
            real = match.state
            match.state = match.game.redeal(real, 1 - seat, Rng(7))
            if match.awaiting() == awaiting:
                assert needs_hidden(match, seat) == said
            match.state = real
        play(match, rng)
