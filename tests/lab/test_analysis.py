"""An analysis: every action once with its chance, spread and line, from a view and nothing else."""

from __future__ import annotations

import json

import pytest
from tests.kernel.matches import GAME, SHORT, begin

from warband.agents.bot import Budget
from warband.kernel.chance import Rng, seeded_chance
from warband.kernel.errors import BadInput
from warband.kernel.game import State
from warband.kernel.match import Match
from warband.kernel.registry import make_game, names
from warband.kernel.seats import PUBLIC
from warband.lab.analysis import STEPS, analyse

# Blue's Knight leads three soldiers in the west; the Monarch of Red has one health left and nobody there.
LAST_BLOW: dict[str, object] = {
    "seats": [
        {"hand": ["hexer"], "west": {"heroes": ["knight"], "soldiers": {"weapon": 3}}},
        {"hand": ["rogue"], "health": 1},
    ]
}


def middle(name: str, decisions: int = 12, seed: int = 3) -> Match:
    """Return a match of a game in which some random decisions are made, at a choice."""
    match, rng = Match(make_game(name), seeded_chance(seed)), Rng(seed)
    match.settle()
    for number in range(200):
        seat = match.awaiting()[0]
        legal = match.actions(seat)
        if number >= decisions and len(legal) > 1 and len(match.awaiting()) == 1:
            break
        match.play(seat, legal[rng.below(len(legal))])
    return match


def last_blow() -> Match:
    return Match(make_game(GAME), seeded_chance(1), None, LAST_BLOW)


def test_every_legal_action_is_ranked_once_and_alike_by_seed() -> None:
    match = begin(3, SHORT)
    seat = match.awaiting()[0]
    view = json.loads(json.dumps(match.view(seat)))
    found = analyse(make_game(GAME, SHORT), view, Budget(80), 1)
    assert sorted(ranked.action for ranked in found.ranked) == sorted(match.actions(seat))
    assert [ranked.text for ranked in found.ranked] == [match.text(ranked.action) for ranked in found.ranked]
    shares = [ranked.share for ranked in found.ranked]
    assert sum(shares) == pytest.approx(1)
    assert shares == sorted(shares, reverse=True)
    assert all(0 <= value <= 1 for ranked in found.ranked for value in (ranked.chance, ranked.spread))
    assert (found.seat, found.iterations, found.chance) == (seat, 80, found.ranked[0].chance)
    assert found == analyse(match.game, view, Budget(80), 1)
    assert found != analyse(match.game, view, Budget(80), 2)


def other_world(match: Match, seat: int) -> State:
    """Return a state that the seat cannot tell from the real one, with other cards where it cannot see."""
    for seed in range(50):
        state = match.game.imagine(match.view(seat), Rng(seed))
        if state.position() != match.state.position():
            return state
    raise AssertionError("nothing is hidden here")


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("name", [name for name in names() if "pocket" not in name])
def test_cards_that_the_seat_cannot_see_change_nothing(name: str, seat: int) -> None:
    match = middle(name)
    other = other_world(match, seat)
    assert other.view(1 - seat) != match.state.view(1 - seat)
    real = analyse(match.game, match.state.view(seat), Budget(60), 4)
    assert analyse(match.game, other.view(seat), Budget(60), 4) == real


def test_the_blow_that_wins_comes_first_and_both_seats_know_it() -> None:
    match = last_blow()
    found = analyse(match.game, match.view(0), Budget(400), 0)
    assert found.ranked[0].text.startswith("attack west")
    assert found.chance > 0.9
    rival = analyse(match.game, match.view(1), Budget(400), 0)
    assert rival.ranked == ()
    assert rival.chance < 0.1


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("seat", [0, 1])
def test_a_secret_choice_is_analysed_for_its_own_seat(name: str, seat: int) -> None:
    match = Match(make_game(name), seeded_chance(2))
    match.settle()
    assert match.awaiting() == (0, 1)
    found = analyse(match.game, match.view(seat), Budget(60))
    assert sorted(ranked.action for ranked in found.ranked) == sorted(match.actions(seat))
    assert sum(ranked.share for ranked in found.ranked) == pytest.approx(1)
    assert all(len(ranked.line) == 1 for ranked in found.ranked)


@pytest.mark.parametrize("name", names())
def test_a_line_begins_with_its_action_and_goes_on_while_it_is_sure(name: str) -> None:
    match = middle(name)
    seat = match.awaiting()[0]
    found = analyse(match.game, match.view(seat), Budget(2000))
    for ranked in found.ranked:
        assert (ranked.line[0].seat, ranked.line[0].text) == (seat, ranked.text)
        assert len(ranked.line) <= STEPS
    assert any(len(ranked.line) > 1 for ranked in found.ranked)


def test_a_forced_decision_has_the_chance_of_the_position() -> None:
    match, rng = begin(1, SHORT), Rng(1)
    while len(match.actions(match.awaiting()[0])) != 1:
        seat = match.awaiting()[0]
        legal = match.actions(seat)
        match.play(seat, legal[rng.below(len(legal))])
        if match.result is not None:
            match = begin(rng.below(1000), SHORT)
    seat = match.awaiting()[0]
    found = analyse(match.game, match.view(seat), Budget(40))
    assert [ranked.action for ranked in found.ranked] == match.actions(seat)
    assert (found.ranked[0].share, found.ranked[0].chance) == (1, found.chance)


def test_where_nothing_is_hidden_nothing_is_spread() -> None:
    """All worlds are alike, so that the luck of the search is all there is; it is taken out."""
    match = last_blow()
    found = analyse(match.game, match.view(0), Budget(600))
    assert found.spread < 0.02


def test_the_clock_ends_an_analysis_as_well() -> None:
    match = begin()
    found = analyse(match.game, match.view(0), Budget(0, 0.02))
    assert found.iterations >= 1


def test_what_cannot_be_analysed_is_told() -> None:
    match = begin()
    with pytest.raises(BadInput, match="needs a budget"):
        analyse(match.game, match.view(0), Budget())
    with pytest.raises(BadInput, match="the view of a seat"):
        analyse(match.game, match.view(PUBLIC), Budget(10))
