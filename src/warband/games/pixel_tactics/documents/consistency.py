"""Refuse an inconsistent position: one that the rules never reach, or where they would ask another question."""

from __future__ import annotations

from warband.games.pixel_tactics.documents.view import open_table
from warband.games.pixel_tactics.programs import frames
from warband.games.pixel_tactics.rules import board
from warband.games.pixel_tactics.rules.board import Board
from warband.games.pixel_tactics.rules.figures import LEADER_CELL, MOST_REACTIONS
from warband.games.pixel_tactics.rules.flow import goal
from warband.games.pixel_tactics.rules.machine import run
from warband.games.pixel_tactics.rules.setup import LOTS
from warband.kernel.notation import NONE
from warband.kernel.validation import Node


def check_consistency(b: Board, node: Node) -> None:
    """Refuse a position that the rules never reach."""
    leaders = [side.leads != NONE for side in b.sides]
    if b.round == 0:
        _check_set_up(b, node, leaders)
    elif not all(leaders):
        raise node.wrong("seats: both units need a leader from round 1 on (SET-5)")
    elif NONE in (b.first, b.opener, b.seat):
        raise node.wrong("first: from round 1 on there is a first player (SET-8)")
    else:
        _check_turn(b, node)
    _check_series(b, node)


def _check_set_up(b: Board, node: Node, leaders: list[bool]) -> None:
    bare = [side.alive & ~(1 << LEADER_CELL) | side.corpses for side in b.sides]
    if any(bare) or leaders[0] != leaders[1] or b.first != NONE or b.seat != NONE:
        raise node.wrong("round: before round 1 nobody stands in a unit but the two leaders, and nobody is first")
    if any(side.orders or side.discard for side in b.sides) or b.actions or b.order_actions or b.pending:
        raise node.wrong("round: nothing is played or discarded before round 1")
    if not b.stack or b.stack[0].step != frames.SET_UP:
        raise node.wrong("stack: before round 1 the set-up is in progress")
    if leaders[0] != (b.stack[0].at == LOTS):
        raise node.wrong("stack: leaders stand from their reveal on (SET-5)")


def _check_turn(b: Board, node: Node) -> None:
    if any(side.choice != NONE for side in b.sides):
        raise node.wrong("seats: leaders are chosen before round 1")
    if b.stack and b.stack[0].step == frames.SET_UP:
        raise node.wrong("stack: the set-up is over in round 1")
    if b.opener != (b.first if b.round % 2 == 1 else 1 - b.first):
        raise node.wrong("first: the first player changes after every round (FLW-4)")
    if b.reactions > MOST_REACTIONS:
        raise node.wrong(f"reactions: at most {MOST_REACTIONS} (REA-2)")


def _check_series(b: Board, node: Node) -> None:
    won = [side.trophies >= goal(b) for side in b.sides]
    over = b.question == board.OVER
    if any(won) and not over:
        raise node.wrong("trophies: the match is over with so many (NXT-1)")
    if b.fight == 1 and not over and any(side.trophies or side.gone for side in b.sides):
        raise node.wrong("trophies: there are none before the first fight is over (TRO-1)")
    if over and (b.stack or b.pending):
        raise node.wrong("winner: nothing is in progress when the match is over")


def go_on(b: Board, node: Node) -> None:
    """Run the rules to their question; refuse a position in which they would not have stopped."""
    if b.question == board.OVER:
        return
    before = open_table(b)
    try:
        run(b, NONE, None)
    except (IndexError, ValueError, TypeError, OverflowError, ZeroDivisionError):
        raise node.wrong("stack: the rules cannot go on from here") from None
    after = open_table(b)
    for name in before:
        if name not in ("question", "asked") and before[name] != after[name]:
            raise node.wrong(f"stack: nobody is asked anything here; the rules go on by themselves ({name} changes)")
    fields = node.fields()
    if "question" in fields and fields["question"].value != after["question"]:
        raise fields["question"].wrong(f"the rules ask {after['question']} here")
