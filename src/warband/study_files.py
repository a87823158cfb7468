"""Keep what was noted of matches in a file, one short line each, and go on from there."""

from __future__ import annotations

from pathlib import Path

from warband.kernel.plain import Node
from warband.lab.balance import Fact, Had, SelfPlay
from warband.lab_files import MatchFile, append, line


class BalanceFile(MatchFile):
    """Hold the file of a balance, and what was noted of its matches."""

    def __init__(self, path: Path, study: SelfPlay) -> None:
        super().__init__(path, study.terms(), study.make())
        facts = [read_fact(data, where) for data, where in self.read()]
        self.facts = list({fact.number: fact for fact in facts}.values())

    def keep(self, fact: Fact) -> None:
        """Write what was noted of a match down."""
        append(self.path, line(fact_data(fact)))


def fact_data(fact: Fact) -> dict[str, object]:
    """Return what was noted of a match as plain data."""
    return {
        "match": fact.number,
        "winner": fact.winner,
        "why": fact.why,
        "decisions": fact.decisions,
        "first": fact.first,
        "had": list(fact.had),
    }


def read_fact(data: dict[str, object], where: str) -> Fact:
    """Return what a line notes, or raise BadInput that names what is damaged."""
    node = Node(data, where)
    first = node.field("first")
    had = node.field("had").items()
    if len(had) != 2:
        raise node.field("had").wrong("there are 2 seats")
    return Fact(
        node.field("match").integer(),
        node.field("winner").integer(-1, 1),
        node.field("why").text(),
        node.field("decisions").integer(),
        None if first.value is None else first.integer(0, 1),
        (read_had(had[0]), read_had(had[1])),
    )


def read_had(node: Node) -> Had:
    """Return what a seat had."""
    return {kind: names.texts() for kind, names in node.fields().items()}
