"""Rearrange heroes and corpses: each piece in turn gets a new slot, then all move at once."""

from __future__ import annotations

from warband.games.pixel_tactics.programs.choosing import ask_slots
from warband.games.pixel_tactics.rules.board import Board, Frame, tell, vacate
from warband.games.pixel_tactics.rules.damage import answer_slot
from warband.games.pixel_tactics.rules.figures import CELLS, COLUMN_CELLS, HERO_CELLS
from warband.kernel.events import Event
from warband.kernel.notation import NONE


def rearrange(b: Board, f: Frame, column: bool, answer: int, sink: list[Event] | None) -> bool:
    """Ask for the new slot of each marked piece, in their order; the new slots follow the pieces in the marks."""
    if f.index == 0:
        if not f.marks:
            return True
        f.mode = len(f.marks)
        f.index = 1
    pieces = f.mode
    if answer != NONE:
        f.marks.append(answer_slot(b, f.seat, answer, NONE))
    while len(f.marks) < 2 * pieces:
        free = _free_slots(f, column, pieces)
        if len(free) > 1:
            ask_slots(b, f, free, False)
            return False
        f.marks.append(free[0])
    _move_all(b, f.marks[:pieces], f.marks[pieces:])
    if sink is not None:
        tell(sink, "rearrange", {"seat": f.seat, "side": f.marks[0] // 9})
    return True


def _free_slots(f: Frame, column: bool, pieces: int) -> list[int]:
    unit = f.marks[0] // 9
    cells = HERO_CELLS & COLUMN_CELLS[f.amount % 3] if column else HERO_CELLS
    taken = f.marks[pieces:]
    return [9 * unit + cell for cell in CELLS[cells] if 9 * unit + cell not in taken]


def _move_all(b: Board, pieces: list[int], places: list[int]) -> None:
    """Lift all pieces and set them down in their new slots, with all that lies on them."""
    side = b.sides[pieces[0] // 9]
    lifted: list[list[int]] = []
    for slot in pieces:
        alive = side.alive >> slot % 9 & 1
        lifted.append([b.card[slot], b.damage[slot], b.flags[slot], b.buff[slot], alive, b.status[slot]])
        vacate(b, slot)
    for place, slot in enumerate(places):
        piece = lifted[place]
        b.card[slot] = piece[0]
        b.damage[slot] = piece[1]
        b.flags[slot] = piece[2]
        b.buff[slot] = piece[3]
        b.status[slot] = piece[5]
        if piece[4]:
            side.alive |= 1 << slot % 9
        else:
            side.corpses |= 1 << slot % 9
