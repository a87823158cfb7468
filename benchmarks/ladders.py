"""Rate the levels in every game and write `docs/ladder.md` with its plots, in one command that can be stopped.

Run it on the compiled engine: `make ladder`. It shares the matches in `build/strength` with `benchmarks/strength.py`
and plays what is missing of 40 matches for neighbouring levels and for those two apart.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks.strength import GAMES, ROOT, Setting

from warband.cli import main as warband
from warband.cli.files import exists, read_text, write_safely

TEXT = """\
# The ladder

How strong the levels are in each game, made by `make ladder` (`benchmarks/ladders.py`). Neighbouring levels and those
two apart played each other in pairs of matches on the same seed with the seats swapped; budgets are imagined plays, no
clock counts. The ratings are a Bradley-Terry fit in Elo points, fitted as a logistic regression by statsmodels, with
95 % intervals; the average of a ladder is 1500, so ratings of different games do not compare. One imagined draw in
each pairing keeps a level that never lost from an endless rating. 100 points more win 64 matches of 100, 200 points
76, 400 points 91.

"""


def climb(setting: Setting, arguments: argparse.Namespace) -> int:
    """Play the ladder of a game, as far as it is missing."""
    options = [f"--option={name}={value}" for name, value in setting.options.items()]
    words = [
        "--matches",
        str(arguments.matches),
        "--jobs",
        str(arguments.jobs),
        "--out",
        str(arguments.out / setting.name),
    ]
    return warband(["ladder", setting.game, *options, *words])


def write(arguments: argparse.Namespace) -> None:
    """Write the page and its plots from the ladders that are there."""
    page = TEXT
    for setting in GAMES:
        folder, plot = arguments.out / setting.name, f"ladder-{setting.game}.svg"
        if exists(folder / "ladder.md"):
            page += read_text(folder / "ladder.md").replace("(ladder.svg)", f"({plot})") + "\n"
            write_safely(arguments.docs / plot, read_text(folder / "ladder.svg"))
    write_safely(arguments.docs / "ladder.md", page.rstrip() + "\n")


def main() -> int:
    """Climb all ladders and write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=2, help="worker processes (default: 2)")
    parser.add_argument("--matches", type=int, default=40, help="matches a pairing (default: 40)")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "strength", help="where the matches are kept")
    parser.add_argument("--docs", type=Path, default=ROOT / "docs", help="where the page goes")
    arguments = parser.parse_args()
    for setting in GAMES:
        print(setting.title, file=sys.stderr)
        code = climb(setting, arguments)
        write(arguments)
        if code:
            return code
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
