"""Arguments that several commands take, and their checks."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Final

from warband.kernel.errors import BadInput

MOST_JOBS: Final = 256
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


def add_jobs(parser: ArgumentParser) -> None:
    """Take a number of worker processes."""
    cores = os.cpu_count() or 1
    parser.add_argument("--jobs", type=int, default=cores, metavar="J", help="worker processes (default: all cores)")


def add_contest(parser: ArgumentParser) -> None:
    """Take what arena and ladder share."""
    add_jobs(parser)
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


def check_jobs(jobs: int) -> None:
    """Raise BadInput if there are no worker processes, or too many."""
    if not 1 <= jobs <= MOST_JOBS:
        raise BadInput(f"--jobs {jobs}: give 1 to {MOST_JOBS} worker processes")


def check_seed(seed: int) -> None:
    """Raise BadInput if a seed is out of its range."""
    from warband.lab.pairs import MOST_SEED

    if not 0 <= seed <= MOST_SEED:
        raise BadInput(f"--seed {seed}: a seed is a number from 0 to {MOST_SEED}")
