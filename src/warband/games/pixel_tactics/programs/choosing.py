"""Run the rows of a program that choose: slots, several slots, points, rows and columns."""

from __future__ import annotations

from typing import Final

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.amounts import amount
from warband.games.pixel_tactics.programs.finding import row_cells
from warband.games.pixel_tactics.programs.queries import matching, matching_cells
from warband.games.pixel_tactics.rules.board import Board, Frame, ask, find, is_hero, rival_is_safe, standing
from warband.games.pixel_tactics.rules.damage import answer_slot
from warband.games.pixel_tactics.rules.figures import CELLS, COLUMN_CELLS
from warband.games.pixel_tactics.rules.reactions import relative
from warband.kernel.notation import NONE

MANY: Final = 1_000
# A condition with a row more has an end: where to go on if it does not hold.
IF_WIDTH: Final = 5


def stop(b: Board, f: Frame) -> bool:
    """End a program after this row, since the rest of it can do nothing; a part of it ends alone (BLK-1)."""
    rows = b.rules.programs[f.program]
    depth = 0
    for at in range(f.at + 1, len(rows)):
        if opens_part(rows[at]):
            depth += 1
        elif rows[at][0] == codes.END:
            if depth == 0:
                f.at = at
                return True
            depth -= 1
    f.at = MANY
    return True


def opens_part(row: list[int]) -> bool:
    """Return whether a row begins a part of a program that has an end of its own."""
    return row[0] == codes.EITHER or (row[0] == codes.IF and len(row) > IF_WIDTH)


def is_choice(op: int) -> bool:
    """Return whether an op chooses what the following ones work on."""
    return op <= codes.MARK_ATTACKER or op >= codes.MARK_FALLEN


def choose_row(b: Board, f: Frame, row: list[int], answer: int) -> bool:
    """Run one choosing row; return whether it is finished. A choice that follows an effect begins afresh."""
    op = row[0]
    if answer == NONE and f.index == 0 and f.at > 0 and not is_choice(b.rules.programs[f.program][f.at - 1][0]):
        f.marks = []
    if op == codes.EACH:
        f.marks.extend(matching(b, f, row[1]))
        return True
    if op == codes.CHOOSE:
        return _choose(b, f, row, answer)
    if op == codes.SEVERAL:
        return _several(b, f, row, answer)
    if op == codes.SPLIT or op == codes.SPLIT_UP_TO:
        return _split(b, f, row, answer)
    if op == codes.ROW or op == codes.COLUMN:
        return _line(b, f, row, answer)
    if op == codes.MARK_FALLEN:
        return _mark_fallen(b, f)
    return _mark_one(b, f, f.me if op == codes.MARK_SELF else f.target, op == codes.MARK_ATTACKER)


