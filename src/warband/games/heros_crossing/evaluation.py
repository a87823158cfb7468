"""Say how well a side stands: Monarch health, soldiers, heroes and the hand."""

from __future__ import annotations

from typing import Final

from warband.games.heros_crossing.board import OVER, Board
from warband.games.heros_crossing.rules import NONE

HEALTH: Final = 300
CARD: Final = 20
# Magic, weapon, potion, armor.
SOLDIER: Final = [50, 50, 30, 40]
HERO: Final = [0, 40, 90, 160]


def evaluate(b: Board, seat: int) -> int:
    """Return the worth of a position for a seat, less that for the other."""
    if b.phase == OVER or b.round == 0:
        return 0
    return worth(b, seat) - worth(b, 1 - seat)


def worth(b: Board, seat: int) -> int:
    """Return what a side has."""
    total = HEALTH * b.health[seat] + CARD * len(b.hands[seat])
    for front in range(3):
        for soldier in range(4):
            total += SOLDIER[soldier] * b.soldiers[12 * seat + 4 * front + soldier]
    for slot in range(9 * seat, 9 * seat + 9):
        kind = b.heroes[slot]
        if kind != NONE:
            total += HERO[b.rules.levels[kind]]
    return total
