"""Check over random matches that a game keeps the laws of the kernel.

With --out every match that was checked is kept in a file of lines, and the same command goes on from there; --on says
where they are played. What is printed is the same wherever that is.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from warband.cli.arguments import add_game, add_options, add_place, add_seed, add_shard, check_seed, opened_place, say
from warband.cli.exit_codes import ExitCode
from warband.cli.files import read_options
from warband.cli.match_files import OTHER_SOURCES, NumberedFile
from warband.cli.progress import progress
from warband.conformance.check import check_match
from warband.conformance.report import Broken, Report, read_report
from warband.kernel.errors import BadInput
from warband.kernel.game import Game
from warband.kernel.registry import Packs, make_game
from warband.kernel.validation import Node
from warband.lab.executors import Executor, Task, run_all
from warband.lab.pairs import outside_proof, sources
from warband.lab.shards import Shard, read_shard

EXAMPLES = """\
exit code: 0 it keeps them, 1 it breaks one, 2 wrong arguments, 130 stopped with Ctrl-C

examples:
  warband check heros-crossing                                        10 matches
  warband check pixel-tactics --option edition=deluxe --matches 100   more of them
  warband check GAME --matches 100000 --out check.jsonl               many; again to go on
  warband check GAME --matches 100000 --on tcp://127.0.0.1:8786       on a Dask cluster (docs/cluster.md)
"""
FORMAT = 1
MATCH, REPORT, BROKEN = "match", "report", "broken"
# What was found of one match: its number, and what was checked or the law that is broken.
Line = dict[str, object]


def add_arguments(parser: ArgumentParser) -> None:
    """Take a game, how many matches, and where they are checked."""
    add_game(parser)
    add_options(parser)
    parser.add_argument("--matches", type=int, default=10, metavar="N", help="how many matches (default: 10)")
    add_seed(parser, "the first match")
    add_place(parser)
    add_shard(parser)
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="keep what was checked here, .jsonl, and go on from it"
    )


def run(arguments: Namespace) -> ExitCode:
    """Check a game and print what was looked at."""
    options, packs = read_options(arguments.option)
    if arguments.matches < 1:
        raise BadInput(f"check: {arguments.matches} matches; at least 1 is needed")
    check_seed(arguments.seed)
    shard = read_shard(arguments.shard)
    if not shard.is_whole and arguments.out is None:
        raise BadInput("--shard: say with --out where the shards are kept")
    checks = Checks(arguments.game, arguments.seed, options, packs)
    file = open_file(checks, arguments.out, arguments.matches, shard)
    with opened_place(arguments) as executor:
        progress_made = Progress(file, arguments.matches, shard)
        is_stopped = progress_made.run(checks, executor)
    return progress_made.tell(arguments.game, is_stopped)


@dataclass(frozen=True)
class Checks(Task[Game, int, Line]):
    """Matches that are checked: all that decides how they go."""

    game: str
    seed: int = 0
    options: dict[str, object] = field(default_factory=dict)
    packs: Packs = field(default_factory=dict)

    def make(self) -> Game:
        """Return the game that is checked, or raise BadInput."""
        return make_game(self.game, self.options, self.packs)

    def play(self, game: Game, number: int) -> Line:
        """Check one match; it depends on the seed and its number alone."""
        try:
            return {MATCH: number, REPORT: check_match(game, number, self.seed).to_data()}
        except Broken as error:
            return {MATCH: number, BROKEN: str(error)}

    def proof(self) -> str:
        """Return a digest of the code of the game."""
        return outside_proof(self.make(), [])

    def terms(self) -> dict[str, object]:
        """Return what must be the same for matches to count together."""
        game = self.make()
        named = {"game": game.name, "version": game.version, "options": game.options, "packs": game.packs}
        return {"check": FORMAT, **named, "seed": self.seed}


def open_file(checks: Checks, path: Path | None, matches: int, shard: Shard) -> NumberedFile | None:
    """Return the file that --out names, begun or read."""
    game = checks.make()
    if path is None:
        return None
    file = NumberedFile(path, checks.terms(), sources(game), MATCH, matches, shard)
    if file.has_other_sources:
        say(f"{path}: {OTHER_SOURCES}")
    return file


class Progress:
    """What was checked so far: the matches that count, up to the first that breaks a law."""

    def __init__(self, file: NumberedFile | None, matches: int, shard: Shard) -> None:
        self.file = file
        self.shard = shard
        self.end = matches
        self.report = Report()
        self.found: dict[int, Report | str] = {}
        for number, line in sorted((file.kept if file is not None else {}).items()):
            self.add(number, line)

    def add(self, number: int, line: Line) -> None:
        """Count a match; what comes after one that breaks a law does not count."""
        node = Node(line, f"match {number}")
        if BROKEN in line:
            self.found[number] = node.field(BROKEN).text()
            self.end = min(self.end, number + 1)
        else:
            report = read_report(node.field(REPORT))
            self.found[number] = report
            self.report.add(report)

    @property
    def missing(self) -> list[int]:
        """Return the matches that are still to be checked."""
        return [number for number in self.shard.of(self.end) if number not in self.found]

    def run(self, checks: Checks, executor: Executor) -> bool:
        """Check what is missing; return whether a person stopped it."""
        try:
            with closing(run_all(executor, checks, self.missing)) as checking, progress("matches") as show:
                for line in checking:
                    if self.file is not None:
                        self.file.keep(line)
                    self.add(Node(line, "match").field(MATCH).integer(), line)
                    show(len(self.found), len(self.shard.of(self.end)), f"{self.report.decisions:,} decisions")
                    if len(self.shard.of(self.end)) <= len(self.found) and not self.missing:
                        break
        except KeyboardInterrupt:
            return True
        finally:
            if self.file is not None:
                self.file.put_in_order(range(self.end))
        return False

    def tell(self, game: str, is_stopped: bool) -> ExitCode:
        """Print what was found."""
        counted = {number: self.found[number] for number in self.shard.of(self.end) if number in self.found}
        broken = [one for one in counted.values() if isinstance(one, str)]
        if broken and not self.missing:
            print(f"broken: {broken[0]}")
            return ExitCode.CHECK_FAILED
        report = Report()
        for one in counted.values():
            if isinstance(one, Report):
                report.add(one)
        print(f"{game} keeps the laws, as far as these checks went:")
        for name, value in report.to_data().items():
            print(f"  {name.replace('_', ' ')}: {', '.join(value) if isinstance(value, list) else value}")
        if is_stopped:
            print(f"stopped: {len(counted)} of {len(self.shard.of(self.end))} matches checked")
        return ExitCode.STOPPED if is_stopped else ExitCode.DONE
