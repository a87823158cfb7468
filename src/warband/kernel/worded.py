"""Give a game the words, clauses and packs that lie in its folder."""

from __future__ import annotations

import tomllib
from importlib import resources

from warband.kernel.clauses import Clause, load_clauses
from warband.kernel.errors import BadInput
from warband.kernel.game import Game, Result
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
        """Return the data of the pack that the options name and its file: a person's own, or one that ships."""
        name = str(self.options["pack"])
        return packs[name] if name in packs else shipped_pack(self.package, name)


def shipped_pack(package: str, name: str) -> tuple[dict[str, object], str]:
    """Return the data and the file name of a pack that ships in the folder `cards` of a game."""
    folder = resources.files(package) / "cards"
    known = sorted(item.name.removesuffix(".toml") for item in folder.iterdir() if item.name.endswith(".toml"))
    if name not in known:
        raise BadInput(f"option pack: {name!r} is neither a file nor one of {', '.join(known)}")
    return tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8")), f"{name}.toml"
