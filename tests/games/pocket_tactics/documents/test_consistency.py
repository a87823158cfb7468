"""Refuse positions whose moment could not be: the map in the making, a combat, an action, a save under way."""

from __future__ import annotations

import copy
from functools import partial

import pytest
from tests.games.pocket_tactics.table import NAME, game_of, restore, written
from tests.games.positions import complaint_of, of_seats

from warband.kernel.chance import Rng

pytestmark = pytest.mark.engine
PLAIN = game_of()
complaint = partial(complaint_of, NAME)


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
