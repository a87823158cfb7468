"""How a game is played, as its how-to.toml tells: a few chapters with pictures, before the clauses."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Final

from warband.kernel import registry
from warband.kernel.validation import Node

HOW_TO: Final = "how-to.toml"


@dataclass(frozen=True)
class Chapter:
    """One part of the page that tells how a game is played: a heading, its text, the sprites that show it."""

    title: str
    text: str
    sprites: tuple[str, ...]


@lru_cache(maxsize=32)
def how_to(game: str) -> tuple[Chapter, ...]:
    """Return how a game is played, as its how-to.toml tells; nothing where it has none."""
    package = registry.entry(game).package
    file = resources.files(package) / HOW_TO if package else None
    if file is None or not file.is_file():
        return ()
    node = Node(tomllib.loads(file.read_text(encoding="utf-8")), f"{game}/{HOW_TO}")
    return tuple(_chapter(item) for item in node.field("chapters").items())


def _chapter(node: Node) -> Chapter:
    node.only(["title", "text", "sprites"])
    return Chapter(node.field("title").text(), node.field("text").text(), tuple(node.field("sprites").texts()))
