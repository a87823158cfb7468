"""Proofread the programs of a card: refuse one that could not be carried out, or that would do nothing."""

from __future__ import annotations

from warband.games.pixel_tactics.pack.phrases import speaks_of_this
from warband.games.pixel_tactics.pack.proofread_ops import (
    CHECKS,
    KINDS,
    NAMES,
    ONES,
    REMAINS,
    Draft,
    Row,
    chosen_query,
    is_worded,
    query_of,
)
from warband.games.pixel_tactics.pack.proofread_parts import check_end, read_part
from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.amounts import is_once
from warband.games.pixel_tactics.programs.choosing import is_choice, opens_part
from warband.kernel.notation import NONE
from warband.kernel.validation import Node

MOST_ROWS = 20
BODIES = codes.Q_HEROES | codes.Q_LEADER
KIND_WORDS = {
    codes.Q_HEROES: "heroes",
    codes.Q_LEADER: "leader",
    codes.Q_CORPSES: "corpses",
    codes.Q_EMPTY: "empty slots",
}
# What the things must be that an op is done to, and whose.
WORKS_ON = {
    codes.DEAL: BODIES,
    codes.HEAL: BODIES,
    codes.STRENGTHEN: BODIES,
    codes.ATTACK: BODIES,
    codes.GATHER: BODIES,
    codes.TRANSFER: BODIES,
    codes.DEFEAT: codes.Q_HEROES,
    codes.COPY: codes.Q_HEROES,
    codes.RETURN: REMAINS,
    codes.SWAP: REMAINS,
    codes.TRADE_PLACES: REMAINS,
    codes.REARRANGE: REMAINS,
    codes.CLEAR: codes.Q_CORPSES,
    codes.REVIVE: codes.Q_CORPSES,
    codes.RECRUIT: codes.Q_EMPTY,
    codes.GIVE: BODIES,
    codes.CLEANSE: BODIES,
    codes.EXILE: REMAINS,
    codes.CROWN: codes.Q_HEROES,
    codes.RELOCATE: codes.Q_HEROES,
    codes.CAPTURE: codes.Q_CORPSES,
}
OWN_ONLY = (codes.ATTACK, codes.TRADE_PLACES, codes.RECRUIT, codes.CROWN)
ONE_UNIT = (codes.SWAP, codes.REARRANGE)
# After these the chosen cards are still chosen; all other ops must follow their choice at once, and end it.
GENTLE = (codes.DEAL, codes.HEAL, codes.STRENGTHEN, codes.GIVE, codes.CLEANSE)
PATIENT = (*GENTLE, codes.DEFEAT, codes.RETURN, codes.CLEAR, codes.ATTACK, codes.EXILE)
# These lead through a program and leave what is chosen alone.
LEADING = (codes.IF, codes.OTHERWISE, codes.EITHER, codes.OR, codes.END, codes.ROLL, codes.PREVENT)
FALLS = ("when_this_falls", "when_own_hero_falls", "when_rival_hero_falls", "trap: own hero fell")
SPLITS = (codes.SPLIT, codes.SPLIT_UP_TO)
# Ops that ask for something only some triggers know, or for a hero that an order does not have.
ONLY_IN = {
    codes.MARK_ATTACKER: ("when_attacked", "when_unit_attacked_in_melee", "when_this_is_hit"),
    codes.MARK_VICTIM: ("when_this_attacks",),
    codes.MARK_FALLEN: FALLS,
    codes.MARK_CULPRIT: (
        "trap: rival would attack",
        "trap: rival would use a power",
        "trap: rival attacked",
        "trap: rival recruited",
    ),
    codes.PREVENT: ("trap: rival would attack", "trap: rival would order", "trap: rival would use a power"),
    codes.STRIKE: ("when_own_hero_falls",),
}
NOT_IN_ORDERS = (codes.MARK_SELF, codes.GATHER, codes.TRADE_PLACES)
NOT_FOR_LEADERS = (codes.TRADE_PLACES, codes.COPY)
# Which number of a row lies between which bounds.
BOUNDS = {
    codes.SEVERAL: (1, 1, 16),
    codes.SPLIT: (1, 1, 30),
    codes.SPLIT_UP_TO: (1, 1, 30),
    codes.DEAL: (1, 1, 99),
    codes.HEAL: (1, 1, 99),
    codes.STRENGTHEN: (1, 1, 20),
    codes.DRAW: (1, 1, 10),
    codes.TAKE: (3, 0, 10),
    codes.REFRESH: (1, 0, 10),
    codes.LEVEL_UP: (1, 1, 5),
    codes.ROLL: (1, 2, 20),
    codes.MILL: (2, 1, 10),
}
SEARCHED = "a deck that was searched is shuffled at once: where the card lay is nobody's business"


