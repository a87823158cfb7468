"""Count what a conformance run has checked, and raise where a law is broken."""

from __future__ import annotations

from dataclasses import dataclass, field

from warband.kernel.game import Game

# The one reason code that may stand for "another kind of action is asked for now".
NOT_NOW = "not_now"


class Broken(AssertionError):
    """The law that a game broke, and where."""


@dataclass
class Report:
    """How much was checked."""

    matches: int = 0
    decisions: int = 0
    most_decisions: int = 0
    whole_space: int = 0
    imagined: int = 0
    undone: int = 0
    scenes: int = 0
    leak_windows: int = 0
    leak_steps: int = 0
    lawful_reveals: int = 0
    codes: set[str] = field(default_factory=set)


def hold(true: bool, game: Game, law: str, where: object) -> None:
    """Raise Broken unless a claim is true."""
    if not true:
        raise Broken(f"{game.name} {game.options}: {law}: {where}")
