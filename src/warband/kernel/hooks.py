"""Name what the kernel is lent by the package around it: drawing a scene, and a user's files.

`import warband` lends both, so the kernel imports no room above it and touches no file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from warband.kernel.errors import BadInput
from warband.kernel.game import Game
from warband.kernel.scene import Scene


class HasPath(Protocol):
    """A path object, such as pathlib.Path."""

    def __fspath__(self) -> str:
        """Return the path as text."""


FilePath: TypeAlias = str | HasPath


def _draw_nothing(scene: Scene) -> str:
    return f"{scene.title}, {scene.heading}"


def _write_nothing(path: FilePath, text: str) -> None:
    raise BadInput("files are written by the package `warband`, which is not imported")


def _make_nothing(name: str, options: dict[str, object]) -> Game:
    raise BadInput("games are found by the package `warband`, which is not imported")


@dataclass
class Hooks:
    """What draws a scene as text, what writes a file, and what makes a game whose pack may be a file."""

    draw: Callable[[Scene], str] = _draw_nothing
    write: Callable[[FilePath, str], None] = _write_nothing
    make_game: Callable[[str, dict[str, object]], Game] = _make_nothing


HOOKS: Final = Hooks()