def proofread(program: list[Row], role: str, place: str, node: Node) -> None:
    """Refuse a program of a role that could not be carried out; its place is power, effect or a trigger."""
    if len(program) > MOST_ROWS:
        raise node.wrong(f"{len(program)} rows; a program has {MOST_ROWS} at most")
    if role == "order" and place == "when_attacked":
        raise node.wrong("an order is never attacked; when_unit_attacked_in_melee speaks of its unit")
    if role == "order" and place.startswith("when_this_"):
        raise node.wrong("an order does not stand on the table; this trigger is for a hero or a leader")
    if role == "leader" and place in ("when_this_falls", "when_this_enters"):
        raise node.wrong("a leader does not enter, and when it falls the fight is over; this trigger is for a hero")
    draft = Draft(role, place)
    for row, item in zip(program, node.items(), strict=True):
        _read(draft, row, item)
    _finish(draft, node)


def _read(draft: Draft, row: Row, node: Node) -> None:
    _check_place(draft, row, node)
    _check_number(row, node)
    if not is_choice(row[0]) or row[0] in (codes.SEVERAL, codes.SPLIT, codes.SPLIT_UP_TO):
        _check_words(draft, row, node)
    _check_hands(draft, row, node)
    if is_choice(row[0]):
        _read_choice(draft, row, node)
    elif row[0] in (codes.EITHER, codes.OR, codes.OTHERWISE, codes.END) or opens_part(row):
        _check_words(draft, row, node)
        read_part(draft, row, node)
    else:
        _check_choice(draft, row, node)
        if row[0] in CHECKS:
            CHECKS[row[0]](draft, row, node)
        _spend(draft, row[0])
    draft.last = row


def _finish(draft: Draft, node: Node) -> None:
    check_end(draft, node)
    if draft.searched:
        raise node.wrong(SEARCHED)


def _spend(draft: Draft, op: int) -> None:
    if op in LEADING:
        return
    draft.used = True
    if op not in GENTLE or (draft.chosen and draft.chosen[-1][0] in SPLITS):
        draft.chosen = []


# ---- what a row may be, whatever stands around it ----


def _check_place(draft: Draft, row: Row, node: Node) -> None:
    op = row[0]
    if op in ONLY_IN and draft.place not in ONLY_IN[op]:
        raise node.wrong(f"{NAMES[op]!r} belongs in {' or '.join(ONLY_IN[op])}")
    if draft.role == "order" and (op in NOT_IN_ORDERS or (op == codes.REVIVE and row[1])):
        raise node.wrong(f"{NAMES[op]!r} needs the hero or leader that says it; an order has none")
    if draft.role == "leader" and op in NOT_FOR_LEADERS:
        raise node.wrong(f"{NAMES[op]!r} is for heroes; a leader stays where it is and has no power")
    if op == codes.IF and row[1] == codes.FIRST_ORDER and draft.place != "when_order_played":
        raise node.wrong("'first order' belongs in when_order_played")


def _check_number(row: Row, node: Node) -> None:
    op = row[0]
    if op == codes.ACTIONS:
        _check_actions(row, node)
    if op not in BOUNDS or is_worded(node):
        return
    place, low, high = BOUNDS[op]
    if row[place] >= codes.VALUE:
        _check_value(row, node)
        return
    if not low <= row[place] <= high:
        raise node.wrong(f"{NAMES[op]!r} takes a number from {low} to {high}, not {row[place]}")


def _check_value(row: Row, node: Node) -> None:
    """Check that the number of a row may depend on the table."""
    if row[0] in (codes.TAKE, codes.ROLL, codes.REFRESH):
        raise node.wrong(f"{NAMES[row[0]]!r} takes a plain number")


def _check_words(draft: Draft, row: Row, node: Node) -> None:
    """Check that what a row counts or compares is known where it stands."""
    words = " ".join(str(item.value) for item in node.items()[1:])
    if draft.role == "order" and speaks_of_this(words):
        raise node.wrong("an order stands nowhere: 'this', 'other' and 'beside' speak of a hero or leader")
    if "the roll" in words and not draft.rolled:
        raise node.wrong('nothing was rolled before; add ["roll", 6]')
    if row[0] == codes.IF and row[1] % codes.NOT in (codes.IT_FELL, codes.IT_IS_DOOMED) and not draft.ever_chose:
        raise node.wrong("'it' is what was chosen before, and nothing was")
    if row[0] == codes.IF and is_once(row[1]) and draft.last[0] != NONE:
        raise node.wrong("'once' stands first in its program, so that everybody sees whether it can still be used")
    if row[0] == codes.IF and is_once(row[1] - codes.NOT):
        raise node.wrong("'once' is not turned round")


def _check_actions(row: Row, node: Node) -> None:
    low, high = (1, 5) if row[1] == 0 else (-5, -1)
    if not low <= row[2] <= high or (row[1] == 1 and row[3]):
        raise node.wrong(
            "'actions' gives oneself 1 to 5 (of any kind, or for orders), and the rival -5 to -1 of any kind"
        )


