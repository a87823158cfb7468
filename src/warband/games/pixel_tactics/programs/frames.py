"""Name the rule steps that may be in progress, and put them on the stack."""

from __future__ import annotations

from typing import Final

from warband.games.pixel_tactics.rules.board import Board, Frame
from warband.kernel.notation import NONE
from warband.kernel.seats import Seat

SET_UP: Final = 0
FLOW: Final = 1
PROGRAM: Final = 2
ATTACK: Final = 3
DEAL: Final = 4
REACT: Final = 5
PLAY: Final = 6
DRAW: Final = 7
LOSE: Final = 8
ACT: Final = 9
TRAP: Final = 10
STEP_NAMES: Final = ["set_up", "flow", "program", "attack", "deal", "react", "play", "draw", "lose", "act", "trap"]

# Whether a packet of damage is an attack's: its mode is APPLIED or one more than the attack's mode.
APPLIED: Final = 0

# Where drawn and lost cards go.
INTO_HAND: Final = 0
INTO_ASIDE: Final = 1
INTO_SIGHT: Final = 2
INTO_DISCARD: Final = 3
LOST_TO_DISCARD: Final = 0
LOST_TO_FRAME: Final = 1

# Where the card of an order lay that is played.
FROM_HAND: Final = 0
FROM_ASIDE: Final = 1

# Where the frame of an attack or an order (its `index`) says that a trap was asked about, or stopped it.
WAS_ASKED: Final = 1
PREVENTED: Final = 2


def push_program(b: Board, program: int, seat: Seat, me: int, other: int, chain: int) -> None:
    """Begin a card program for a seat: `me` is the hero or leader it belongs to, NONE for an order."""
    frame = Frame(PROGRAM, seat, me)
    frame.program = program
    frame.target = other
    frame.chain = chain
    b.stack.append(frame)


def push_attack(b: Board, seat: Seat, me: int, mode: int, target: int, heroes_only: bool) -> None:
    """Begin an attack; without a target whoever chooses is asked for one."""
    frame = Frame(ATTACK, seat, me)
    frame.mode = mode
    frame.target = target
    frame.amount = 1 if heroes_only else 0
    b.stack.append(frame)


def push_deal(b: Board, seat: Seat, me: int, target: int, amount: int, mode: int) -> None:
    """Begin a packet of damage from a card of a seat (NONE for an order) to a card."""
    frame = Frame(DEAL, seat, me)
    frame.target = target
    frame.amount = amount
    frame.mode = mode
    b.stack.append(frame)


def push_react(b: Board, seat: Seat) -> None:
    """Begin the reactions that wait, those of a seat first, unless reactions are already being worked off."""
    if not b.pending:
        return
    for frame in b.stack:
        if frame.step == REACT:
            return
    b.stack.append(Frame(REACT, seat, NONE))
    b.reactions = 0


def push_play(b: Board, seat: Seat, card: int, source: int, chain: int) -> None:
    """Begin an order played by a seat; the card is in no zone until it is done (ACT-10)."""
    frame = Frame(PLAY, seat, NONE)
    frame.card = card
    frame.mode = source
    frame.chain = chain
    b.stack.append(frame)


def push_draw(b: Board, seat: Seat, count: int, where: int) -> None:
    """Begin drawing cards from a seat's deck."""
    frame = Frame(DRAW, seat, NONE)
    frame.amount = count
    frame.mode = where
    b.stack.append(frame)


def push_lose(b: Board, seat: Seat, count: int, where: int) -> None:
    """Begin taking random cards from a seat's hand."""
    frame = Frame(LOSE, seat, NONE)
    frame.amount = count
    frame.mode = where
    b.stack.append(frame)


def push_act(b: Board, seat: Seat, me: int, may: bool, or_power: bool) -> None:
    """Begin an act given to a hero: it attacks, or uses its power where that counts."""
    frame = Frame(ACT, seat, me)
    frame.mode = 1 if may else 0
    frame.amount = 1 if or_power else 0
    b.stack.append(frame)


# ---- who asks ----


def asking_row(b: Board) -> list[int] | None:
    """Return the row of the program that asks now, or None if a rule step or the turn does."""
    frame = asking_frame(b)
    if frame is None or frame.step != PROGRAM:
        return None
    rows = b.rules.programs[frame.program]
    return rows[frame.at] if frame.at < len(rows) else None


def asking_frame(b: Board) -> Frame | None:
    """Return the frame that asks now, or None between actions."""
    return b.stack[len(b.stack) - 1] if b.stack else None
