"""Say who falls when the wave ends, as things stand: what the end of turn and wave brings is played out on a copy."""

from __future__ import annotations

from warband.games.pixel_tactics.programs.frames import FLOW
from warband.games.pixel_tactics.rules import board
from warband.games.pixel_tactics.rules.board import Board, is_hero, is_lethal
from warband.games.pixel_tactics.rules.figures import CELL_NAMES, CELLS, LEADER_CELL
from warband.games.pixel_tactics.rules.flow import AFTER_FALLS, is_routed
from warband.kernel.chance import Rng
from warband.kernel.events import Event
from warband.kernel.seats import CHANCE

MOST_STEPS = 8
FALLS = ("falls", "leader_falls")


def doomed_slots(b: Board) -> list[int]:
    """Return the slots whose hero or leader falls at the end of the wave if nobody does anything more."""
    if b.question != board.TURN:
        return lethal_slots(b)
    twin = b.copy()
    if not isinstance(twin, Board):
        raise TypeError("not a board of this game")
    events: list[Event] = []
    for _ in range(MOST_STEPS):
        if not _step(b, twin, events):
            break
    if is_same_wave(b, twin) and not is_checked(twin):
        return lethal_slots(b)
    return sorted({_slot(event) for event in events if event.kind in FALLS} | set(_marked_leaders(twin)))


def is_checked(b: Board) -> bool:
    """Return whether the casualties of the wave are known, though something is still asked about them."""
    return bool(b.stack) and b.stack[0].step == FLOW and b.stack[0].at >= AFTER_FALLS


def _marked_leaders(b: Board) -> list[int]:
    """Return the leaders that the check has marked and whose fall is not told yet."""
    marked = b.stack[0].amount if is_checked(b) else 0
    return [9 * seat + LEADER_CELL for seat in range(2) if marked >> seat & 1]


def _step(b: Board, twin: Board, events: list[Event]) -> bool:
    """Pass for whoever is on turn in the same wave; return whether that was possible."""
    if not is_same_wave(b, twin):
        return False
    if twin.question == board.PEEK:
        twin.apply(CHANCE, twin.sample(Rng(0)))
    elif twin.question == board.TURN:
        twin.apply(twin.asked, twin.rules.end_turn, events)
    else:
        return False
    return True


def is_same_wave(b: Board, twin: Board) -> bool:
    """Return whether a copy is still in the wave of the original."""
    return twin.question != board.OVER and (b.fight, b.round, b.wave) == (twin.fight, twin.round, twin.wave)


def _slot(event: Event) -> int:
    side, slot = event.open["side"], event.open["slot"]
    return 9 * int(str(side)) + CELL_NAMES.index(str(slot))


def lethal_slots(b: Board) -> list[int]:
    """Return the slots whose hero or leader has lethal damage now."""
    slots: list[int] = []
    for seat in range(2):
        for cell in CELLS[b.sides[seat].alive]:
            slot = 9 * seat + cell
            if is_lethal(b, slot) if is_hero(slot) else is_routed(b, seat):
                slots.append(slot)
    return slots
