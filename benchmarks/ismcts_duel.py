"""Let our `search` meet the information-set MCTS of OpenSpiel at equal iterations, in every game.

Run it on the compiled engine: `make duel`. Both get as many iterations a choice; ours plays a little beyond its tree
and evaluates, theirs plays every iteration out at random, as it does everywhere. Every finished pair is kept in
`build/duel`; started again it goes on from there. The table goes to standard output.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks.strength import GAMES, ROOT, Setting

from warband.cli.arena import meet
from warband.cli.exit_codes import ExitCode
from warband.engine import engine
from warband.kernel.errors import BadInput
from warband.lab.arena import Arena
from warband.lab.executors import Local
from warband.lab.intervals import percent, span
from warband.lab.ladder import markdown_table, milliseconds
from warband.lab.pairs import Contest

THEIRS = ROOT / "docs" / "examples" / "research" / "ismcts_bot.py"
HEADING = ["game", "iterations", "matches", "ours wins", "theirs wins", "draws", "rate", "95 % interval", "ms a choice"]


def contest(setting: Setting, iterations: int) -> Contest:
    """Return the contest of a game."""
    return Contest(setting.game, f"search:{iterations}", f"{THEIRS}:Ismcts{iterations}", 0, setting.options)


def cells(setting: Setting, iterations: int, arena: Arena) -> list[str]:
    """Return the row of a game."""
    score = arena.score()
    counts = [str(number) for number in (iterations, score.matches, score.left_wins, score.right_wins, score.draws)]
    times = f"{milliseconds(score.left.per_choice())} / {milliseconds(score.right.per_choice())}"
    rate = percent(score.win_rate) if score.win_rate is not None else "-"
    return [setting.title, *counts, rate, span(score.interval()), times]


def duel(arguments: argparse.Namespace) -> bool:
    """Play the games in turn and print the table; tell whether all of it was played."""
    rows, is_stopped = [HEADING], False
    for setting in chosen(arguments.only):
        path = arguments.out / f"{setting.name}-{arguments.iterations}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        label = f"{setting.name}, ours"
        meeting = contest(setting, arguments.iterations)
        with Local(arguments.jobs) as executor:
            arena = meet(meeting, path, 2 * arguments.pairs, executor, label=label)
        rows.append(cells(setting, arguments.iterations, arena))
        is_stopped = arena.is_stopped
        if is_stopped:
            break
    print(markdown_table(rows))
    return not is_stopped


def chosen(only: str) -> list[Setting]:
    """Return the games whose name has a text in it, or raise BadInput that lists them all."""
    found = [setting for setting in GAMES if only in setting.name]
    if not found:
        raise BadInput(f"no game has {only!r} in its name; there are {', '.join(setting.name for setting in GAMES)}")
    return found


def main() -> int:
    """Play what is missing and print the table; exit 130 if a person stopped it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=2, help="worker processes (default: 2)")
    parser.add_argument("--pairs", type=int, default=50, help="pairs a game (default: 50)")
    parser.add_argument("--iterations", type=int, default=100, help="iterations a choice (default: 100)")
    parser.add_argument("--only", default="", metavar="TEXT", help="only the games whose name has this")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "duel", help="where the matches are kept")
    arguments = parser.parse_args()
    if engine() == "plain":
        print("duel: this is the plain engine, far slower; see make duel", file=sys.stderr)
    try:
        return 0 if duel(arguments) else ExitCode.STOPPED
    except BadInput as error:
        print(f"duel: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    raise SystemExit(main())
