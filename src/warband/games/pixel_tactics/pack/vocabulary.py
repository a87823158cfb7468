"""Spell the words of the cards: turn the phrases of a card file into the numbers that the rules read."""

from __future__ import annotations

import re
from dataclasses import dataclass

from warband.games.pixel_tactics.programs import codes
from warband.kernel.validation import Node

WHO = {
    "": codes.SELF,
    "forerunner": codes.FORERUNNER,
    "supporter": codes.SUPPORTER,
    "leader": codes.OWN_LEADER,
    "heroes": codes.HEROES,
    "unit": codes.UNIT,
}
WHEN = {
    "": codes.ALWAYS,
    "in melee": codes.IN_MELEE,
    "against leaders": codes.AGAINST_LEADERS,
    "against heroes": codes.AGAINST_HEROES,
    "against intercept": codes.AGAINST_INTERCEPT,
    "while first": codes.WHILE_FIRST,
    "while second": codes.WHILE_SECOND,
    "per damage": codes.PER_DAMAGE,
    "per corpse": codes.PER_CORPSE,
    "per counter": codes.PER_COUNTER,
    "behind a corpse": codes.BEHIND_CORPSE,
    "after damage": codes.AFTER_DAMAGE,
    "to attacks": codes.ALWAYS,
    "to ranged": codes.FROM_RANGED,
}
KEYWORDS = {"intercept": codes.INTERCEPT_SHIFT, "ranged": codes.RANGED_SHIFT}
MARKS = {
    "rival heroes fall at once": codes.FALL_AT_ONCE,
    "rival heroes fall at once to this unit": codes.FALL_TO_UNIT,
    "copies the rival leader": codes.COPIES_LEADER,
    "rival cannot clear": codes.NO_CLEAR,
    "may take damage for rear heroes": codes.TAKES_FOR_REAR,
    "may take damage for the forerunner": codes.TAKES_FOR_FORERUNNER,
    "heroes are spared": codes.SPARES_HEROES,
    "chooses melee targets": codes.CHOOSES_TARGETS,
    "chooses melee targets of heroes and leaders": codes.CHOOSES_FOR_BODIES,
    "free move": codes.FREE_MOVE,
    "free clear": codes.FREE_CLEAR,
    "free recruit": codes.FREE_RECRUIT,
    "rival hand open": codes.OPEN_HAND,
    "sees the top card": codes.SEES_TOP,
    "heals by damage dealt": codes.HEALS_BY_DAMAGE,
    "unit heals by attack damage": codes.UNIT_HEALS,
}
# The marks that a hero in a row may have; the others are asked of the whole unit, so a leader or an order has them.
ROW_MARKS = codes.TAKES_FOR_REAR | codes.TAKES_FOR_FORERUNNER | codes.SEES_TOP | codes.HEALS_BY_DAMAGE | codes.OF_SPELLS
CORPSES = {"in their wave": codes.CORPSES_IN_WAVE, "in any wave": codes.CORPSES_ANY_WAVE}
AMOUNTS = {
    re.compile(r"free orders (\d+)"): codes.FREE_ORDERS,
    re.compile(r"turn of (\d+) actions"): codes.TURN_ACTIONS,
}
FIGURE = re.compile(
    r"(?:(forerunner|supporter|leader|heroes|unit) )?"
    r"(?:(intercept|ranged)|(strength) \+(\d+)|(takes?) (\d+) less|(immune)|doubles (printed|all))"
    r"(?: ((?:in|against|while|per|behind|after|to) [a-z ]+?))?(?:, at least (\d+))?"
)
# Long, free and limited attacks, spells and actions (ACT-21 to ACT-23), with the prefixes in this order.
PREFIXED = re.compile(r"(?:(forerunner|supporter|leader|heroes|unit) )?(limited )?(long |free )?(attack|spell|action)")
ATTACK_SHIFTS = {
    "limited ": codes.LIMITED_ATTACK_SHIFT,
    "long ": codes.LONG_ATTACK_SHIFT,
    "free ": codes.FREE_ATTACK_SHIFT,
}
PREFIX_MARKS = {
    "spell": {"limited ": codes.LIMITED_SPELL, "long ": codes.LONG_SPELL, "free ": codes.FREE_SPELL},
    "action": {"limited ": codes.LIMITED_ACTION, "long ": codes.LONG_ACTION, "free ": codes.FREE_ACTION},
}
CORPSE_ATTACK = re.compile(r"corpses attack (\d+) (in their wave|in any wave)")
TRAIT_HELP = "intercept, ranged, strength +N, takes N less, immune, free attack, long spell, limited action, ..."


@dataclass
class Traits:
    """The traits of one role of a card, as numbers."""

    keywords: int
    marks: int
    rows: list[list[int]]


def read_traits(node: Node) -> Traits:
    """Return the traits that a list of phrases spells."""
    traits = Traits(0, 0, [])
    for item in node.items():
        _read_trait(item, traits)
    return traits


