"""Write docs/pixel-tactics-powers.md: every power of the shipped cards, and which words of the vocabulary it needs."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from warband.games.pixel_tactics.pack.query_words import QUERY_PHRASES
from warband.games.pixel_tactics.pack.vocabulary import (
    FIGURE,
    MARKS,
    OPS,
    TRIGGER_NAMES,
    WHEN,
    WHO,
    Words,
)
from warband.games.pixel_tactics.rules.figures import ROLE_NAMES
from warband.games.pixel_tactics.terms import MARK
from warband.kernel.packaged_game import shipped_pack
from warband.kernel.packs import CARDS
from warband.kernel.validation import Node

PAGE = Path(__file__).resolve().parents[1] / "docs" / "pixel-tactics-powers.md"
COMMAND = "python tools/powers.py --write"
PACKAGE = "warband.games.pixel_tactics"
PROGRAMS = ("power", "effect", *TRIGGER_NAMES)
RULES = ("traits", *PROGRAMS, "ongoing")
ROLES = [name for name in ROLE_NAMES if name != "leader"] + ["leader"]


@dataclass
class Power:
    """What one card says in one role, in one printing or in both."""

    card: str
    role: str
    printing: str
    text: str
    fields: dict[str, Node]

    @property
    def name(self) -> str:
        """Return the card and the role: two printings of a power have the same name."""
        return f"{self.card} {self.role}"

    def rows(self) -> Iterator[list[Node]]:
        """Return the rows of all programs of the power."""
        for field in PROGRAMS:
            if field in self.fields:
                yield from (row.items() for row in self.fields[field].items())


# ---- reading the cards ----


def load_powers() -> list[Power]:
    """Return the powers of the shipped cards, in the order of the cards."""
    return powers_of(*shipped_pack(PACKAGE, "set-one"))


def powers_of(pack: dict[str, object], where: str) -> list[Power]:
    """Return the powers of a pack of cards."""
    cards = Node(pack, where).field(CARDS).items()
    return [
        power for card in cards for role in ROLES if role in card.fields() for power in _powers(card.fields(), role)
    ]


def _powers(card: dict[str, Node], role: str) -> list[Power]:
    first = card[role].fields()
    reprint = card["second"].fields().get(role) if "second" in card else None
    name = card["name"].text()
    if reprint is None:
        return [_power(name, role, "both", first)]
    return [_power(name, role, "first", first), _power(name, role, "second", {**first, **reprint.fields()})]


def _power(card: str, role: str, printing: str, fields: dict[str, Node]) -> Power:
    needed = {field: fields[field] for field in RULES if field in fields and fields[field].value not in ([], False)}
    return Power(card, role, printing, MARK.sub(r"\1", fields["text"].text() if "text" in fields else ""), needed)


# ---- how a word is spelled ----


def signature(op: str) -> str:
    """Return how an op is written: its name and what may stand after it, in brackets what may be left out."""
    words, needed = [op], True
    for part in OPS[op][1]:
        if part is None:
            needed = False
        else:
            words.append(_part(part) if needed else f"({_part(part)})")
    return " ".join(words)


def _part(part: str | Words) -> str:
    if isinstance(part, dict):
        return "/".join(part)
    return f"{part} N" if part in ("among", "each") else part.upper()


# ---- what a power needs ----


def ops_of(power: Power) -> set[str]:
    """Return the ops that the programs of a power have."""
    return {row[0].text() for row in power.rows()}


def triggers_of(power: Power) -> set[str]:
    """Return the triggers that a power waits for."""
    return {field for field in power.fields if field in TRIGGER_NAMES}


def traits_of(power: Power) -> set[str]:
    """Return the traits of a power without whom and when they concern, and with N for every number."""
    return {word for phrase in _phrases(power) for word in trait_words(phrase)[0]}


def whom_and_when_of(power: Power) -> set[str]:
    """Return whom the traits of a power concern, and when."""
    return {word for phrase in _phrases(power) for word in trait_words(phrase)[1]}


def _phrases(power: Power) -> list[str]:
    return power.fields["traits"].texts() if "traits" in power.fields else []


def trait_words(phrase: str) -> tuple[list[str], list[str]]:
    """Return what a trait does, and whom and when it concerns."""
    match = FIGURE.fullmatch(phrase)
    if match is None:
        return [re.sub(r"\d+", "N", phrase)], []
    scope = [word for word in (match[1], match[9]) if word]
    what = phrase.removeprefix(match[1] or "").replace(match[9] or "\0", "").split(",")
    return [re.sub(r"\d+", "N", " ".join(part.split())).replace("take N", "takes N") for part in what], scope


def query_words_of(power: Power) -> set[str]:
    """Return the words of all queries in the programs of a power."""
    found: set[str] = set()
    for row in power.rows():
        shape = OPS[row[0].text()][1]
        if "query" in shape:
            found |= query_words(row[1 + shape.index("query")].text())
    return found


def query_words(query: str) -> set[str]:
    """Return the words of a query, longest first: "in melee" is one word."""
    rest = f" {query} "
    found = set()
    for phrase in QUERY_PHRASES:
        if f" {phrase} " in rest:
            rest = rest.replace(f" {phrase} ", " ")
            found.add(phrase)
    return found


# ---- writing the page ----


def page() -> str:
    """Return the whole page."""
    powers = load_powers()
    return "\n".join([*_introduction(powers), *_summary(powers), *_table(powers)]) + "\n"


def _introduction(powers: list[Power]) -> list[str]:
    cards, names = len({power.card for power in powers}), len({power.name for power in powers})
    reprinted = sum(power.printing == "second" for power in powers)
    return [
        "# The powers of set one",
        "",
        f"Made from the card files by `{COMMAND}`; a test compares. {cards} cards have {names} powers",
        f"(vanguard, flank, rear, order, leader); {reprinted} of them read differently in the second printing, which",
        f"makes {len(powers)} rows.",
        "What each word means: [pixel-tactics.md](pixel-tactics.md).",
        "",
    ]


def _summary(powers: list[Power]) -> list[str]:
    """Return the tables that count how many powers use each word; two printings of a power count once."""
    tables = {
        "ops": _users(powers, ops_of, OPS),
        "triggers": _users(powers, triggers_of, TRIGGER_NAMES),
        "traits": _users(powers, traits_of, MARKS),
        "words for whom and when": _users(powers, whom_and_when_of, [*WHO, *WHEN]),
        "words of queries": _users(powers, query_words_of, QUERY_PHRASES),
    }
    found = ["## How many powers use a word", ""]
    for what, table in tables.items():
        found += [_single(what, table), "", f"| {what} | powers | which, if it is one |", "|---|---|---|"]
        found += [_count_row(word, names) for word, names in sorted(table.items(), key=_by_use)]
        found.append("")
    return found


def _users(powers: list[Power], words: Callable[[Power], set[str]], known: Iterable[str]) -> dict[str, set[str]]:
    """Return which powers use each word, the known ones that nobody uses included."""
    found: dict[str, set[str]] = {word: set() for word in known if word}
    for power in powers:
        for word in words(power):
            found.setdefault(word, set()).add(power.name)
    return found


def _by_use(entry: tuple[str, set[str]]) -> tuple[int, str]:
    return -len(entry[1]), entry[0]


def _count_row(word: str, names: set[str]) -> str:
    return f"| `{word}` | {len(names)} | {next(iter(names)) if len(names) == 1 else ''} |"


def _single(what: str, table: dict[str, set[str]]) -> str:
    alone = [names for names in table.values() if len(names) == 1]
    powers = len(set().union(*alone))
    used = sum(1 for names in table.values() if names)
    return f"**{used} {what} are used; {len(alone)} of them serve a single power, {powers} powers in all.**"


def _table(powers: list[Power]) -> list[str]:
    head = ["## Every power", "", "| card | role | printing | what it says | what it needs |", "|---|---|---|---|---|"]
    return head + [_row(power) for power in powers]


def _row(power: Power) -> str:
    needs = "<br>".join(f"`{field} = {_written(node)}`" for field, node in power.fields.items())
    return f"| {power.card} | {power.role} | {power.printing} | {power.text} | {needs} |"


def _written(node: Node) -> str:
    return json.dumps(node.value, ensure_ascii=False)


def main() -> int:
    """Write the page with --write, else print it."""
    if "--write" in sys.argv:
        PAGE.write_text(page(), encoding="utf-8")
    else:
        print(page(), end="")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
