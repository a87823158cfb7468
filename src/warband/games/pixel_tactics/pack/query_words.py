"""Spell queries: which slots a card means; and say which words would do where one is none."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from warband.games.pixel_tactics.programs import codes
from warband.kernel.validation import Node

# What people write from other games, and the word for it here.
SYNONYMS = {
    "enemy": "rival",
    "enemies": "rival",
    "opponent": "rival",
    "my": "own",
    "your": "own",
    "friendly": "own",
    "ally": "own",
    "allied": "own",
    "unit": "heroes",
    "units": "heroes",
    "creature": "hero",
    "minion": "hero",
    "character": "hero",
    "wounded": "damaged",
    "dead": "corpse",
    "graveyard": "own discard",
    "damage": "deal",
    "hit": "deal",
    "kill": "defeat",
    "destroy": "defeat",
    "buff": "strengthen",
    "bounce": "return",
    "resurrect": "revive",
    "remove": "exile",
    "banish": "exile",
    "move": "relocate",
    "else": "otherwise",
    "dice": "roll",
    "die": "roll",
    "target": "choose",
    "armor": "takes N less",
    "armour": "takes N less",
    "attack +1": "strength +1",
}


def hint(word: str, known: Iterable[str]) -> str:
    """Return which word was meant, as the end of a complaint, where one is near."""
    names = list(known)
    for part in [word, *word.split()]:
        if part in SYNONYMS:
            return f"; {part}: did you mean {SYNONYMS[part]!r}?"
    near = difflib.get_close_matches(word, names, 1, 0.7)
    return f"; did you mean {near[0]!r}?" if near else ""


QUERY_PHRASES = {
    "of this row": codes.Q_THIS_ROW,
    "of this wave": codes.Q_THIS_WAVE,
    "in melee": codes.Q_MELEE,
    "able to melee": codes.Q_CAN_MELEE,
    "able to shoot": codes.Q_CAN_SHOOT,
    "with power": codes.Q_POWER,
    "in vanguard": codes.Q_VANGUARD,
    "in flank": codes.Q_FLANK,
    "in rear": codes.Q_REAR,
    "of this column": codes.Q_THIS_COLUMN,
    "beside this": codes.Q_BESIDE,
    "empty slots": codes.Q_EMPTY,
    "empty slot": codes.Q_EMPTY,
    "heroes": codes.Q_HEROES,
    "hero": codes.Q_HEROES,
    "leader": codes.Q_LEADER,
    "corpses": codes.Q_CORPSES,
    "corpse": codes.Q_CORPSES,
    "own": codes.Q_OWN,
    "rival": codes.Q_RIVAL,
    "other": codes.Q_OTHER,
    "damaged": codes.Q_DAMAGED,
    "poisoned": codes.Q_POISONED,
    "shielded": codes.Q_SHIELDED,
    "stunned": codes.Q_STUNNED,
    "silenced": codes.Q_SILENCED,
    "marked": codes.Q_MARKED,
}
Q_KINDS = codes.Q_HEROES | codes.Q_LEADER | codes.Q_CORPSES | codes.Q_EMPTY


def read_query(node: Node) -> int:
    """Return the query that a phrase spells; a phrase that names neither unit means both (TRM-11)."""
    rest = " " + " ".join(node.text().split()) + " "
    query = 0
    for phrase, bit in QUERY_PHRASES.items():
        if f" {phrase} " in rest:
            rest = rest.replace(f" {phrase} ", " ")
            query |= bit
    if rest.strip():
        near = hint(rest.strip(), QUERY_PHRASES)
        raise node.wrong(f"{rest.strip()!r} is not a word of a query; the words are {', '.join(QUERY_PHRASES)}{near}")
    if not query & Q_KINDS:
        raise node.wrong("a query names heroes, leader, corpses or empty slots")
    if not query & (codes.Q_OWN | codes.Q_RIVAL):
        query |= codes.Q_OWN | codes.Q_RIVAL
    return query
