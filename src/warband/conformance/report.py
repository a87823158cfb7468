"""Count what a conformance run has checked, and raise where a law is broken."""

from __future__ import annotations

from dataclasses import dataclass, field

from warband.kernel.game import Game
from warband.kernel.validation import Node

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

    def add(self, other: Report) -> None:
        """Count what another run has checked as well."""
        most, codes = max(self.most_decisions, other.most_decisions), self.codes | other.codes
        for name, value in vars(other).items():
            if isinstance(value, int):
                setattr(self, name, getattr(self, name) + value)
        self.most_decisions, self.codes = most, codes

    def to_data(self) -> dict[str, object]:
        """Return the counts as plain data."""
        return {**vars(self), "codes": sorted(self.codes)}


def read_report(node: Node) -> Report:
    """Return a report from plain data, or raise BadInput that names what is damaged."""
    counts = {name: item.integer() for name, item in node.fields().items() if name != "codes"}
    if set(counts) | {"codes"} != set(vars(Report())):
        raise node.wrong("expected the counts of a check")
    return Report(**counts, codes=set(node.field("codes").texts()))


def hold(true: bool, game: Game, law: str, where: object) -> None:
    """Raise Broken unless a claim is true."""
    if not true:
        raise Broken(f"{game.name} {game.options}: {law}: {where}")
