"""Keep the list of games; one line registers a game."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from warband.kernel.errors import BadInput
from warband.kernel.game import Game
from warband.kernel.options import Option

# A pack a person brought along: its data and the file it came from, by the name used in the options.
Packs = dict[str, tuple[dict[str, object], str]]


@dataclass
class Entry:
    """Hold what is known of a game before it is made: its options, its named option sets, its maker."""

    name: str
    title: str
    options: list[Option]
    make: Callable[[dict[str, object], Packs], Game]
    option_sets: dict[str, dict[str, object]] = field(default_factory=lambda: {"default": {}})
    package: str = ""


_places: Final[dict[str, str]] = {}


def register(name: str, place: str) -> None:
    """Register a game under its name; `place` is MODULE:NAME of its Entry, imported when first asked for."""
    _places[name] = place


def names() -> list[str]:
    """Return the names of all registered games."""
    return sorted(_places)


def entry(name: str) -> Entry:
    """Return the registered game of that name, or raise BadInput that lists those there are."""
    if name not in _places:
        raise BadInput(f"unknown game {name!r}; the games are {', '.join(names())}")
    module, _, attribute = _places[name].partition(":")
    found = getattr(importlib.import_module(module), attribute)
    if not isinstance(found, Entry):
        raise BadInput(f"{_places[name]} is not a game entry")
    return found


def make_game(name: str, options: dict[str, object] | None = None, packs: Packs | None = None) -> Game:
    """Return a game with its options bound, or raise BadInput."""
    return entry(name).make(options or {}, packs or {})
