"""What a game's about.toml tells the pages: its box on the home page, its form, the figures of its matches."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from typing import Final

from warband.kernel import registry
from warband.kernel.validation import Node

LIDS: Final = ["cards", "river", "map"]
FIELDS: Final = ["place", "sentence", "minutes", "note", "credit", "lid", "form", "story"]
LAST: Final = 99


@dataclass(frozen=True)
class Figure:
    """One figure of a match: which events count, whose they are, and which of their fields is added up."""

    label: str
    kinds: tuple[str, ...]
    by: str = "seat"
    of_rival: bool = False
    sum: str = ""


@dataclass(frozen=True)
class About:
    """What the pages say about a game; a game that says nothing gets a plain box."""

    game: str
    title: str
    place: int = LAST
    sentence: str = ""
    minutes: int = 0
    note: str = ""
    credit: str = ""
    lid: str = LIDS[0]
    sprites: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    # The options that a form begins with where they are not the library's own defaults.
    begins: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    story: tuple[Figure, ...] = ()

    def option_name(self, name: str) -> str:
        """Return what an option is called on the form."""
        return self.names.get(name, name.replace("_", " ").capitalize())

    def choice_words(self, option: str, choice: str) -> str:
        """Return what a value of an option is called on the form."""
        return self.words.get(f"{option}.{choice}", self.words.get(choice, choice.replace("_", " ")))


@lru_cache(maxsize=32)
def about(game: str) -> About:
    """Return what the pages say about a game, or raise BadInput if there is no such game."""
    entry = registry.entry(game)
    file = resources.files(entry.package) / "about.toml" if entry.package else None
    if file is None or not file.is_file():
        return About(game, entry.title)
    return read_about(game, entry.title, Node(tomllib.loads(file.read_text(encoding="utf-8")), f"{game}/about.toml"))


def all_games() -> list[About]:
    """Return every game in the order of the home page."""
    return sorted((about(name) for name in registry.names()), key=lambda game: (game.place, game.title))


def read_about(game: str, title: str, node: Node) -> About:
    """Return what plain data says about a game, or raise BadInput that names what is wrong."""
    fields = node.only(FIELDS)
    lid, form = node.field("lid"), fields.get("form", Node({}, f"{node.where}.form")).fields()
    return About(
        game,
        title,
        node.field("place").integer(),
        node.field("sentence").text(),
        node.field("minutes").integer(1),
        node.field("note").text(),
        node.field("credit").text(),
        LIDS[lid.field("kind").one_of(LIDS)],
        tuple(lid.field("sprites").texts()),
        tuple(form["shown"].texts()) if "shown" in form else (),
        _texts(form.get("begins")),
        _texts(form.get("names")),
        _texts(form.get("words")),
        tuple(_figure(item) for item in fields["story"].items()) if "story" in fields else (),
    )


def _texts(node: Node | None) -> dict[str, str]:
    return {} if node is None else {name: item.text() for name, item in node.fields().items()}


def _figure(node: Node) -> Figure:
    fields = node.only(["label", "kinds", "by", "of_rival", "sum"])
    return Figure(
        node.field("label").text(),
        tuple(node.field("kinds").texts()),
        node.field("by").text(),
        fields["of_rival"].boolean() if "of_rival" in fields else False,
        fields["sum"].text() if "sum" in fields else "",
    )
