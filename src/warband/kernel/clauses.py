"""The clauses of a game, from its clauses.toml; let a test say which clauses it proves."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import TypeVar

from warband.kernel.errors import BadInput
from warband.kernel.validation import Node

MOST_CLAUSES = 3
SOURCES = ["stated", "ruling", "derived"]

Test = TypeVar("Test", bound=Callable[..., object])


@dataclass(frozen=True)
class Clause:
    """One clause: its full id, its title and text in our words, and whether a test must prove it."""

    id: str
    title: str
    text: str
    source: str
    binds: bool = True
    why: str = ""
    editions: tuple[str, ...] = ()

    def wanted(self) -> list[str]:
        """Return the ids that tests must carry: one, or one per edition where the editions differ."""
        if not self.binds:
            return []
        return [f"{self.id}@{edition}" for edition in self.editions] or [self.id]


def load_clauses(game: str, package: str) -> dict[str, Clause]:
    """Return the clauses of a game by their full ids."""
    return dict(_shipped_clauses(game, package))


@lru_cache(maxsize=8)
def _shipped_clauses(game: str, package: str) -> dict[str, Clause]:
    text = (resources.files(package) / "clauses.toml").read_text(encoding="utf-8")
    return read_clauses(game, tomllib.loads(text), f"{package}/clauses.toml")


def read_clauses(game: str, data: dict[str, object], where: str) -> dict[str, Clause]:
    """Return the clauses that plain data holds."""
    clauses: dict[str, Clause] = {}
    for short, node in Node(data, where).fields().items():
        fields = node.only(["title", "text", "source", "binds", "why", "editions"])
        binds = fields["binds"].boolean() if "binds" in fields else True
        why = fields["why"].text() if "why" in fields else ""
        if not binds and not why:
            raise node.wrong("a clause that does not bind must say why")
        editions = tuple(fields["editions"].texts()) if "editions" in fields else ()
        source = SOURCES[node.field("source").one_of(SOURCES)]
        text = " ".join(node.field("text").text().split())
        full = f"{game}:{short}"
        clauses[full] = Clause(full, node.field("title").text(), text, source, binds, why, editions)
    return clauses


def clause(*ids: str) -> Callable[[Test], Test]:
    """Mark a test with the clauses it proves, ids in full, at most three."""
    if not 1 <= len(ids) <= MOST_CLAUSES:
        raise BadInput(f"a test proves 1 to {MOST_CLAUSES} clauses, not {len(ids)}")

    def mark(test: Test) -> Test:
        return test

    return mark
