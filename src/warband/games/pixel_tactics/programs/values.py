"""Work out amounts that depend on the table: so many for each, half of, at most (VAL-1)."""

from __future__ import annotations

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.finding import count_found
from warband.games.pixel_tactics.rules.board import Board, Frame, count_bits, deck_size, find, hand_size, life_of
from warband.games.pixel_tactics.rules.figures import LEADER_CELL
from warband.kernel.notation import NONE


def scaled(number: int, total: int) -> int:
    """Return an amount from what was counted for it: so often, half of it rounded down, never more than it says."""
    total = max(0, total) * (number >> codes.V_TIMES & 127)
    if number & codes.V_HALF:
        total //= 2
    most = number >> codes.V_MOST & 127
    return most if most and total > most else total


def measure_of(number: int) -> int:
    """Return what an amount that depends counts."""
    return number >> codes.V_MEASURE & 127


def value(b: Board, f: Frame, number: int, slot: int) -> int:
    """Return an amount for a frame and the card it is done to; attack strength is known to amounts.py alone."""
    if number < codes.VALUE:
        return number
    return scaled(number, _measured(b, f, measure_of(number), number & (1 << codes.Q_BITS) - 1, slot))


def _measured(b: Board, f: Frame, measure: int, query: int, slot: int) -> int:
    if measure == codes.COUNTED:
        return count_found(b, f, query)
    if measure == codes.PLAIN_NUMBER:
        return query
    if measure == codes.ROUNDS:
        return b.round
    if measure == codes.THE_ROLL:
        return f.roll
    if measure == codes.THAT_MUCH:
        return f.done
    if measure < codes.ROUNDS:
        return _of_seat(b, f, measure)
    return _of_card(b, f, measure, slot)


def _of_seat(b: Board, f: Frame, measure: int) -> int:
    """Measure what a seat has: its own with the odd numbers, the rival's with the even ones."""
    side = b.sides[f.seat if measure % 2 == 1 else 1 - f.seat]
    if measure <= codes.CARDS_OF_HAND + 1:
        return hand_size(side)
    if measure <= codes.CARDS_OF_DECK + 1:
        return deck_size(side)
    return count_bits(side.discard) if measure <= codes.CARDS_OF_DISCARD + 1 else side.counters


def whose_slot(b: Board, f: Frame, whom: int, slot: int) -> int:
    """Return the slot of the card that a measure speaks of, or NONE."""
    if whom == codes.OF_THIS:
        return find(b, f.me) if f.me != NONE else NONE
    if whom == codes.OF_CHOSEN:
        return slot if slot != NONE else f.marks[0] if f.marks else NONE
    return 9 * (f.seat if whom == codes.OF_OWN_LEADER else 1 - f.seat) + LEADER_CELL


def _of_card(b: Board, f: Frame, measure: int, slot: int) -> int:
    if measure < codes.LIFE_LEFT_OF:
        place = whose_slot(b, f, measure - codes.DAMAGE_ON, slot)
        return b.damage[place] if place != NONE else 0
    if measure < codes.POISON_ON:
        place = whose_slot(b, f, measure - codes.LIFE_LEFT_OF, slot)
        return life_of(b, place) - b.damage[place] if place != NONE and b.card[place] != NONE else 0
    poison = measure < codes.MARKS_ON
    place = whose_slot(b, f, measure - (codes.POISON_ON if poison else codes.MARKS_ON), slot)
    if place == NONE:
        return 0
    return b.status[place] >> (codes.POISON if poison else codes.TALLY) & codes.MOST_STATUS


def compare(one: int, how: int, other: int) -> bool:
    """Return whether two numbers stand to each other as a card says."""
    if how == codes.AT_LEAST:
        return one >= other
    if how == codes.AT_MOST:
        return one <= other
    if how == codes.MORE_THAN:
        return one > other
    return one < other if how == codes.FEWER_THAN else one == other
