"""Read positions: an impossible one is refused in one sentence that names what and where, any other round-trips."""

from __future__ import annotations

import copy

import pytest
from tests.games.pocket_tactics.table import NAME, game_of, lively_match, options_of, restore, written

from warband.engine import engine
from warband.kernel.chance import Rng
from warband.kernel.errors import BadInput
from warband.kernel.registry import make_game

pytestmark = pytest.mark.engine

MATCHES = 24 if engine() == "compiled" else 8
PLAIN = game_of()


FORCE = {"conscript": 3, "archer": 2, "spearman": 2, "swordsman": 2, "shieldmaiden": 1, "royal_wizard": 1}


def complaint(position: dict[str, object], options: dict[str, object] | None = None) -> str:
    with pytest.raises(BadInput) as caught:
        make_game(NAME, options).restore(position)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def of_seats(first: dict[str, object], second: dict[str, object] | None = None) -> dict[str, object]:
    return {"seats": [first, second or {}]}


# ---- pieces that do not exist, or not there ----


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


# ---- moments that cannot be ----


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ({"winner": 0}, "winner: 0 does not go with phase turn"),
        ({"phase": "over"}, "winner: nobody does not go with phase over"),
        ({"turn": 0}, "turn: 0 does not go with phase turn"),
        ({"phase": "deploy", "turn": 3}, "turn: 3 does not go with phase deploy"),
        ({"passes": 2}, "passes: two passes in a row end the match (DRW-01)"),
        ({"quiet": -1}, "quiet: -1 is only for the turn of an assault"),
        ({"rolls": [3]}, "rolls: [3] does not go with phase turn (SET-10)"),
        ({"phase": "first"}, "choices: both seats choose a faction before the roll (SET-10)"),
        (
            {"phase": "faction", "choices": ["legion", "legion"]},
            "choices: once both have chosen, they roll for the first place (SET-10)",
        ),
        ({"choices": ["legion", None]}, "choices: the factions are given out already (SET-10)"),
        ({"phase": "faction", "seat": 1}, "first: nobody has a faction in phase faction before it is known"),
        (
            {"phase": "faction", "first": 0},
            "first: once it is known, only the second player may have a faction left to choose (SET-10)",
        ),
        (
            {"phase": "faction", "first": 0, "seat": 0, "seats": [{"faction": "legion"}, {}]},
            "seat: 0 has a faction already (SET-10)",
        ),
        ({"drawn": "hill"}, "drawn: does not go with phase turn"),
    ],
)
def test_figures_that_do_not_fit_the_phase_are_refused(position: dict[str, object], sentence: str) -> None:
    assert complaint(position) == f"position: {sentence}"


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ({"phase": "place"}, "position: drawn: does not go with phase place"),
        ({"phase": "tile", "drawn": "hill"}, "position: drawn: does not go with phase tile"),
        ({"phase": "base"}, "position: tiles: the second base is placed after all 20 (SET-14)"),
        ({"phase": "spot", "drawn": "hill"}, "position: phase: the players place the tiles, not chance"),
        ({"phase": "tile", "seat": 1}, "position: seat: after 0 tiles it is seat 0's turn (SET-12)"),
        (
            {"phase": "tile", "tiles": ["0,-2 hill"]},
            "position.tiles[0]: no tile could be placed on 0,-2 after those before it (SET-13)",
        ),
        (
            {"phase": "tile", "seats": [{"units": {"0,-1": "archer"}}, {}]},
            "position.seats[0].units: no unit is there in phase tile",
        ),
        (
            {"phase": "faction", "tiles": ["0,-1 hill"]},
            "position.tiles[0]: no tile could be placed on 0,-1 after those before it (SET-13)",
        ),
    ],
)
def test_an_impossible_map_in_the_making_is_refused(position: dict[str, object], sentence: str) -> None:
    assert complaint(position) == sentence


def test_on_a_quick_map_nobody_places_tiles() -> None:
    sentence = "position: phase: on a quick map chance places the tiles"
    assert complaint({"phase": "place", "drawn": "hill"}, {"map": "quick"}) == sentence


