"""Find the slots that a card means when it says "own other hero in melee" and the like."""

from __future__ import annotations

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.traits import is_spell_spent, role_index
from warband.games.pixel_tactics.rules.attack import can_attack
from warband.games.pixel_tactics.rules.board import UNHEALABLE, Board, Frame, find, rival_is_safe
from warband.games.pixel_tactics.rules.figures import CELLS, FRONT, HERO_CELLS, LEADER_CELL, MELEE, RANGED, ROW_CELLS
from warband.kernel.notation import NONE


def matching(b: Board, f: Frame, query: int) -> list[int]:
    """Return the slots that match a query of a frame: those of its own unit first, in the order of the cells."""
    slots = [9 * f.seat + cell for cell in CELLS[matching_cells(b, f, query, f.seat)]]
    rival = 1 - f.seat
    slots.extend([9 * rival + cell for cell in CELLS[matching_cells(b, f, query, rival)]])
    return slots


def matching_cells(b: Board, f: Frame, query: int, unit: int) -> int:
    """Return the cells of a unit that match a query of a frame."""
    if not query & (codes.Q_OWN if unit == f.seat else codes.Q_RIVAL):
        return 0
    if unit != f.seat and rival_is_safe(b):
        return 0
    cells = _of_kind(b, query, unit)
    if query >= codes.Q_MELEE:
        cells &= _of_place(b, f, query, unit)
        if cells and query & (codes.Q_DAMAGED | codes.Q_POWER | codes.Q_CAN_MELEE | codes.Q_CAN_SHOOT):
            cells = _of_condition(b, f, query, unit, cells)
    return cells


def _of_kind(b: Board, query: int, unit: int) -> int:
    side = b.sides[unit]
    cells = 0
    if query & codes.Q_HEROES:
        cells |= side.alive & HERO_CELLS
    if query & codes.Q_LEADER:
        cells |= side.alive & 1 << LEADER_CELL
    if query & codes.Q_CORPSES:
        cells |= side.corpses
    if query & codes.Q_EMPTY:
        cells |= HERO_CELLS & ~(side.alive | side.corpses)
    return cells


def _of_place(b: Board, f: Frame, query: int, unit: int) -> int:
    cells = 511
    if query & codes.Q_MELEE:
        cells &= FRONT[b.sides[unit].alive]
    if query & codes.Q_THIS_WAVE:
        cells &= ROW_CELLS[b.wave]
    if query & (codes.Q_OTHER | codes.Q_THIS_ROW):
        cells &= _seen_from_me(b, f, query, unit)
    if query >= codes.Q_VANGUARD:
        rows = 0
        for row in range(3):
            if query & codes.Q_VANGUARD << row:
                rows |= ROW_CELLS[row]
        cells &= rows
    return cells


def _seen_from_me(b: Board, f: Frame, query: int, unit: int) -> int:
    slot = find(b, f.me) if f.me != NONE else NONE
    cells = 511
    if query & codes.Q_THIS_ROW:
        cells = ROW_CELLS[slot % 9 // 3] if slot != NONE else 0
    if query & codes.Q_OTHER and slot != NONE and slot // 9 == unit:
        cells &= ~(1 << slot % 9)
    return cells


def _of_condition(b: Board, f: Frame, query: int, unit: int, cells: int) -> int:
    fitting = 0
    for cell in CELLS[cells]:
        if _fits(b, f, query, 9 * unit + cell):
            fitting |= 1 << cell
    return fitting


def _fits(b: Board, f: Frame, query: int, slot: int) -> bool:
    if query & codes.Q_DAMAGED and (b.damage[slot] == 0 or b.flags[slot] & UNHEALABLE):
        return False
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
