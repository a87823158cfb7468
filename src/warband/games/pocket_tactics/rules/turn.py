"""Run turns: one move, assault or summon each; count what ends a match (TRN, WIN, DRW)."""

from __future__ import annotations

from typing import Final

from warband.games.pocket_tactics.rules import board
from warband.games.pocket_tactics.rules.assault import declare_assault, find_assaults
from warband.games.pocket_tactics.rules.board import Board, all_captured, slots_of
from warband.games.pocket_tactics.rules.figures import ASSAULTS
from warband.games.pocket_tactics.rules.hexes import TILES
from warband.games.pocket_tactics.rules.land import PLACES
from warband.games.pocket_tactics.rules.movement import declare_move, find_moves
from warband.games.pocket_tactics.rules.summon import find_summons
from warband.kernel.events import Event
from warband.kernel.notation import NONE
from warband.kernel.seats import NOBODY, ONGOING, Seat

QUIET_TURNS: Final = 60


def legal_turns(b: Board, seat: Seat) -> list[int]:
    """Return every move, assault and summon of a seat, and `pass`."""
    legal: list[int] = []
    for place in range(TILES):
        if b.sides[seat] >> place & 1:
            find_moves(b, seat, place, legal)
            find_assaults(b, seat, place, legal)
    find_summons(b, seat, legal)
    legal.append(b.rules.pass_)
    return legal


def begin_turns(b: Board, sink: list[Event] | None) -> None:
    """Begin the first turn."""
    b.seat = b.first
    b.turn = 1
    b.phase = board.TURN
    if sink is not None:
        sink.append(Event("turn", {"seat": b.seat, "turn": b.turn}))
    look_for_stuck(b, sink)


def take_turn(b: Board, action: int, sink: list[Event] | None) -> None:
    """Begin the action of a turn."""
    rules = b.rules
    if action == rules.pass_:
        b.passes += 1
        if sink is not None:
            sink.append(Event("pass", {"seat": b.seat}))
        end_turn(b, sink)
        return
    b.passes = 0
    if action < rules.move:
        b.chosen = slots_of(b, b.seat)[action - rules.summon]
        b.phase = board.SUMMON_AT
    elif action < rules.assault:
        declare_move(b, (action - rules.move) // PLACES, (action - rules.move) % PLACES, sink)
        go_on(b, sink)
    else:
        declare_assault(b, (action - rules.assault) // ASSAULTS, (action - rules.assault) % ASSAULTS, sink)
        go_on(b, sink)


def go_on(b: Board, sink: list[Event] | None) -> None:
    """End the turn once its action is done."""
    if b.phase == board.TURN:
        end_turn(b, sink)


def end_turn(b: Board, sink: list[Event] | None) -> None:
    """End the match if something ended it; otherwise the other seat takes its turn."""
    base_falls = b.manner != NONE and b.defender == NONE and b.fallen == [1, 0]
    seat = b.seat
    b.clear_action()
    b.quiet += 1
    if base_falls:
        finish(b, seat, "base", sink)
        return
    look_for_end(b, sink)
    if b.winner != ONGOING:
        return
    b.turn += 1
    b.seat = 1 - seat
    b.phase = board.TURN
    if sink is not None:
        sink.append(Event("turn", {"seat": b.seat, "turn": b.turn}))
    look_for_stuck(b, sink)


def look_for_end(b: Board, sink: list[Event] | None) -> None:
    """End the match when a force is captured, nobody acts or fights any more, or the last turn is over."""
    gone = [all_captured(b, 0), all_captured(b, 1)]
    if gone[0] or gone[1]:
        finish(b, NOBODY if gone[0] and gone[1] else (1 if gone[0] else 0), "force", sink)
    elif b.passes >= 2:
        finish(b, NOBODY, "passes", sink)
    elif b.quiet >= QUIET_TURNS:
        finish(b, NOBODY, "quiet", sink)
    elif b.turn >= b.rules.turns:
        finish(b, NOBODY, "turns", sink)


def look_for_stuck(b: Board, sink: list[Event] | None) -> None:
    """By an option, a seat that can neither act nor summon loses (DRW-05)."""
    if b.rules.stuck_loses and len(legal_turns(b, b.seat)) == 1:
        finish(b, 1 - b.seat, "stuck", sink)


def finish(b: Board, winner: int, why: str, sink: list[Event] | None) -> None:
    """End the match."""
    b.winner = winner
    b.why = why
    b.phase = board.OVER
    if sink is not None:
        sink.append(Event(f"end_{why}", {"seat": winner} if winner != NOBODY else {}))
