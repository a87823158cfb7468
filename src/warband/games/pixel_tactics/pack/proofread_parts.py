"""Proofread the parts of a program: each begins with what was so before it, and leaves nothing undone."""

from __future__ import annotations

from dataclasses import replace

from warband.games.pixel_tactics.pack.proofread_ops import Draft, Row
from warband.games.pixel_tactics.programs import codes
from warband.kernel.validation import Node

MOST_DEPTH = 4


def read_part(draft: Draft, row: Row, node: Node) -> None:
    """Begin, change or end a part; after its end whatever is done needs a choice of its own."""
    if draft.aside or draft.held or draft.searched:
        raise node.wrong("first deal with the cards that were drawn aside, taken or searched for")
    if row[0] in (codes.IF, codes.EITHER):
        if len(draft.parts) >= MOST_DEPTH:
            raise node.wrong(f"parts within parts go {MOST_DEPTH} deep at most")
        draft.parts = [*draft.parts, (row[0], replace(draft))]
        return
    before = draft.parts[-1][1]
    if draft.last[0] in (codes.EITHER, codes.OR, codes.OTHERWISE):
        raise node.wrong("this part is empty; say what happens in it")
    check_end(draft, node)
    if row[0] == codes.END:
        draft.parts = draft.parts[:-1]
        draft.chosen, draft.used = [], True
    else:
        draft.chosen, draft.used = before.chosen, before.used
        draft.ever_chose, draft.rolled, draft.shown = before.ever_chose, before.rolled, before.shown


def check_end(draft: Draft, node: Node) -> None:
    """Refuse a program, or a part of one, that leaves something undone."""
    if draft.chosen and not draft.used:
        raise node.wrong("nothing is done to what is chosen at the end")
    if draft.aside:
        raise node.wrong(f"{draft.aside} of the cards drawn aside are left; take them, or play the one")
    if draft.held:
        raise node.wrong("the card taken to 'none' must be discarded at the end")