def _check_hands(draft: Draft, row: Row, node: Node) -> None:
    """Check that cards in no zone, or aside, are dealt with before anything else happens."""
    if draft.held and row[0] not in (codes.CARRY_OUT, codes.DISCARD):
        raise node.wrong("carry out or discard the card that was taken to 'none' first")
    if draft.searched and row[0] != codes.SHUFFLE:
        raise node.wrong(SEARCHED)
    from_aside = row[0] in (codes.TAKE, codes.PLAY) and row[1] == codes.ASIDE
    if from_aside != (draft.aside > 0):
        raise node.wrong("cards are drawn aside and taken from there, all of them, at once")
    draft.shown = draft.shown and row[0] == codes.CARRY_OUT


# ---- choosing ----


def _read_choice(draft: Draft, row: Row, node: Node) -> None:
    """Take in a choice: the first after an effect begins afresh, choices in a row add up."""
    if draft.used or not is_choice(draft.last[0]):
        draft.chosen = []
    if draft.chosen:
        before = [earlier[0] for earlier in draft.chosen]
        joins = row[0] == codes.CHOOSE or (row[0] in SPLITS and len(before) == 1)
        if not joins or any(op not in ONES for op in before):
            raise node.wrong("only 'choose' and a split may follow a choice of one card; say what is done first")
    _check_query(draft, query_of(draft, row), node)
    draft.chosen = [*draft.chosen, row]
    draft.used = False
    draft.ever_chose = True


def _check_query(draft: Draft, query: int, node: Node) -> None:
    kinds = query & KINDS
    if draft.role == "order" and query & (codes.Q_OTHER | codes.Q_THIS_ROW | codes.Q_THIS_COLUMN | codes.Q_BESIDE):
        raise node.wrong("'other' and 'of this row' are seen from a hero or leader; an order stands nowhere")
    standing = codes.Q_DAMAGED | codes.Q_MELEE | codes.Q_CAN_MELEE | codes.Q_CAN_SHOOT | codes.Q_STATUSES
    if query & standing and kinds & ~BODIES:
        raise node.wrong("only heroes and leaders are damaged, in melee or able to attack")
    if query & codes.Q_POWER and kinds != codes.Q_HEROES:
        raise node.wrong("only heroes are 'with power'")


# ---- doing something to what is chosen ----


def _check_choice(draft: Draft, row: Row, node: Node) -> None:
    """Check that what an op works on was chosen before it, and is of the right kind."""
    op = row[0]
    if op == codes.CAPTURE and draft.place == "when_rival_hero_falls" and not draft.chosen:
        return
    if op == codes.CAPTURE and not draft.chosen:
        raise node.wrong("'capture' belongs in when_rival_hero_falls, or follows a choice of one corpse")
    if op not in WORKS_ON:
        if draft.chosen and not draft.used and op not in LEADING:
            raise node.wrong("nothing is done to what is chosen before it")
        return
    if not draft.chosen or (draft.used and op not in PATIENT):
        raise node.wrong(f"{NAMES[op]!r} follows a choice of what it is done to")
    query = chosen_query(draft)
    if query & KINDS & ~WORKS_ON[op]:
        raise node.wrong(f"{NAMES[op]!r} is done to {_kinds(WORKS_ON[op])}, and {_kinds(query)} may be chosen")
    if op in OWN_ONLY and query & codes.Q_RIVAL:
        raise node.wrong(f"{NAMES[op]!r} is for one's own unit; say 'own' in the choice")
    if op in ONE_UNIT and query & codes.Q_OWN and query & codes.Q_RIVAL and not _is_line_of_one(draft):
        raise node.wrong(f"{NAMES[op]!r} works within one unit; say 'own' or 'rival' in the choice")
    _check_points(draft, row, node)


def _kinds(query: int) -> str:
    return " and ".join(word for kind, word in KIND_WORDS.items() if query & kind)


def _is_line_of_one(draft: Draft) -> bool:
    row = draft.chosen[-1]
    return row[0] in (codes.ROW, codes.COLUMN) and row[2] == 1


def _check_points(draft: Draft, row: Row, node: Node) -> None:
    """Check that points that were split go to an op that counts them, and that such an op has some."""
    points = draft.chosen[-1][0] in SPLITS
    counted = row[0] in (codes.DEAL, codes.HEAL) and row[1] == codes.BY_SPLIT and is_worded(node)
    takes_points = counted or row[0] == codes.GATHER or (row[0] == codes.TRANSFER and row[1] == 0)
    if points and not takes_points:
        raise node.wrong(f"after a split comes deal split, heal split, gather or transfer, not {NAMES[row[0]]!r}")
    if takes_points and not points:
        raise node.wrong(f"{NAMES[row[0]]!r} moves or gives points; choose them with a split")
    alone = len(draft.chosen) == 1
    if points and alone == (row[0] == codes.TRANSFER):
        raise node.wrong("choose a hero, then split: that is for 'transfer' only, and transfer needs both")
