"""Work out the amounts and conditions of programs, attack strength included."""

from __future__ import annotations

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.finding import is_in_row
from warband.games.pixel_tactics.programs.traits import strength
from warband.games.pixel_tactics.programs.values import compare, measure_of, scaled, value, whose_slot
from warband.games.pixel_tactics.rules.board import Board, Frame, ceasefire, find, is_lethal
from warband.games.pixel_tactics.rules.figures import FLANK, MELEE, REAR, VANGUARD
from warband.kernel.notation import NONE


def amount(b: Board, f: Frame, number: int, slot: int) -> int:
    """Return the amount of a row for the card in a slot it is done to, NONE where it is done to no card."""
    if number < codes.VALUE:
        return number
    measure = measure_of(number)
    if codes.STRENGTH_OF <= measure < codes.PLAIN_NUMBER:
        place = whose_slot(b, f, measure - codes.STRENGTH_OF, slot)
        standing = place != NONE and b.card[place] != NONE
        return scaled(number, strength(b, place, MELEE, NONE) if standing else 0)
    return value(b, f, number, slot)


def once_key(program: int, seat: int, condition: int) -> int:
    """Return by what it is remembered that a program was used, for a turn, a round or a fight (ONC-1)."""
    return (program * 2 + seat) * 4 + condition - codes.ONCE


def is_once(condition: int) -> bool:
    """Return whether a condition holds once a turn, a round or a fight."""
    return codes.ONCE <= condition < codes.ONCE + 3


def holds(b: Board, f: Frame, row: list[int]) -> bool:
    """Return whether the condition of a row holds; for an order played, the target of the frame is its number."""
    condition = row[1]
    if condition >= codes.NOT:
        return not _holds(b, f, row, condition - codes.NOT)
    return _holds(b, f, row, condition)


def _holds(b: Board, f: Frame, row: list[int], condition: int) -> bool:
    if condition == codes.NO_CEASEFIRE:
        return not ceasefire(b)
    if condition == codes.FIRST_ORDER:
        return f.target == 1
    if condition == codes.REAR_WAVE:
        return b.wave == REAR
    if condition == codes.COMPARED:
        return compare(amount(b, f, row[3], NONE), row[2], amount(b, f, row[4], NONE))
    if is_once(condition):
        return once_key(f.program, f.seat, condition) not in b.spent
    return _of_moment(b, f, condition) if condition < codes.THIS_IN_ROW else _of_cards(b, f, condition)


def _of_moment(b: Board, f: Frame, condition: int) -> bool:
    if condition == codes.VANGUARD_WAVE or condition == codes.FLANK_WAVE:
        return b.wave == (VANGUARD if condition == codes.VANGUARD_WAVE else FLANK)
    return (b.seat == f.seat) == (condition == codes.OWN_TURN)


def _of_cards(b: Board, f: Frame, condition: int) -> bool:
    if condition == codes.FIRST_IN_ROUND:
        return b.first == f.seat
    if condition < codes.IT_FELL:
        slot = find(b, f.me) if f.me != NONE else NONE
        return slot != NONE and is_in_row(b, slot, condition - codes.THIS_IN_ROW)
    for slot in f.marks:
        if not b.sides[slot // 9].alive >> slot % 9 & 1:
            return True
        if condition == codes.IT_IS_DOOMED and is_lethal(b, slot):
            return True
    return False
