"""Proofread op by op: what must have been chosen, drawn, shown or recruited before each of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from warband.games.pixel_tactics.pack.vocabulary import OPS
from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.statuses import FLAGS
from warband.kernel.notation import NONE
from warband.kernel.validation import Node

Row = list[int]

NAMES = {code: name for name, (code, _) in OPS.items()}
KINDS = codes.Q_HEROES | codes.Q_LEADER | codes.Q_CORPSES | codes.Q_EMPTY
REMAINS = codes.Q_HEROES | codes.Q_CORPSES
MARKING = (codes.MARK_FALLEN, codes.MARK_VICTIM, codes.MARK_CULPRIT)
ONES = (codes.CHOOSE, codes.MARK_SELF, codes.MARK_ATTACKER, *MARKING)
QUERY_AT = {codes.SEVERAL: 2, codes.SPLIT: 2, codes.SPLIT_UP_TO: 2}
TAKES = {
    codes.OWN_HAND: (codes.TO_DISCARD,),
    codes.RIVAL_HAND: (codes.TO_DISCARD,),
    codes.RANDOM_RIVAL_HAND: (codes.TO_DISCARD, codes.TO_NONE),
    codes.ASIDE: (codes.TO_HAND, codes.TO_TOP, codes.TO_DISCARD),
    codes.DECK: (codes.TO_HAND,),
    codes.NAMED_DECK: (codes.TO_HAND,),
    codes.OWN_DISCARD: (codes.TO_HAND, codes.TO_TOP, codes.TO_EXILE),
    codes.RIVAL_DISCARD: (codes.TO_EXILE,),
    codes.RIVAL_CHOICE: (codes.TO_DISCARD,),
}
NO_ROW: Row = [NONE, 0, 0, 0, 0]


@dataclass
class Draft:
    """Remember, row by row, what a program has chosen, shown, taken, drawn and recruited."""

    role: str
    place: str
    chosen: list[Row] = field(default_factory=list)
    used: bool = False
    ever_chose: bool = False
    last: Row = field(default_factory=lambda: NO_ROW)
    aside: int = 0
    only_seen: bool = False
    shown: bool = False
    held: bool = False
    searched: bool = False
    rolled: bool = False
    # What was so when each part began that is not ended, and which op began it.
    parts: list[tuple[int, Draft]] = field(default_factory=list)


def query_of(draft: Draft, row: Row) -> int:
    """Return what a choosing row may find, as a query."""
    if row[0] == codes.MARK_SELF:
        return codes.Q_OWN | (codes.Q_LEADER if draft.role == "leader" else codes.Q_HEROES)
    if row[0] == codes.MARK_ATTACKER:
        return codes.Q_RIVAL | codes.Q_HEROES
    if row[0] == codes.MARK_FALLEN:
        return codes.Q_CORPSES | (codes.Q_RIVAL if draft.place == "when_rival_hero_falls" else codes.Q_OWN)
    if row[0] == codes.MARK_VICTIM:
        return codes.Q_RIVAL | codes.Q_HEROES | codes.Q_LEADER
    if row[0] == codes.MARK_CULPRIT:
        return codes.Q_RIVAL | codes.Q_HEROES | codes.Q_LEADER
    return row[QUERY_AT.get(row[0], 1)]


def chosen_query(draft: Draft) -> int:
    """Return what all choices in force may find, as one query."""
    query = 0
    for row in draft.chosen:
        query |= query_of(draft, row)
    return query


def is_worded(node: Node) -> bool:
    """Return whether an amount is a word: "split" or "all"."""
    items = node.items()
    return len(items) > 1 and items[1].value in ("split", "all")


# ---- ops on what is chosen ----


def _check_deal(draft: Draft, row: Row, node: Node) -> None:
    if row[1] == codes.ALL_OF_IT and is_worded(node):
        raise node.wrong("'deal' takes a number or 'split'")


def _check_gather(draft: Draft, row: Row, node: Node) -> None:
    if not chosen_query(draft) & codes.Q_DAMAGED:
        raise node.wrong("'gather' takes damage away; say 'damaged' in the split")


def _check_transfer(draft: Draft, row: Row, node: Node) -> None:
    """Check where the damage comes from: the first of two, or one source that was split."""
    source = draft.chosen[0] if row[1] == 1 else draft.chosen[-1]
    if row[1] == 1 and not _is_two(draft):
        raise node.wrong("'transfer all' follows two choices: from whom, to whom")
    if not query_of(draft, source) & codes.Q_DAMAGED:
        raise node.wrong("'transfer' takes damage away; say 'damaged' where it comes from")
    if row[1] == 0 and source[3] != 1 and not _is_one_leader(query_of(draft, source)):
        raise node.wrong("'transfer' has one source: split among 1, or over one leader")


def _is_one_leader(query: int) -> bool:
    both = codes.Q_OWN | codes.Q_RIVAL
    return query & KINDS == codes.Q_LEADER and query & both != both


def _is_two(draft: Draft) -> bool:
    """Return whether exactly two cards are chosen."""
    if len(draft.chosen) == 1:
        row = draft.chosen[0]
        return row[0] == codes.SEVERAL and row[1] == 2 and row[3] == 1
    return len(draft.chosen) == 2 and all(row[0] in ONES for row in draft.chosen)


def _check_one(draft: Draft, row: Row, node: Node) -> None:
    if len(draft.chosen) != 1 or draft.chosen[0][0] not in ONES:
        raise node.wrong(f"{NAMES[row[0]]!r} is done to one card; choose one before it")
    if row[0] == codes.COPY and not chosen_query(draft) & codes.Q_POWER:
        raise node.wrong("'copy' needs a hero 'with power'")


def _check_swap(draft: Draft, row: Row, node: Node) -> None:
    if not _is_two(draft):
        raise node.wrong("'swap' follows a choice of two: several 2 exactly, or two times choose")


def _check_rearrange(draft: Draft, row: Row, node: Node) -> None:
    """Check that all heroes and corpses of the place are lifted: a slot left out would be taken twice."""
    line = draft.chosen[-1]
    wanted = codes.COLUMN if row[1] == 1 else codes.EACH
    plain = chosen_query(draft) & ~(codes.Q_OWN | codes.Q_RIVAL) == REMAINS
    if not plain or line[0] != wanted or (wanted == codes.COLUMN and line[2] != 1):
        place = "column ... of one unit" if row[1] == 1 else "each"
        raise node.wrong(f"'rearrange' follows {place} of 'own heroes corpses' or 'rival heroes corpses', nothing else")


# ---- cards and recruits ----


def _check_draw(draft: Draft, row: Row, node: Node) -> None:
    draft.aside = row[1] if row[2] else 0
    draft.only_seen = row[2] == 2


def _check_take(draft: Draft, row: Row, node: Node) -> None:
    zone, place, count = row[1], row[2], max(1, row[3])
    if place not in TAKES[zone]:
        raise node.wrong(f"{node.items()[1].shown()} cards are not taken to {node.items()[2].shown()}")
    if zone == codes.RIVAL_HAND and draft.last[0] != codes.LOOK and draft.last[:2] != row[:2]:
        raise node.wrong('look at the rival hand before you take from it: ["look", "rival hand"]')
    if zone == codes.ASIDE:
        _check_seen(draft, place == codes.TO_HAND, node)
        draft.aside -= count
        if draft.aside < 0:
            raise node.wrong("more cards are taken from aside than are drawn there")
    draft.held = place == codes.TO_NONE
    draft.searched = zone in (codes.DECK, codes.NAMED_DECK)
    if count > 1 and (draft.held or draft.searched):
        raise node.wrong("one card at a time is looked for in the deck, or taken to 'none'")


def _check_play(draft: Draft, row: Row, node: Node) -> None:
    if row[1] == codes.ASIDE:
        _check_seen(draft, True, node)
        if draft.aside != 1:
            raise node.wrong("one card drawn aside can be played, not several")
    draft.aside = 0


def _check_seen(draft: Draft, kept: bool, node: Node) -> None:
    if draft.only_seen and kept:
        raise node.wrong("cards drawn 'to look at' go back on top, or are discarded; draw them 'aside' to keep one")


def _check_show(draft: Draft, row: Row, node: Node) -> None:
    draft.shown = True


def _check_shuffle(draft: Draft, row: Row, node: Node) -> None:
    draft.searched = False


def _check_carry_out(draft: Draft, row: Row, node: Node) -> None:
    if not draft.shown and not draft.held:
        raise node.wrong("'carry_out' follows 'show', or 'take' to 'none'")


def _has_recruited(draft: Draft) -> bool:
    return draft.last[0] == codes.RECRUIT and draft.last[1] == 0


def _check_act(draft: Draft, row: Row, node: Node) -> None:
    if not _has_recruited(draft) and (draft.place != "when_hero_recruited" or draft.ever_chose):
        raise node.wrong("'act' follows 'recruit one', or stands in when_hero_recruited without a choice before it")


def _check_discard(draft: Draft, row: Row, node: Node) -> None:
    recruited = _has_recruited(draft) or (draft.last[0] == codes.ACT and draft.ever_chose)
    if not draft.held and not recruited:
        raise node.wrong("'discard' is for a card taken to 'none' or a hero just recruited; from a hand, take it there")
    draft.held = False


def _check_capture(draft: Draft, row: Row, node: Node) -> None:
    if draft.place != "when_rival_hero_falls":
        _check_one(draft, row, node)


def _check_roll(draft: Draft, row: Row, node: Node) -> None:
    draft.rolled = True


def _check_give(draft: Draft, row: Row, node: Node) -> None:
    word = str(node.items()[1].value)
    if word in FLAGS and len(node.items()) > 2:
        raise node.wrong(f"{word!r} is there or not; it has no number")
    if row[2] < codes.VALUE and not 0 <= row[2] <= MOST_GIVEN:
        raise node.wrong(f"'give' takes a number from 1 to {MOST_GIVEN}, not {row[2]}")
    if word == "silence" and chosen_query(draft) & codes.Q_LEADER:
        raise node.wrong("a leader cannot be silenced; choose heroes")


MOST_GIVEN = 20
CHECKS: dict[int, Callable[[Draft, Row, Node], None]] = {
    codes.DEAL: _check_deal,
    codes.GATHER: _check_gather,
    codes.TRANSFER: _check_transfer,
    codes.REVIVE: _check_one,
    codes.TRADE_PLACES: _check_one,
    codes.COPY: _check_one,
    codes.SWAP: _check_swap,
    codes.REARRANGE: _check_rearrange,
    codes.DRAW: _check_draw,
    codes.TAKE: _check_take,
    codes.PLAY: _check_play,
    codes.SHOW: _check_show,
    codes.SHUFFLE: _check_shuffle,
    codes.CARRY_OUT: _check_carry_out,
    codes.DISCARD: _check_discard,
    codes.ACT: _check_act,
    codes.RELOCATE: _check_one,
    codes.CROWN: _check_one,
    codes.CAPTURE: _check_capture,
    codes.ROLL: _check_roll,
    codes.GIVE: _check_give,
}
