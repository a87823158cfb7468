"""Say things as the edition that is played says them: its book's words for a power and for a move."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Final

from warband.games.pixel_tactics.pack.reading import Card, Pack
from warband.kernel.clauses import Clause
from warband.kernel.words import Words

MARK: Final = re.compile(r"<([A-Za-z][a-z ]*)>")
# What a card's text begins a power with, whoever wrote the card.
LEAD_WORD: Final = re.compile(r"\b([Pp]ower):")

Terms = dict[str, str]


def terms_of(options: dict[str, object]) -> Terms:
    """Return the terms that bound options choose."""
    terms: Terms = {}
    for option, tables in _shipped().items():
        terms.update(tables[str(options[option])])
    return terms


@cache
def _shipped() -> dict[str, dict[str, Terms]]:
    path = resources.files("warband.games.pixel_tactics") / "terms.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def worded(text: str, terms: Terms) -> str:
    """Return a text with its marks replaced by the terms; a mark that names none stays."""
    return MARK.sub(lambda mark: _term(mark[1], terms) or mark[0], text)


def _term(mark: str, terms: Terms) -> str:
    term = terms.get(mark[0].lower() + mark[1:], "")
    return term[:1].upper() + term[1:] if mark[0].isupper() else term


def worded_words(words: Words, terms: Terms) -> Words:
    """Return the sentences and names of the game in these terms."""
    tables = {name: _worded_table(table, terms) for name, table in words.tables.items()}
    return Words(tables, {name: _worded_table(table, terms) for name, table in words.names.items()})


def _worded_table(table: dict[str, str], terms: Terms) -> dict[str, str]:
    return {key: worded(text, terms) for key, text in table.items()}


def worded_clauses(clauses: dict[str, Clause], terms: Terms) -> dict[str, Clause]:
    """Return the clauses of the game and of its cards in these terms."""
    return {
        name: replace(clause, title=worded(clause.title, terms), text=worded_card_text(clause.text, terms))
        for name, clause in clauses.items()
    }


def worded_pack(pack: Pack, terms: Terms) -> Pack:
    """Return a pack whose texts are in these terms."""
    return replace(pack, cards=[_worded_card(card, terms) for card in pack.cards])


def _worded_card(card: Card, terms: Terms) -> Card:
    roles = {name: replace(role, text=worded_card_text(role.text, terms)) for name, role in card.roles.items()}
    return replace(card, roles=roles)


def worded_card_text(text: str, terms: Terms) -> str:
    """Return the text of a card in these terms; "Power:" is what the edition calls it."""
    return worded(LEAD_WORD.sub(r"<\1>:", text), terms)
