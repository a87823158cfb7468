"""Check over random matches that a game keeps the laws of the kernel."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from warband.cli.arguments import add_game, add_options, add_seed
from warband.cli.exit_codes import ExitCode
from warband.cli.files import read_options
from warband.conformance import check_game
from warband.conformance.report import Broken
from warband.kernel.errors import BadInput
from warband.kernel.registry import make_game

EXAMPLES = """\
exit code: 0 it keeps them, 1 it breaks one, 2 wrong arguments, 130 stopped with Ctrl-C

examples:
  warband check heros-crossing                                        10 matches
  warband check pixel-tactics --option edition=deluxe --matches 100   more of them
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Take a game, and how many matches."""
    add_game(parser)
    add_options(parser)
    parser.add_argument("--matches", type=int, default=10, metavar="N", help="how many matches (default: 10)")
    add_seed(parser, "the first match")


def run(arguments: Namespace) -> ExitCode:
    """Check a game and print what was looked at."""
    options, packs = read_options(arguments.option)
    if arguments.matches < 1:
        raise BadInput(f"check: {arguments.matches} matches; at least 1 is needed")
    try:
        report = check_game(make_game(arguments.game, options, packs), arguments.matches, arguments.seed)
    except Broken as error:
        print(f"broken: {error}")
        return ExitCode.CHECK_FAILED
    print(f"{arguments.game} keeps the laws, as far as these checks went:")
    for name, value in vars(report).items():
        print(f"  {name.replace('_', ' ')}: {', '.join(sorted(value)) if isinstance(value, set) else value}")
    return ExitCode.DONE
