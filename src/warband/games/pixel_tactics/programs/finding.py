"""Find the slots of a query by what lies where and what lies on it; `queries.py` adds what takes a look at attacks."""

from __future__ import annotations

from typing import Final

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.rules.board import UNHEALABLE, Board, Frame, find, rival_is_safe, role_index
from warband.games.pixel_tactics.rules.figures import (
    CELLS,
    COLUMN_CELLS,
    COUNT,
    FRONT,
    HERO_CELLS,
    LEADER_CELL,
    ROW_CELLS,
)
from warband.kernel.notation import NONE
from warband.kernel.seats import Seat

# The cells directly ahead of, behind, left and right of each cell.
BESIDE: Final = [10, 21, 34, 81, 170, 276, 136, 336, 160]


def row_cells(b: Board, seat: Seat, row: int) -> int:
    """Return the cells of a row of a unit, with those of heroes that count as standing in it too (ROW-1)."""
    cells = ROW_CELLS[row]
    if b.rules.two_rows:
        for cell in CELLS[b.sides[seat].alive & HERO_CELLS]:
            if b.rules.marks[role_index(b, 9 * seat + cell)] & codes.COUNTS_IN << row:
                cells |= 1 << cell
    return cells


def is_in_row(b: Board, slot: int, row: int) -> bool:
    """Return whether whatever lies in a slot stands in a row, or counts as if."""
    return slot % 9 // 3 == row or (b.rules.two_rows and bool(row_cells(b, slot // 9, row) >> slot % 9 & 1))


def found_cells(b: Board, f: Frame, query: int, unit: int) -> int:
    """Return the cells of a unit that match a query of a frame, whatever could be done from them."""
    if not query & (codes.Q_OWN if unit == f.seat else codes.Q_RIVAL):
        return 0
    if unit != f.seat and rival_is_safe(b):
        return 0
    cells = _of_kind(b, query, unit)
    if query >= codes.Q_MELEE:
        cells &= _of_place(b, f, query, unit)
        if cells and query & (codes.Q_DAMAGED | codes.Q_STATUSES):
            cells = _of_state(b, query, unit, cells)
    return cells


def count_found(b: Board, f: Frame, query: int) -> int:
    """Return how many slots of both units match a query."""
    return COUNT[found_cells(b, f, query, 0)] + COUNT[found_cells(b, f, query, 1)]


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
        cells &= row_cells(b, unit, b.wave)
    if query & (codes.Q_OTHER | codes.Q_THIS_ROW | codes.Q_THIS_COLUMN | codes.Q_BESIDE):
        cells &= _seen_from_me(b, f, query, unit)
    if query & codes.Q_ROWS:
        rows = 0
        for row in range(3):
            if query & codes.Q_VANGUARD << row:
                rows |= row_cells(b, unit, row)
        cells &= rows
    return cells


def _seen_from_me(b: Board, f: Frame, query: int, unit: int) -> int:
    slot = find(b, f.me) if f.me != NONE else NONE
    cells = 511
    if query & codes.Q_THIS_ROW:
        cells = ROW_CELLS[slot % 9 // 3] if slot != NONE else 0
    if query & codes.Q_THIS_COLUMN:
        cells &= COLUMN_CELLS[slot % 3] if slot != NONE else 0
    if query & codes.Q_BESIDE:
        cells &= BESIDE[slot % 9] if slot != NONE and slot // 9 == unit else 0
    if query & codes.Q_OTHER and slot != NONE and slot // 9 == unit:
        cells &= ~(1 << slot % 9)
    return cells


def _of_state(b: Board, query: int, unit: int, cells: int) -> int:
    fitting = 0
    for cell in CELLS[cells]:
        slot = 9 * unit + cell
        if query & codes.Q_DAMAGED and (b.damage[slot] == 0 or b.flags[slot] & UNHEALABLE):
            continue
        if query & codes.Q_STATUSES and not has_statuses(b.status[slot], query):
            continue
        fitting |= 1 << cell
    return fitting


def has_statuses(status: int, query: int) -> bool:
    """Return whether a card has every status that a query names."""
    if query & codes.Q_POISONED and not status >> codes.POISON & codes.MOST_STATUS:
        return False
    if query & codes.Q_SHIELDED and not status >> codes.SHIELD & codes.MOST_STATUS:
        return False
    if query & codes.Q_STUNNED and not status & codes.STUNNED:
        return False
    if query & codes.Q_SILENCED and not status & codes.SILENCED:
        return False
    return not query & codes.Q_MARKED or bool(status >> codes.TALLY & codes.MOST_STATUS)
