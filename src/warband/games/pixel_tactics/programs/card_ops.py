"""Run the rows of a program that handle cards, orders, recruits and the turn."""

from __future__ import annotations

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.amounts import amount
from warband.games.pixel_tactics.programs.choosing import stop
from warband.games.pixel_tactics.programs.frames import INTO_HAND, push_act, push_draw, push_program
from warband.games.pixel_tactics.programs.parts import check_condition
from warband.games.pixel_tactics.programs.taking import take_row
from warband.games.pixel_tactics.rules.board import (
    CAPTURED,
    FRESH,
    STRUCK,
    UNHEALABLE,
    Board,
    Frame,
    ask,
    bits_of,
    ceasefire,
    find,
    hand_size,
    kind_of,
    owner_of,
    piece_data,
    rival_is_safe,
    role_index,
    stand,
    standing,
    tell,
    to_discard,
    vacate,
)
from warband.games.pixel_tactics.rules.damage import answer_slot, defeat
from warband.games.pixel_tactics.rules.figures import CELLS, HERO_CELLS
from warband.games.pixel_tactics.rules.orders import copied_program, play_row, show_row
from warband.games.pixel_tactics.rules.prices import note_cast
from warband.games.pixel_tactics.rules.reactions import relative
from warband.games.pixel_tactics.rules.recruiting import recruit, recruit_options
from warband.games.pixel_tactics.rules.zones import discard_from_hand, see_hand, shuffle
from warband.kernel.events import Event
from warband.kernel.notation import NONE


def card_row(b: Board, f: Frame, row: list[int], answer: int, sink: list[Event] | None) -> bool:
    """Run one row that handles cards or the turn; return whether it is finished."""
    op = row[0]
    if op == codes.DRAW:
        return _draw(b, f, amount(b, f, row[1], NONE), row[2])
    if op == codes.TAKE:
        return take_row(b, f, row, answer, sink)
    if op == codes.SHOW:
        return show_row(b, f, row[1], answer, sink)
    if op == codes.CARRY_OUT:
        return _carry_out(b, f)
    if op == codes.PLAY:
        return play_row(b, f, row[1], answer, sink)
    if op == codes.REFRESH:
        return _refresh(b, f, row[1], sink)
    if op == codes.COPY:
        return _copy(b, f, sink)
    if op == codes.RECRUIT:
        return _recruit(b, f, row, answer, sink)
    if op == codes.ACT:
        return _act(b, f, row)
    if op == codes.CAPTURE:
        return _capture(b, f, row[1] == 1, answer, sink)
    if op == codes.IF:
        return check_condition(b, f, row)
    return _simple(b, f, row, sink)


def _simple(b: Board, f: Frame, row: list[int], sink: list[Event] | None) -> bool:
    """Run a row that is finished at once."""
    op = row[0]
    if op == codes.LOOK:
        if not rival_is_safe(b):
            see_hand(b, 1 - f.seat, sink)
    elif op == codes.SHUFFLE:
        shuffle(b, f.seat, sink)
    elif op == codes.DISCARD:
        _discard(b, f, sink)
    elif op == codes.ACTIONS:
        _actions(b, f, row, sink)
    elif op == codes.AVENGE:
        _avenge(b, f, sink)
    elif op == codes.LEVEL_UP:
        b.sides[f.seat].counters += amount(b, f, row[1], NONE)
        if sink is not None:
            tell(sink, "counter", {"seat": f.seat, "count": b.sides[f.seat].counters})
    return True


# ---- cards ----


def _draw(b: Board, f: Frame, count: int, where: int) -> bool:
    if f.index == 1:
        return True
    f.index = 1
    push_draw(b, f.seat, count, where)
    return False


def _refresh(b: Board, f: Frame, more: int, sink: list[Event] | None) -> bool:
    """Discard the hand and draw as many and some more."""
    if f.index == 1:
        return True
    side = b.sides[f.seat]
    count = hand_size(side)
    for kind in bits_of(side.hand):
        discard_from_hand(b, f.seat, kind, sink)
    f.index = 1
    push_draw(b, f.seat, count + more, INTO_HAND)
    return False


def _discard(b: Board, f: Frame, sink: list[Event] | None) -> None:
    """Discard the card that the program took into no zone, or the hero it recruited, unless that has changed sides."""
    if f.card == NONE:
        return
    slot = find(b, f.card)
    if slot != NONE and slot // 9 == f.seat:
        if sink is not None:
            tell(sink, "dismiss", piece_data(b, slot))
        to_discard(b, vacate(b, slot))
    elif slot == NONE:
        if sink is not None:
            tell(sink, "discard", {"seat": owner_of(b, f.card), "card": b.rules.ids[kind_of(b, f.card)]})
        to_discard(b, f.card)
    f.card = NONE