FOUR = {"0,-1": "archer", "1,-1": "archer", "-1,0": "conscript", "0,-2": "conscript"}


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        (of_seats({"units": FOUR}), "seats: 4 and 0 units placed; 3 each, by turns (SET-15)"),
        (of_seats({}, {"units": {"0,-5": "druid"}}), "seats: 0 and 1 units placed; 3 each, by turns (SET-15)"),
        ({"seat": 1}, "seat: it is seat 0's turn to place a unit (SET-15)"),
        (of_seats({"captured": {"archer": 1}}), "seats: nobody is captured before the first turn"),
        ({"action": {"chosen": "archer"}}, "action.chosen: has no meaning in phase deploy"),
    ],
)
def test_an_impossible_deployment_is_refused(position: dict[str, object], sentence: str) -> None:
    assert complaint({"phase": "deploy", **position}) == f"position: {sentence}"


def test_a_summon_needs_a_unit_of_the_own_reserves() -> None:
    sentence = "position: action.chosen: the druid is not a unit of seat 0"
    assert complaint({"phase": "summon_at", "action": {"chosen": "druid"}}) == sentence
    sentence = "position: action.chosen: phase summon_at needs a unit from the reserves"
    assert complaint({"phase": "summon_at"}) == sentence


GONE = {"stalker": 3, "marauder": 2, "juggernaut": 2, "forest_witch": 2, "cursed_ranger": 1, "druid": 1}


def test_a_force_that_is_captured_has_lost() -> None:
    sentence = "position: seats[1].captured: the whole force; the phase must be over (WIN-01)"
    assert complaint(of_seats({}, {"captured": GONE})) == sentence


# ---- actions that cannot be under way ----


def moment_of(phase: str, text: str, seats: list[object], seat: int = 0) -> dict[str, object]:
    """Return a position in the middle of an action, dice scripted to show what their order says."""
    state = restore(PLAIN, {"seats": seats, "seat": seat})
    state.play(seat, PLAIN.parse(text, state))
    rng = Rng(3)
    while state.position()["phase"] != phase:
        state.apply(-1, state.sample(rng))
    return written(state)


FIGHT: list[object] = [{"units": {"1,-2": "swordsman"}}, {"units": {"1,-3": "marauder"}}]
SHIELD: list[object] = [{"units": {"1,-3": "archer", "1,-2": "shieldmaiden"}}, {"units": {"1,-4": "marauder"}}]
SPEARS: list[object] = [{"units": {"0,-1": "archer", "1,-1": "spearman"}}, {}]
POOL: list[object] = [{"units": {"1,-2": "swordsman", "1,-1": "archer"}}, {"units": {"2,-2": "stalker"}}]


def broken(position: dict[str, object], **changes: object) -> str:
    action = position["action"]
    assert isinstance(action, dict)
    action.update(changes)
    return complaint(position).removeprefix("position: ")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"origin": "0,-2"}, "action.origin: an attacker of the seat must stand there"),
        ({"target": "0,-2"}, "action.target: an enemy or its base must be there"),
        ({"attacker": "archer"}, "action.manner and attacker: the assault must be declared by the unit on the origin"),
        ({"manner": "archery"}, "action.manner: this assault cannot be made (ASL-01, ASL-02, RNG-02)"),
        ({"defender": "stalker"}, "action.defender: another unit stands on the target"),
        ({"stepper": None}, "action: phase special needs stage and stepper"),
        ({"stage": "situation"}, "action.stage: situation does not go with phase special"),
        ({"stepper": 1, "declined": 2}, "action.stepper: seat 1 has no re-roll to make (RRL-02)"),
        ({"situational": [1, 0]}, "action.situational[0]: more than the 0 there are (RRL-05)"),
        ({"fallen": [1, 0]}, "action.fallen: has no meaning in phase special"),
        ({"steps": ["0,-1", "0,-2"]}, "action.steps: has no meaning in phase special"),
        ({"chosen": "archer"}, "action.chosen: has no meaning in phase special"),
    ],
)
def test_an_impossible_combat_is_refused(changes: dict[str, object], sentence: str) -> None:
    assert broken(moment_of("special", "assault swordsman 1,-2 > 1,-3 melee", FIGHT), **changes) == sentence


def test_dice_that_do_not_exist_are_refused() -> None:
    position = moment_of("special", "assault swordsman 1,-2 > 1,-3 melee", FIGHT)
    pools: dict[str, object] = {"strike": [6, 5], "shield": [1, 1], "counter": [1, 1, 1], "guard": [2, 2]}
    assert broken(copy.deepcopy(position), dice=pools) == "action.dice: the dice do not go with phase special"
    wanted: dict[str, object] = {"strike": 2, "shield": 2, "counter": 3, "guard": 2}
    sentence = "action.wanted.strike: this combat wants 3 dice (ASL-03, RRL-07)"
    assert broken(copy.deepcopy(position), dice=pools, wanted=wanted) == sentence
    none = {"vengeance": 0, "hide": 0, "duel": 0, "weave": 1}
    sentence = "action.special[0].weave: more than this combat gives (RRL-06)"
    assert broken(copy.deepcopy(position), special=[none, none]) == sentence


