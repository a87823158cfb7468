"""Describe the table as a person sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warband.kernel.plain_scene import plain_scene
from warband.kernel.reasons import Reason
from warband.kernel.scene import Scene, Sentence

if TYPE_CHECKING:
    from warband.games.pixel_tactics.game import PixelTactics


def scene(game: PixelTactics, view: dict[str, object]) -> Scene:
    """Return what the owner of a view sees."""
    return plain_scene(game, view)


def preview(game: PixelTactics, view: dict[str, object], action: int) -> list[Sentence]:
    """Return what is certain to follow an action."""
    return []


def attempt(game: PixelTactics, view: dict[str, object], touched: list[str]) -> Reason | None:
    """Return why touching these handles means no legal action."""
    return None
