"""Say how well a side stands: Monarch health, soldiers, heroes, the hand, Fronts still to act, blows that get through.

The weights are thousandths of a logit: they were fitted to who won some thousand matches of greedy bots.
"""

from __future__ import annotations

from typing import Final

from warband.games.heros_crossing.rules.board import OVER, Board
from warband.games.heros_crossing.rules.figures import ARMOR, MAGIC, POTION, WEAPON
from warband.kernel.notation import NONE
from warband.kernel.seats import Seat

# Monarch health by the point; with two points or fewer the end is near.
POINT: Final = 350
LAST_POINTS: Final = 340
# By level; a card of a higher level waits longer for its place.
CARD: Final = [0, 200, 50, 50]
HERO: Final = [0, 450, 680, 1090]
# Magic, weapon, potion, armor.
SOLDIER: Final = [220, 190, 20, 20]
READY: Final = 720
# A hit straight ahead that would find nobody: by a Front that may still act in this round, by one that has acted.
BLOW: Final = [370, 200]


def evaluate(b: Board, seat: Seat) -> int:
    """Return the worth of a position for a seat, less that for the other."""
    if b.phase == OVER or b.round == 0:
        return 0
    return worth(b, seat) - worth(b, 1 - seat)


def worth(b: Board, seat: Seat) -> int:
    """Return what a side has."""
    total = POINT * b.health[seat]
    if b.health[seat] <= 2:
        total -= LAST_POINTS
    for kind in b.hands[seat]:
        total += CARD[b.rules.levels[kind]]
    for slot in range(9 * seat, 9 * seat + 9):
        kind = b.heroes[slot]
        if kind != NONE:
            total += HERO[b.rules.levels[kind]]
    for front in range(3):
        total += front_worth(b, seat, front)
    return total


def front_worth(b: Board, seat: Seat, front: int) -> int:
    """Return what a Front has: soldiers, its turn, and the blows it could land straight ahead."""
    own = 12 * seat + 4 * front
    total = 0
    for soldier in range(4):
        total += SOLDIER[soldier] * b.soldiers[own + soldier]
    acted = b.activated[3 * seat + front]
    if acted == 0:
        total += READY
    return total + BLOW[acted] * blows(b, own, 12 * (1 - seat) + 4 * front)


def blows(b: Board, own: int, theirs: int) -> int:
    """Return how many hits of a Front would pass the soldiers it faces, reserves aside."""
    weapons = b.soldiers[own + WEAPON]
    armor = b.soldiers[theirs + ARMOR]
    hits = weapons
    if armor == 0 or weapons >= b.soldiers[theirs + POTION] + armor:
        hits += b.soldiers[own + MAGIC]
    for soldier in range(4):
        hits -= b.soldiers[theirs + soldier]
    return hits if hits > 0 else 0