def _carry_out(b: Board, f: Frame) -> bool:
    """Carry out the order of the shown card; it is not played (CPY-1), and an ongoing one does nothing (ONG-4)."""
    if f.index == 1 or f.card == NONE or f.chain >> f.card & 1:
        return True
    program = copied_program(b, f.card)
    f.index = 1
    if program == NONE:
        return True
    push_program(b, program, f.seat, NONE, NONE, f.chain | 1 << f.card)
    return False


def _copy(b: Board, f: Frame, sink: list[Event] | None) -> bool:
    """Use the power of the marked hero as one's own (SPL-5)."""
    if f.index == 1:
        return True
    slot = f.marks[0]
    f.index = 1
    note_cast(b, slot)
    if sink is not None:
        tell(sink, "copy", {**piece_data(b, slot), "seat": f.seat})
    push_program(b, b.rules.power[role_index(b, slot)], f.seat, f.me, NONE, f.chain | 1 << b.card[slot])
    return False


# ---- heroes ----


def _recruit(b: Board, f: Frame, row: list[int], answer: int, sink: list[Event] | None) -> bool:
    """Recruit into the marked slots: one hero, or as many as the player likes; from the discard pile too (ZON-2)."""
    many = row[1] == 1
    if answer == b.rules.done:
        return True
    if answer != NONE:
        slot = 9 * f.seat + (answer - b.rules.recruit) % 9
        f.card = f.seat * b.rules.kinds + (answer - b.rules.recruit) // 9
        recruit(b, slot, kind_of(b, f.card), sink)
        if not many:
            f.marks = [slot]
            return True
    side = b.sides[f.seat]
    options = recruit_options(b, side.discard if row[2] == 1 else side.hand, _empty_among(b, f))
    if not options:
        return True if many else stop(b, f)
    if many:
        options.append(b.rules.done)
    ask(b, f.seat, options)
    return False


def _empty_among(b: Board, f: Frame) -> int:
    cells = 0
    for slot in f.marks:
        if b.card[slot] == NONE:
            cells |= 1 << slot % 9
    return cells


def _act(b: Board, f: Frame, row: list[int]) -> bool:
    """Begin an attack of the recruited hero at once."""
    if f.index == 1:
        return True
    card = b.card[f.marks[0]] if f.marks else f.target
    f.index = 1
    slot = standing(b, card) if card != NONE else NONE
    if slot == NONE or slot // 9 != f.seat or ceasefire(b):
        return True
    push_act(b, f.seat, card, row[1] == 1, row[2] == 1)
    return False


def _avenge(b: Board, f: Frame, sink: list[Event] | None) -> None:
    """Defeat every hero that has attacked this unit in melee in this wave, or still does."""
    b.sides[f.seat].avenging = 1
    if sink is not None:
        tell(sink, "avenge", {"seat": f.seat})
    enemy = 1 - f.seat
    for cell in CELLS[b.sides[enemy].alive & HERO_CELLS]:
        if b.flags[9 * enemy + cell] & STRUCK and not rival_is_safe(b):
            defeat(b, 9 * enemy + cell, sink)


def _capture(b: Board, f: Frame, unhealable: bool, answer: int, sink: list[Event] | None) -> bool:
    """Stand the fallen hero, or the chosen corpse (ZON-4), up in one's own unit, if one likes (CAP-1)."""
    slot = f.marks[0] if f.marks else find(b, f.target)
    if answer == b.rules.done or slot == NONE or slot // 9 == f.seat or not b.sides[1 - f.seat].corpses >> slot % 9 & 1:
        return True
    if answer != NONE:
        place = answer_slot(b, f.seat, answer, NONE)
        card = vacate(b, slot)
        stand(b, place, card, FRESH | CAPTURED | (UNHEALABLE if unhealable else 0))
        if sink is not None:
            tell(sink, "capture", {**piece_data(b, place), "seat": f.seat})
        return True
    side = b.sides[f.seat]
    empty = [9 * f.seat + cell for cell in CELLS[HERO_CELLS & ~(side.alive | side.corpses)]]
    if not empty or rival_is_safe(b):
        return True
    ask(b, f.seat, [relative(b, f.seat, place) for place in empty] + [b.rules.done])
    return False


# ---- the turn ----


def _actions(b: Board, f: Frame, row: list[int], sink: list[Event] | None) -> None:
    """Give the player on turn more actions, or the rival fewer in the next turn (FLW-7)."""
    if row[1] == 1:
        if not rival_is_safe(b):
            b.sides[1 - f.seat].hindered -= row[2]
            if sink is not None:
                tell(sink, "hinder", {"seat": 1 - f.seat, "count": -row[2]})
    elif f.seat == b.seat and b.actions >= 0:
        if row[3] == 1:
            b.order_actions += row[2]
        else:
            b.actions += row[2]
        if sink is not None:
            tell(sink, "more_actions", {"seat": f.seat, "count": row[2]})
