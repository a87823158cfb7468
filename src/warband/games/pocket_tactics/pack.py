"""Load units, factions and terrain from plain data, and refuse what cannot be played, naming file, unit and field."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass

from warband.games.pocket_tactics.rules.figures import ABILITY_NAMES, FIRST_UNITS, MOST_FACTIONS, MOST_SLOTS, TYPE_NAMES
from warband.games.pocket_tactics.rules.hexes import TILES
from warband.games.pocket_tactics.rules.land import TERRAIN_NAMES
from warband.kernel.validation import Node

UNIT_FIELDS = ["id", "name", "faction", "count", "cost", "offense", "defense", "range", "terrain", "living"]
UNIT_FIELDS += ["abilities", "sprite"]
# Notation writes `summon 7` for a slot and `take none`; an id must not read like that.
ID = re.compile("[a-z][a-z0-9_]*")
MOST_DICE = 3
MOST_RANGE = 2


@dataclass
class Faction:
    """One faction: its name, the name and the sprite of its base."""

    id: str
    name: str
    base: str
    sprite: str


@dataclass
class Unit:
    """One kind of unit: its dice by type, its ranges, its favoured terrain, its abilities."""

    id: str
    name: str
    faction: int
    count: int
    cost: int
    offense: list[int]
    defense: list[int]
    range: list[int]
    terrain: int
    living: bool
    abilities: list[str]
    sprite: str


@dataclass
class UnitSet:
    """Everything a pack brings."""

    name: str
    digest: str
    factions: list[Faction]
    units: list[Unit]
    terrains: list[int]


def load_pack(data: dict[str, object], where: str) -> UnitSet:
    """Return the pack that the data describes, or raise BadInput that names file, unit and field."""
    node = Node(data, where)
    node.only(["name", "title", "game", "terrains", "factions", "units"])
    factions = [_load_faction(item) for item in node.field("factions").items()]
    ids = [faction.id for faction in factions]
    units = [_load_unit(item, ids) for item in node.field("units").items()]
    terrains = node.field("terrains")
    terrains.only(TERRAIN_NAMES)
    counts = [terrains.field(name).integer(0, TILES) for name in TERRAIN_NAMES]
    if sum(counts) != TILES:
        raise terrains.wrong(f"{sum(counts)} tiles; there must be {TILES} (SET-02)")
    digest = hashlib.blake2b(json.dumps(data, sort_keys=True).encode(), digest_size=16).hexdigest()
    pack = UnitSet(node.field("name").text(), digest, factions, units, counts)
    _check_whole(pack, node)
    return pack


def _load_faction(node: Node) -> Faction:
    fields = node.only(["id", "name", "base", "sprite"])
    sprite = fields["sprite"].text() if "sprite" in fields else "keep"
    return Faction(_id(node), node.field("name").text(), node.field("base").text(), sprite)


def _id(node: Node) -> str:
    text = node.field("id").text()
    if ID.fullmatch(text) is None or text == "none":
        raise node.field("id").wrong(f"{text!r} is no id: lower-case letters, digits and _, a letter first, not 'none'")
    return text


def _load_unit(node: Node, factions: list[str]) -> Unit:
    name = node.fields().get("id")
    unit = Node(node.value, f"{node.where} ({name.value})" if name is not None else node.where)
    fields = unit.only(UNIT_FIELDS)
    known = unit.field("abilities").items()
    return Unit(
        _id(unit),
        unit.field("name").text(),
        unit.field("faction").one_of(factions),
        unit.field("count").integer(1, 11),
        unit.field("cost").integer(0, 99),
        _dice(unit.field("offense"), 0),
        _dice(unit.field("defense"), 1),
        _ranges(unit.field("range")),
        unit.field("terrain").one_of(TERRAIN_NAMES),
        unit.field("living").boolean(),
        [ABILITY_NAMES[ability.one_of(ABILITY_NAMES)] for ability in known],
        fields["sprite"].text() if "sprite" in fields else _id(unit),
    )


def _dice(node: Node, least: int) -> list[int]:
    node.only(TYPE_NAMES)
    return [node.field(name).integer(least, MOST_DICE) for name in TYPE_NAMES]


def _ranges(node: Node) -> list[int]:
    fields = node.only(TYPE_NAMES)
    if "melee" in fields:
        raise fields["melee"].wrong("melee is never ranged")
    return [fields[name].integer(1, MOST_RANGE) if name in fields else 0 for name in TYPE_NAMES]


def _check_whole(pack: UnitSet, node: Node) -> None:
    ids = [unit.id for unit in pack.units] + [faction.id for faction in pack.factions]
    for doubled in sorted({name for name in ids if ids.count(name) > 1}):
        raise node.wrong(f"the id {doubled!r} stands twice")
    if not 2 <= len(pack.factions) <= MOST_FACTIONS:
        raise node.field("factions").wrong(f"{len(pack.factions)} factions; there must be 2 to {MOST_FACTIONS}")
    for index, faction in enumerate(pack.factions):
        units = [unit for unit in pack.units if unit.faction == index]
        if not 1 <= len(units) <= MOST_SLOTS:
            raise node.field("units").wrong(
                f"{faction.id} has {len(units)} kinds of unit; 1 to {MOST_SLOTS} are playable"
            )
        if sum(unit.count for unit in units) < FIRST_UNITS:
            raise node.field("units").wrong(
                f"{faction.id} has fewer than {FIRST_UNITS} units; set-up places {FIRST_UNITS}"
            )
        if all(max(unit.offense) == 0 for unit in units):
            raise node.field("units").wrong(f"{faction.id} has no unit with any offense")
