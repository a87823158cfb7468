"""Set up a fight: draw, choose leaders in secret, reveal them, find the first player."""

from __future__ import annotations

from typing import Final

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.frames import INTO_HAND, push_draw
from warband.games.pixel_tactics.programs.traits import note_marks
from warband.games.pixel_tactics.rules import board
from warband.games.pixel_tactics.rules.board import ALL_KNOW, Board, Frame, bits_of, stand, tell
from warband.games.pixel_tactics.rules.figures import HAND_AT_START, LEADER, LEADER_CELL, MOST_REDRAWS
from warband.games.pixel_tactics.rules.flow import begin_round
from warband.games.pixel_tactics.rules.side import Side
from warband.games.pixel_tactics.rules.zones import leave_hand, open_hands
from warband.kernel.events import Event
from warband.kernel.notation import NONE
from warband.kernel.seats import Seat

DEAL_SECOND: Final = 1
CHOOSE: Final = 2
REDRAW: Final = 3
LOTS: Final = 4


def opening_hand(b: Board, seat: Seat) -> int:
    """Return how many cards a seat draws before it chooses a leader (SET-4, NXT-3)."""
    rival = b.sides[1 - seat].trophies
    if b.rules.edition.bonus_trailing and rival <= b.sides[seat].trophies:
        return HAND_AT_START
    return HAND_AT_START + rival


def resume_set_up(b: Board, f: Frame, answer: int, sink: list[Event] | None) -> None:
    """Go on with the set-up."""
    if f.at <= DEAL_SECOND:
        f.at += 1
        push_draw(b, f.at - 1, opening_hand(b, f.at - 1), INTO_HAND)
    elif f.at == CHOOSE:
        if NONE in (b.sides[0].choice, b.sides[1].choice):
            b.question = board.LEAD
        else:
            _reveal(b, f, sink)
    elif f.at == REDRAW:
        f.at = CHOOSE
        push_draw(b, 1, 1, INTO_HAND)
    elif answer == NONE and b.opener == NONE:
        b.question = board.FIRST
    else:
        _begin(b, answer, sink)


def _reveal(b: Board, f: Frame, sink: list[Event] | None) -> None:
    """Turn both leaders up; where the edition says so, twins go to the bottom and both choose again (SET-7)."""
    kinds = [side.choice for side in b.sides]
    for seat in range(2):
        if sink is not None:
            sink.append(Event("leader", {"seat": seat, "card": b.rules.ids[kinds[seat]]}, reveals=True))
    if kinds[0] == kinds[1] and b.rules.edition.same_leader_redraw and b.redraws < MOST_REDRAWS:
        _bury(b, f, kinds[0], sink)
        return
    for seat in range(2):
        _install(b, seat, kinds[seat])
    copy_leaders(b)
    open_hands(b, sink)
    f.at = LOTS


def _bury(b: Board, f: Frame, kind: int, sink: list[Event] | None) -> None:
    b.redraws += 1
    for side in b.sides:
        leave_hand(side, kind)
        side.bottom.append(kind << 2 | ALL_KNOW)
        side.choice = NONE
    if sink is not None:
        tell(sink, "same_leader", {"card": b.rules.ids[kind]})
    f.at = REDRAW
    push_draw(b, 0, 1, INTO_HAND)


def _install(b: Board, seat: Seat, kind: int) -> None:
    side = b.sides[seat]
    leave_hand(side, kind)
    side.choice = NONE
    stand(b, 9 * seat + LEADER_CELL, seat * b.rules.kinds + kind, 0)
    side.leads = kind


def copy_leaders(b: Board) -> None:
    """Give a leader that copies the other's power and figures; two such copy nothing."""
    kinds = [b.sides[seat].leads for seat in range(2)]
    for seat in range(2):
        if is_copier(b, kinds[seat]) and not is_copier(b, kinds[1 - seat]):
            b.sides[seat].leads = kinds[1 - seat]
    note_marks(b)


def is_copier(b: Board, kind: int) -> bool:
    """Return whether a leader takes over the enemy leader's power."""
    return bool(b.rules.marks[LEADER * b.rules.kinds + kind] & codes.COPIES_LEADER)


def _begin(b: Board, answer: int, sink: list[Event] | None) -> None:
    b.stack.pop()
    b.first = answer - b.rules.first if answer != NONE else b.opener
    b.opener = b.first
    if sink is not None:
        tell(sink, "first_player", {"seat": b.first})
    begin_round(b, sink)


def choose_leader(b: Board, seat: Seat, kind: int) -> None:
    """Keep a secret choice until both are made (SET-5)."""
    b.sides[seat].choice = kind


def leader_choices(side: Side) -> list[int]:
    """Return the kinds a seat may lead with."""
    return bits_of(side.hand)