@pytest.mark.parametrize(
    ("phase", "text", "seats", "seat", "changes", "sentence"),
    [
        (
            "guard",
            "assault marauder 1,-4 > 1,-3 melee",
            SHIELD,
            1,
            {"guards": ["1,-3"]},
            "action.guards: no guardian stands there beside the target (ability/guardian)",
        ),
        (
            "follow",
            "move archer 0,-1 > 0,-2",
            SPEARS,
            0,
            {"steps": ["0,-1", "0,-3"]},
            "action.steps: these moves could not be declared, or nobody could follow (ability/phalanx)",
        ),
        (
            "drown",
            "move archer 1,-1 > 2,-2",
            [{"units": {"1,-1": "archer"}}, {}],
            0,
            {"steps": ["1,-1", "1,-2"]},
            "action.step: a unit of the seat must just have entered water (WAT-01)",
        ),
        (
            "drown",
            "assault swordsman 1,-2 > 2,-2 melee",
            POOL,
            0,
            {"origin": "1,-1"},
            "action.manner and attacker: the assault must be declared by the unit on the origin",
        ),
    ],
)
def test_an_impossible_action_is_refused(
    phase: str, text: str, seats: list[object], seat: int, changes: dict[str, object], sentence: str
) -> None:
    assert broken(moment_of(phase, text, seats, seat), **changes) == sentence


CURSE: list[object] = [
    {"units": {"1,-3": "conscript"}},
    {"units": {"1,-5": "forest_witch"}, "captured": {"stalker": 2}},
]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"curses": []}, "action.curses: there must be somebody to take back (ability/curse_of_the_wild)"),
        ({"curses": [0]}, "action.curses: seat 0 has captured nobody with a Witch (ability/curse_of_the_wild)"),
        ({"fallen": [1, 1]}, "action.fallen: the forest_witch is not where this combat leaves it (ASL-04)"),
        ({"fallen": [0, 0]}, "action.fallen: the conscript is not where this combat leaves it (ASL-04)"),
        ({"defender": None}, "action.curses: a combat of two units must have been fought"),
        ({"manner": None}, "action.curses: some Witch must have captured a unit"),
        ({"origin": "0,-5"}, "action.fallen: the forest_witch is not where this combat leaves it (ASL-04)"),
        ({"target": "0,-1"}, "action.dice: this combat was never fought (ASL-03)"),
    ],
)
def test_an_impossible_curse_is_refused(changes: dict[str, object], sentence: str) -> None:
    state = restore(PLAIN, {"seats": CURSE, "seat": 1})
    state.play(1, PLAIN.parse("assault forest_witch 1,-5 > 1,-3 magic ranged", state))
    for value in (6, 6, 1):
        state.apply(-1, PLAIN.rules.die + value - 1)
    position = written(state)
    assert position["phase"] == "curse"
    assert broken(position, **changes) == sentence


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"saves": 0}, "action.saves: somebody must have dice left to save itself"),
        ({"saving": 1}, "action.saving: it must be known who saves itself from what (ability/undead)"),
        ({"saving": None}, "action.saving: it must be known who saves itself from what (ability/undead)"),
        ({"fallen": [1, 1]}, "action.fallen: these dice do not bring that about (DIE-01)"),
        ({"fallen": [1]}, "position.action.fallen: there are 2 sides, not 1"),
    ],
)
def test_an_impossible_save_is_refused(changes: dict[str, object], sentence: str) -> None:
    seats: list[object] = [{"units": {"1,-2": "archer"}}, {"units": {"1,-3": "cursed_ranger"}}]
    state = restore(PLAIN, {"seats": seats})
    state.play(0, PLAIN.parse("assault archer 1,-2 > 1,-3 archery", state))
    for value in (6, 6, 1, 1, 1, 6, 6):
        state.apply(-1, PLAIN.rules.die + value - 1)
    position = written(state)
    assert position["phase"] == "save"
    assert broken(position, **changes) == sentence


# ---- what is left out, and round trips ----


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
