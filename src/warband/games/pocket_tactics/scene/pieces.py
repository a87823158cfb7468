"""Lay the pieces of a position out in containers: the map, forces, the bag, the dice of a combat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warband.games.pocket_tactics.documents.notation import DICE_NAMES, hex_number, spot
from warband.games.pocket_tactics.pack import Unit
from warband.games.pocket_tactics.rules.board import COUNTER, GUARD_DICE, SHIELD, SITUATION, STRIKE, base_of
from warband.games.pocket_tactics.rules.dice import cancelled, strikes
from warband.games.pocket_tactics.rules.figures import TYPE_NAMES
from warband.games.pocket_tactics.rules.hexes import TILES, q_of, r_of, text_of
from warband.games.pocket_tactics.rules.land import FIRST_BASE, SECOND_BASE, TERRAIN_NAMES
from warband.games.pocket_tactics.rules.odds import Chances, best_play, odds
from warband.games.pocket_tactics.rules.rerolls import pool_of
from warband.games.pocket_tactics.rules.state import Skirmish
from warband.kernel.notation import NONE
from warband.kernel.scene import (
    CARD,
    DIE,
    HAND,
    HEXMAP,
    PILE,
    ROW,
    TRACK,
    UNIT,
    Choice,
    Container,
    Number,
    Piece,
    Scene,
    Slot,
    percents,
)
from warband.kernel.seats import NOBODY, Seat
from warband.kernel.words import join

if TYPE_CHECKING:
    from warband.games.pocket_tactics.scene.table import SkirmishSceneBuilder

LETTERS = {"water": "~", "field": "F", "hill": "H", "forest": "T"}


def name_at(state: Skirmish, place: int) -> str:
    """Return the id of the unit on a place, or of the base that stands there."""
    kind = state.units[place]
    if kind != NONE:
        return state.rules.ids[kind]
    seat = 0 if base_of(state, 0) == place else 1
    return f"base/{state.rules.faction_ids[state.factions[seat]]}"


def unit_piece(builder: SkirmishSceneBuilder, kind: int, handle: str, seat: Seat) -> Piece:
    """Return a unit with its dice by type."""
    unit: Unit = builder.set.units[kind]
    piece = Piece(handle, UNIT, unit.name, seat, unit.sprite)
    piece.badges = stats(builder, unit)
    return piece


def unit_card(builder: SkirmishSceneBuilder, kind: int) -> Piece:
    """Return a unit as it stands in a gallery: whose it is, how many there are, and what it can do."""
    unit = builder.set.units[kind]
    piece = unit_piece(builder, kind, f"card/{unit.id}", NOBODY)
    piece.note = builder.set.factions[unit.faction].name
    piece.count = unit.count
    piece.details = ability_details(builder, unit)
    return piece


def ability_details(builder: SkirmishSceneBuilder, unit: Unit) -> list[tuple[str, str]]:
    """Return what a unit can do, ability by ability."""
    return [(builder.words.name("ability", name), builder.ability_text(name)) for name in unit.abilities]


# ---- the factions to choose from ----


def factions(builder: SkirmishSceneBuilder, state: Skirmish) -> list[Container]:
    """Return a card for each faction, while none is led yet: its picture, how many units it has and which."""
    if state.hexes[FIRST_BASE] != NONE:
        return []
    container = Container("factions", HAND, builder.word("factions"), "map")
    for index, faction in enumerate(builder.set.factions):
        units = [unit for unit in builder.set.units if unit.faction == index]
        piece = Piece(f"faction/{faction.id}", CARD, faction.name)
        piece.sprite = max(units, key=lambda unit: unit.cost).sprite
        names = join([f"{unit.count} {unit.name}" for unit in sorted(units, key=lambda unit: -unit.count)])
        piece.note = builder.word("force_of", count=sum(unit.count for unit in units), units=names)
        piece.details = [(unit.name, unit_line(builder, unit)) for unit in units]
        container.pieces.append(piece)
    return [container]


def unit_line(builder: SkirmishSceneBuilder, unit: Unit) -> str:
    """Return the facts of a unit in one line: how many there are, their dice, and what they can do."""
    dice = ", ".join(stats(builder, unit))
    abilities = join([builder.words.name("ability", name) for name in unit.abilities])
    return builder.word("unit_facts" if abilities else "unit_plain", count=unit.count, dice=dice, abilities=abilities)


def stats(builder: SkirmishSceneBuilder, unit: Unit) -> list[str]:
    """Return the dice of a unit by type, those it attacks with first."""
    return [
        builder.word("stat", type=name, off=unit.offense[index], **{"def": unit.defense[index]})
        for index, name in enumerate(TYPE_NAMES)
        if unit.offense[index]
    ]


# ---- the map ----


def chart(builder: SkirmishSceneBuilder, state: Skirmish, choices: list[Choice], near: int) -> Container:
    """Return the map: tiles, bases, units, and the free hexes where something may be placed."""
    container = Container("map", HEXMAP, builder.word("map"), "map", turned=state.first != NONE and near != state.first)
    for place, terrain in enumerate(state.terrain):
        name = TERRAIN_NAMES[terrain]
        number = state.hexes[place]
        label = builder.words.name("terrain", name).capitalize()
        container.slots.append(Slot(f"hex/{text_of(number)}", label, (q_of(number), r_of(number)), name, LETTERS[name]))
    for place in (FIRST_BASE, SECOND_BASE):
        if state.hexes[place] != NONE:
            container.slots.append(base_slot(builder, state, place))
    for place in range(TILES):
        if state.units[place] != NONE:
            container.pieces.append(standing(builder, state, place))
    add_free_hexes(builder, container, choices)
    return container


def base_slot(builder: SkirmishSceneBuilder, state: Skirmish, place: int) -> Slot:
    """Return a base on the map."""
    seat = state.first if place == FIRST_BASE else 1 - state.first
    faction = builder.set.factions[state.factions[seat]]
    number = state.hexes[place]
    name = builder.word("base_of", base=faction.base, seat=seat)
    return Slot(f"hex/{text_of(number)}", name, (q_of(number), r_of(number)), faction.sprite, "#")


def standing(builder: SkirmishSceneBuilder, state: Skirmish, place: int) -> Piece:
    """Return a unit where it stands."""
    seat = 0 if state.sides[0] >> place & 1 else 1
    number = state.hexes[place]
    piece = unit_piece(builder, state.units[place], f"unit/{text_of(number)}", seat)
    piece.at = (q_of(number), r_of(number))
    piece.details = ability_details(builder, builder.set.units[state.units[place]])
    return piece


def add_free_hexes(builder: SkirmishSceneBuilder, container: Container, choices: list[Choice]) -> None:
    """Add the hexes without a tile that a choice names."""
    known = {slot.id for slot in container.slots}
    for choice in choices:
        for handle in choice.handles:
            if handle.startswith("hex/") and handle not in known:
                known.add(handle)
                number = hex_number(handle.removeprefix("hex/"))
                container.slots.append(Slot(handle, builder.word("free"), (q_of(number), r_of(number)), letter="+"))


# ---- forces ----


def force(builder: SkirmishSceneBuilder, state: Skirmish, seat: Seat, area: str) -> list[Container]:
    """Return what a seat has beside the map: its reserves and what was captured from it."""
    if state.factions[seat] == NONE:
        return []
    faction = builder.rules.faction_ids[state.factions[seat]]
    name = builder.words.name("faction", faction)
    heaps = [("reserve", "reserves", state.reserves), ("captured", "captured", state.captured)]
    containers: list[Container] = []
    for heap, key, counts in heaps:
        container = Container(f"{seat}/{heap}", HAND, builder.word(key, seat=seat, faction=name), area, seat)
        for kind in builder.rules.slots[state.factions[seat]]:
            if counts[kind]:
                piece = unit_piece(builder, kind, f"{seat}/{heap}/{builder.rules.ids[kind]}", seat)
                piece.count = counts[kind]
                container.pieces.append(piece)
        containers.append(container)
    return containers if state.turn else containers[:1]


def bag(builder: SkirmishSceneBuilder, state: Skirmish) -> list[Container]:
    """Return the bag of tiles and the tile drawn, while the map is built."""
    if state.hexes[SECOND_BASE] != NONE or state.first == NONE:
        return []
    container = Container("bag", PILE, builder.word("bag"), "bag")
    for kind, left in enumerate(state.bag):
        container.numbers.append(Number(builder.words.name("terrain", TERRAIN_NAMES[kind]), left))
    if state.drawn == NONE:
        return [container]
    name = TERRAIN_NAMES[state.drawn]
    tile = Piece("drawn", UNIT, builder.words.name("terrain", name).capitalize(), sprite=name)
    return [container, Container("tile", ROW, builder.word("drawn"), "bag", pieces=[tile])]


# ---- combat ----


def combat(builder: SkirmishSceneBuilder, state: Skirmish) -> list[Container]:
    """Return the dice of a running combat with what cancels, how it stands, and the re-rolls left."""
    if not any(state.pools):
        return []
    containers: list[Container] = []
    for seat in (state.seat, 1 - state.seat):
        for dice in range(2):
            pool = pool_of(state, seat, dice)
            if state.wanted[pool]:
                containers.append(dice_row(builder, state, seat, dice))
    return [*containers, standing_of(builder, state)]


def dice_row(builder: SkirmishSceneBuilder, state: Skirmish, seat: Seat, dice: int) -> Container:
    """Return one pool of dice; those that cancel each other from the highest down are marked."""
    pool = pool_of(state, seat, dice)
    against = {STRIKE: SHIELD, SHIELD: STRIKE, COUNTER: GUARD_DICE, GUARD_DICE: COUNTER}[pool]
    gone = cancelled(state.pools[pool], state.pools[against])
    name = DICE_NAMES[dice]
    row = Container(f"dice/{seat}/{name}", ROW, builder.word("dice_of", seat=seat, dice=name), "combat", seat)
    for index, value in enumerate(state.pools[pool]):
        piece = Piece(f"dice/{seat}/{name}/{index + 1}", DIE, builder.words.name("dice", name), seat)
        piece.numbers = [Number("value", value, icon="sword" if dice == 0 else "shield")]
        piece.marks = ["done"] if index < gone else []
        row.pieces.append(piece)
    return row


def standing_of(builder: SkirmishSceneBuilder, state: Skirmish) -> Container:
    """Return how the combat stands as the dice lie now, and the re-rolls left on each side."""
    hits, answered = standing_now(state)
    badges = [builder.word("hits_now" if hits else "fails_now")]
    if state.wanted[COUNTER]:
        badges.append(builder.word("counter_hits_now" if answered else "counter_fails_now"))
    mine, theirs = (
        state.situational[side] + sum(state.special[4 * side : 4 * side + 4]) for side in (state.seat, 1 - state.seat)
    )
    badges.append(builder.word("left", mine=mine, theirs=theirs))
    numbers = odds_from_here(builder, state)
    return Container("standing", TRACK, builder.word("odds"), "combat", badges=badges, numbers=numbers)


def odds_from_here(builder: SkirmishSceneBuilder, state: Skirmish) -> list[Number]:
    """Return the odds with best play by both from here, where few enough re-rolls are left to work them out."""
    left = state.situational[state.seat], state.situational[1 - state.seat]
    dice = sum(len(pool) for pool in state.pools)
    if state.phase != SITUATION or sum(left) > (4 if dice <= 5 else 3):
        return []
    strike, shield, counter, guard = (tuple(pool) for pool in state.pools)
    step = 0 if state.stepper == state.seat else 1
    chances = best_play((strike, shield, counter, guard), left, step, state.declined)
    return outcomes(builder, state, chances)


def standing_now(state: Skirmish) -> tuple[bool, bool]:
    """Return whether the strike hits as the dice lie, and whether the counter-strike does."""
    return (
        strikes(state.pools[STRIKE], state.pools[SHIELD]),
        strikes(state.pools[COUNTER], state.pools[GUARD_DICE]),
    )


def strike_chances(state: Skirmish) -> tuple[float, float]:
    """Return the chances of strike and counter-strike in a combat whose dice are counted but not rolled."""
    strike, shield, counter, guard = state.wanted
    return odds(strike, shield), odds(counter, guard) if counter else 0.0


def chances_of(builder: SkirmishSceneBuilder, state: Skirmish) -> list[Number]:
    """Return the odds of a combat whose dice are counted but not rolled, before any re-roll."""
    strike, counter = strike_chances(state)
    both = strike * counter
    return outcomes(builder, state, (strike - both, both, counter - both, 1 - strike - counter + both))


def outcomes(builder: SkirmishSceneBuilder, state: Skirmish, chances: Chances) -> list[Number]:
    """Return the four ways a combat may end, those that may come about, each with its chance."""
    first = "base_falls" if state.defender == NONE else "captures"
    return shares(builder, list(zip((first, "both_fall", "is_captured", "nobody"), chances, strict=True)))


def shares(builder: SkirmishSceneBuilder, chances: list[tuple[str, float]]) -> list[Number]:
    """Return chances by the key of their words as parts of a bar, those that may come about."""
    whole = percents([chance for _, chance in chances])
    return [
        Number(builder.word(name).lower(), percent, 100, "odds")
        for (name, _), percent in zip(chances, whole, strict=True)
        if percent
    ]


def mark(scene: Scene, state: Skirmish) -> None:
    """Mark what may act, where something may go, and the two sides of a combat."""
    first = {choice.handles[0] for choice in scene.choices if choice.handles}
    only = {choice.handles[0] for choice in scene.choices if len(choice.handles) == 1}
    for container in scene.containers:
        for piece in container.pieces:
            if piece.id in first or f"hex/{piece.id.removeprefix('unit/')}" in first - only:
                piece.marks.append("may_act")
        for slot in container.slots:
            if slot.id in only:
                slot.marks.append("target")
    if state.origin != NONE and state.target != NONE:
        mark_combat(scene, spot(state.origin, state), spot(state.target, state))


def mark_combat(scene: Scene, origin: str, target: str) -> None:
    """Mark the attacker and what it assaults."""
    for container in scene.containers:
        for piece in container.pieces:
            if piece.id == f"unit/{origin}":
                piece.marks.append("active")
            elif piece.id == f"unit/{target}":
                piece.marks.append("aimed")
        for slot in container.slots:
            if slot.id == f"hex/{target}" and f"unit/{target}" not in {piece.id for piece in container.pieces}:
                slot.marks.append("aimed")
