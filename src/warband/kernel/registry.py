"""Find games by name: those that installed packages declare, and those registered here by hand."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Final

from warband.kernel.errors import BadInput
from warband.kernel.game import Game
from warband.kernel.options import Option
from warband.kernel.pickling import Reduced
from warband.kernel.variation import Vary

# A pack a person brought along: its data and the file it came from, by the name used in the options.
Packs = dict[str, tuple[dict[str, object], str]]


@dataclass
class Entry:
    """What is known of a game before it is made: its options, its named option sets, its maker."""

    name: str
    title: str
    options: list[Option]
    make: Callable[[dict[str, object], Packs], Game]
    option_sets: dict[str, dict[str, object]] = field(default_factory=lambda: {"default": {}})
    package: str = ""
    # How to make another pack out of one, where the game says how.
    vary: Vary | None = None


GROUP: Final = "warband.games"
_registered: Final[dict[str, str]] = {}


@cache
def _installed() -> dict[str, str]:
    # It takes longer to import than all of the kernel.
    from importlib.metadata import entry_points

    return {point.name: point.value for point in entry_points(group=GROUP)}


def refresh() -> None:
    """Look again which games are installed, after a package came or went while this process runs."""
    _installed.cache_clear()


def _places() -> dict[str, str]:
    return {**_installed(), **_registered}


def register(name: str, place: str) -> None:
    """Register a game for this process; `place` is MODULE:NAME of its Entry, imported when first asked for.

    A package declares its games in the entry-point group `warband.games` instead and needs no call.
    """
    _registered[name] = place


def unregister(name: str) -> None:
    """Forget a game that `register` added."""
    del _registered[name]


def names() -> list[str]:
    """Return the names of all games, in order."""
    return sorted(_places())


def entry(name: str) -> Entry:
    """Return the registered game of that name, or raise BadInput that lists those there are."""
    places = _places()
    if name not in places:
        raise BadInput(f"unknown game {name!r}; the games are {', '.join(names())}")
    module, _, attribute = places[name].partition(":")
    declared = getattr(importlib.import_module(module), attribute)
    if not isinstance(declared, Entry):
        raise BadInput(f"{places[name]} is not a game entry")
    return declared


def make_game(name: str, options: dict[str, object] | None = None, packs: Packs | None = None) -> Game:
    """Return a game with its options bound, or raise BadInput."""
    game = entry(name).make(options or {}, packs or {})
    game.recipe = json.dumps([options or {}, packs or {}], default=str)
    return game


def given_options(game: Game) -> dict[str, object]:
    """Return the options a game was made with, without those left to their defaults; all of them where unknown."""
    return dict(json.loads(game.recipe)[0]) if game.recipe else game.options


def remade(game: Game) -> Reduced:
    """Return how to make a game again, in another process too, where a hand has not registered it."""
    return _remake, (game.name, _places()[game.name], game.recipe)


@lru_cache(maxsize=64)
def _remake(name: str, place: str, recipe: str) -> Game:
    """Return the game of a recipe, the same object for the same recipe."""
    if name not in _places():
        register(name, place)
    options, packs = json.loads(recipe)
    return make_game(name, options, {pack: (data, where) for pack, (data, where) in packs.items()})
