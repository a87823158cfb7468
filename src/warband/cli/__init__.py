"""The command line: each command is a module of this package, imported only when it runs.

To add one, write its module (the docstring is its description, `EXAMPLES` ends its help, `add_arguments` declares what
it takes, `run` does it and returns an exit code) and name it in COMMANDS.
"""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module
from typing import Final, NoReturn, Protocol, cast

from warband import __version__
from warband.cli.exit_codes import ExitCode
from warband.engine import engine
from warband.extras import MissingExtra
from warband.kernel.errors import BadInput

# Each command, which is also the name of its module, and what --help says about it.
COMMANDS: Final = {
    "serve": "play in the browser: serve the table on this machine, a network or the internet (docs/server.md)",
    "backup": "copy the database of the table into a file, also while it is served",
    "play": "play a match in the terminal, against a bot or two people at one keyboard",
    "games": "list the games and their options",
    "scenario": "run scenarios; exit 1 if one fails (docs/scenarios.md)",
    "rules": "read the rules: of a game, of one clause; or `coverage` by tests",
    "record": "verify, show or redact the record of a match",
    "check": "check that a game keeps the laws of the kernel, over random matches",
    "pack": "check cards of your own: warband pack check PATH (docs/packs.md)",
    "playthrough": "print, or --write, the playthrough files that tests compare",
    "bench": "measure random play per second of CPU time, plain and compiled",
    "arena": "play two bots against each other and report who is stronger (docs/arena.md)",
    "ladder": "play the levels against each other and rate them",
    "analyse": "show how likely each seat was to win after each decision of a match (docs/analysis.md)",
    "train": "train a network for a game by self-play (docs/minds.md)",
    "lab": "put the shards of a long command together, or print what this installation runs (docs/cluster.md)",
    "balance": "report how often each card, leader, faction and seat wins (docs/balance.md)",
}
DEFAULT: Final = "serve"
# Options of the program itself; any other option without a command is one of the default command.
PROGRAM_OPTIONS: Final = ("-h", "--help", "--version")
DESCRIPTION: Final = "Play, study and design two-player tactics games."
EXAMPLES: Final = """\
exit code: 0 done, 1 a check failed, 2 wrong arguments or a bad file, 130 stopped with Ctrl-C

examples:
  warband                                        play in the browser, on this machine: the same as warband serve
  warband --port 8100 --no-browser               the same with options of serve
  warband play heros-crossing --against 3        play in the terminal against a bot of level 3
  warband play heros-crossing                    two people at one keyboard
  warband play --resume matches/NAME.json        go on where you stopped
  warband rules heros-crossing ATK-3             read a clause
  warband pack check my-set                      try cards of your own (docs/packs.md)
  warband arena heros-crossing 5 greedy          two bots, 100 matches: who is stronger?
  warband analyse matches/NAME.json              where was the match won?
  warband balance heros-crossing                 which cards win too often?
  warband COMMAND --help                         what a command does, its options, and more examples
"""


class Command(Protocol):
    """What the module of a command offers, besides the docstring that describes it."""

    EXAMPLES: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare what the command takes."""

    def run(self, arguments: argparse.Namespace) -> ExitCode:
        """Do what the arguments say."""


class Parser(argparse.ArgumentParser):
    """Parse arguments; say in one line what is wrong with them."""

    def error(self, message: str) -> NoReturn:
        """Print one sentence and exit."""
        self.exit(ExitCode.BAD_INPUT, f"warband: {message}; see {self.prog} --help\n")


def load_command(name: str) -> Command:
    """Import the module of a command."""
    return cast(Command, import_module(f"warband.cli.{name}"))


def parse(words: list[str]) -> argparse.Namespace:
    """Return the arguments of a command line; only the module of its command is imported."""
    words = with_command(words)
    layout = argparse.RawDescriptionHelpFormatter
    parser = Parser("warband", description=DESCRIPTION, epilog=EXAMPLES, formatter_class=layout)
    parser.add_argument("--version", action="version", version=f"warband {__version__}, {engine()} engine")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        _fill(commands.add_parser(name, help=summary, formatter_class=layout), name, name == words[0])
    return parser.parse_args(words)


def _fill(parser: argparse.ArgumentParser, name: str, is_wanted: bool) -> None:
    """Give the parser of a command its arguments, if it is the one that was called."""
    if is_wanted:
        command = load_command(name)
        parser.description, parser.epilog = command.__doc__, command.EXAMPLES
        command.add_arguments(parser)
        parser.set_defaults(run=command.run)


def with_command(words: list[str]) -> list[str]:
    """Return the words of a command line with their command: `serve` where there are options alone, or nothing."""
    names_it = words and (not words[0].startswith("-") or words[0] in PROGRAM_OPTIONS)
    return words if names_it else [DEFAULT, *words]


def main(words: list[str] | None = None) -> int:
    """Run a command and return its exit code."""
    try:
        arguments = parse(sys.argv[1:] if words is None else words)
        code: int = arguments.run(arguments)
        sys.stdout.flush()
        return code
    except (BadInput, MissingExtra) as error:
        print("warband: " + " ".join(str(error).split()), file=sys.stderr)
        return ExitCode.BAD_INPUT
    except KeyboardInterrupt:
        print("warband: stopped", file=sys.stderr)
        return ExitCode.STOPPED
    except BrokenPipeError:
        # Whoever read our output has gone; what is still buffered goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.DONE
