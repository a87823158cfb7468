"""Measure how strong the bots are: whom each must beat and by how much, in one table, by a command that can be stopped.

Run it on the compiled engine: `make strength`. Every finished pair is kept in `build/strength`, a folder for each game
and option set; started again it goes on from there, and it writes `docs/strength.md` after each row from what is there.
A row ends when its goal is surely reached or surely missed, or after 100 pairs. After a change of a bot remove the
files it played (`rm build/strength/*/search*`): a row whose file was begun with other sources is marked.
"""

from __future__ import annotations

import argparse
import platform
import re
import sys
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from warband.cli.arena import meet
from warband.cli.exit_codes import ExitCode
from warband.cli.files import exists, write_safely
from warband.cli.match_files import ArenaFile
from warband.cli.progress import duration
from warband.engine import engine
from warband.kernel.errors import BadInput
from warband.lab.arena import Arena, Score, decided
from warband.lab.executors import Local
from warband.lab.intervals import percent, span
from warband.lab.ladder import markdown_table, milliseconds
from warband.lab.pairs import Contest

ROOT = Path(__file__).resolve().parents[1]
LEVELS = range(1, 9)
HEADING = ["game", "bot", "against", "matches", "win rate", "95 % interval", "goal", "reached", "ms a choice"]
MARK = " *"
TEXT = """\
# Strength of the bots

Made by `make strength` (`benchmarks/strength.py`) on {machine},
the {engine} engine, with seed 0. Budgets are imagined plays a choice and no clock counts, so that the same sources give
the same table anywhere. A row is an arena ([arena.md](arena.md)): pairs of matches on the same seed with the seats
swapped, at most {pairs} pairs. It ends early when the goal is surely reached or surely missed: the 99.5 % interval,
looked at after each pair from the tenth on, leaves the goal out. A draw is half a win; the interval is Wilson's. "From
above 65 %" means that the lower end of the 95 % interval lies above 65 %. The last column is CPU time for one real
choice of the bot, and of the one it plays against. Pocket-Tactics is played on quick maps.

{table}
{done} of {rows} rows are finished, {reached} of them reach their goal; {time} of CPU time went into choices.
{footnote}"""
FOOTNOTE = "\nRows with * were begun with other sources of the game or the bots than those that wrote this page.\n"


@dataclass(frozen=True)
class Goal:
    """What a row must show: the win rate, or the lower end of its interval, beyond a share."""

    share: float
    is_of_rate: bool = False

    def told(self) -> str:
        """Return the goal in words."""
        return f"{'at least' if self.is_of_rate else 'from above'} {100 * self.share:.0f} %"

    def reached(self, score: Score) -> bool:
        """Return whether a score reaches it."""
        if self.is_of_rate:
            return (score.win_rate or 0.0) >= self.share
        return score.interval()[0] > self.share


@dataclass(frozen=True)
class Setting:
    """A game with the options it is measured with, and what the table calls it."""

    name: str
    title: str
    game: str
    options: dict[str, object] = field(default_factory=dict)


HEROS = Setting("heros-crossing", "Hero's Crossing", "heros-crossing")
POCKET = Setting("pocket-tactics", "Pocket-Tactics", "pocket-tactics", {"map": "quick"})
DELUXE, CLASSIC, MANUAL = (
    Setting(f"pixel-tactics-{edition}", f"Pixel Tactics, {edition}", "pixel-tactics", {"edition": edition})
    for edition in ("deluxe", "classic", "manual")
)
GAMES = [HEROS, DELUXE, POCKET]
EDITIONS = [CLASSIC, MANUAL]


@dataclass(frozen=True)
class Row:
    """One row of the table: who plays whom at what, and what it must show."""

    setting: Setting
    left: str
    right: str
    goal: Goal

    def contest(self) -> Contest:
        """Return the contest of the row."""
        return Contest(self.setting.game, self.left, self.right, 0, self.setting.options)

    def told(self) -> str:
        """Return the row in words."""
        return f"{self.setting.name}, {self.left} against {self.right}"

    def path(self, folder: Path) -> Path:
        """Return the file of the row; levels have the names that `warband ladder` gives them."""
        left, right = (re.sub(r"\W+", "_", spec) for spec in (self.left, self.right))
        return folder / self.setting.name / f"{left}-{right}.jsonl"

    def arena(self, pairs: int) -> Arena:
        """Return an arena that stops when the goal is decided."""
        return Arena(self.contest(), 2 * pairs, partial(decided, than=self.goal.share))


