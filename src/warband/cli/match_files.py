"""Keep the matches of an arena or a balance in a file, one line each, and go on from there.

The first line says what is played; a match of an arena is `{"pair", "seed", "left_seat", "winner", "why", "decisions",
"left", "right", "record"}`. Times, which are never the same twice, are in a file of their own beside it.
"""

from __future__ import annotations

import csv
import hashlib
from dataclasses import asdict, replace
from pathlib import Path

from warband.cli.files import MANY_MATCHES, exists, is_folder
from warband.cli.line_files import LineFile, append, line
from warband.kernel.errors import BadInput
from warband.kernel.validation import Node
from warband.lab.balance import Fact, Had, SelfPlay
from warband.lab.pairs import LEFT, MOST_SEED, NEITHER, RIGHT, Contest, Effort, Pair, Played, sources
from warband.lab.shards import WHOLE, Shard

WINNERS = [LEFT, RIGHT, NEITHER]
OTHER_SOURCES = "it was begun with other sources of the game or the bots; its matches count all the same"
TIMES = ".times.csv"
TIMES_HEADING = "pair,left_seat,left,right\n"

Times = dict[tuple[int, int], tuple[float, float]]


class ArenaFile(LineFile):
    """The file of an arena, and the pairs that are in it."""

    def __init__(self, path: Path, contest: Contest, matches: int = 0, shard: Shard = WHOLE) -> None:
        path = shard_path(path, shard)
        super().__init__(path, {**contest.terms(), **shard.terms(matches)}, sources(contest.make()))
        self.times = path.with_name(path.name.removesuffix(MANY_MATCHES) + TIMES)
        times = read_times(self.times)
        played = [with_times(read_played(data, where), times) for data, where in self.read()]
        both = {(match.pair, match.left_seat): match for match in played}
        self.pairs: list[Pair] = [(both[n, 0], both[n, 1]) for n, seat in sorted(both) if not seat and (n, 1) in both]

    def number_of(self, data: dict[str, object], where: str) -> int:
        """Return the number of a match: two a pair."""
        node = Node(data, where)
        return 2 * node.field("pair").integer() + node.field("left_seat").integer(0, 1)

    def keep(self, pair: Pair) -> None:
        """Write a finished pair down, and its times."""
        rows = [f"{one.pair},{one.left_seat},{one.left.seconds},{one.right.seconds}\n" for one in pair]
        append(self.times, ("" if exists(self.times) else TIMES_HEADING) + "".join(rows))
        self.add({2 * played.pair + played.left_seat: played_data(played) for played in pair})


class BalanceFile(LineFile):
    """The file of a balance, and what was noted of its matches."""

    def __init__(self, path: Path, study: SelfPlay, matches: int = 0, shard: Shard = WHOLE) -> None:
        terms = {**study.terms(), **shard.terms(matches)}
        super().__init__(shard_path(path, shard), terms, sources(study.make()))
        facts = [read_fact(data, where) for data, where in self.read()]
        self.facts = list({fact.number: fact for fact in facts}.values())

    def number_of(self, data: dict[str, object], where: str) -> int:
        """Return the number of a match."""
        return Node(data, where).field("match").integer()

    def keep(self, fact: Fact) -> None:
        """Write what was noted of a match down."""
        self.add({fact.number: fact_data(fact)})


class NumberedFile(LineFile):
    """A file of lines that are kept as they are, by the number in one of their fields."""

    def __init__(
        self, path: Path, terms: dict[str, object], code: str, field: str, total: int, shard: Shard = WHOLE
    ) -> None:
        self.field = field
        super().__init__(shard_path(path, shard), {**terms, **shard.terms(total)}, code)
        self.kept = {self.number_of(data, where): data for data, where in self.read()}

    def number_of(self, data: dict[str, object], where: str) -> int:
        """Return the number of a line."""
        return Node(data, where).field(self.field).integer()

    def keep(self, data: dict[str, object]) -> None:
        """Write a line down."""
        number = self.number_of(data, str(self.path))
        self.kept[number] = data
        self.add({number: data})


def own_path(name: str, terms: dict[str, object]) -> Path:
    """Return the path of what these terms mean where a person names none: the same command finds it again."""
    digest = hashlib.blake2b(line(terms).encode(), digest_size=5).hexdigest()
    return Path("matches") / f"{name}-{digest}{MANY_MATCHES}"


def shard_path(path: Path, shard: Shard) -> Path:
    """Return where a shard of a file is kept."""
    if shard.is_whole:
        return path
    return path.with_name(f"{path.name.removesuffix(MANY_MATCHES)}.{shard.number}-of-{shard.count}{MANY_MATCHES}")


def check_folder(path: Path) -> Path:
    """Return the folder that --out names, or raise BadInput if a file lies there."""
    if exists(path) and not is_folder(path):
        raise BadInput(f"--out {path}: this is a file; --out names the folder that holds the matches and the report")
    return path


# ---- lines ----


def played_data(played: Played) -> dict[str, object]:
    """Return a match as plain data, without its times."""
    data = asdict(played)
    return {**data, "left": {"choices": played.left.choices}, "right": {"choices": played.right.choices}}


def read_times(path: Path) -> Times:
    """Return the seconds of each match, as far as they were kept."""
    if not exists(path):
        return {}
    times: Times = {}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            try:
                times[int(row["pair"]), int(row["left_seat"])] = (float(row["left"]), float(row["right"]))
            except (KeyError, TypeError, ValueError):
                # What was cut off in the middle of writing was never counted.
                continue
    return times


def with_times(played: Played, times: Times) -> Played:
    """Return a match with the seconds that its choices took."""
    if (played.pair, played.left_seat) not in times:
        return played
    left, right = times[played.pair, played.left_seat]
    return replace(played, left=Effort(played.left.choices, left), right=Effort(played.right.choices, right))


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
    """Return what a bot took for a match; early files have its seconds in the same line."""
    fields = node.fields()
    seconds = fields["seconds"].value if "seconds" in fields else 0.0
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
