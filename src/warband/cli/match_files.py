"""Keep the matches of an arena or a balance in a file, one line each, and go on from there.

The first line says what is played; a match of an arena is `{"pair", "seed", "left_seat", "winner", "why", "decisions",
"left", "right", "record"}`. Lines are written when a pair is finished, so that a stopped arena loses no finished pair.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime
from itertools import count
from pathlib import Path

from warband.cli.files import exists, is_folder, read_text, write_safely
from warband.kernel.errors import BadInput
from warband.kernel.game import Game
from warband.kernel.validation import Node
from warband.lab.balance import Fact, Had, SelfPlay
from warband.lab.pairs import LEFT, MOST_SEED, NEITHER, RIGHT, Contest, Effort, Pair, Played, sources

WINNERS = [LEFT, RIGHT, NEITHER]
SOURCES = "sources"
OTHER_SOURCES = "it was begun with other sources of the game or the bots; its matches count all the same"


class MatchFile:
    """A file of matches: begun if it is new, read if it was begun with the same terms."""

    def __init__(self, path: Path, terms: dict[str, object], game: Game) -> None:
        self.path = path
        self.terms: dict[str, object] = {**terms, SOURCES: sources(game)}
        self.has_other_sources = False
        lines = read_lines(path) if exists(path) else []
        if lines:
            head = read_line(path, 1, lines[0])
            check_terms(path, head, self.terms)
            self.has_other_sources = head.get(SOURCES) != self.terms[SOURCES]
        else:
            write_safely(path, line(self.terms))
        self._unread = lines[1:]

    def read(self) -> Iterator[tuple[dict[str, object], str]]:
        """Yield the lines that were there, each with its place, once: the records in them are long."""
        lines, self._unread = self._unread, []
        for number, text in enumerate(lines, 2):
            yield read_line(self.path, number, text), f"{self.path}:{number}"


class ArenaFile(MatchFile):
    """The file of an arena, and the pairs that are in it."""

    def __init__(self, path: Path, contest: Contest) -> None:
        super().__init__(path, contest.terms(), contest.make())
        played = [read_played(data, where) for data, where in self.read()]
        both = {(match.pair, match.left_seat): match for match in played}
        self.pairs: list[Pair] = [(both[n, 0], both[n, 1]) for n, seat in sorted(both) if not seat and (n, 1) in both]

    def keep(self, pair: Pair) -> None:
        """Write a finished pair down."""
        append(self.path, "".join(line(asdict(played)) for played in pair))


class BalanceFile(MatchFile):
    """The file of a balance, and what was noted of its matches."""

    def __init__(self, path: Path, study: SelfPlay) -> None:
        super().__init__(path, study.terms(), study.make())
        facts = [read_fact(data, where) for data, where in self.read()]
        self.facts = list({fact.number: fact for fact in facts}.values())

    def keep(self, fact: Fact) -> None:
        """Write what was noted of a match down."""
        append(self.path, line(fact_data(fact)))


def fresh_path(name: str) -> Path:
    """Return a path for a new arena that is not taken."""
    stem = f"{name}-{datetime.now():%Y-%m-%d-%H%M%S}"
    paths = (Path("matches") / f"{stem}{f'-{number}' if number else ''}.jsonl" for number in count())
    return next(path for path in paths if not exists(path))


def check_folder(path: Path) -> Path:
    """Return the folder that --out names, or raise BadInput if a file lies there."""
    if exists(path) and not is_folder(path):
        raise BadInput(f"--out {path}: this is a file; --out names the folder that holds the matches and the report")
    return path


def line(data: dict[str, object]) -> str:
    """Return plain data as one line of JSON."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def append(path: Path, text: str) -> None:
    """Write a text to the end of a file."""
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {error.strerror}") from None


def read_lines(path: Path) -> list[str]:
    """Return the whole lines of a file; one that was cut off in the middle of writing goes."""
    whole, end, torn = read_text(path).rpartition("\n")
    if torn:
        write_safely(path, whole + end)
    return whole.split("\n") if whole else []


def read_line(path: Path, number: int, text: str) -> dict[str, object]:
    """Return the fields of one line, or raise BadInput that names it."""
    try:
        data: object = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise BadInput(f"{path}:{number}: this is not a line of matches")
    return data


def check_terms(path: Path, head: dict[str, object], terms: dict[str, object]) -> None:
    """Raise BadInput if a file holds matches of other arguments; the first of the terms says which command plays."""
    if next(iter(terms)) not in head:
        raise BadInput(f"{path}: this is not the file of `warband {next(iter(terms))}`")
    for name, value in terms.items():
        if name != SOURCES and head.get(name) != value:
            there, here = json.dumps(head.get(name)), json.dumps(value)
            raise BadInput(
                f"{path}: it holds matches of other arguments ({name}: {there}, not {here}); give another --out"
            )


def read_played(data: dict[str, object], where: str) -> Played:
    """Return the match of a line without its record, or raise BadInput that names what is damaged."""
    node = Node(data, where)
    winner = WINNERS[node.field("winner").one_of(WINNERS)]
    return Played(
        node.field("pair").integer(),
        node.field("seed").integer(0, 2 * MOST_SEED),
        node.field("left_seat").integer(0, 1),
        winner,
        node.field("why").text(),
        node.field("decisions").integer(),
        read_effort(node.field("left")),
        read_effort(node.field("right")),
    )


def read_effort(node: Node) -> Effort:
    """Return what a bot took for a match."""
    seconds = node.field("seconds").value
    if not isinstance(seconds, int | float):
        raise node.field("seconds").wrong("expected a number")
    return Effort(node.field("choices").integer(), float(seconds))


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
