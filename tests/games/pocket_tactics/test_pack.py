"""Load unit sets: the shipped one is as printed, a third faction needs no Python, a broken set is refused by name."""

from __future__ import annotations

import copy
import tomllib
from pathlib import Path
from typing import TypeAlias

import pytest
from tests.games.pocket_tactics.table import check_table, lively_match, start

from warband.cli.files import read_options
from warband.engine import engine
from warband.games.pocket_tactics.game import PocketTactics
from warband.games.pocket_tactics.pack import UnitSet, load_pack
from warband.kernel.errors import BadInput
from warband.kernel.packaged_game import shipped_pack

pytestmark = pytest.mark.engine

Table: TypeAlias = dict[str, object]

PACK = str(Path(__file__).parent / "three.toml")
MATCHES = 300 if engine() == "compiled" else 60

# Count, cost, melee, magic and archery (Offense over Defense), ranges of magic and archery, terrain, ability.
PRINTED = {
    "conscript": (3, 4, "1/1", "0/1", "0/1", 0, 0, "field", "strength_in_numbers"),
    "archer": (2, 8, "1/1", "0/1", "2/2", 0, 2, "hill", "longshot"),
    "spearman": (2, 9, "2/3", "0/2", "0/2", 0, 0, "field", "phalanx"),
    "swordsman": (2, 8, "3/2", "0/2", "0/2", 0, 0, "forest", "duelist"),
    "shieldmaiden": (1, 10, "3/3", "0/2", "0/3", 0, 0, "field", "guardian"),
    "royal_wizard": (1, 11, "1/1", "2/2", "0/1", 2, 0, "hill", "fate_weaver"),
    "stalker": (3, 5, "2/1", "0/1", "0/2", 0, 0, "forest", "undergrowth_prowler"),
    "marauder": (2, 9, "3/2", "0/2", "0/2", 0, 0, "forest", "beasts_vengeance"),
    "juggernaut": (2, 9, "2/3", "0/1", "0/2", 0, 0, "forest", "iron_hide"),
    "forest_witch": (2, 8, "1/1", "2/2", "0/1", 2, 0, "forest", "curse_of_the_wild"),
    "cursed_ranger": (1, 9, "2/3", "0/1", "1/2", 0, 2, "forest", "undead"),
    "druid": (1, 10, "1/2", "3/3", "0/2", 1, 0, "forest", "forest_walk"),
}
TERRAINS = ["water", "field", "hill", "forest"]


def load() -> UnitSet:
    return load_pack(*shipped_pack("warband.games.pocket_tactics", "set-one"))


# ---- the shipped set ----


def test_the_shipped_units_are_as_printed() -> None:
    found = {
        unit.id: (
            unit.count,
            unit.cost,
            *[f"{unit.offense[kind]}/{unit.defense[kind]}" for kind in range(3)],
            *unit.range[1:],
            TERRAINS[unit.terrain],
            *unit.abilities,
        )
        for unit in load().units
    }
    assert found == PRINTED


def test_the_shipped_forces_add_up() -> None:
    pack = load()
    assert [faction.id for faction in pack.factions] == ["legion", "tribes"]
    for index, cost in ((0, 83), (1, 86)):
        force = [unit for unit in pack.units if unit.faction == index]
        assert sum(unit.count for unit in force) == 11
        assert sum(unit.count * unit.cost for unit in force) == cost
    assert pack.terrains == [3, 5, 3, 9]
    assert [unit.id for unit in pack.units if not unit.living] == ["cursed_ranger"]
    assert all(unit.range[0] == 0 for unit in pack.units)


def test_the_digest_changes_with_any_figure() -> None:
    data, units = broken()
    assert load_pack(data, "elsewhere.toml").digest == load().digest
    units[0]["cost"] = 5
    assert load_pack(data, "mine.toml").digest != load().digest


# ---- a third faction ----


def three() -> PocketTactics:
    return PocketTactics({"pack": PACK, "map": "quick", "turns": 120}, read_options([f"pack={PACK}"])[1])


