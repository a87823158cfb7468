"""Read the guided first match of a game from its lesson.toml."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable

from warband.kernel import registry
from warband.kernel.errors import BadInput
from warband.kernel.validation import Node


@dataclass(frozen=True)
class LessonStep:
    """One step: what is asked, the actions that do it, what is said afterwards, and what is played then."""

    say: str
    do: tuple[str, ...]
    said: str = ""
    then: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class Lesson:
    """A guided match: its seed and options, what is played first, the steps, and the closing words."""

    game: str
    seed: int
    options: dict[str, object]
    opening: tuple[tuple[int, str], ...]
    steps: tuple[LessonStep, ...]
    ending: str


def lesson_games() -> list[str]:
    """Return the games that have a lesson."""
    return [name for name in registry.names() if _file(name) is not None]


@lru_cache(maxsize=16)
def load_lesson(game: str) -> Lesson:
    """Return the lesson of a game, or raise BadInput if it has none."""
    file = _file(game)
    if file is None:
        raise BadInput(f"{registry.entry(game).title} has no lesson yet; its rules are at /rules/{game}.")
    return read_lesson(game, Node(tomllib.loads(file.read_text(encoding="utf-8")), f"{game}/lesson.toml"))


def _file(game: str) -> Traversable | None:
    package = registry.entry(game).package
    file = resources.files(package) / "lesson.toml" if package else None
    return file if file is not None and file.is_file() else None


def read_lesson(game: str, node: Node) -> Lesson:
    """Return the lesson that plain data holds, or raise BadInput that names what is wrong."""
    fields = node.only(["seed", "options", "opening", "step", "ending"])
    options = fields["options"].mapping() if "options" in fields else {}
    steps = tuple(_step(item) for item in node.field("step").items())
    opening = tuple(_move(item) for item in fields["opening"].items()) if "opening" in fields else ()
    return Lesson(game, node.field("seed").integer(), options, opening, steps, node.field("ending").text())


def _step(node: Node) -> LessonStep:
    fields = node.only(["say", "do", "said", "then"])
    said = fields["said"].text() if "said" in fields else ""
    then = tuple(_move(item) for item in fields["then"].items()) if "then" in fields else ()
    return LessonStep(node.field("say").text(), tuple(node.field("do").texts()), said, then)


def _move(node: Node) -> tuple[int, str]:
    both = node.items()
    if len(both) != 2:
        raise node.wrong("expected a seat and an action")
    return both[0].integer(0, 1), both[1].text()
