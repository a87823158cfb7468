"""Give a game the words, clauses and packs that lie in its folder."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable

from warband.kernel.clauses import Clause, load_clauses
from warband.kernel.errors import BadInput
from warband.kernel.game import Game, Result
from warband.kernel.packs import PACK_FILE, assemble, check_game_of
from warband.kernel.plain import Node
from warband.kernel.reasons import Reason
from warband.kernel.registry import Packs
from warband.kernel.scene import Sentence
from warband.kernel.words import Words, load_words


class WordedGame(Game):
    """Hold a game whose sentences are in its words.toml and whose clauses are in its clauses.toml."""

    def __init__(self, name: str, title: str, version: int, options: dict[str, object], package: str) -> None:
        super().__init__(name, title, version, options)
        self.package = package
        self.words: Words = load_words(package)
        self.clauses: dict[str, Clause] = load_clauses(name, package)

    def say_event(self, event: dict[str, object], players: list[str]) -> Sentence:
        """Return the sentence of an event as a viewer saw it."""
        return self.words.event(event, players)

    def say_reason(self, reason: Reason) -> str:
        """Return the sentence of a reason."""
        return self.words.reason(reason)

    def say_result(self, result: Result, players: list[str]) -> str:
        """Return the sentence that tells how the match ended."""
        return self.words.result(result, players)

    def pack_data(self, packs: Packs) -> tuple[dict[str, object], str]:
        """Return the data of the pack that the options name and where it stands: a person's own, or one that ships."""
        name = str(self.options["pack"])
        data, where = packs[name] if name in packs else shipped_pack(self.package, name)
        check_game_of(Node(data, where), self.name)
        return data, where


@lru_cache(maxsize=8)
def shipped_pack(package: str, name: str) -> tuple[dict[str, object], str]:
    """Return the data and the name of a pack that ships in `cards` of a game, as a file or as a folder."""
    found = _shipped(package).get(name)
    if found is None:
        known = ", ".join(shipped_packs(package))
        raise BadInput(f"option pack: {name!r} is neither a file, nor a folder, nor one of {known}")
    if found.is_file():
        return _table(found), found.name
    tables = {item.name: _table(item) for item in found.iterdir() if item.name.endswith(".toml")}
    return assemble(tables, name), name


def shipped_packs(package: str) -> list[str]:
    """Return the names of the packs that ship with a game."""
    return sorted(_shipped(package)) if package else []


def _shipped(package: str) -> dict[str, Traversable]:
    inside = list((resources.files(package) / "cards").iterdir())
    folders = {item.name: item for item in inside if item.joinpath(PACK_FILE).is_file()}
    return folders | {item.name.removesuffix(".toml"): item for item in inside if item.name.endswith(".toml")}


def _table(file: Traversable) -> dict[str, object]:
    return tomllib.loads(file.read_text(encoding="utf-8"))