def test_a_third_faction_plays_random_matches_without_python() -> None:
    game = three()
    led, acted = set(), set()
    for seed in range(MATCHES):
        for state in lively_match(game, seed):
            check_table(state)
            acted |= {state.rules.ids[kind] for kind in state.units if kind >= 0}
        led.add(tuple(game.rules.faction_ids[faction] for faction in state.factions))
        assert state.result() is not None
    assert len(led) == 6
    assert {"militia", "acolyte", "crossbow", "templar", "warden"} <= acted


def test_a_third_faction_is_chosen_named_and_drawn() -> None:
    game = three()
    state = start(game)
    assert [game.text(action, state) for action in state.legal(0)] == [
        "faction legion",
        "faction tribes",
        "faction order",
    ]
    labels = [choice.label for choice in game.scene(state.view(0)).choices]
    assert "Lead The Order of the Silver Gate" in labels


def test_a_faction_of_followers_only_still_answers_at_once() -> None:
    data = tomllib.loads(Path(PACK).read_text(encoding="utf-8"))
    for unit in data["units"]:
        if unit["faction"] == "order":
            unit["abilities"] = ["phalanx", "forest_walk"]
    game = PocketTactics({"pack": "p", "map": "quick", "turns": 40}, {"p": (data, "p.toml")})
    for seed in range(10):
        for state in lively_match(game, seed):
            check_table(state)


# ---- broken sets ----


def broken() -> tuple[Table, list[Table]]:
    """Return the data of the shipped set, free to be broken, and the list of units in it."""
    data = copy.deepcopy(shipped_pack("warband.games.pocket_tactics", "set-one")[0])
    units = data["units"]
    assert isinstance(units, list)
    return data, units


def complaint(data: Table) -> str:
    with pytest.raises(BadInput) as caught:
        load_pack(data, "mine.toml")
    return str(caught.value)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("count", 0, "count: 0 is not between 1 and 11"),
        ("count", 12, "count: 12 is not between 1 and 11"),
        ("count", "two", "count: expected a whole number, not 'two'"),
        ("count", True, "count: expected a whole number, not True"),
        ("cost", -1, "cost: -1 is not between 0 and 99"),
        ("name", 7, "name: expected a text, not 7"),
        ("faction", "order", "faction: 'order' is not one of legion, tribes"),
        ("terrain", "village", "terrain: 'village' is not one of water, field, hill, forest"),
        ("living", "yes", "living: expected true or false, not 'yes'"),
        ("abilities", "longshot", "abilities: expected a list, not 'longshot'"),
        ("abilities", ["fly"], "abilities[0]: 'fly' is not one of strength_in_numbers, longshot,"),
        ("offense", [1, 0, 2], "offense: expected fields, not [1, 0, 2]"),
        ("range", {"melee": 1}, "range.melee: melee is never ranged"),
        ("range", {"archery": 3}, "range.archery: 3 is not between 1 and 2"),
        ("range", {"archery": 0}, "range.archery: 0 is not between 1 and 2"),
        ("sprite", 3, "sprite: expected a text, not 3"),
    ],
)
def test_a_broken_field_is_named_with_file_and_unit(field: str, value: object, sentence: str) -> None:
    data, units = broken()
    units[1][field] = value
    assert complaint(data).startswith(f"mine.toml.units[1] (archer).{sentence}")


@pytest.mark.parametrize(
    ("pool", "kind", "value", "sentence"),
    [
        ("offense", "archery", 4, "offense.archery: 4 is not between 0 and 3"),
        ("offense", "archery", -1, "offense.archery: -1 is not between 0 and 3"),
        ("defense", "melee", 0, "defense.melee: 0 is not between 1 and 3"),
        ("defense", "magic", 1.5, "defense.magic: expected a whole number, not 1.5"),
        ("defense", "poison", 1, "defense: unknown field 'poison'; known are melee, magic, archery"),
    ],
)
def test_broken_dice_are_named_with_file_and_unit(pool: str, kind: str, value: object, sentence: str) -> None:
    data, units = broken()
    units[1][pool] = {"melee": 1, "magic": 1, "archery": 1, kind: value}
    assert complaint(data) == f"mine.toml.units[1] (archer).{sentence}"


