"""Play and study two-player tactics games: `game`, `bot` and `load` are the way in.

What stands in `__all__` is what a library user may rely on.
"""

from warband.engine import choose_engine

choose_engine()

import os
from pathlib import Path
from typing import TYPE_CHECKING

from warband.kernel.errors import BadInput, NotAnAction
from warband.kernel.game import Game, Result, State
from warband.kernel.hooks import HOOKS, FilePath
from warband.kernel.match import Match
from warband.kernel.reasons import IllegalAction, Reason
from warband.kernel.record import Record, read_record
from warband.kernel.registry import make_game
from warband.kernel.scene import Scene
from warband.kernel.seats import ALL, CHANCE, NOBODY, PUBLIC, Seat
from warband.kernel.verify import BrokenRecord
from warband.kernel.views import View

if TYPE_CHECKING:
    from warband.agents.roster import Player

__all__ = [
    "ALL",
    "CHANCE",
    "NOBODY",
    "PUBLIC",
    "BadInput",
    "BrokenRecord",
    "Game",
    "IllegalAction",
    "Match",
    "NotAnAction",
    "Reason",
    "Record",
    "Result",
    "Seat",
    "State",
    "View",
    "bot",
    "game",
    "load",
]
__version__ = "0.1.0"


def game(name: str, /, **options: object) -> Game:
    """Return a game with its options bound, or raise BadInput; the option `pack` may be a file or a folder."""
    from warband.cli.files import packs_in

    values = {
        option: os.fspath(value) if isinstance(value, os.PathLike) else value for option, value in options.items()
    }
    return make_game(name, values, packs_in(values))


def bot(spec: str | int, game: Game, seed: int = 0) -> "Player":
    """Return a bot by its level (1 to 8), its name, FILE.py:Name or its entry point, or raise BadInput."""
    from warband.agents.roster import seat_bot

    if not isinstance(game, Game):
        raise BadInput(f"a bot plays a game that warband.game has made, not {game!r}")
    return seat_bot(str(spec), game, seed)


def load(path: FilePath) -> Record:
    """Return the record in a file, or raise BadInput that says what is wrong with it."""
    from warband.cli.files import read_record_file

    return read_record(read_record_file(Path(path)), str(path))


def _draw(scene: Scene) -> str:
    from warband.scene.text import render

    return render(scene)


def _write(path: FilePath, text: str) -> None:
    from warband.cli.files import write_safely

    write_safely(Path(path), text)


def _make_game(name: str, options: dict[str, object]) -> Game:
    return game(name, **options)


HOOKS.draw, HOOKS.write, HOOKS.make_game = _draw, _write, _make_game
