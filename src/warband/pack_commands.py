"""Carry out the commands about packs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from warband.conformance.packs import PackReport, games_with, play_matches
from warband.conformance.places import place
from warband.conformance.report import Broken
from warband.files import exists, pack_files, read_pack, read_text
from warband.kernel import registry
from warband.kernel.errors import BadInput
from warband.kernel.game import Game
from warband.kernel.plain import Node
from warband.kernel.registry import Entry

Arguments = argparse.Namespace
Data = dict[str, object]
STOPPED = 130
BAR = 30


def check_pack(arguments: Arguments) -> int:
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
    _tell_pack(path, data, next(iter(games.values())))
    return _play(games, arguments, report)


def _complain(error: BadInput, path: Path) -> int:
    """Print what is wrong with a pack, with file and line."""
    try:
        texts = {str(file): read_text(file) for file in pack_files(path)}
    except BadInput:
        # A file that cannot be read has no lines; the complaint names it.
        texts = {}
    complaint = " ".join(str(error).split())
    print(place(complaint, str(path), texts) if texts else complaint)
    return 1


def _named_game(data: Data, path: Path) -> str | None:
    """Return the game that a pack says it is for, if it does."""
    game = Node(data, str(path)).fields().get("game")
    if game is None:
        return None
    game.one_of(registry.names())
    return game.text()


def _entry(game: str | None, path: Path) -> Entry:
    if game is None:
        names = ", ".join(registry.names())
        raise BadInput(f'{path}: which game is it for? Write game = "NAME" into it or give --game NAME ({names})')
    return registry.entry(game)


def _tell_pack(path: Path, data: Data, game: Game) -> None:
    lists = [f"{len(value)} {name}" for name, value in data.items() if isinstance(value, list)]
    print(f"{path}: a pack for {game.name}, {', '.join(lists)}")
    for name, digest in game.packs.items():
        print(f"  name {name}, hash {digest}")


def _play(games: dict[str, Game], arguments: Arguments, report: PackReport) -> int:
    """Play the matches and tell how it went, also when a person stops it."""
    told, code, ending = progress(arguments.matches), 0, "nothing broke"
    try:
        play_matches(games, arguments.matches, arguments.seed, report, told)
    except Broken as error:
        code, ending = 1, f"broken: {' '.join(str(error).split())}"
    except KeyboardInterrupt:
        code, ending = STOPPED, f"stopped: {report.matches} of {arguments.matches} matches done, nothing broke so far"
    told(0)
    _tell_matches(report)
    print(ending)
    return code


def _tell_matches(report: PackReport) -> None:
    played = ", ".join(f"{name} {count}" for name, count in report.by_options.items())
    print(f"  {report.matches} random matches" + (f" (option sets: {played})" if played else ""))
    if report.matches:
        mean = report.decisions / report.matches
        print(f"  {report.decisions} decisions, {mean:.1f} a match, {report.most_decisions} in the longest")
    for name, why in report.left_out.items():
        print(f"  option set {name} left out: {why}")


def progress(total: int) -> Callable[[int], None]:
    """Return what shows on a terminal how many of the matches are done; 0 wipes it away."""
    if not sys.stderr.isatty():
        return lambda done: None

    def tell(done: int) -> None:
        bar = f"[{'#' * (BAR * done // total):{BAR}}] {done:{len(str(total))}} of {total} matches"
        print("\r" + (bar if done else " " * len(bar) + "\r"), end="", file=sys.stderr, flush=True)

    return tell
