"""Say how well a side stands: units by their Cost, the way to the enemy base, and the odds of a strike there.

The weights are thousandths of a logit: they were fitted to who won some hundred matches of greedy bots.
"""

from __future__ import annotations

from typing import Final

from warband.games.pocket_tactics.rules.board import OVER, Board, base_of, slots_of
from warband.games.pocket_tactics.rules.hexes import TILES
from warband.kernel.notation import NONE
from warband.kernel.seats import Seat

# By Cost: a unit in play, less what it costs to have it there, and one in reserve; a captured one is worth nothing.
IN_PLAY: Final = 87
OUTSIDE: Final = 240
RESERVE: Final = 35
# Worth of a unit beside the enemy base, by the Offense dice of its best type (odds against three dice).
AT_BASE: Final = [0, 600, 700, 950]
# By distance from the enemy base.
APPROACH: Final = [0, 0, 160, 60, 30]


def evaluate(b: Board, seat: Seat) -> int:
    """Return the worth of a position for a seat, less that for the other."""
    if b.phase == OVER or b.factions[0] == NONE or b.factions[1] == NONE or b.turn == 0:
        return 0
    return worth(b, seat) - worth(b, 1 - seat)


def worth(b: Board, seat: Seat) -> int:
    """Return what a side has: units in play and in reserve, and how near they are to the enemy base."""
    total = 0
    for kind in slots_of(b, seat):
        total += RESERVE * b.reserves[kind] * b.rules.costs[kind]
    base = base_of(b, 1 - seat)
    for place in range(TILES):
        if b.sides[seat] >> place & 1:
            total += IN_PLAY * b.rules.costs[b.units[place]] - OUTSIDE + approach(b, place, base)
    return total


def approach(b: Board, place: int, base: int) -> int:
    """Return the worth of a unit's way to the enemy base."""
    distance = b.land.distance(place, base)
    if distance == 1:
        index = 3 * b.units[place]
        return AT_BASE[max(b.rules.offense[index : index + 3])]
    return APPROACH[distance] if distance < len(APPROACH) else 0
