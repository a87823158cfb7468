"""Say who may attack whom: the foremost in melee, anyone at range unless somebody intercepts."""

from __future__ import annotations

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.traits import is_attack_spent, keyword_cells, marks_of
from warband.games.pixel_tactics.rules.board import FALLING, Board
from warband.games.pixel_tactics.rules.figures import BEFORE, BEHIND, FRONT, HERO_CELLS, MELEE
from warband.kernel.seats import Seat


def is_in_melee(b: Board, slot: int) -> bool:
    """Return whether nobody alive stands before a slot in its column (TRM-8); corpses do not count (COR-3)."""
    return not b.sides[slot // 9].alive & BEFORE[slot % 9]


def melee_cells(b: Board, seat: Seat) -> int:
    """Return the cells of a unit that a rival may attack in melee (ATK-3)."""
    return FRONT[b.sides[seat].alive]


def ranged_cells(b: Board, seat: Seat) -> int:
    """Return the cells of a unit that a rival may attack at range: none behind an interceptor (INT-1)."""
    return b.sides[seat].alive & ~BEHIND[keyword_cells(b, seat, codes.INTERCEPT_SHIFT)]


def target_cells(b: Board, seat: Seat, mode: int, heroes_only: bool) -> int:
    """Return the cells of the rival's unit that an attack of a seat may be aimed at."""
    cells = melee_cells(b, 1 - seat) if mode == MELEE else ranged_cells(b, 1 - seat)
    return cells & HERO_CELLS if heroes_only else cells


def rival_chooses(b: Board, slot: int, mode: int) -> bool:
    """Return whether the defender chooses the target of an attack from this slot."""
    if mode != MELEE:
        return False
    marks = marks_of(b, 1 - slot // 9)
    if marks & codes.CHOOSES_TARGETS:
        return True
    body = b.sides[slot // 9].alive >> slot % 9 & 1 or b.flags[slot] & FALLING
    return bool(marks & codes.CHOOSES_FOR_BODIES and body)


def can_attack(b: Board, slot: int, mode: int) -> bool:
    """Return whether whatever lies in a slot would find a target, if something made it attack."""
    if (mode == MELEE and not is_in_melee(b, slot)) or is_attack_spent(b, slot):
        return False
    return target_cells(b, slot // 9, mode, False) != 0
