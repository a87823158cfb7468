"""Declare an assault: who may strike whom, in which manner; the drowning check and the Guardian (ASL, RNG)."""

from __future__ import annotations

from typing import Final

from warband.games.pocket_tactics.rules import board
from warband.games.pocket_tactics.rules.board import NOT_QUIET, Board, base_of, has, lift, put
from warband.games.pocket_tactics.rules.combat import begin_combat
from warband.games.pocket_tactics.rules.figures import (
    ASSAULTS,
    CLOSE_MAGIC,
    GUARDIAN,
    MANNER_NAMES,
    MANNER_TYPE,
    MANNERS_FAR,
    MANNERS_NEAR,
    RANGED_ARCHERY,
    RANGED_MAGIC,
)
from warband.games.pocket_tactics.rules.hexes import OFFSETS, TILES, text_of
from warband.games.pocket_tactics.rules.movement import refuse_mover
from warband.games.pocket_tactics.rules.reasons import (
    BASE_TOO_FAR,
    NO_ENEMY,
    NO_OFFENSE,
    NO_RANGE,
    NO_TILE,
    OUT_OF_RANGE,
)
from warband.kernel.events import Event
from warband.kernel.notation import NONE
from warband.kernel.reasons import LEGAL
from warband.kernel.seats import Seat

NEAR_CODES: Final = 6 * MANNERS_NEAR


def offset_of(code: int) -> int:
    """Return the offset an assault code aims at: 0 to 5 are neighbours, 6 to 17 two hexes away."""
    if code < NEAR_CODES:
        return code // MANNERS_NEAR
    return 6 + (code - NEAR_CODES) // MANNERS_FAR


def manner_of(code: int) -> int:
    """Return the manner of an assault code; two hexes away it can only be ranged."""
    if code < NEAR_CODES:
        return code % MANNERS_NEAR
    return RANGED_MAGIC + (code - NEAR_CODES) % MANNERS_FAR


def target_of(b: Board, origin: int, code: int) -> int:
    """Return the place an assault from a place aims at, or NONE."""
    return b.land.reach[len(OFFSETS) * origin + offset_of(code)]


def refuse_assault(b: Board, seat: Seat, origin: int, code: int) -> int:
    """Return why a unit cannot make an assault."""
    refusal = refuse_mover(b, seat, origin)
    if refusal != LEGAL:
        return refusal
    target = target_of(b, origin, code)
    if target == NONE:
        return NO_TILE
    if not is_enemy(b, seat, target):
        return NO_ENEMY
    return refuse_manner(b, seat, origin, target, manner_of(code))


def is_enemy(b: Board, seat: Seat, target: int) -> bool:
    """Return whether an enemy unit or the enemy base is on a place."""
    return (b.sides[1 - seat] >> target & 1) != 0 or target == base_of(b, 1 - seat)


def refuse_manner(b: Board, seat: Seat, origin: int, target: int, manner: int) -> int:
    """Return why a unit cannot strike an enemy in this manner: dice, range, and no long shots at bases (RNG-04)."""
    index = 3 * b.units[origin] + MANNER_TYPE[manner]
    if b.rules.offense[index] == 0:
        return NO_OFFENSE
    if manner <= CLOSE_MAGIC:
        return LEGAL
    if b.rules.range[index] == 0:
        return NO_RANGE
    distance = b.land.distance(origin, target)
    if distance > b.rules.range[index]:
        return OUT_OF_RANGE
    return BASE_TOO_FAR if target >= TILES and distance > 1 else LEGAL