@pytest.mark.parametrize("field", ["id", "name", "faction", "count", "cost", "offense", "range", "terrain", "living"])
def test_a_missing_field_is_named_with_file_and_unit(field: str) -> None:
    data, units = broken()
    del units[1][field]
    unit = "mine.toml.units[1]" if field == "id" else "mine.toml.units[1] (archer)"
    assert complaint(data) == f"{unit}: the field {field!r} is missing"


def test_an_unknown_field_of_a_unit_is_named() -> None:
    data, units = broken()
    units[1]["speed"] = 2
    assert complaint(data).startswith("mine.toml.units[1] (archer): unknown field 'speed'; known are id, name,")


@pytest.mark.parametrize("name", ["Archer", "arch er", "archer!", "", "érable", "7", "_archer", "none"])
def test_an_id_is_a_word_that_notation_can_tell_apart(name: str) -> None:
    data, units = broken()
    units[1]["id"] = name
    sentence = f"{name!r} is no id: lower-case letters, digits and _, a letter first, not 'none'"
    assert complaint(data) == f"mine.toml.units[1] ({name}).id: {sentence}"


@pytest.mark.parametrize("name", ["stalker", "legion"])
def test_a_doubled_id_is_named(name: str) -> None:
    data, units = broken()
    units[1]["id"] = name
    assert complaint(data) == f"mine.toml: the id {name!r} stands twice"


@pytest.mark.parametrize(
    ("terrains", "sentence"),
    [
        ({"water": 3, "field": 5, "hill": 3, "forest": 8}, ".terrains: 19 tiles; there must be 20 (SET-02)"),
        ({"water": 3, "field": 5, "hill": 12}, ".terrains: the field 'forest' is missing"),
        ({"water": 20, "field": 0, "hill": 0, "swamp": 0}, ".terrains: unknown field 'swamp'; known are water,"),
        ({"water": -1, "field": 9, "hill": 3, "forest": 9}, ".terrains.water: -1 is not between 0 and 20"),
    ],
)
def test_broken_terrains_are_named(terrains: Table, sentence: str) -> None:
    data, _ = broken()
    data["terrains"] = terrains
    assert complaint(data).startswith(f"mine.toml{sentence}")


def test_a_faction_needs_units_that_can_be_placed_and_can_strike() -> None:
    data, units = broken()
    data["units"] = [unit for unit in units if unit["faction"] == "legion"]
    assert complaint(data) == "mine.toml.units: tribes has 0 kinds of unit; 1 to 8 are playable"
    data["units"] = [unit for unit in units if unit["faction"] == "legion" or unit["id"] == "marauder"]
    assert complaint(data) == "mine.toml.units: tribes has fewer than 3 units; set-up places 3"
    for unit in units:
        if unit["faction"] == "tribes":
            unit["offense"] = {"melee": 0, "magic": 0, "archery": 0}
    data["units"] = units
    assert complaint(data) == "mine.toml.units: tribes has no unit with any offense"


def test_two_to_four_factions_are_playable() -> None:
    data, _ = broken()
    factions = data["factions"]
    assert isinstance(factions, list)
    data["factions"] = factions[:1]
    assert "faction: 'tribes' is not one of legion" in complaint(data)
    data["factions"] = [*factions, *[{"id": f"f{index}", "name": "F", "base": "B"} for index in range(3)]]
    assert complaint(data) == "mine.toml.factions: 5 factions; there must be 2 to 4"


def test_an_unknown_field_of_the_set_is_named() -> None:
    data, _ = broken()
    data["author"] = "me"
    known = "name, title, game, terrains, factions, units"
    assert complaint(data) == f"mine.toml: unknown field 'author'; known are {known}"
