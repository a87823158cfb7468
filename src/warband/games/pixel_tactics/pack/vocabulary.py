"""Spell the words of the cards: turn the phrases of a card file into the numbers that the rules read."""

from __future__ import annotations

import re
from dataclasses import dataclass

from warband.games.pixel_tactics.pack.parting import join_parts
from warband.games.pixel_tactics.pack.phrases import (
    VALUE_EXAMPLES,
    is_value,
    read_comparison,
    read_condition,
    read_value,
    read_word,
)
from warband.games.pixel_tactics.pack.query_words import hint, read_query
from warband.games.pixel_tactics.pack.triggers import EVENTS as EVENTS
from warband.games.pixel_tactics.pack.triggers import TRIGGER_NAMES as TRIGGER_NAMES
from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.statuses import WORDS as STATUS_WORDS
from warband.kernel.validation import Node

WHO = {
    "": codes.SELF,
    "forerunner": codes.FORERUNNER,
    "supporter": codes.SUPPORTER,
    "leader": codes.OWN_LEADER,
    "heroes": codes.HEROES,
    "unit": codes.UNIT,
    "row": codes.OWN_ROW,
    "column": codes.OWN_COLUMN,
    "neighbours": codes.NEIGHBOURS,
    "vanguard": codes.IN_VANGUARD,
    "flank": codes.IN_FLANK,
    "rear": codes.IN_REAR,
    "rival heroes": codes.RIVAL_HEROES,
    "rival leader": codes.RIVAL_LEADER,
    "rival column": codes.RIVAL_COLUMN,
    "rival vanguard": codes.RIVAL_VANGUARD,
    "rival flank": codes.RIVAL_FLANK,
    "rival rear": codes.RIVAL_REAR,
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
    "counts as vanguard": codes.COUNTS_IN,
    "counts as flank": codes.COUNTS_IN << 1,
    "counts as rear": codes.COUNTS_IN << 2,
}
# The marks that a hero in a row may have; the others are asked of the whole unit, so a leader or an order has them.
ROW_MARKS = codes.TAKES_FOR_REAR | codes.TAKES_FOR_FORERUNNER | codes.SEES_TOP | codes.HEALS_BY_DAMAGE | codes.OF_SPELLS
ROW_MARKS |= codes.COUNTS_IN_ANY
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
# The wider phrases: for rows, columns, neighbours and rivals, negative, capped, and on what the table shows.
FURTHER = re.compile(
    r"(?:(rival heroes|rival leader|rival column|rival vanguard|rival flank|rival rear|forerunner|supporter|leader"
    r"|heroes|unit|row|column|neighbours|vanguard|flank|rear) )?"
    r"(?:(intercept|ranged)|strength ([+-]\d+)|takes? (\d+) (less|more)|takes? at most (\d+)|(immune)"
    r"|doubles? (printed|all)|(pierces?))(?: (.+?))?(?:, at least (\d+))?"
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

TIME_HELP = f"say {', '.join(word for word in WHEN if word)}, per THING, or while THING at least N"


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
        _read_further(node, phrase, traits)
        return
    who = WHO[match[1] or ""]
    if match[2]:
        traits.keywords |= who << KEYWORDS[match[2]]
        return
    what, amount = _figure(match)
    traits.rows.append([what, who, amount, WHEN[match[9] or ""], int(match[10] or 0)])


def _read_further(node: Node, phrase: str, traits: Traits) -> None:
    """Read a trait for a row, a column, neighbours or rivals, a negative or capped one, or one that depends."""
    match = FURTHER.fullmatch(phrase)
    when = _read_when(node, match[10] or "") if match is not None else None
    if match is None or when is None:
        known = ", ".join([TRAIT_HELP, *MARKS])
        times = f"; '{match[10]}' is no time: {TIME_HELP}" if match is not None else hint(phrase, [*MARKS, *KEYWORDS])
        raise node.wrong(f"{phrase!r} is not a trait; traits are {known}{times}")
    what, amount = _further_figure(match)
    traits.rows.append([what, WHO[match[1] or ""], amount, when[0], int(match[11] or 0), *when[1]])


def _further_figure(match: re.Match[str]) -> tuple[int, int]:
    if match[2]:
        return codes.KEYWORD, KEYWORDS[match[2]]
    if match[3]:
        return codes.STRENGTH, int(match[3])
    if match[4]:
        return (codes.LESS if match[5] == "less" else codes.MORE), int(match[4])
    if match[6]:
        return codes.CAP, int(match[6])
    if match[7]:
        return codes.IMMUNE, 0
    if match[8]:
        return (codes.DOUBLE_PRINTED if match[8] == "printed" else codes.DOUBLE_ALL), 0
    return codes.PIERCE, 0


def _read_when(node: Node, phrase: str) -> tuple[int, list[int]] | None:
    """Return when a trait holds, and the numbers that follow for what it counts or compares; None where it is never."""
    if phrase in WHEN:
        return WHEN[phrase], []
    if phrase.startswith("per "):
        return codes.PER_VALUE, [read_value(node, phrase.removeprefix("per "))]
    comparison = read_comparison(node, phrase.removeprefix("while ")) if phrase.startswith("while ") else None
    return (codes.WHILE_VALUE, comparison) if comparison is not None else None


def _figure(match: re.Match[str]) -> tuple[int, int]:
    if match[3]:
        return codes.STRENGTH, int(match[4])
    if match[5]:
        return codes.LESS, int(match[6])
    if match[7]:
        return codes.IMMUNE, 0
    return (codes.DOUBLE_PRINTED if match[8] == "printed" else codes.DOUBLE_ALL), 0


# ---- programs ----

UNIT_WORDS = {"own": 0, "rival": 1}
FROM = {
    "own hand": codes.OWN_HAND,
    "rival hand": codes.RIVAL_HAND,
    "random rival hand": codes.RANDOM_RIVAL_HAND,
    "aside": codes.ASIDE,
    "deck": codes.DECK,
    "named deck": codes.NAMED_DECK,
    "own discard": codes.OWN_DISCARD,
    "rival discard": codes.RIVAL_DISCARD,
    "rival's choice": codes.RIVAL_CHOICE,
}
AMOUNT_WORDS = {"split": codes.BY_SPLIT, "all": codes.ALL_OF_IT}
STATUSES = {word: number for number, word in enumerate(STATUS_WORDS)}

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
    "take": (codes.TAKE, [FROM, {"hand": 0, "top": 1, "discard": 2, "none": 3, "exile": 4}, None, "number"]),
    "look": (codes.LOOK, [{"rival hand": codes.RIVAL_HAND}]),
    "show": (codes.SHOW, [{"own hand": 0, "rival hand": 1, "own leader": 6, "own discard": 7}]),
    "carry_out": (codes.CARRY_OUT, []),
    "discard": (codes.DISCARD, []),
    "play": (codes.PLAY, [{"own hand": codes.OWN_HAND, "aside": codes.ASIDE}]),
    "shuffle": (codes.SHUFFLE, []),
    "refresh": (codes.REFRESH, ["number"]),
    "actions": (codes.ACTIONS, [UNIT_WORDS, "number", None, {"orders": 1}]),
    "copy": (codes.COPY, []),
    "recruit": (codes.RECRUIT, [{"one": 0, "many": 1}, None, {"from discard": 1}]),
    "act": (codes.ACT, [{"must": 0, "may": 1}, None, {"or power": 1}]),
    "avenge": (codes.AVENGE, []),
    "capture": (codes.CAPTURE, [None, {"unhealable": 1}]),
    "count": (codes.LEVEL_UP, ["number"]),
    "if": (codes.IF, ["condition"]),
    "otherwise": (codes.OTHERWISE, []),
    "either": (codes.EITHER, []),
    "or": (codes.OR, []),
    "end": (codes.END, []),
    "roll": (codes.ROLL, ["number"]),
    "give": (codes.GIVE, [STATUSES, None, "amount"]),
    "cleanse": (codes.CLEANSE, []),
    "mill": (codes.MILL, [UNIT_WORDS, "number"]),
    "exile": (codes.EXILE, []),
    "crown": (codes.CROWN, []),
    "relocate": (codes.RELOCATE, []),
    "prevent": (codes.PREVENT, []),
    "cancel": (codes.CANCEL, [{"rival order": 0, "rival trap": 1}]),
    "fallen": (codes.MARK_FALLEN, []),
    "victim": (codes.MARK_VICTIM, []),
    "culprit": (codes.MARK_CULPRIT, []),
}
ROW_WIDTH = 5


