"""Read positions: an impossible one is refused in one sentence that names what and where, any other round-trips."""

from __future__ import annotations

import json
from functools import partial

import pytest
from tests.games.positions import complaint_of, of_seats

from warband.kernel.chance import Rng
from warband.kernel.errors import BadInput
from warband.kernel.random_play import Tally, random_step
from warband.kernel.registry import make_game

pytestmark = pytest.mark.engine
NAME = "heros-crossing"
DONE = {"activated": True}
complaint = partial(complaint_of, NAME)


@pytest.mark.parametrize(
    ("seat", "sentence"),
    [
        (
            {"west": {"heroes": ["knight", "monk", "fighter", "bard"]}},
            "position.seats[0].west.heroes: 4 heroes; a Front has 1 to 3 (HIR-2)",
        ),
        (
            {"west": {"soldiers": {"magic": 20}}},
            "position.seats[0].west.soldiers: more magic soldiers than the 16 cubes there are",
        ),
        (
            {"west": {"soldiers": {"armor": 9}}, "east": {"soldiers": {"armor": 8}}},
            "position.seats[0].east.soldiers: more armor soldiers than the 16 cubes there are",
        ),
        (
            {"west": {"heroes": ["saint"]}, "hand": ["saint"]},
            "position.seats[0].hand[0]: more saint cards than the 1 the pack has",
        ),
        ({"hand": ["knight"] * 4}, "position.seats[0].hand[3]: more knight cards than the 3 the pack has"),
        (
            {"hand": ["monk"], "remembered": ["knight"]},
            "position.seats[0].remembered[0]: the rival cannot remember a card that is not held",
        ),
        (
            {"hand": ["knight", "knight", "knight", "monk", "monk", "monk"]},
            "position: seats[0].hand: 6 cards; only a seat that recruits may hold more than 5",
        ),
        ({"reserve": "knight"}, "position: seats[0].reserve: no card lies there in phase turn (ER-1)"),
        ({"health": 7}, "position.seats[0].health: 7 is not between 0 and 6"),
        (
            {"health": 0},
            "position: health: a Monarch at 0 health ends the match; the phase must be over (END-1)",
        ),
        ({"west": {"soldiers": {"magic": -1}}}, "position.seats[0].west.soldiers.magic: -1 is not between"),
        ({"west": {"activated": "yes"}}, "position.seats[0].west.activated: expected true or false, not 'yes'"),
        ({"hand": "knight"}, "position.seats[0].hand: expected a list, not 'knight'"),
        ({"hand": ["wizard"]}, "position.seats[0].hand[0]: 'wizard' is not one of knight, monk,"),
        ({"hand": ["king"]}, "position.seats[0].hand[0]: 'king' is not one of knight, monk,"),
        ({"gold": 3}, "position.seats[0]: unknown field 'gold'; known are health, west,"),
        ({"west": {"banner": 1}}, "position.seats[0].west: unknown field 'banner'; known are heroes,"),
        ({"west": {"soldiers": {"gold": 1}}}, "position.seats[0].west.soldiers: unknown field 'gold'"),
    ],
)
def test_an_impossible_seat_is_refused(seat: dict[str, object], sentence: str) -> None:
    found = complaint(of_seats(seat))
    assert found.startswith(sentence)
    assert "\n" not in found


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ({"colour": "red"}, "position: unknown field 'colour'; known are game, phase,"),
        ({"game": "chess"}, "position.game: 'chess' is not one of heros-crossing"),
        ({"phase": "lunch"}, "position.phase: 'lunch' is not one of first, deal,"),
        ({"seats": [{}]}, "position.seats: there are 2, not 1"),
        ({"round": 61}, "position.round: 61 is not between 0 and 60"),
        ({"first": 2}, "position.first: 2 is not between 0 and 1"),
        ({"discards": {"saint": 2}}, "position.discards.saint: 2 is not between 0 and 1"),
        ({"discards": ["hexer", "hexer"]}, "position.discards[1]: more hexer cards than the 1 the pack has"),
        ({"supply": {"magic": 3}}, "position.supply: 3 magic cubes; of 16, the Fronts leave 16"),
        ({"stacks": {"knight": 3}}, "position.stacks: 3 knight; the cards in sight leave 0"),
        ({"action": {"front": "north"}}, "position.action.front: 'north' is not one of west, centre, east"),
    ],
)
def test_an_impossible_table_is_refused(position: dict[str, object], sentence: str) -> None:
    assert complaint(position).startswith(sentence)


def test_cubes_are_counted_under_the_option() -> None:
    sentence = "position.seats[0].west.soldiers: more weapon soldiers than the 4 cubes there are"
    assert complaint(of_seats({"west": {"soldiers": {"weapon": 5}}}), {"cubes": 4}) == sentence


def test_what_is_left_out_is_as_at_the_start_of_round_2() -> None:
    state = make_game(NAME).restore({})
    found = state.position()
    assert (found["phase"], found["round"], found["first"], found["seat"]) == ("turn", 2, 0, 0)
    assert found["supply"] == {"magic": 16, "weapon": 16, "potion": 16, "armor": 16}
    assert state.awaiting() == (0,)


@pytest.mark.parametrize(
    ("first", "fronts", "mover"),
    [(0, ({}, {}), 0), (0, ({"west": DONE}, {}), 1), (1, ({}, {"west": DONE}), 0), (1, ({"east": DONE},) * 2, 1)],
)
def test_who_is_at_turn_follows_from_the_fronts(
    first: int, fronts: tuple[dict[str, object], dict[str, object]], mover: int
) -> None:
    state = make_game(NAME).restore({"first": first, "seats": list(fronts)})
    assert state.awaiting() == (mover,)


def test_who_acts_follows_from_the_fronts_while_an_action_is_under_way() -> None:
    position = {"phase": "flank", "action": {"front": "west"}, **of_seats({"west": DONE}, {"west": DONE})}
    assert make_game(NAME).restore(position).awaiting() == (1,)


@pytest.mark.parametrize("options", [{}, {"fronts": "dealt"}, {"cubes": 4}, {"health": 2, "rounds": 5}, {"columns": 2}])
def test_every_position_of_random_matches_round_trips(options: dict[str, object]) -> None:
    game = make_game(NAME, options)
    rng = Rng(7)
    for _ in range(4):
        state = game.start()
        running = True
        while running:
            written = json.loads(json.dumps(state.position()))
            twin = game.restore(written)
            assert twin.position() == state.position()
            assert twin.awaiting() == state.awaiting()
            assert [twin.legal(seat) for seat in (0, 1)] == [state.legal(seat) for seat in (0, 1)]
            running = random_step(state, rng, Tally(), None)


def test_a_front_of_a_closed_column_counts_as_activated() -> None:
    game = make_game(NAME, {"columns": 1})
    with pytest.raises(BadInput, match=r"the east column is closed, so its Fronts count as activated \(ACT-9\)"):
        game.restore({"seats": [{"east": {"activated": False}}, {}]})