def _read_trait(node: Node, traits: Traits) -> None:
    phrase = " ".join(node.text().split())
    if phrase in MARKS:
        traits.marks |= MARKS[phrase]
    elif (corpses := CORPSE_ATTACK.fullmatch(phrase)) is not None:
        traits.marks |= CORPSES[corpses[2]]
        traits.rows.append([codes.CORPSE_STRENGTH, codes.SELF, int(corpses[1]), codes.ALWAYS, 0])
    elif (prefixed := PREFIXED.fullmatch(phrase)) is not None:
        _read_prefixed(node, prefixed, traits)
    elif not _read_amount(phrase, traits):
        _read_figure(node, phrase, traits)


def _read_prefixed(node: Node, match: re.Match[str], traits: Traits) -> None:
    """Read `free attack`, `heroes long attack`, `limited free spell`, `limited action` and the like."""
    whom, what = match[1] or "", match[4]
    prefixes = [prefix for prefix in (match[2], match[3]) if prefix]
    if not prefixes:
        raise node.wrong(f"say what the {what} is: long, free or limited")
    if whom and what != "attack":
        raise node.wrong(f"the {what} is this card's own; only an attack is given to others")
    for prefix in prefixes:
        if what == "attack":
            traits.keywords |= WHO[whom] << ATTACK_SHIFTS[prefix]
        else:
            traits.marks |= PREFIX_MARKS[what][prefix]


def _read_amount(phrase: str, traits: Traits) -> bool:
    for pattern, what in AMOUNTS.items():
        if (match := pattern.fullmatch(phrase)) is not None:
            traits.rows.append([what, codes.SELF, int(match[1]), codes.ALWAYS, 0])
            return True
    return False


def _read_figure(node: Node, phrase: str, traits: Traits) -> None:
    match = FIGURE.fullmatch(phrase)
    if match is None or (match[9] or "") not in WHEN:
        raise node.wrong(f"{phrase!r} is not a trait; traits are {', '.join([TRAIT_HELP, *MARKS])}")
    who = WHO[match[1] or ""]
    if match[2]:
        traits.keywords |= who << KEYWORDS[match[2]]
        return
    what, amount = _figure(match)
    traits.rows.append([what, who, amount, WHEN[match[9] or ""], int(match[10] or 0)])


def _figure(match: re.Match[str]) -> tuple[int, int]:
    if match[3]:
        return codes.STRENGTH, int(match[4])
    if match[5]:
        return codes.LESS, int(match[6])
    if match[7]:
        return codes.IMMUNE, 0
    return (codes.DOUBLE_PRINTED if match[8] == "printed" else codes.DOUBLE_ALL), 0


# ---- queries ----

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
        raise node.wrong(f"{rest.strip()!r} is not a word of a query; the words are {', '.join(QUERY_PHRASES)}")
    if not query & Q_KINDS:
        raise node.wrong("a query names heroes, leader, corpses or empty slots")
    if not query & (codes.Q_OWN | codes.Q_RIVAL):
        query |= codes.Q_OWN | codes.Q_RIVAL
    return query


# ---- programs ----

UNIT_WORDS = {"own": 0, "rival": 1}
FROM = {
    "own hand": codes.OWN_HAND,
    "rival hand": codes.RIVAL_HAND,
    "random rival hand": codes.RANDOM_RIVAL_HAND,
    "aside": codes.ASIDE,
    "deck": codes.DECK,
    "named deck": codes.NAMED_DECK,
}
AMOUNT_WORDS = {"split": codes.BY_SPLIT, "all": codes.ALL_OF_IT}
CONDITIONS = {"no ceasefire": codes.NO_CEASEFIRE, "first order": codes.FIRST_ORDER, "rear wave": codes.REAR_WAVE}

