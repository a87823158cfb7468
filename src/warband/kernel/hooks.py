"""Name what the package lends to the kernel: drawing a scene, writing a file, making a game whose pack is a file.

No module of the kernel is imported before the package, which fills all three in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol, TypeAlias

from warband.kernel.game import Game
from warband.kernel.scene import Scene


class HasPath(Protocol):
    """A path object, such as pathlib.Path."""

    def __fspath__(self) -> str:
        """Return the path as text."""


FilePath: TypeAlias = str | HasPath


class Hooks:
    """What draws a scene as text, what writes a file, and what makes a game whose pack may be a file."""

    draw: Callable[[Scene], str]
    write: Callable[[FilePath, str], None]
    make_game: Callable[[str, dict[str, object]], Game]


HOOKS: Final = Hooks()
