"""Prove the clauses that a scenario cannot express: odds, what exists at all, options and packs."""

from __future__ import annotations

import pytest

from warband.kernel.chance import seeded_chance
from warband.kernel.clauses import clause
from warband.kernel.errors import BadInput
from warband.kernel.game import Game, State
from warband.kernel.match import Match
from warband.kernel.registry import make_game
from warband.kernel.seats import BY_CHANCE, CHANCE

pytestmark = pytest.mark.engine
NAME = "heros-crossing"
LEVEL_TWO = ["cleric", "paladin", "ranger", "swordmaster", "sorcerer", "guardian", "alchemist", "rogue"]
LEVEL_THREE = [
    "archmage",
    "warlord",
    "champion",
    "high_priest",
    "battlemage",
    "sentinel",
    "oracle",
    "assassin",
    "saint",
    "grand_master",
]
BARDS: dict[str, object] = {"seats": [{"west": {"heroes": ["bard", "bard"]}}, {}]}


def odds(game: Game, state: State) -> dict[str, int]:
    return {game.text(outcome): weight for outcome, weight in state.outcomes()}


def drawing(game: Game, position: dict[str, object], level: int) -> State:
    """Return the state in which chance decides about a card of a level that seat 0 has paid for."""
    state = game.restore(position)
    state.play(0, game.parse("recruit west"))
    state.play(0, game.parse(f"draw {level}"))
    assert state.awaiting() == BY_CHANCE
    return state


@clause("heros-crossing:SET-1")
def test_either_seat_is_as_likely_to_be_first() -> None:
    game = make_game(NAME)
    assert odds(game, game.start()) == {"first 0": 1, "first 1": 1}


@clause("heros-crossing:SET-4")
@pytest.mark.parametrize(("level", "cards"), [(2, dict.fromkeys(LEVEL_TWO, 2)), (3, dict.fromkeys(LEVEL_THREE, 1))])
def test_a_draw_comes_from_the_stack_of_its_level(level: int, cards: dict[str, int]) -> None:
    game = make_game(NAME)
    expected = {f"card {card}": copies for card, copies in cards.items()}
    assert odds(game, drawing(game, BARDS, level)) == expected


@clause("heros-crossing:SET-4")
def test_cards_in_sight_are_no_longer_in_the_stack() -> None:
    game = make_game(NAME)
    seats = [{"west": {"heroes": ["bard", "rogue"]}, "hand": ["cleric"]}, {"hand": ["cleric"]}]
    found = odds(game, drawing(game, {"seats": seats, "discards": ["ranger"]}, 2))
    assert found["card rogue"] == 1
    assert found["card ranger"] == 1
    assert "card cleric" not in found


@clause("heros-crossing:SET-2")
def test_nobody_can_draw_hire_or_hold_a_monarch() -> None:
    game = make_game(NAME)
    assert set(odds(game, drawing(game, BARDS, 3))) == {f"card {card}" for card in LEVEL_THREE}
    for text in ("card king", "pick queen", "hire king west 1", "reserve queen"):
        with pytest.raises(BadInput, match=text):
            game.parse(text)


def monarchs(game: Game, state: State) -> list[str]:
    """Return what the monarchs of seat 0 and seat 1 are called on the table."""
    named = {container.id: container.name for container in game.scene(state.view(0)).containers}
    return [named["0/monarch"], named["1/monarch"]]


@clause("heros-crossing:SET-2")
@pytest.mark.parametrize(
    ("round_number", "first", "names"),
    [
        (1, 0, ["Blue's King", "Red's Queen"]),
        (1, 1, ["Blue's Queen", "Red's King"]),
        (2, 0, ["Blue's Queen", "Red's King"]),
    ],
)
def test_the_first_player_of_the_match_keeps_the_king(round_number: int, first: int, names: list[str]) -> None:
    game = make_game(NAME)
    assert monarchs(game, game.restore({"round": round_number, "first": first})) == names


@clause("heros-crossing:SET-6")
def test_only_level_1_heroes_are_dealt() -> None:
    game = make_game(NAME)
    state = game.start()
    state.apply(CHANCE, game.parse("first 0"))
    assert sum(odds(game, state).values()) == 24
    assert not {f"card {card}" for card in LEVEL_TWO + LEVEL_THREE} & set(odds(game, state))


@clause("heros-crossing:INF-1")
def test_no_view_knows_what_comes_next_from_a_stack() -> None:
    game = make_game(NAME)
    state = drawing(game, BARDS, 3)
    views = []
    for outcome, _ in state.outcomes():
        after = state.copy()
        after.apply(CHANCE, outcome)
        views.append([after.view(1), after.view(-2)])
    assert all(view == views[0] for view in views)


@clause("heros-crossing:LIM-2")
def test_a_new_stack_holds_exactly_the_discards_of_its_level() -> None:
    game = make_game(NAME)
    seats = [{"west": {"heroes": ["bard"]}, "hand": LEVEL_THREE[:4]}, {"hand": LEVEL_THREE[4:8]}]
    position: dict[str, object] = {"seats": seats, "discards": [*LEVEL_THREE[8:], "rogue", "knight"]}
    assert odds(game, drawing(game, position, 3)) == {"card saint": 1, "card grand_master": 1}


@clause("heros-crossing:END-4")
def test_an_offer_lapses_when_the_other_seat_acts() -> None:
    game = make_game(NAME)
    match = Match(game, seeded_chance(0), start={})
    match.offer_draw(1)
    match.push("attack west > west", seat=0)
    with pytest.raises(BadInput, match="Red has offered no draw"):
        match.accept_draw(0)
    assert match.result is None


@clause("heros-crossing:END-4")
def test_one_cannot_accept_ones_own_offer() -> None:
    match = Match(make_game(NAME), seeded_chance(0), start={})
    match.offer_draw(0)
    with pytest.raises(BadInput, match="Red has offered no draw"):
        match.accept_draw(0)
