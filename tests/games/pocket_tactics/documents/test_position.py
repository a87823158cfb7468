"""Read positions: an impossible one is refused in one sentence that names what and where, any other round-trips."""

from __future__ import annotations

from functools import partial

import pytest
from tests.games.pocket_tactics.table import NAME, game_of, lively_match, options_of, restore, written
from tests.games.positions import complaint_of, of_seats

from warband.engine import engine

pytestmark = pytest.mark.engine
MATCHES = 24 if engine() == "compiled" else 8
PLAIN = game_of()
FORCE = {"conscript": 3, "archer": 2, "spearman": 2, "swordsman": 2, "shieldmaiden": 1, "royal_wizard": 1}
complaint = partial(complaint_of, NAME)


@pytest.mark.parametrize(
    ("seat", "sentence"),
    [
        ({"units": {"0,-1": "druid"}}, "position.seats[0].units.0,-1: 'druid' is not one of conscript, archer,"),
        ({"units": {"5,-5": "archer"}}, "position.seats[0].units.5,-5: there is no tile on 5,-5"),
        ({"units": {"0,0": "archer"}}, "position.seats[0].units.0,0: there is no tile on 0,0"),
        ({"units": {"north": "archer"}}, "position.seats[0].units.north: there is no tile on north"),
        ({"units": ["archer"]}, "position.seats[0].units: expected fields, not ['archer']"),
        (
            {"units": {"0,-1": "shieldmaiden", "0,-2": "shieldmaiden"}},
            "position.seats[0]: more shieldmaiden units than the 1 there are (SET-01)",
        ),
        (
            {"units": {"0,-1": "archer"}, "captured": {"archer": 2}},
            "position.seats[0]: more archer units than the 2 there are (SET-01)",
        ),
        ({"captured": {"stalker": 1}}, "position.seats[0].captured.stalker: 'stalker' is not one of conscript,"),
        ({"captured": {"archer": -1}}, "position.seats[0].captured.archer: -1 is not between 0 and 11"),
        ({"reserves": {**FORCE, "archer": 3}}, "position.seats[0].reserves: 3 archer; the others leave 2"),
        ({"reserves": {"archer": 1}}, "position.seats[0].reserves: 0 conscript, but 3 are nowhere else"),
        ({"faction": "order"}, "position.seats[0].faction: 'order' is not one of legion, tribes"),
        ({"faction": "tribes"}, "position.seats: both seats have the same faction (SET-10)"),
        ({"faction": None}, "position: seats: both have a faction in phase turn (SET-10)"),
        ({"base": "0,-9"}, "position.seats[0].base: the first player's base stands on 0,0"),
        ({"gold": 3}, "position.seats[0]: unknown field 'gold'; known are faction, base,"),
    ],
)
def test_an_impossible_seat_is_refused(seat: dict[str, object], sentence: str) -> None:
    assert complaint(of_seats(seat)).startswith(sentence)


def test_two_units_on_one_tile_are_refused() -> None:
    position = of_seats({"units": {"0,-1": "archer"}}, {"units": {"0,-1": "stalker"}})
    assert complaint(position) == "position.seats[1].units.0,-1: two units stand on 0,-1"


@pytest.mark.parametrize("base", ["0,-1", "0,0", "north", "99,99"])
def test_a_second_base_needs_a_free_hex(base: str) -> None:
    sentence = f"position.seats[1].base: {base!r} is not a free hex for a base"
    assert complaint(of_seats({}, {"base": base})) == sentence


def test_a_base_away_from_the_map_is_refused() -> None:
    assert complaint(of_seats({}, {"base": "1,-9"})) == "position: tiles: the map does not hang together"


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ({"colour": "red"}, "position: unknown field 'colour'; known are game, phase,"),
        ({"game": "chess"}, "position.game: 'chess' is not pocket-tactics"),
        ({"phase": "lunch"}, "position.phase: 'lunch' is not one of faction, first,"),
        ({"seats": [{}]}, "position.seats: there are 2, not 1"),
        ({"turn": 401}, "position.turn: 401 is not between 0 and 400"),
        ({"first": 2}, "position.first: 2 is not between 0 and 1"),
        ({"first": None}, "position: first and seat must be known in phase turn"),
        ({"seat": None}, "position: first and seat must be known in phase turn"),
        ({"quiet": 61}, "position.quiet: 61 is not between -1 and 60"),
        ({"choices": ["legion"]}, "position.choices: there are 2, not 1"),
        ({"tiles": ["0,-1 forest"]}, "position: tiles: 1 tiles; a finished map has 20 (SET-02)"),
        ({"tiles": ["0,-1 swamp"]}, "position.tiles[0]: '0,-1 swamp' is not a tile; write for example '2,-3 forest'"),
        ({"tiles": ["0,-1 hill"] * 2}, "position.tiles[1]: two tiles or bases lie on 0,-1"),
        ({"tiles": ["0,0 hill"]}, "position.tiles[0]: two tiles or bases lie on 0,0"),
        ({"bag": {"water": 1, "field": 0, "hill": 0, "forest": 0}}, "position.bag: [1, 0, 0, 0]; the tiles in play"),
    ],
)
def test_an_impossible_table_is_refused(position: dict[str, object], sentence: str) -> None:
    assert complaint(position).startswith(sentence)


def test_more_tiles_than_there_are_are_refused() -> None:
    tiles = [f"0,{-row} hill" for row in range(1, 5)]
    sentence = "position.tiles[3]: more hill tiles than the 3 there are (SET-02)"
    assert complaint({"phase": "tile", "tiles": tiles}) == sentence


def test_what_is_left_out_is_as_at_the_start_of_turn_1_on_a_plain_map() -> None:
    found = restore(PLAIN, {}).position()
    assert (found["phase"], found["turn"], found["first"], found["seat"]) == ("turn", 1, 0, 0)
    tiles = found["tiles"]
    assert isinstance(tiles, list)
    assert len(tiles) == 20
    assert found["bag"] == {"water": 0, "field": 0, "hill": 0, "forest": 0}


@pytest.mark.parametrize(
    ("position", "seat"),
    [
        ({"phase": "tile"}, 0),
        ({"phase": "tile", "first": 1}, 1),
        ({"phase": "tile", "tiles": ["0,-1 hill"]}, 1),
        ({"phase": "deploy", "seats": [{"units": {"0,-1": "archer"}}, {}]}, 1),
        ({"first": 1}, 1),
        ({"first": 1, "seat": 0}, 0),
    ],
)
def test_whose_turn_it_is_follows_from_set_up(position: dict[str, object], seat: int) -> None:
    assert restore(PLAIN, position).seat == seat


@pytest.mark.parametrize("match", range(MATCHES))
def test_every_position_of_random_matches_round_trips(match: int) -> None:
    game = game_of(**options_of(match))
    for state in lively_match(game, match):
        twin = restore(game, written(state))
        assert twin.position() == state.position()
        assert twin.awaiting() == state.awaiting()
        assert [twin.legal(seat) for seat in (0, 1)] == [state.legal(seat) for seat in (0, 1)]
