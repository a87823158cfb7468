"""Say how well a side stands: captures by their Cost, the way to the enemy base, and the odds of a strike there."""

from __future__ import annotations

from typing import Final

from warband.games.pocket_tactics.board import OVER, Board, base_of, slots_of
from warband.games.pocket_tactics.hexes import TILES
from warband.games.pocket_tactics.land import FAR
from warband.games.pocket_tactics.rules import NONE

CAPTURED: Final = 100
IN_PLAY: Final = 60
NEAR_BASE: Final = 12
# Worth of a unit beside the enemy base, by the Offense dice of its best type (odds against three dice).
AT_BASE: Final = [0, 90, 180, 260]


def evaluate(b: Board, seat: int) -> int:
    """Return the worth of a position for a seat, less that for the other."""
    if b.phase == OVER or b.factions[0] == NONE or b.factions[1] == NONE or b.turn == 0:
        return 0
    return worth(b, seat) - worth(b, 1 - seat)


def worth(b: Board, seat: int) -> int:
    """Return what a side has: enemies captured, units in play, and how near they are to the enemy base."""
    total = 0
    for kind in slots_of(b, 1 - seat):
        total += CAPTURED * b.captured[kind] * b.rules.costs[kind]
    base = base_of(b, 1 - seat)
    for place in range(TILES):
        if b.sides[seat] >> place & 1:
            total += IN_PLAY + approach(b, place, base)
    return total


def approach(b: Board, place: int, base: int) -> int:
    """Return the worth of a unit's way to the enemy base."""
    distance = b.land.distance(place, base)
    if distance == 1:
        index = 3 * b.units[place]
        return NEAR_BASE * 10 + AT_BASE[max(b.rules.offense[index : index + 3])]
    return NEAR_BASE * max(0, 10 - min(distance, FAR))
