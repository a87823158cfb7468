"""Say how well a seat stands: leader life, heroes, what they can still strike this round, cards in hand, trophies.

The weights are thousandths of a logit: they were fitted to who won some thousand matches of greedy bots.
"""

from __future__ import annotations

from typing import Final

from warband.games.pixel_tactics.programs.traits import attack_index
from warband.games.pixel_tactics.rules import board
from warband.games.pixel_tactics.rules.board import Board, hand_size, life_of
from warband.games.pixel_tactics.rules.figures import CELLS, HERO_CELLS, LEADER_CELL
from warband.kernel.notation import NONE
from warband.kernel.seats import NOBODY, Seat

MATCH: Final = 1_000_000
TROPHY: Final = 20_000
LIFE: Final = 80
# A leader is in danger at half life and again at a quarter.
HURT: Final = 10
DYING: Final = 5
DANGER: Final = 800
LEADER_FALLS: Final = 3_000
# By row: vanguard, flank, rear.
HERO: Final = [150, 20, 50]
HERO_LIFE: Final = 8
STRENGTH: Final = 60
STRIKES_SOON: Final = 50
CARD: Final = 57


def evaluate(b: Board, seat: Seat) -> int:
    """Return how well a seat stands, as the difference of both sides."""
    if b.question == board.OVER:
        if b.winner == NOBODY:
            return 0
        return MATCH if b.winner == seat else -MATCH
    return worth(b, seat) - worth(b, 1 - seat)


def worth(b: Board, seat: Seat) -> int:
    """Return what a side is worth; a hero with lethal damage counts as fallen."""
    side = b.sides[seat]
    total = TROPHY * side.trophies + CARD * hand_size(side)
    if side.leads == NONE:
        return total
    leader = 9 * seat + LEADER_CELL
    total += leader_worth(life_of(b, leader) - b.damage[leader])
    # Rows whose wave is over for this seat strike again only in the next round.
    over = b.wave + 1 if b.seat != seat and b.first == seat else b.wave
    for cell in CELLS[side.alive & HERO_CELLS]:
        slot = 9 * seat + cell
        left = life_of(b, slot) - b.damage[slot]
        if left > 0:
            row = cell // 3
            strength = STRENGTH if row < over else STRENGTH + STRIKES_SOON
            total += HERO[row] + HERO_LIFE * left + strength * b.rules.attack[attack_index(b, slot)]
    return total


def leader_worth(left: int) -> int:
    """Return what a leader with so much life left is worth."""
    if left <= 0:
        return -LEADER_FALLS
    total = LIFE * left
    if left <= HURT:
        total -= DANGER
    if left <= DYING:
        total -= DANGER
    return total
