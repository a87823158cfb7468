"""Keep what was noted of matches in a file, one short line each, and go on from there."""

from __future__ import annotations

from pathlib import Path

from warband.files import exists, write_safely
from warband.kernel.plain import Node
from warband.lab.balance import Fact, Had, SelfPlay
from warband.lab.pairs import sources
from warband.lab_files import SOURCES, append, check_terms, line, read_line, read_lines


class BalanceFile:
    """Hold the file of a balance: begun if it is new, read if it was begun with the same arguments."""

    def __init__(self, path: Path, study: SelfPlay) -> None:
        self.path = path
        self.terms: dict[str, object] = {**study.terms(), SOURCES: sources(study.make())}
        self.facts: list[Fact] = []
        self.has_other_sources = False
        lines = read_lines(path) if exists(path) else []
        if lines:
            self._read(lines)
        else:
            write_safely(path, line(self.terms))

    def keep(self, fact: Fact) -> None:
        """Write what was noted of a match down."""
        append(self.path, line(fact_data(fact)))

    def _read(self, lines: list[str]) -> None:
        head = read_line(self.path, 1, lines[0])
        check_terms(self.path, head, self.terms)
        self.has_other_sources = head.get(SOURCES) != self.terms[SOURCES]
        found = [read_fact(read_line(self.path, n, text), f"{self.path}:{n}") for n, text in enumerate(lines[1:], 2)]
        self.facts = list({fact.number: fact for fact in found}.values())


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
