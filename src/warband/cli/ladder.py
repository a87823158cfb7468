"""Play the levels against each other (neighbours and those two apart, or --all) and rate them.

The rating is a Bradley-Terry fit, in Elo points, with 95 % intervals. A level 100 points above another wins 64 matches
of 100, 200 points above 76.

The folder --out holds the matches of each pairing as arenas do, the ratings as ladder.md and the plot as ladder.svg.
Started again with the same arguments it keeps what is there and plays what is missing. --on says where it is played.
"""

from __future__ import annotations

import shlex
from argparse import ArgumentParser, Namespace
from pathlib import Path

from warband.cli.arena import meet, read_contest
from warband.cli.arguments import add_contest, add_game, opened_place
from warband.cli.exit_codes import ExitCode
from warband.cli.files import write_safely
from warband.cli.match_files import check_folder
from warband.engine import engine
from warband.lab.executors import Executor
from warband.lab.ladder import Results, markdown, pairing_table, pairings, plain_table, rate, read_levels, table
from warband.lab.pairs import Contest
from warband.lab.plots import ladder_plot
from warband.lab.shards import Shard, read_shard

EXAMPLES = """\
exit code: 0 all played, 2 wrong arguments or a bot failed, 130 stopped with Ctrl-C

examples:
  warband ladder GAME                               all levels, 40 matches a pairing
  warband ladder GAME --levels 1-4 --matches 200    the lower half, more exactly
  warband ladder GAME --timed --out ladders/timed   as they play against people: with their clocks
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Take a game, which levels, and how many matches."""
    add_game(parser)
    parser.add_argument("--levels", default="1-8", metavar="A-B", help="which levels (default: 1-8)")
    parser.add_argument("--matches", type=int, default=40, metavar="N", help="matches a pairing, even (default: 40)")
    parser.add_argument("--all", action="store_true", help="every level meets every other")
    add_contest(parser)
    parser.add_argument("--out", type=Path, metavar="DIR", help="the folder (default: matches/ladder-GAME)")


def run(arguments: Namespace) -> ExitCode:
    """Play the pairings and rate the levels."""
    numbers = read_levels(arguments.levels)
    contest = read_contest(arguments, str(numbers[1]), str(numbers[0]))
    folder = check_folder(arguments.out or Path("matches") / f"ladder-{contest.make().name}")
    pairs = pairings(numbers, arguments.all)
    shard = read_shard(arguments.shard)
    with opened_place(arguments) as executor:
        results, is_stopped = climb(arguments, pairs, folder, executor, shard)
    if not shard.is_whole:
        print(f"shard {shard}: {sum(score.matches for score in results.values())} matches in {folder}")
        if not is_stopped:
            print(f"when all shards are done: warband lab merge {shlex.quote(str(folder))}")
    elif results:
        print_ratings(contest, arguments, results, folder)
    if is_stopped:
        print(f"stopped: {len(results)} of {len(pairs)} pairings begun; the same command goes on")
    return ExitCode.STOPPED if is_stopped else ExitCode.DONE


def climb(
    arguments: Namespace, pairs: list[tuple[int, int]], folder: Path, executor: Executor, shard: Shard
) -> tuple[Results, bool]:
    """Play the pairings in turn; return what is there, and whether a person stopped it."""
    results: Results = {}
    for place, (left, right) in enumerate(pairs, 1):
        contest = read_contest(arguments, str(left), str(right))
        label = f"pairing {place} of {len(pairs)}: level {left} against {right}"
        arena = meet(contest, folder / f"{left}-{right}.jsonl", arguments.matches, executor, None, label, shard)
        if arena.score().matches:
            results[left, right] = arena.score()
        if arena.is_stopped:
            return results, True
    return results, False


def print_ratings(contest: Contest, arguments: Namespace, results: Results, folder: Path) -> None:
    """Print the ratings and write them down, as Markdown and as a plot."""
    title, ratings = contest.make().title, rate(results)
    print(plain_table(table(ratings)), plain_table(pairing_table(results)), sep="\n", end="")
    command = command_of(arguments)
    write_safely(folder / "ladder.svg", ladder_plot(title, ratings))
    write_safely(folder / "ladder.md", markdown(title, command, results, "ladder.svg"))
    print(f"\n{engine()} engine; wrote {folder / 'ladder.md'} and {folder / 'ladder.svg'}")


def command_of(arguments: Namespace) -> str:
    """Return the command that plays these matches."""
    words = ["--levels", arguments.levels, "--matches", str(arguments.matches), "--seed", str(arguments.seed)]
    words += [word for pair in arguments.option for word in ("--option", pair)]
    words += ["--pack", arguments.pack] if arguments.pack else []
    words += ["--all"] * arguments.all + ["--timed"] * arguments.timed
    return shlex.join(["warband", "ladder", arguments.game, *words])
