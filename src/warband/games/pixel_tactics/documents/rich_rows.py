"""Write what only some packs have into observations: statuses, traps, exile, dice; other rows stay as they are."""

from __future__ import annotations

from typing import Final

from warband.games.pixel_tactics.programs.frames import REACT, STEP_NAMES
from warband.games.pixel_tactics.programs.statuses import WORDS as STATUS_WORDS
from warband.games.pixel_tactics.programs.statuses import status_count
from warband.games.pixel_tactics.rules import board
from warband.games.pixel_tactics.rules.board import QUESTION_NAMES, Board, Frame
from warband.games.pixel_tactics.rules.figures import CELL_NAMES
from warband.kernel.encoding import MOST, Field, cell, one_hots
from warband.kernel.notation import NONE
from warband.kernel.seats import Seat

# What rows of every pack tell apart; what only some packs have is written as the nearest of these, or at the end.
QUESTIONS: Final = QUESTION_NAMES[:8]
STEPS: Final = STEP_NAMES[:10]
WHOSE: Final = ["own", "rival"]


def rich_layout(kinds: int) -> list[Field]:
    """Return the fields that only packs with statuses, traps, dice and the like have."""
    note = ", ".join(STATUS_WORDS)
    size = len(STATUS_WORDS)
    layout = [Field(f"{whose} {name} statuses", size, 0, MOST, note) for whose in WHOSE for name in CELL_NAMES]
    for whose in WHOSE:
        layout.append(Field(f"{whose} traps", kinds, 0, 1, "traps known to lie there", kinds))
        layout.append(Field(f"{whose} exiled", kinds, 0, 1, "cards out of the fight", kinds))
    layout.append(Field("rich figures", 4, 0, MOST, "own traps, rival traps, the die, what the last row did"))
    return layout


NO_FRAME: Final = Frame(0, 0, NONE)


def statuses_piece(status: int) -> bytes:
    """Return the piece of the statuses of a card."""
    return bytes([status_count(status, number) for number in range(len(STATUS_WORDS))])


def rich_figures(b: Board, seat: Seat) -> bytes:
    """Return the piece of how many traps lie there, and of the die and the deed of the step in progress."""
    top = b.stack[len(b.stack) - 1] if b.stack else NO_FRAME
    own, rival = b.sides[seat].traps, b.sides[1 - seat].traps
    return bytes([len(own), len(rival), cell(top.roll), cell(top.done)])


def questions() -> list[bytes]:
    """Return the pieces of all questions; a die is chance, as a card is."""
    pieces = one_hots(len(QUESTIONS))[1:]
    return [*pieces, pieces[board.CARD]]


def steps() -> list[bytes]:
    """Return the pieces of no step and of all steps; a trap is asked about as a reaction is."""
    pieces = one_hots(len(STEPS))
    return [*pieces, pieces[REACT + 1]]
