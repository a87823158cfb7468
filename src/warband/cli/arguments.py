"""Arguments that several commands take, and their checks."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from warband.kernel.errors import BadInput
from warband.lab.executors import LOCAL, Executor, make_executor

MOST_JOBS: Final = 256
ON_HELP: Final = "local (default: this machine), dask (a cluster started here), or a scheduler, tcp://HOST:PORT"
OPTION_HELP: Final = "set an option of the game, such as health=3; may be given several times"
MOVED_PACK_HELP: Final = "pack=PATH: where the pack of the match lies now, if it was moved"
RECORD_HELP: Final = "a record, or FILE.jsonl:N for the match in line N of an arena's file (line 2 is the first match)"


def add_game(parser: ArgumentParser) -> None:
    """Take the name of a game."""
    parser.add_argument("game", metavar="GAME", help="such as heros-crossing (see: warband games)")


def add_options(parser: ArgumentParser, text: str = OPTION_HELP) -> None:
    """Take options of the game, or of the match."""
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=text)


def add_seed(parser: ArgumentParser, of: str) -> None:
    """Take a seed, of the first match or of a bot."""
    parser.add_argument("--seed", type=int, default=0, metavar="S", help=f"seed of {of} (default: 0)")


def add_place(parser: ArgumentParser) -> None:
    """Take where the work is done, and by how many worker processes."""
    parser.add_argument("--jobs", type=int, metavar="J", help="worker processes here (default: all cores)")
    parser.add_argument("--on", default=LOCAL, metavar="WHERE", help=ON_HELP)


def add_shard(parser: ArgumentParser) -> None:
    """Take a part of the matches, for a batch system that starts the same command many times."""
    parser.add_argument("--shard", metavar="K/N", help="only shard K of N, into a file of its own: warband lab merge")


def add_contest(parser: ArgumentParser) -> None:
    """Take what arena and ladder share."""
    add_place(parser)
    add_shard(parser)
    add_seed(parser, "the first pair")
    add_options(parser)
    parser.add_argument("--pack", metavar="DIR", help="play with this pack; the same as --option pack=DIR")
    parser.add_argument("--timed", action="store_true", help="let the clocks of levels count, as in play with people")


def add_database(parser: ArgumentParser) -> None:
    """Take the place where the table keeps its matches."""
    parser.add_argument("--database", metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME")
    parser.add_argument("--data", type=Path, metavar="DIR", help="the folder of the data (default: your own)")


def check_number(name: str, value: int, low: int, high: int) -> None:
    """Raise BadInput if an argument is out of its range."""
    if not low <= value <= high:
        raise BadInput(f"{name} {value}: give a number from {low} to {high}")


@contextmanager
def opened_place(arguments: Namespace) -> Iterator[Executor]:
    """Give a block the executor that --on and --jobs name."""
    check_place(arguments)
    with make_executor(arguments.on, arguments.jobs, os.cpu_count() or 1, say) as executor:
        yield executor


def check_place(arguments: Namespace) -> None:
    """Raise BadInput if there are no worker processes, or too many."""
    if arguments.jobs is not None:
        check_jobs(arguments.jobs)


def say(sentence: str) -> None:
    """Print on standard error what a person should know while a command runs."""
    print(f"warband: {sentence}", file=sys.stderr, flush=True)


def check_jobs(jobs: int) -> None:
    """Raise BadInput if there are no worker processes, or too many."""
    if not 1 <= jobs <= MOST_JOBS:
        raise BadInput(f"--jobs {jobs}: give 1 to {MOST_JOBS} worker processes")


def check_seed(seed: int) -> None:
    """Raise BadInput if a seed is out of its range."""
    from warband.lab.pairs import MOST_SEED

    if not 0 <= seed <= MOST_SEED:
        raise BadInput(f"--seed {seed}: a seed is a number from 0 to {MOST_SEED}")
