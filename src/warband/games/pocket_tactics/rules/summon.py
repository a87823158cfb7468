"""Summon a reserve unit beside the own base, or a prowler in the undergrowth (SUM-01 to SUM-03)."""

from __future__ import annotations

from warband.games.pocket_tactics.rules.board import Board, base_of, has, slots_of
from warband.games.pocket_tactics.rules.figures import UNDERGROWTH_PROWLER
from warband.games.pocket_tactics.rules.hexes import TILES
from warband.games.pocket_tactics.rules.land import ALL_TILES
from warband.games.pocket_tactics.rules.reasons import BESIDE_ENEMY, NO_ROOM, NO_TILE, NOT_BESIDE_BASE, OCCUPIED
from warband.games.pocket_tactics.rules.setup import place_on, refuse_unit
from warband.kernel.notation import NONE
from warband.kernel.reasons import LEGAL
from warband.kernel.seats import Seat


def summon_spots(b: Board, seat: Seat, kind: int) -> int:
    """Return the set of empty tiles where a unit may be summoned."""
    empty = ALL_TILES & ~(b.sides[0] | b.sides[1])
    spots = b.land.touching[base_of(b, seat)] & empty
    if has(b, kind, UNDERGROWTH_PROWLER):
        spots |= b.land.forests & empty & ~beside_enemies(b, seat)
    return spots


def beside_enemies(b: Board, seat: Seat) -> int:
    """Return the set of places beside an enemy unit or the enemy base."""
    places = b.land.touching[base_of(b, 1 - seat)]
    enemies = b.sides[1 - seat]
    for place in range(TILES):
        if enemies >> place & 1:
            places |= b.land.touching[place]
    return places


def refuse_summon(b: Board, seat: Seat, slot: int) -> int:
    """Return why a unit cannot be summoned: it must be in reserve and have room to stand."""
    refusal = refuse_unit(b, seat, slot)
    if refusal != LEGAL:
        return refusal
    return LEGAL if summon_spots(b, seat, slots_of(b, seat)[slot]) else NO_ROOM


def find_summons(b: Board, seat: Seat, legal: list[int]) -> None:
    """Append every unit that may be summoned."""
    slots = slots_of(b, seat)
    beside = b.land.touching[base_of(b, seat)] & ALL_TILES & ~(b.sides[0] | b.sides[1])
    for slot in range(len(slots)):
        kind = slots[slot]
        if b.reserves[kind] > 0 and (beside or refuse_summon(b, seat, slot) == LEGAL):
            legal.append(b.rules.summon + slot)


def refuse_summon_at(b: Board, seat: Seat, number: int) -> int:
    """Return why the chosen unit cannot be summoned on a hex."""
    place = place_on(b, number)
    if place == NONE:
        return NO_TILE
    if b.units[place] != NONE:
        return OCCUPIED
    if summon_spots(b, seat, b.chosen) >> place & 1:
        return LEGAL
    hidden = has(b, b.chosen, UNDERGROWTH_PROWLER) and b.land.forests >> place & 1
    return BESIDE_ENEMY if hidden else NOT_BESIDE_BASE
