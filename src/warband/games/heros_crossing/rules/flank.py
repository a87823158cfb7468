"""Flank: move soldiers from the activated Front to other Fronts of one's own (FLK-1, FLK-2)."""

from __future__ import annotations

from warband.games.heros_crossing.rules.board import Board
from warband.games.heros_crossing.rules.figures import FRONT_NAMES, SOLDIER_NAMES
from warband.games.heros_crossing.rules.reasons import NO_SUCH_SOLDIER, SAME_FRONT, SOLDIER_ORDER
from warband.kernel.events import Event
from warband.kernel.reasons import LEGAL


def refuse_move(b: Board, soldier: int, to: int) -> int:
    """Return why a soldier cannot move: one must be there, out of the Front, in the order kind, then column."""
    if to == b.front:
        return SAME_FRONT
    if b.soldiers[12 * b.seat + 4 * b.front + soldier] == 0:
        return NO_SUCH_SOLDIER
    return LEGAL if 3 * soldier + to >= b.last else SOLDIER_ORDER


def legal_moves(b: Board) -> list[int]:
    """Return the moves of one soldier that may come next, as actions, and `done`."""
    legal: list[int] = []
    for soldier in range(4):
        for to in range(3):
            if refuse_move(b, soldier, to) == LEGAL:
                legal.append(b.rules.move + 3 * soldier + to)
    legal.append(b.rules.done)
    return legal


def move_soldier(b: Board, soldier: int, to: int, sink: list[Event] | None) -> None:
    """Move one soldier to another Front."""
    b.soldiers[12 * b.seat + 4 * b.front + soldier] -= 1
    b.soldiers[12 * b.seat + 4 * to + soldier] += 1
    b.last = 3 * soldier + to
    if sink is not None:
        data: dict[str, object] = {"seat": b.seat, "soldier": SOLDIER_NAMES[soldier]}
        sink.append(Event("move", {**data, "front": FRONT_NAMES[b.front], "target": FRONT_NAMES[to]}))
