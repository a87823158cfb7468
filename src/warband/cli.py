"""Offer every capability as one command."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import warband.games  # noqa: F401  (registers the games)
from warband import __version__, commands, pack_commands
from warband.kernel.errors import BadInput

EPILOG = """\
examples:
  warband play heros-crossing                    two people at one keyboard
  warband play --resume matches/NAME.json        go on where you stopped
  warband scenario tests/games/*/scenarios/*.yaml
  warband rules heros-crossing ATK-3             read a clause
  warband pack check my-set                      try cards of your own (docs/packs.md)
  warband bench --game heros-crossing --json
"""


PACK_CHECK = """\
Reads a pack, makes its game with it and plays random matches.

PATH is a file (TOML, YAML or JSON), or a folder with pack.toml and one TOML file for each card.
The pack says which game it is for (game = "NAME" in pack.toml or at the top of the file), or --game does.
What is wrong is told as FILE:LINE: WHAT (the line in TOML only), one fault at a time.
The matches go round the option sets of the game. Each must end, and every decision must have a legal action.
"""
PACK_CHECK_EPILOG = """\
exit code: 0 nothing broke, 1 the pack is wrong or a match broke, 2 wrong arguments, 130 stopped with Ctrl-C

examples:
  warband pack check my-set                        a folder whose pack.toml names its game
  warband pack check my-set.toml --game NAME       a file that does not
  warband pack check my-set --matches 5000         more matches, for rare faults
  warband pack check my-set --seed 37 --matches 1  the match that broke at seed 37, alone
"""


class Parser(argparse.ArgumentParser):
    """Parse arguments; say in one line what is wrong with them."""

    def error(self, message: str) -> NoReturn:
        """Print one sentence and exit with code 2."""
        self.exit(2, f"warband: {message}; see {self.prog} --help\n")


def build_parser() -> Parser:
    """Return the parser of all commands."""
    shape = argparse.RawDescriptionHelpFormatter
    parser = Parser("warband", description=__doc__, epilog=EPILOG, formatter_class=shape)
    parser.add_argument("--version", action="version", version=f"warband {__version__}")
    found = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_play(found)
    _add_games(found)
    _add_scenario(found)
    _add_rules(found)
    _add_record(found)
    _add_check(found)
    _add_pack(found)
    _add_playthrough(found)
    _add_bench(found)
    return parser


if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[Parser]

OPTION_HELP = "set an option of the game, such as health=3; may be given several times"


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=OPTION_HELP)


def _add_play(found: Commands) -> None:
    parser = found.add_parser("play", help="play a match in the terminal, two people at one keyboard")
    parser.add_argument("game", nargs="?", help="the game, such as heros-crossing (see: warband games)")
    _add_options(parser)
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with a saved match")
    parser.add_argument("--save", type=Path, metavar="FILE", help="where to keep the match (default: matches/)")
    parser.add_argument("--names", nargs=2, metavar=("FIRST", "SECOND"), help="names of the two players")
    parser.add_argument("--seed", type=int, help="make chance repeatable; for trying things out, not for real play")
    parser.set_defaults(run=commands.play)


def _add_games(found: Commands) -> None:
    parser = found.add_parser("games", help="list the games and their options")
    parser.set_defaults(run=commands.games)


def _add_scenario(found: Commands) -> None:
    parser = found.add_parser("scenario", help="run scenarios; exit 1 if one fails (docs/scenarios.md)")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.set_defaults(run=commands.scenario)


def _add_rules(found: Commands) -> None:
    parser = found.add_parser("rules", help="read the rules: of a game, of one clause; or `coverage` by tests")
    parser.add_argument("words", nargs="*", metavar="[coverage] [GAME] [CLAUSE]")
    parser.add_argument("--tests", type=Path, default=Path("tests"), metavar="DIR", help="tests that coverage reads")
    parser.set_defaults(run=commands.rules)


def _add_record(found: Commands) -> None:
    parser = found.add_parser("record", help="verify, show or redact the record of a match")
    parser.add_argument("what", choices=["verify", "show", "redact"])
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--seat", type=int, choices=[0, 1], help="for redact: the seat it is for")
    _add_options(parser)
    parser.set_defaults(run=commands.record)


def _add_check(found: Commands) -> None:
    parser = found.add_parser("check", help="check that a game keeps the laws of the kernel, over random matches")
    parser.add_argument("game")
    _add_options(parser)
    parser.add_argument("--matches", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.set_defaults(run=commands.check)


def _add_pack(found: Commands) -> None:
    parser = found.add_parser("pack", help="check cards of your own: warband pack check PATH (docs/packs.md)")
    deeds = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    shape = argparse.RawDescriptionHelpFormatter
    check = deeds.add_parser(
        "check",
        help="read a pack, make its game with it and play random matches",
        description=PACK_CHECK,
        epilog=PACK_CHECK_EPILOG,
        formatter_class=shape,
    )
    check.add_argument("path", type=Path, metavar="PATH", help="the pack: a file or a folder")
    check.add_argument("--game", help="the game it is for, such as heros-crossing, if the pack does not say it")
    check.add_argument("--matches", type=int, default=200, metavar="N", help="how many matches (default: 200)")
    check.add_argument("--seed", type=int, default=0, metavar="S", help="seed of the first match (default: 0)")
    check.set_defaults(run=pack_commands.check_pack)


def _add_playthrough(found: Commands) -> None:
    parser = found.add_parser("playthrough", help="print, or --write, the playthrough files that tests compare")
    parser.add_argument("game", nargs="?")
    parser.add_argument("--write", action="store_true", help="write the files instead of printing them")
    parser.add_argument("--dir", type=Path, default=Path("tests/playthroughs"), help="where they lie")
    parser.set_defaults(run=commands.playthroughs)


def _add_bench(found: Commands) -> None:
    parser = found.add_parser("bench", help="measure random play per second of CPU time, plain and compiled")
    parser.add_argument("--game", help="one game; without it all of them")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds per window (five windows each)")
    parser.set_defaults(run=commands.bench)


def main(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit code: 0, 1 if a check failed, 2 if the input was wrong."""
    options = build_parser().parse_args(arguments)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
        return code
    except BadInput as error:
        print("warband: " + " ".join(str(error).split()), file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever read our output has gone; what is still buffered goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
