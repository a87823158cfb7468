"""Measure how strong the bots are: what issue 5 promises, as one table, in one command that can be stopped.

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

from warband.engine import engine
from warband.files import exists, write_safely
from warband.kernel.errors import BadInput
from warband.lab.arena import Arena, Score, decided
from warband.lab.intervals import percent, span
from warband.lab.ladder import markdown_table, milliseconds
from warband.lab.pairs import Contest
from warband.lab_commands import STOPPED, duration, meet
from warband.lab_files import ArenaFile

ROOT = Path(__file__).resolve().parents[1]
LEVELS = range(1, 9)
HEADING = ["game", "bot", "against", "matches", "win rate", "95 % interval", "goal", "reached", "ms a choice"]
MARK = " *"
TEXT = """\
# Strength of the bots

Made by `make strength` (`benchmarks/strength.py`) on {machine}, the {engine} engine, with seed 0. Budgets are
imagined plays a choice and no clock counts, so that the same sources give the same table anywhere. A row is an arena
([arena.md](arena.md)): pairs of matches on the same seed with the seats swapped, at most {pairs} pairs. It ends early
when the goal is surely reached or surely missed: the 99.5 % interval, looked at after each pair from the tenth on, leaves the
goal out. A draw is half a win; the interval is Wilson's. The last column is CPU time for one real choice of the bot,
and of the one it plays against. Pocket-Tactics is played on quick maps.

{table}
{done} of {rows} rows are finished, {reached} of them reach their goal; {time} of CPU time went into choices.
{footnote}"""
FOOTNOTE = "\nRows with * were begun with other sources of the game or the bots than those that wrote this page.\n"


@dataclass(frozen=True)
class Goal:
    """Hold what a row must show: the win rate, or the lower end of its interval, beyond a share."""

    share: float
    is_of_rate: bool = False

    def told(self) -> str:
        """Return the goal in words."""
        return f"at least {self.share:.0%}" if self.is_of_rate else f"from above {self.share:.0%}"

    def reached(self, score: Score) -> bool:
        """Tell whether a score reaches it."""
        if self.is_of_rate:
            return (score.win_rate or 0.0) >= self.share
        return score.interval()[0] > self.share


@dataclass(frozen=True)
class Setting:
    """Hold a game with the options it is measured with, and what the table calls it."""

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
    """Hold one row of the table: who plays whom at what, and what it must show."""

    setting: Setting
    left: str
    right: str
    goal: Goal

    def contest(self) -> Contest:
        """Return the contest of the row."""
        return Contest(self.setting.game, self.left, self.right, 0, self.setting.options)

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


# ---- playing ----


def play(rows: list[Row], arguments: argparse.Namespace) -> bool:
    """Play the rows in turn, write the table after each, and tell whether all of them were played."""
    for place, row in enumerate(rows, 1):
        stop = partial(decided, than=row.goal.share)
        label = f"row {place} of {len(rows)}: {row.setting.title}, {row.left} against {row.right}"
        found = meet(row.contest(), row.path(arguments.out), 2 * arguments.pairs, arguments.jobs, stop, label)
        write(arguments)
        print(f"{label}: {found.score().running()}, {'stopped' if found.is_stopped else state(row, found)}", flush=True)
        if found.is_stopped:
            return False
    return True


# ---- telling ----


def state(row: Row, arena: Arena) -> str:
    """Return whether a row reached its goal, as the table says it."""
    if arena.missing():
        return "under way" if arena.score().games else "-"
    return "yes" if row.goal.reached(arena.score()) else "no"


def look(row: Row, folder: Path, pairs: int) -> tuple[Arena, bool]:
    """Return what the file of a row holds, and whether it was begun with other sources."""
    arena, path = row.arena(pairs), row.path(folder)
    if not exists(path):
        return arena, False
    file = ArenaFile(path, row.contest())
    for pair in file.pairs:
        arena.add(pair)
    return arena, file.has_other_sources


def cells(row: Row, arena: Arena, is_older: bool) -> list[str]:
    """Return one row of the table."""
    score = arena.score()
    head = [row.setting.title + MARK * is_older, named(row.left), named(row.right), str(score.games)]
    if score.win_rate is None:
        return [*head, "-", "-", row.goal.told(), "-", "-"]
    times = f"{milliseconds(score.left.per_choice())} / {milliseconds(score.right.per_choice())}"
    return [*head, percent(score.win_rate), span(score.interval()), row.goal.told(), state(row, arena), times]


def named(spec: str) -> str:
    """Return a bot as the table calls it."""
    return f"level {spec}" if spec.isdecimal() else spec


def write(arguments: argparse.Namespace) -> None:
    """Write the page from what is there."""
    rows = all_rows()
    found = [(row, *look(row, arguments.out, arguments.pairs)) for row in rows]
    states = [state(row, arena) for row, arena, _ in found]
    seconds = sum(arena.score().left.seconds + arena.score().right.seconds for _, arena, _ in found)
    page = TEXT.format(
        machine=f"{platform.system()} {platform.machine()}, Python {platform.python_version()}",
        engine=engine(),
        pairs=arguments.pairs,
        table=markdown_table([HEADING, *(cells(*item) for item in found)]),
        done=states.count("yes") + states.count("no"),
        rows=len(rows),
        reached=states.count("yes"),
        time=duration(seconds),
        footnote=FOOTNOTE if any(is_older for _, _, is_older in found) else "",
    )
    write_safely(arguments.write, page)


def read_arguments() -> argparse.Namespace:
    """Return the arguments of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=2, help="worker processes (default: 2)")
    parser.add_argument("--pairs", type=int, default=100, help="most pairs a row (default: 100)")
    parser.add_argument("--only", default="", metavar="TEXT", help="rows with this in `SETTING LEFT RIGHT` alone")
    parser.add_argument("--table", action="store_true", help="write the page from what is there and play nothing")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "strength", help="where the matches are kept")
    parser.add_argument("--write", type=Path, default=ROOT / "docs" / "strength.md", help="the page")
    return parser.parse_args()


def main() -> int:
    """Play what is missing and write the page; exit 130 if a person stopped it."""
    arguments = read_arguments()
    rows = [row for row in all_rows() if arguments.only in f"{row.setting.name} {row.left} {row.right}"]
    if engine() == "plain":
        print("strength: this is the plain engine, twenty times slower; see make strength", file=sys.stderr)
    try:
        is_done = arguments.table or play(rows, arguments)
        write(arguments)
    except BadInput as error:
        print(f"strength: {error}", file=sys.stderr)
        return 2
    return 0 if is_done else STOPPED


if __name__ == "__main__":
    raise SystemExit(main())
