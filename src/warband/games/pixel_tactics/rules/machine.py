"""Run the rules until somebody is asked: the topmost frame goes on, or the turn does."""

from __future__ import annotations

from warband.games.pixel_tactics.programs import frames
from warband.games.pixel_tactics.programs.program import resume_program, resume_react
from warband.games.pixel_tactics.rules import board
from warband.games.pixel_tactics.rules.attack import resume_attack
from warband.games.pixel_tactics.rules.board import Board, Frame
from warband.games.pixel_tactics.rules.damage import resume_deal
from warband.games.pixel_tactics.rules.flow import advance, resume_flow
from warband.games.pixel_tactics.rules.orders import resume_play
from warband.games.pixel_tactics.rules.setup import resume_set_up
from warband.games.pixel_tactics.rules.traps import resume_trap
from warband.games.pixel_tactics.rules.turn import resume_act
from warband.games.pixel_tactics.rules.zones import resume_draw, resume_lose, wants_peek
from warband.kernel.events import Event
from warband.kernel.notation import NONE


def run(b: Board, answer: int, sink: list[Event] | None) -> None:
    """Give the answer to whoever asked and go on until the next question."""
    b.question = board.NOTHING
    b.asked = NONE
    while b.question == board.NOTHING:
        if b.stack:
            resume(b, b.stack[len(b.stack) - 1], answer, sink)
            answer = NONE
        else:
            advance(b)
    if (b.question == board.TURN or b.question == board.ANSWER) and wants_peek(b, b.asked):
        b.question = board.PEEK


def resume(b: Board, f: Frame, answer: int, sink: list[Event] | None) -> None:
    """Resume a frame where it stopped."""
    step = f.step
    if step == frames.PROGRAM:
        resume_program(b, f, answer, sink)
    elif step == frames.ATTACK:
        resume_attack(b, f, answer, sink)
    elif step == frames.DEAL:
        resume_deal(b, f, answer, sink)
    elif step == frames.FLOW:
        resume_flow(b, f, sink)
    elif step == frames.DRAW:
        resume_draw(b, f, answer, sink)
    elif step == frames.REACT:
        resume_react(b, f, answer, sink)
    elif step == frames.PLAY:
        resume_play(b, f, sink)
    elif step == frames.ACT:
        resume_act(b, f, answer, sink)
    elif step == frames.TRAP:
        resume_trap(b, f, answer, sink)
    elif step == frames.LOSE:
        resume_lose(b, f, answer, sink)
    else:
        resume_set_up(b, f, answer, sink)
