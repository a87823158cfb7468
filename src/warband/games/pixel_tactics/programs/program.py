"""Run the program of a card row by row; a row finishes, asks one question, or hands over to one rule step."""

from __future__ import annotations

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.card_ops import card_row
from warband.games.pixel_tactics.programs.choosing import choose_row, is_choice
from warband.games.pixel_tactics.programs.effects import effect_row
from warband.games.pixel_tactics.programs.frames import PLAY, push_react
from warband.games.pixel_tactics.programs.further_ops import further_row
from warband.games.pixel_tactics.rules.board import Board, Frame, standing
from warband.games.pixel_tactics.rules.damage import defeat, heal, settle_fallen
from warband.games.pixel_tactics.rules.reactions import (
    AVENGE_ON,
    TRAP_ASKED,
    ask_order,
    begin_reaction,
    drop_impossible,
    next_seat,
    places_of,
    take_reaction,
    too_many,
)
from warband.games.pixel_tactics.rules.traps import offer_trap
from warband.kernel.events import Event
from warband.kernel.notation import NONE


def resume_program(b: Board, f: Frame, answer: int, sink: list[Event] | None) -> None:
    """Go on with a program; when it is done, let reactions happen (REA-1)."""
    rows = b.rules.programs[f.program]
    while f.at < len(rows):
        if not _run(b, f, rows[f.at], answer, sink):
            return
        answer = NONE
        f.index = 0
        f.at += 1
    b.stack.pop()
    if not b.stack or b.stack[len(b.stack) - 1].step != PLAY:
        push_react(b, b.seat)


def _run(b: Board, f: Frame, row: list[int], answer: int, sink: list[Event] | None) -> bool:
    op = row[0]
    if is_choice(op):
        return choose_row(b, f, row, answer)
    if op <= codes.STRIKE:
        return effect_row(b, f, row, answer, sink)
    if op <= codes.IF:
        return card_row(b, f, row, answer, sink)
    return further_row(b, f, row, answer, sink)


def resume_react(b: Board, f: Frame, answer: int, sink: list[Event] | None) -> None:
    """Go on with the reactions that wait, one at a time, batch by batch."""
    drop_impossible(b, f)
    if f.amount == 0:
        if not b.pending:
            b.stack.pop()
            b.reactions = 0
            settle_fallen(b)
        return
    seat = next_seat(b, f)
    place = ask_order(b, seat, places_of(b, f, seat), answer)
    if place == NONE:
        return
    entry = take_reaction(b, place)
    f.amount -= 1
    if too_many(b, f):
        return
    if entry[1] >= 0:
        begin_reaction(b, entry)
    elif entry[1] == TRAP_ASKED:
        offer_trap(b, entry[2], entry[0] - codes.TRIGGERS, entry[4])
    elif entry[1] == AVENGE_ON:
        defeat(b, standing(b, entry[4]), sink)
    else:
        heal(b, standing(b, entry[3]), entry[4], sink)