def _mark_fallen(b: Board, f: Frame) -> bool:
    """Choose the hero that fell, where it lies."""
    slot = find(b, f.target) if f.target != NONE else NONE
    if slot == NONE or not b.sides[slot // 9].corpses >> slot % 9 & 1:
        return stop(b, f)
    f.marks.append(slot)
    return True


def _mark_one(b: Board, f: Frame, card: int, hero: bool) -> bool:
    slot = standing(b, card) if card != NONE else NONE
    if slot == NONE or (hero and not is_hero(slot)):
        return stop(b, f)
    f.marks.append(slot)
    return True


def _choose(b: Board, f: Frame, row: list[int], answer: int) -> bool:
    if answer == b.rules.done:
        return stop(b, f)
    if answer != NONE:
        f.marks.append(answer_slot(b, f.seat, answer, NONE))
        return True
    slots = [slot for slot in matching(b, f, row[1]) if slot not in f.marks]
    if not slots:
        return stop(b, f)
    if len(slots) == 1 and row[2] == 0:
        f.marks.append(slots[0])
        return True
    ask_slots(b, f, slots, row[2] == 1)
    return False


def ask_slots(b: Board, f: Frame, slots: list[int], may: bool) -> None:
    """Ask the frame's seat for one of some slots, or to be done."""
    options = [relative(b, f.seat, slot) for slot in slots]
    if may:
        options.append(b.rules.done)
    ask(b, f.seat, options)


def _rank(f: Frame, slot: int) -> int:
    """Return where a slot comes in the order of choices: own cells, then the rival's (CHO-1)."""
    return slot % 9 if slot // 9 == f.seat else 9 + slot % 9


def _several(b: Board, f: Frame, row: list[int], answer: int) -> bool:
    """Choose up to (or exactly) so many different slots, in order."""
    if answer == b.rules.done:
        return True
    if answer != NONE:
        f.marks.append(answer_slot(b, f.seat, answer, NONE))
        f.index += 1
    exactly = row[3] == 1
    left = amount(b, f, row[1], NONE) - f.index
    if left <= 0:
        return True
    last = _rank(f, f.marks[len(f.marks) - 1]) if f.index else -1
    slots = [slot for slot in matching(b, f, row[2]) if _rank(f, slot) > last]
    if exactly:
        slots = slots[: max(0, len(slots) - left + 1)]
    if not slots:
        return stop(b, f) if exactly else True
    ask_slots(b, f, slots, not exactly)
    return False


def _split(b: Board, f: Frame, row: list[int], answer: int) -> bool:
    """Choose slots point by point, never going back (CHO-1)."""
    if answer == b.rules.done:
        return True
    while True:
        if answer != NONE:
            f.marks.append(answer_slot(b, f.seat, answer, NONE))
            f.index += 1
            answer = NONE
        if f.index >= amount(b, f, row[1], NONE):
            return True
        slots = _splittable(b, f, row)
        if not slots:
            return True
        if len(slots) > 1 or row[0] == codes.SPLIT_UP_TO:
            ask_slots(b, f, slots, row[0] == codes.SPLIT_UP_TO)
            return False
        answer = relative(b, f.seat, slots[0])


def _splittable(b: Board, f: Frame, row: list[int]) -> list[int]:
    """Return the slots that the next point may go to."""
    chosen = f.marks[len(f.marks) - f.index :]
    last = chosen[len(chosen) - 1] if chosen else NONE
    full = bool(row[3]) and last != NONE and _different(chosen) >= row[3]
    slots: list[int] = []
    for slot in matching(b, f, row[2]):
        if last != NONE and (_rank(f, slot) < _rank(f, last) or (full and slot != last)):
            continue
        if chosen.count(slot) < _most(b, row, slot):
            slots.append(slot)
    return slots


def _different(slots: list[int]) -> int:
    count = 0
    for place in range(len(slots)):
        if place == 0 or slots[place] != slots[place - 1]:
            count += 1
    return count


def _most(b: Board, row: list[int], slot: int) -> int:
    """Return how many points may go to a slot: no more than it has damage, where damage is taken off."""
    most = row[4] if row[4] else MANY
    return min(most, b.damage[slot]) if row[2] & codes.Q_DAMAGED else most


def _line(b: Board, f: Frame, row: list[int], answer: int) -> bool:
    """Choose a row or a column, of both units or of one, and mark what matches in it."""
    rows = row[0] == codes.ROW
    first = b.rules.row if rows else b.rules.column
    if answer == NONE:
        options = _line_options(b, row, first)
        if not options:
            return stop(b, f)
        ask(b, f.seat, options)
        return False
    line = answer - first
    for unit in (f.seat, 1 - f.seat):
        cells = row_cells(b, unit, line % 3) if rows else COLUMN_CELLS[line % 3]
        if row[2] == 1 and (unit == f.seat) != (line < 3):
            continue
        f.marks.extend([9 * unit + cell for cell in CELLS[matching_cells(b, f, row[1], unit) & cells]])
    f.amount = line
    return True


def _line_options(b: Board, row: list[int], first: int) -> list[int]:
    if row[2] == 0:
        return [first, first + 1, first + 2]
    options: list[int] = []
    if row[1] & codes.Q_OWN:
        options.extend([first, first + 1, first + 2])
    if row[1] & codes.Q_RIVAL and not rival_is_safe(b):
        options.extend([first + 3, first + 4, first + 5])
    return options