def find_assaults(b: Board, seat: Seat, origin: int, legal: list[int]) -> None:
    """Append every legal assault of a unit."""
    land = b.land
    enemies = b.sides[1 - seat] | (1 << base_of(b, 1 - seat))
    first = b.rules.assault + ASSAULTS * origin
    if land.touching[origin] & enemies:
        for code in range(NEAR_CODES):
            target = land.reach[len(OFFSETS) * origin + code // MANNERS_NEAR]
            if target != NONE and enemies >> target & 1:
                if refuse_manner(b, seat, origin, target, code % MANNERS_NEAR) == LEGAL:
                    legal.append(first + code)
    if land.near2[origin] & enemies:
        find_far_assaults(b, seat, origin, enemies, legal)


def find_far_assaults(b: Board, seat: Seat, origin: int, enemies: int, legal: list[int]) -> None:
    """Append every legal assault of a unit on an enemy two tiles away."""
    first = b.rules.assault + ASSAULTS * origin + NEAR_CODES
    for far in range(len(OFFSETS) - 6):
        target = b.land.reach[len(OFFSETS) * origin + 6 + far]
        if target != NONE and enemies >> target & 1:
            for manner in (RANGED_MAGIC, RANGED_ARCHERY):
                if refuse_manner(b, seat, origin, target, manner) == LEGAL:
                    legal.append(first + MANNERS_FAR * far + manner - RANGED_MAGIC)


def declare_assault(b: Board, origin: int, code: int, sink: list[Event] | None) -> None:
    """Declare an assault; a close one into water needs the drowning check before all else (WAT-02)."""
    b.origin = origin
    b.target = target_of(b, origin, code)
    b.manner = manner_of(code)
    b.attacker = b.units[origin]
    b.quiet = NOT_QUIET
    if sink is not None:
        data: dict[str, object] = {"seat": b.seat, "unit": b.rules.ids[b.attacker], "from": text_of(b.hexes[origin])}
        aim: dict[str, object] = {"hex": text_of(b.hexes[b.target]), "manner": MANNER_NAMES[b.manner]}
        sink.append(Event("assault", {**data, **aim, "enemy": name_on(b, b.target)}))
    if b.manner <= CLOSE_MAGIC and b.land.waters >> b.target & 1:
        b.phase = board.DROWN
    else:
        find_guards(b, sink)


def name_on(b: Board, place: int) -> str:
    """Return the id of the unit on a place, or of the faction whose base it is."""
    kind = b.units[place]
    return b.rules.ids[kind] if kind != NONE else f"base/{b.rules.faction_ids[b.factions[1 - b.seat]]}"


def find_guards(b: Board, sink: list[Event] | None) -> None:
    """Find the guardians beside the assaulted unit who may take its place; bases have none."""
    b.guards = 0
    if b.target < TILES:
        near = b.land.touching[b.target] & b.sides[1 - b.seat]
        for place in range(TILES):
            if near >> place & 1 and has(b, b.units[place], GUARDIAN):
                b.guards |= 1 << place
    ask_guard(b, sink)


def ask_guard(b: Board, sink: list[Event] | None) -> None:
    """Ask the defender whether a guardian swaps with the target, or begin the combat."""
    if b.guards:
        b.phase = board.GUARD
    else:
        begin_combat(b, sink)


def first_guard(b: Board) -> int:
    """Return the place of the guardian that is asked about."""
    place = 0
    while not b.guards >> place & 1:
        place += 1
    return place


def answer_guard(b: Board, swaps: bool, sink: list[Event] | None) -> None:
    """Swap the guardian with the target, or leave it and ask about the next one."""
    place = first_guard(b)
    b.guards &= ~(1 << place)
    if swaps:
        swap(b, place, sink)
        b.guards = 0
    ask_guard(b, sink)


def swap(b: Board, place: int, sink: list[Event] | None) -> None:
    """Swap a guardian with the target; this is not a move (WAT-03)."""
    defender = 1 - b.seat
    target = lift(b, defender, b.target)
    guardian = lift(b, defender, place)
    put(b, defender, guardian, b.target)
    put(b, defender, target, place)
    if sink is not None:
        data: dict[str, object] = {"seat": defender, "unit": b.rules.ids[guardian], "other": b.rules.ids[target]}
        sink.append(Event("swap", data))
