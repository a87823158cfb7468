"""Reactions: abilities that answer what happened, the active player's first, each side in the order it chooses."""

from __future__ import annotations

from typing import Final

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.amounts import holds
from warband.games.pixel_tactics.programs.frames import PROGRAM, push_program
from warband.games.pixel_tactics.rules.board import Board, Frame, ask, find, kind_of, role_index, standing
from warband.games.pixel_tactics.rules.figures import CELLS, LEADER_CELL, MOST_REACTIONS, ORDER
from warband.kernel.notation import NONE
from warband.kernel.seats import Seat

WIDTH: Final = 5
# A condition that decides about the rest of a program has a row of so many numbers.
PLAIN_WIDTH: Final = 5
# Reactions that are no program of a card.
HEAL_SELF: Final = -2
AVENGE_ON: Final = -3
TRAP_ASKED: Final = -4


def queue_trigger(b: Board, seat: Seat, trigger: int, other: int) -> bool:
    """Queue every ability of a seat that this triggers; return whether there is one."""
    table = b.rules.triggers[trigger]
    side = b.sides[seat]
    has_any = False
    for cell in CELLS[side.alive & b.rules.trigger_cells[trigger]]:
        slot = 9 * seat + cell
        program = table[role_index(b, slot)]
        if program != NONE and is_due(b, program, seat, b.card[slot], other):
            queue(b, trigger, program, seat, b.card[slot], other)
            has_any = True
    for place in range(0, len(side.orders), 2):
        program = table[ORDER * b.rules.kinds + side.orders[place]]
        if program != NONE and is_due(b, program, seat, NONE, other):
            queue(b, trigger, program, seat, seat * b.rules.kinds + side.orders[place], other)
            has_any = True
    return has_any


def is_due(b: Board, program: int, seat: Seat, card: int, other: int) -> bool:
    """Return whether the conditions hold with which a reaction begins; else it is not even asked about.

    A condition with an end of its own decides about a part of the program only.
    """
    rows = b.rules.programs[program]
    if rows[0][0] != codes.IF:
        return True
    f = Frame(PROGRAM, seat, card)
    f.program = program
    f.target = other
    for row in rows:
        if row[0] != codes.IF or len(row) > PLAIN_WIDTH:
            return True
        if not holds(b, f, row):
            return False
    return True