# An op: its number and what may stand after it. "query" is a phrase, "number" a number, "amount" a number or one
# of AMOUNT_WORDS, a table one of its words; those after None may be left out (then 0), "among N" and "each N" too.
Words = dict[str, int]
OPS: dict[str, tuple[int, list[str | Words | None]]] = {
    "each": (codes.EACH, ["query"]),
    "choose": (codes.CHOOSE, ["query", None, {"may": 1}]),
    "several": (codes.SEVERAL, ["number", "query", None, {"exactly": 1}]),
    "split": (codes.SPLIT, ["number", "query", None, "among", "each"]),
    "split up to": (codes.SPLIT_UP_TO, ["number", "query", None, "among", "each"]),
    "row": (codes.ROW, ["query", None, {"of one unit": 1}]),
    "column": (codes.COLUMN, ["query", None, {"of one unit": 1}]),
    "self": (codes.MARK_SELF, []),
    "attacker": (codes.MARK_ATTACKER, []),
    "deal": (codes.DEAL, ["amount"]),
    "heal": (codes.HEAL, ["amount"]),
    "gather": (codes.GATHER, []),
    "transfer": (codes.TRANSFER, [None, {"all": 1}]),
    "defeat": (codes.DEFEAT, []),
    "return": (codes.RETURN, []),
    "clear": (codes.CLEAR, []),
    "revive": (codes.REVIVE, [None, {"at a price": 1}]),
    "swap": (codes.SWAP, []),
    "trade_places": (codes.TRADE_PLACES, []),
    "rearrange": (codes.REARRANGE, [{"unit": 0, "column": 1}]),
    "strengthen": (codes.STRENGTHEN, ["number"]),
    "attack": (codes.ATTACK, [{"melee": 0, "ranged": 1}, None, {"heroes": 1}]),
    "strike": (codes.STRIKE, []),
    "draw": (codes.DRAW, ["number", None, {"aside": 1, "to look at": 2}]),
    "take": (codes.TAKE, [FROM, {"hand": 0, "top": 1, "discard": 2, "none": 3}, None, "number"]),
    "look": (codes.LOOK, [{"rival hand": codes.RIVAL_HAND}]),
    "show": (codes.SHOW, [{"own hand": 0, "rival hand": 1, "own leader": codes.LEADER_CARD}]),
    "carry_out": (codes.CARRY_OUT, []),
    "discard": (codes.DISCARD, []),
    "play": (codes.PLAY, [{"own hand": codes.OWN_HAND, "aside": codes.ASIDE}]),
    "shuffle": (codes.SHUFFLE, []),
    "refresh": (codes.REFRESH, ["number"]),
    "actions": (codes.ACTIONS, [UNIT_WORDS, "number", None, {"orders": 1}]),
    "copy": (codes.COPY, []),
    "recruit": (codes.RECRUIT, [{"one": 0, "many": 1}]),
    "act": (codes.ACT, [{"must": 0, "may": 1}, None, {"or power": 1}]),
    "avenge": (codes.AVENGE, []),
    "capture": (codes.CAPTURE, [None, {"unhealable": 1}]),
    "count": (codes.LEVEL_UP, ["number"]),
    "if": (codes.IF, [CONDITIONS]),
}
ROW_WIDTH = 5
TRIGGER_NAMES = [
    "when_attacked",
    "when_unit_attacked_in_melee",
    "when_order_played",
    "when_hero_recruited",
    "when_own_hero_falls",
    "when_rival_hero_falls",
    "at_end_of_turn",
    "at_end_of_wave",
    "at_end_of_round",
]


def read_program(node: Node) -> list[list[int]]:
    """Return the rows of numbers that a list of ops spells."""
    return [_read_row(item) for item in node.items()]


def _read_row(node: Node) -> list[int]:
    items = node.items()
    if not items:
        raise node.wrong('an op has a name, such as ["deal", 2]')
    name = items[0].text()
    if name not in OPS:
        raise items[0].wrong(f"{name!r} is not an op; the ops are {', '.join(OPS)}")
    code, shape = OPS[name]
    return _pad([code, *_read_arguments(node, items[1:], shape)])


def _pad(row: list[int]) -> list[int]:
    return row + [0] * (ROW_WIDTH - len(row))


def _read_arguments(node: Node, arguments: list[Node], shape: list[str | Words | None]) -> list[int]:
    numbers: list[int] = []
    waiting = list(arguments)
    needed = True
    for part in shape:
        if part is None:
            needed = False
        elif waiting and (needed or _fits(waiting[0], part)):
            numbers.append(_read_argument(waiting.pop(0), part))
        elif needed:
            raise node.wrong(f"{given_name(node)} needs {_shown(part)}")
        else:
            numbers.append(0)
    if waiting:
        raise waiting[0].wrong(f"{waiting[0].shown()} does not belong to {given_name(node)}")
    return numbers


def given_name(node: Node) -> str:
    """Return the name of the op that a row begins with."""
    return repr(node.items()[0].value)


def _fits(node: Node, part: str | Words) -> bool:
    if isinstance(part, dict):
        return node.value in part
    return isinstance(node.value, int) if part == "number" else str(node.value).startswith(part)


def _shown(part: str | Words) -> str:
    return f"one of {', '.join(part)}" if isinstance(part, dict) else f"a {part}"


def _read_argument(node: Node, part: str | Words) -> int:
    if isinstance(part, dict):
        return part[list(part)[node.one_of(list(part))]]
    if part == "query":
        return read_query(node)
    if part in ("among", "each"):
        return _counted(node, part)
    if part == "amount" and isinstance(node.value, str):
        return AMOUNT_WORDS[list(AMOUNT_WORDS)[node.one_of(list(AMOUNT_WORDS))]]
    return node.integer(-9, 99)


def _counted(node: Node, part: str) -> int:
    number = node.text().removeprefix(part).strip()
    if not number.isdecimal() or not 1 <= int(number) <= 99:
        raise node.wrong(f"expected {part} N, such as '{part} 2', not {node.shown()}")
    return int(number)
