"""Run the rows that lead through a program: conditions, one of several parts, a die (BLK-1, DIE-1)."""

from __future__ import annotations

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.amounts import holds, is_once, once_key
from warband.games.pixel_tactics.programs.choosing import IF_WIDTH, stop
from warband.games.pixel_tactics.rules import board
from warband.games.pixel_tactics.rules.board import Board, Frame, ask, tell
from warband.kernel.events import Event
from warband.kernel.notation import NONE


def check_condition(b: Board, f: Frame, row: list[int]) -> bool:
    """Go on if a condition holds; else after its part of the program, or nowhere."""
    if holds(b, f, row):
        if is_once(row[1]):
            b.spent.append(once_key(f.program, f.seat, row[1]))
        return True
    if len(row) <= IF_WIDTH:
        return stop(b, f)
    f.at = row[IF_WIDTH]
    return True


def lead_row(b: Board, f: Frame, row: list[int], answer: int, sink: list[Event] | None) -> bool:
    """Run a row that leads on, picks a part or rolls a die."""
    op = row[0]
    if op == codes.OTHERWISE or op == codes.OR:
        f.at = row[1]
    elif op == codes.EITHER:
        return _pick(b, f, row, answer, sink)
    elif op == codes.ROLL:
        return _roll(b, f, answer, sink)
    return True


def _pick(b: Board, f: Frame, row: list[int], answer: int, sink: list[Event] | None) -> bool:
    """Ask which of several parts is carried out."""
    if answer == NONE:
        ask(b, f.seat, [b.rules.pick + number for number in range(row[1])])
        return False
    number = answer - b.rules.pick
    if sink is not None:
        tell(sink, "pick", {"seat": f.seat, "number": number + 1})
    f.at = row[2 + number]
    return True


def _roll(b: Board, f: Frame, answer: int, sink: list[Event] | None) -> bool:
    """Roll a die; what it shows is a ply of chance."""
    if answer == NONE:
        b.question = board.DIE
        return False
    f.roll = answer - b.rules.die + 1
    if sink is not None:
        sink.append(Event("roll", {"seat": f.seat, "number": f.roll}, reveals=True))
    return True


def sides_of_die(b: Board) -> int:
    """Return how many sides the die has that is rolled now."""
    f = b.stack[len(b.stack) - 1]
    return b.rules.programs[f.program][f.at][1]