def queue_of(b: Board, slot: int, trigger: int, other: int) -> bool:
    """Queue the ability of the card in one slot, if this triggers it; return whether it does."""
    program = b.rules.triggers[trigger][role_index(b, slot)]
    if program == NONE or (trigger != codes.WHEN_ATTACKED and not is_due(b, program, slot // 9, b.card[slot], other)):
        return False
    queue(b, trigger, program, slot // 9, b.card[slot], other)
    return True


def queue_heal(b: Board, seat: Seat, card: int, amount: int) -> None:
    """Queue the healing of a card by as much as it dealt."""
    queue(b, codes.WHEN_ATTACKED, HEAL_SELF, seat, card, amount)


def queue_avenging(b: Board, seat: Seat, attacker: int) -> None:
    """Queue the fall of a hero that attacked a unit whose owner avenges attacks this wave."""
    queue(b, codes.WHEN_ATTACKED, AVENGE_ON, seat, NONE, attacker)


def queue(b: Board, trigger: int, program: int, seat: Seat, card: int, other: int) -> None:
    """Add a reaction to those that wait."""
    b.pending.append(trigger)
    b.pending.append(program)
    b.pending.append(seat)
    b.pending.append(card)
    b.pending.append(other)


# ---- working them off ----


def next_seat(b: Board, f: Frame) -> int:
    """Return whose reaction is next: that of the frame's seat as long as it has one (REA-2)."""
    return f.seat if places_of(b, f, f.seat) else 1 - f.seat


def places_of(b: Board, f: Frame, seat: Seat) -> list[int]:
    """Return where the reactions of a seat begin in the list of those that wait; new ones wait behind them."""
    return [place for place in range(0, f.amount * WIDTH, WIDTH) if b.pending[place + 2] == seat]


def needs_order(b: Board, places: list[int]) -> bool:
    """Return whether a seat has to say which of its reactions comes first: not when all just hit the attacker."""
    if len(places) < 2:
        return False
    for place in places:
        if not just_hits(b, b.pending[place + 1]):
            return True
    return False


def just_hits(b: Board, program: int) -> bool:
    """Return whether a reaction only deals damage to the attacker, or heals the one who reacts."""
    if program < 0:
        return program == HEAL_SELF
    rows = b.rules.programs[program]
    return len(rows) == 2 and rows[0][0] == codes.MARK_ATTACKER and rows[1][0] == codes.DEAL


def place_slot(b: Board, place: int) -> int:
    """Return the slot by which a reaction is chosen: of the fallen hero, or of the card that reacts."""
    trigger = b.pending[place]
    card = b.pending[place + 3]
    if trigger == codes.WHEN_OWN_FALLS or trigger == codes.WHEN_RIVAL_FALLS:
        card = b.pending[place + 4]
    slot = find(b, card) if card != NONE else NONE
    return slot if slot != NONE else 9 * b.pending[place + 2] + LEADER_CELL


def relative(b: Board, seat: Seat, slot: int) -> int:
    """Return the action by which a seat chooses a slot: own slots first, then the rival's."""
    return b.rules.choose + (slot % 9 if slot // 9 == seat else 9 + slot % 9)


def order_options(b: Board, seat: Seat, places: list[int]) -> list[int]:
    """Return the action by which a seat means each of its reactions: the slot, or where slots do not tell them apart
    (ongoing orders lie in none) the card that reacts.
    """
    slots = [relative(b, seat, place_slot(b, place)) for place in places]
    if len(set(slots)) == len(slots):
        return slots
    return [
        b.rules.take + kind_of(b, b.pending[place + 3]) if b.pending[place + 3] != NONE else slots[at]
        for at, place in enumerate(places)
    ]


def ask_order(b: Board, seat: Seat, places: list[int], answer: int) -> int:
    """Return the place of the reaction that comes next, or NONE after asking for it."""
    options = order_options(b, seat, places) if needs_order(b, places) else []
    if len(set(options)) < 2:
        return places[0]
    if answer == NONE:
        ask(b, seat, sorted(set(options)))
        return NONE
    return places[options.index(answer)] if answer in options else places[0]


def take_reaction(b: Board, place: int) -> list[int]:
    """Take a reaction out of those that wait."""
    reaction = b.pending[place : place + WIDTH]
    b.pending = b.pending[:place] + b.pending[place + WIDTH :]
    return reaction


def drop_impossible(b: Board, f: Frame) -> None:
    """Drop the reactions that cannot happen any more; when a batch is done, those that came meanwhile are next."""
    if f.amount == 0:
        f.amount = len(b.pending) // WIDTH
    place = 0
    while place < f.amount * WIDTH:
        if is_possible(b, b.pending[place : place + WIDTH]):
            place += WIDTH
        else:
            take_reaction(b, place)
            f.amount -= 1


def is_possible(b: Board, entry: list[int]) -> bool:
    """Return whether a reaction still happens: the card that reacts must stand; an order lies beside the board."""
    if entry[1] == AVENGE_ON:
        return standing(b, entry[4]) != NONE
    if entry[1] == TRAP_ASKED:
        return len(b.sides[entry[2]].traps) > 0
    if entry[0] == codes.THIS_FALLS:
        slot = find(b, entry[3])
        return slot != NONE and bool(b.sides[slot // 9].corpses >> slot % 9 & 1)
    if entry[0] == codes.WHEN_OWN_FALLS or entry[0] == codes.WHEN_RIVAL_FALLS:
        slot = find(b, entry[4])
        unit = entry[2] if entry[0] == codes.WHEN_OWN_FALLS else 1 - entry[2]
        if slot == NONE or slot // 9 != unit or not b.sides[unit].corpses >> slot % 9 & 1:
            return False
    return entry[3] == NONE or standing(b, entry[3]) != NONE or is_ongoing(b, entry[2], entry[3])


def is_ongoing(b: Board, seat: Seat, card: int) -> bool:
    """Return whether a card lies beside a unit as an ongoing order."""
    orders = b.sides[seat].orders
    for place in range(0, len(orders), 2):
        if seat * b.rules.kinds + orders[place] == card:
            return True
    return False


def begin_reaction(b: Board, entry: list[int]) -> None:
    """Begin the program of a reaction; an ongoing order has no hero of its own."""
    fell = entry[0] == codes.THIS_FALLS
    me = entry[3] if fell or (entry[3] != NONE and standing(b, entry[3]) != NONE) else NONE
    push_program(b, entry[1], entry[2], me, entry[4], 0)


def too_many(b: Board, f: Frame) -> bool:
    """Count a reaction; tell whether there were so many that the rest is dropped (REA-2)."""
    if b.reactions < MOST_REACTIONS:
        b.reactions += 1
        return False
    b.pending = []
    f.amount = 0
    return True