def all_rows() -> list[Row]:
    """Return the rows, what is quickly played first."""
    rows = [Row(setting, "greedy", "random", Goal(0.95, True)) for setting in GAMES]
    for iterations, share in ((500, 0.5), (2000, 0.65)):
        rows += [Row(setting, f"search:{iterations}", "greedy", Goal(share)) for setting in GAMES + EDITIONS]
    for level in LEVELS[2:]:
        rows += [Row(setting, str(level), str(level - 2), Goal(0.5)) for setting in GAMES]
    return rows


class Standing:
    """How a row stands: the pairs that are there, and whether its file was begun with other sources."""

    def __init__(self, row: Row, folder: Path, pairs: int) -> None:
        self.row = row
        self.path = row.path(folder)
        self.arena = row.arena(pairs)
        self.is_older = False
        if exists(self.path):
            file = ArenaFile(self.path, row.contest())
            self.is_older = file.has_other_sources
            for pair in file.pairs:
                self.arena.add(pair)

    @property
    def state(self) -> str:
        """Return whether the row reached its goal, as the table says it."""
        if self.arena.missing():
            return "under way" if self.arena.score().matches else "-"
        return "yes" if self.row.goal.reached(self.arena.score()) else "no"

    def cells(self) -> list[str]:
        """Return the row of the table."""
        row, score = self.row, self.arena.score()
        head = [row.setting.title + MARK * self.is_older, named(row.left), named(row.right), str(score.matches)]
        if score.win_rate is None:
            return [*head, "-", "-", row.goal.told(), "-", "-"]
        times = f"{milliseconds(score.left.per_choice())} / {milliseconds(score.right.per_choice())}"
        return [*head, percent(score.win_rate), span(score.interval()), row.goal.told(), self.state, times]


def named(spec: str) -> str:
    """Return a bot as the table calls it."""
    return f"level {spec}" if spec.isdecimal() else spec


def play(table: list[Standing], arguments: argparse.Namespace) -> bool:
    """Play the rows in turn, write the page after each, and tell whether all of them were played."""
    wanted = [item for item in table if arguments.only in item.row.told()]
    for place, item in enumerate(wanted, 1):
        row = item.row
        label = f"row {place} of {len(wanted)}: {row.told()}"
        with Local(arguments.jobs) as executor:
            item.arena = meet(row.contest(), item.path, 2 * arguments.pairs, executor, item.arena.stop, label)
        write(table, arguments)
        ending = "stopped" if item.arena.is_stopped else f"goal {row.goal.told()}: {item.state}"
        print(f"{label}: {item.arena.score().matches} matches, {item.arena.score().running()}, {ending}", flush=True)
        if item.arena.is_stopped:
            return False
    return True


def write(table: list[Standing], arguments: argparse.Namespace) -> None:
    """Write the page from what is there."""
    states = [item.state for item in table]
    scores = [item.arena.score() for item in table]
    page = TEXT.format(
        machine=f"{platform.system()} {platform.machine()}, Python {platform.python_version()}",
        engine=engine(),
        pairs=arguments.pairs,
        table=markdown_table([HEADING, *(item.cells() for item in table)]),
        done=states.count("yes") + states.count("no"),
        rows=len(table),
        reached=states.count("yes"),
        time=duration(sum(score.left.seconds + score.right.seconds for score in scores)),
        footnote=FOOTNOTE if any(item.is_older for item in table) else "",
    )
    write_safely(arguments.write, page)


def read_arguments() -> argparse.Namespace:
    """Return the arguments of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=2, help="worker processes (default: 2)")
    parser.add_argument("--pairs", type=int, default=100, help="most pairs a row (default: 100)")
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="only the rows that are told with this, such as deluxe or search:500"
    )
    parser.add_argument("--table", action="store_true", help="write the page from what is there and play nothing")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "strength", help="where the matches are kept")
    parser.add_argument("--write", type=Path, default=ROOT / "docs" / "strength.md", help="the page")
    return parser.parse_args()


def main() -> int:
    """Play what is missing and write the page; exit 130 if a person stopped it."""
    arguments = read_arguments()
    if engine() == "plain":
        print("strength: this is the plain engine, twenty times slower; see make strength", file=sys.stderr)
    try:
        table = [Standing(row, arguments.out, arguments.pairs) for row in all_rows()]
        is_done = arguments.table or play(table, arguments)
        write(table, arguments)
    except BadInput as error:
        print(f"strength: {error}", file=sys.stderr)
        return 2
    return 0 if is_done else ExitCode.STOPPED


if __name__ == "__main__":
    raise SystemExit(main())