def read_program(node: Node) -> list[list[int]]:
    """Return the rows of numbers that a list of ops spells."""
    return join_parts([_read_row(item) for item in node.items()], node)


def _read_row(node: Node) -> list[int]:
    items = node.items()
    if not items:
        raise node.wrong('an op has a name, such as ["deal", 2]')
    name = items[0].text()
    if name not in OPS:
        raise items[0].wrong(f"{name!r} is not an op; the ops are {', '.join(OPS)}{hint(name, OPS)}")
    code, shape = OPS[name]
    if code == codes.IF:
        return [code, *_read_condition(node, items)]
    row = [code, *_read_arguments(node, items[1:], shape)]
    return row + [0] * (ROW_WIDTH - len(row))


def _read_condition(node: Node, items: list[Node]) -> list[int]:
    if len(items) != 2:
        raise node.wrong("'if' needs one condition, such as 'own hand at most 2'")
    return read_condition(items[1])


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
    if part in ("number", "amount"):
        return isinstance(node.value, int) or is_value(str(node.value))
    return str(node.value).startswith(part)


def _shown(part: str | Words) -> str:
    return f"one of {', '.join(part)}" if isinstance(part, dict) else f"a {part}"


def _read_argument(node: Node, part: str | Words) -> int:
    if isinstance(part, dict):
        return read_word(node, part)
    if part == "query":
        return read_query(node)
    if part in ("among", "each"):
        return _counted(node, part)
    if isinstance(node.value, str) and (part == "amount" or is_value(node.value)):
        return _read_amount_word(node, part)
    return node.integer(-9, 99)


def _read_amount_word(node: Node, part: str) -> int:
    text = " ".join(node.text().split())
    if part == "amount" and text in AMOUNT_WORDS:
        return AMOUNT_WORDS[text]
    if not is_value(text):
        raise node.wrong(f"{text!r} is not one of {', '.join(AMOUNT_WORDS)}, nor an amount such as {VALUE_EXAMPLES}")
    return read_value(node, text)


def _counted(node: Node, part: str) -> int:
    number = node.text().removeprefix(part).strip()
    if not number.isdecimal() or not 1 <= int(number) <= 99:
        raise node.wrong(f"expected {part} N, such as '{part} 2', not {node.shown()}")
    return int(number)
