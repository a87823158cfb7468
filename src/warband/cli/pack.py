"""Check a pack, or make one by a seed: `pack check PATH`, `pack vary PATH`.

`check` reads a pack, makes its game with it and plays random matches.
PATH is a file (TOML, YAML or JSON), or a folder with pack.toml and one TOML file for each card.
The pack says which game it is for (game = "NAME" in pack.toml or at the top of the file), or --game does.
What is wrong is told as FILE:LINE: WHAT (the line in TOML only), one fault at a time.
The matches go round the option sets of the game. Each must end, and every decision must have a legal action.

`vary` writes PATH (.json): the set that ships for --game with ten cards changed, as the seed says. Their numbers change
by up to 2, and they get each other's powers; cards that no bot has ever seen, to measure with.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

from warband.cli.arguments import add_seed, check_seed
from warband.cli.exit_codes import ExitCode
from warband.cli.files import exists, pack_files, read_pack, read_text, write_safely
from warband.cli.progress import progress
from warband.conformance.packs import PackReport, games_with, play_matches
from warband.conformance.places import place
from warband.conformance.report import Broken
from warband.kernel import registry
from warband.kernel.errors import BadInput
from warband.kernel.game import Game
from warband.kernel.packaged_game import shipped_pack
from warband.kernel.registry import Entry
from warband.kernel.validation import Node
from warband.kernel.variation import vary_pack

EXAMPLES = """\
exit code: 0 nothing broke, 1 the pack is wrong or a match broke, 2 wrong arguments, 130 stopped with Ctrl-C

examples:
  warband pack check my-set                        a folder whose pack.toml names its game
  warband pack check my-set.toml --game NAME       a file that does not
  warband pack check my-set --matches 5000         more matches, for rare faults
  warband pack check my-set --seed 37 --matches 1  the match that broke at seed 37, alone
  warband pack vary new.json --game NAME --seed 7  the shipped set with ten cards changed
"""
Data = dict[str, object]


def add_arguments(parser: ArgumentParser) -> None:
    """Take what to do, and the pack."""
    parser.add_argument("what", choices=["check", "vary"])
    parser.add_argument("path", type=Path, metavar="PATH", help="the pack: a file or a folder; for vary, what to write")
    parser.add_argument("--game", help="the game it is for, such as heros-crossing, if the pack does not say it")
    parser.add_argument("--matches", type=int, default=200, metavar="N", help="how many matches (default: 200)")
    add_seed(parser, "the first match, or of the changes")


def run(arguments: Namespace) -> ExitCode:
    """Check a pack, or write one."""
    return check(arguments) if arguments.what == "check" else vary(arguments)


def vary(arguments: Namespace) -> ExitCode:
    """Write the set that ships with ten cards changed."""
    path: Path = arguments.path
    check_seed(arguments.seed)
    if path.suffix != ".json":
        raise BadInput(f"{path}: a varied pack is written as JSON; give it a name that ends with .json")
    entry = _entry(arguments.game, path)
    if entry.vary is None:
        raise BadInput(f"pack vary: {entry.title} does not say how its packs are varied")
    name = next(str(option.default) for option in entry.options if option.name == "pack")
    data, ids = vary_pack(shipped_pack(entry.package, name)[0], entry.vary, arguments.seed)
    write_safely(path, json.dumps({"game": entry.name, **data}, indent=1, ensure_ascii=False) + "\n")
    print(f"{path}: {name} of {entry.title} with {len(ids)} cards changed: {', '.join(ids)}")
    return ExitCode.DONE


def check(arguments: Namespace) -> ExitCode:
    """Check a pack: read it, make its game with it, and play random matches."""
    if arguments.matches < 1:
        raise BadInput(f"pack check: {arguments.matches} matches; at least 1 is needed")
    path: Path = arguments.path
    if not exists(path):
        raise BadInput(f"{path}: there is no such file or folder")
    report = PackReport()
    try:
        data = read_pack(path)
        named = _named_game(data, path)
    except BadInput as error:
        return _complain(error, path)
    entry = _entry(arguments.game or named, path)
    try:
        games = games_with(entry, str(path), {str(path): (data, str(path))}, report)
    except BadInput as error:
        return _complain(error, path)
    _print_pack(path, data, next(iter(games.values())))
    return _play(games, arguments, report)


def _complain(error: BadInput, path: Path) -> ExitCode:
    """Print what is wrong with a pack, with file and line."""
    try:
        texts = {str(file): read_text(file) for file in pack_files(path)}
    except BadInput:
        # A file that cannot be read has no lines; the complaint names it.
        texts = {}
    complaint = " ".join(str(error).split())
    print(place(complaint, str(path), texts) if texts else complaint)
    return ExitCode.CHECK_FAILED


def _named_game(data: Data, path: Path) -> str | None:
    """Return the game that a pack says it is for, if it does."""
    game, names = Node(data, str(path)).fields().get("game"), registry.names()
    return names[game.one_of(names)] if game is not None else None


def _entry(game: str | None, path: Path) -> Entry:
    if game is None:
        names = ", ".join(registry.names())
        raise BadInput(f'{path}: which game is it for? Write game = "NAME" into it or give --game NAME ({names})')
    return registry.entry(game)


def _print_pack(path: Path, data: Data, game: Game) -> None:
    lists = [f"{len(value)} {name}" for name, value in data.items() if isinstance(value, list)]
    print(f"{path}: a pack for {game.name}, {', '.join(lists)}")
    for name, digest in game.packs.items():
        print(f"  name {name}, hash {digest}")


def _play(games: dict[str, Game], arguments: Namespace, report: PackReport) -> ExitCode:
    """Play the matches and print how it went, also when Ctrl-C stops it."""
    total, code, ending = arguments.matches, ExitCode.DONE, "nothing broke"
    try:
        with progress("matches") as show:
            play_matches(games, total, arguments.seed, report, lambda done: show(done, total))
    except Broken as error:
        code, ending = ExitCode.CHECK_FAILED, f"broken: {' '.join(str(error).split())}"
    except KeyboardInterrupt:
        code, ending = ExitCode.STOPPED, f"stopped: {report.matches} of {total} matches done, nothing broke so far"
    _print_matches(report)
    print(ending)
    return code


def _print_matches(report: PackReport) -> None:
    played = ", ".join(f"{name} {count}" for name, count in report.by_options.items())
    print(f"  {report.matches} random matches" + (f" (option sets: {played})" if played else ""))
    if report.matches:
        mean = report.decisions / report.matches
        print(f"  {report.decisions} decisions, {mean:.1f} a match, {report.most_decisions} in the longest")
    for name, why in report.left_out.items():
        print(f"  option set {name} left out: {why}")
