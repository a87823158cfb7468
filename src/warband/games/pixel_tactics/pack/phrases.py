"""Spell amounts that depend and conditions: "2 for each own corpse", "cards in own hand at most 2"."""

from __future__ import annotations

import re

from warband.games.pixel_tactics.pack.query_words import QUERY_PHRASES, hint, read_query
from warband.games.pixel_tactics.programs import codes
from warband.kernel.validation import Node

MEASURES = {
    "cards in own hand": codes.CARDS_OF_HAND,
    "cards in rival hand": codes.CARDS_OF_HAND + 1,
    "cards in own deck": codes.CARDS_OF_DECK,
    "cards in rival deck": codes.CARDS_OF_DECK + 1,
    "cards in own discard": codes.CARDS_OF_DISCARD,
    "cards in rival discard": codes.CARDS_OF_DISCARD + 1,
    "own counters": codes.COUNTERS,
    "rival counters": codes.COUNTERS + 1,
    "rounds": codes.ROUNDS,
    "the roll": codes.THE_ROLL,
    "that much": codes.THAT_MUCH,
    "damage on this": codes.DAMAGE_ON,
    "damage on the chosen": codes.DAMAGE_ON + codes.OF_CHOSEN,
    "damage on own leader": codes.DAMAGE_ON + codes.OF_OWN_LEADER,
    "damage on rival leader": codes.DAMAGE_ON + codes.OF_RIVAL_LEADER,
    "life of this": codes.LIFE_LEFT_OF,
    "life of the chosen": codes.LIFE_LEFT_OF + codes.OF_CHOSEN,
    "life of own leader": codes.LIFE_LEFT_OF + codes.OF_OWN_LEADER,
    "life of rival leader": codes.LIFE_LEFT_OF + codes.OF_RIVAL_LEADER,
    "poison on this": codes.POISON_ON,
    "poison on the chosen": codes.POISON_ON + codes.OF_CHOSEN,
    "marks on this": codes.MARKS_ON,
    "marks on the chosen": codes.MARKS_ON + codes.OF_CHOSEN,
    "strength of this": codes.STRENGTH_OF,
    "strength of the chosen": codes.STRENGTH_OF + codes.OF_CHOSEN,
}
CONDITIONS = {
    "no ceasefire": codes.NO_CEASEFIRE,
    "first order": codes.FIRST_ORDER,
    "rear wave": codes.REAR_WAVE,
    "vanguard wave": codes.VANGUARD_WAVE,
    "flank wave": codes.FLANK_WAVE,
    "own turn": codes.OWN_TURN,
    "rival turn": codes.RIVAL_TURN,
    "this in vanguard": codes.THIS_IN_ROW,
    "this in flank": codes.THIS_IN_ROW + 1,
    "this in rear": codes.THIS_IN_ROW + 2,
    "it fell": codes.IT_FELL,
    "it is doomed": codes.IT_IS_DOOMED,
    "once a turn": codes.ONCE + codes.A_TURN,
    "once a round": codes.ONCE + codes.A_ROUND,
    "once a fight": codes.ONCE + codes.A_FIGHT,
    "first in the round": codes.FIRST_IN_ROUND,
}
COMPARISONS = {
    "at least": codes.AT_LEAST,
    "at most": codes.AT_MOST,
    "more than": codes.MORE_THAN,
    "fewer than": codes.FEWER_THAN,
    "exactly": codes.EXACTLY,
}
AMOUNT = re.compile(r"(?:(\d+) for each |(half of )|as much as )?([a-z][a-z ]*?)(?:, at most (\d+))?")
COMPARED = re.compile(rf"(.+?) ({'|'.join(COMPARISONS)}) (.+)")
VALUE_EXAMPLES = "'2 for each own corpse', 'half of life of the chosen, at most 4' or 'the roll'"
CONDITION_EXAMPLES = "'cards in own hand at most 2' or 'own heroes fewer than rival heroes'"
# A count cannot look at what somebody could attack.
UNCOUNTED = codes.Q_POWER | codes.Q_CAN_MELEE | codes.Q_CAN_SHOOT
OF_THIS = ("this", "other", "beside")


def read_word(node: Node, words: dict[str, int]) -> int:
    """Return the number of one of some words."""
    text = node.text()
    if text not in words:
        raise node.wrong(f"{text!r} is not one of {', '.join(words)}{hint(text, words)}")
    return words[text]


def is_value(text: str) -> bool:
    """Return whether a text looks like an amount that depends."""
    match = AMOUNT.fullmatch(" ".join(text.split()))
    if match is None:
        return False
    return bool(match[1] or match[2]) or text.startswith("as much as ") or match[3] in MEASURES


def read_value(node: Node, text: str) -> int:
    """Return an amount that depends as one number."""
    match = AMOUNT.fullmatch(" ".join(text.split()))
    if match is None:
        raise node.wrong(f"{text!r} is no amount; write {VALUE_EXAMPLES}")
    number = codes.VALUE | _read_thing(node, match[3]) | _within(node, match[1] or "1", 1) << codes.V_TIMES
    if match[2]:
        number |= codes.V_HALF
    return number | _within(node, match[4], 1) << codes.V_MOST if match[4] else number


def _within(node: Node, digits: str, low: int) -> int:
    if not low <= int(digits) <= 99:
        raise node.wrong(f"{digits} is not between {low} and 99")
    return int(digits)


def _read_thing(node: Node, thing: str) -> int:
    """Return what is counted: something that is measured, or a query."""
    if thing in MEASURES:
        return MEASURES[thing] << codes.V_MEASURE
    if not any(word in f" {thing} " for word in (" hero", " leader", " corpse", " empty slot")):
        known = ", ".join(MEASURES)
        raise node.wrong(
            f"{thing!r} cannot be counted; count a query, or {known}{hint(thing, [*MEASURES, *QUERY_PHRASES])}"
        )
    query = read_query(Node(thing, node.where))
    if query & UNCOUNTED:
        raise node.wrong("'able to' and 'with power' cannot be counted")
    return query


def speaks_of_this(text: str) -> bool:
    """Return whether a phrase speaks of the hero or leader that says it."""
    return any(word in text.replace("of this wave", "").split() for word in OF_THIS)


def read_condition(node: Node) -> list[int]:
    """Return the numbers of a condition: which one, how and what is compared."""
    text = " ".join(node.text().split())
    negated = codes.NOT if text.startswith("not ") else 0
    text = text.removeprefix("not ")
    if text in CONDITIONS:
        return [CONDITIONS[text] + negated, 0, 0, 0]
    compared = read_comparison(node, text)
    if compared is None:
        known = f"{', '.join(CONDITIONS)}, nor a comparison such as {CONDITION_EXAMPLES}"
        raise node.wrong(f"{text!r} is not one of {known}{hint(text, CONDITIONS)}")
    return [codes.COMPARED + negated, compared[1], compared[0], compared[2]]


def read_comparison(node: Node, text: str) -> list[int] | None:
    """Return what is compared, how and with what, or None where a text compares nothing."""
    match = COMPARED.fullmatch(text)
    if match is None:
        return None
    return [_read_side(node, match[1]), COMPARISONS[match[2]], _read_side(node, match[3])]


def _read_side(node: Node, text: str) -> int:
    if text.isdecimal():
        return codes.VALUE | codes.PLAIN_NUMBER << codes.V_MEASURE | 1 << codes.V_TIMES | _within(node, text, 0)
    return read_value(node, text)
