"""Say how well a seat stands: leader life, heroes and what they still bear, cards in hand, trophies."""

from __future__ import annotations

from warband.games.pixel_tactics import board
from warband.games.pixel_tactics.board import Board, hand_size, life_of
from warband.games.pixel_tactics.rules import CELLS, HERO_CELLS, LEADER_CELL, NONE
from warband.games.pixel_tactics.traits import attack_index
from warband.kernel.seats import DRAW

MATCH = 1_000_000
TROPHY = 20_000
LEADER_LIFE = 120
LEADER_FALLS = 6_000
HERO = 60
STRENGTH = 25
LIFE = 20
CARD = 45


def evaluate(b: Board, seat: int) -> int:
    """Return how well a seat stands, as the difference of both sides."""
    if b.question == board.OVER:
        if b.winner == DRAW:
            return 0
        return MATCH if b.winner == seat else -MATCH
    return worth(b, seat) - worth(b, 1 - seat)


def worth(b: Board, seat: int) -> int:
    """Return what a side is worth; a hero with lethal damage counts as fallen."""
    side = b.sides[seat]
    found = TROPHY * side.trophies + CARD * hand_size(side)
    if side.leads == NONE:
        return found
    leader = 9 * seat + LEADER_CELL
    left = life_of(b, leader) - b.damage[leader]
    found += LEADER_LIFE * left if left > 0 else -LEADER_FALLS
    for cell in CELLS[side.alive & HERO_CELLS]:
        slot = 9 * seat + cell
        left = life_of(b, slot) - b.damage[slot]
        if left > 0:
            found += HERO + LIFE * left + STRENGTH * b.rules.attack[attack_index(b, slot)]
    return found
