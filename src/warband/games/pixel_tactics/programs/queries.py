"""Find the slots that a card means when it says "own other hero in melee" and the like."""

from __future__ import annotations

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.finding import found_cells
from warband.games.pixel_tactics.programs.traits import is_spell_spent
from warband.games.pixel_tactics.rules.attack import can_attack
from warband.games.pixel_tactics.rules.board import Board, Frame, role_index
from warband.games.pixel_tactics.rules.figures import CELLS, MELEE, RANGED
from warband.kernel.notation import NONE


def matching(b: Board, f: Frame, query: int) -> list[int]:
    """Return the slots that match a query of a frame: those of its own unit first, in the order of the cells."""
    slots = [9 * f.seat + cell for cell in CELLS[matching_cells(b, f, query, f.seat)]]
    rival = 1 - f.seat
    slots.extend([9 * rival + cell for cell in CELLS[matching_cells(b, f, query, rival)]])
    return slots


def matching_cells(b: Board, f: Frame, query: int, unit: int) -> int:
    """Return the cells of a unit that match a query of a frame."""
    cells = found_cells(b, f, query, unit)
    if cells and query & (codes.Q_POWER | codes.Q_CAN_MELEE | codes.Q_CAN_SHOOT):
        cells = _able(b, f, query, unit, cells)
    return cells


def _able(b: Board, f: Frame, query: int, unit: int, cells: int) -> int:
    fitting = 0
    for cell in CELLS[cells]:
        if _fits(b, f, query, 9 * unit + cell):
            fitting |= 1 << cell
    return fitting


def _fits(b: Board, f: Frame, query: int, slot: int) -> bool:
    if query & codes.Q_POWER and not is_copyable(b, f, slot):
        return False
    if query & codes.Q_CAN_MELEE and not can_attack(b, slot, MELEE):
        return False
    return not query & codes.Q_CAN_SHOOT or can_attack(b, slot, RANGED)


def is_copyable(b: Board, f: Frame, slot: int) -> bool:
    """Return whether the hero in a slot has a power that may be copied: each card once in a chain (CPY-1)."""
    if b.rules.power[role_index(b, slot)] == NONE or is_spell_spent(b, slot):
        return False
    return not f.chain >> b.card[slot] & 1
