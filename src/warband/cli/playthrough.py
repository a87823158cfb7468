"""Print or write playthroughs: random matches with every result of the engine, which tests compare.

After a change of rules their diff shows what changed. There is one for each option set of each game.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from warband.cli.exit_codes import ExitCode
from warband.cli.files import write_safely
from warband.conformance.playthrough import playthrough
from warband.kernel import registry
from warband.kernel.errors import BadInput
from warband.kernel.registry import make_game

EXAMPLES = """\
examples:
  warband playthrough heros-crossing           print those of a game
  warband playthrough --write                  write those of all games into tests/playthroughs
"""
FOLDER = Path("tests/playthroughs")


def add_arguments(parser: ArgumentParser) -> None:
    """Take a game, and whether to write."""
    parser.add_argument("game", nargs="?", metavar="GAME", help="one game; without it all of them")
    parser.add_argument("--write", action="store_true", help="write the files instead of printing them")
    parser.add_argument("--dir", type=Path, metavar="DIR", help=f"where to write (default: {FOLDER})")


def run(arguments: Namespace) -> ExitCode:
    """Print or write the playthroughs."""
    if arguments.dir is not None and not arguments.write:
        raise BadInput("playthrough: --dir says where to write; give --write as well")
    folder = arguments.dir or FOLDER
    names = [arguments.game] if arguments.game else registry.names()
    for file, (name, option_set) in playthrough_files(names).items():
        text = playthrough(make_game(name, registry.entry(name).option_sets[option_set]), option_set)
        if arguments.write:
            write_safely(folder / file, text)
            print(f"wrote {folder / file} ({len(text.encode())} bytes)")
        else:
            print(text, end="")
    return ExitCode.DONE


def playthrough_files(names: list[str]) -> dict[str, tuple[str, str]]:
    """Return game and option set of every playthrough file, by file name."""
    return {
        f"{name}.{option_set}.txt": (name, option_set)
        for name in names
        for option_set in registry.entry(name).option_sets
    }
