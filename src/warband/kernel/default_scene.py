"""Show any view as a scene of figures, for games that have drawn none of their own."""

from __future__ import annotations

import json

from warband.kernel.game import Game, State, players_of, read_result, viewer_of
from warband.kernel.scene import CARD, COLUMN, Choice, Container, Part, Piece, Scene, Sentence
from warband.kernel.validation import Node
from warband.kernel.views import View

# What a view says of itself, and not of the table.
NOT_SHOWN = ("viewer", "players", "awaiting", "ending")


def default_scene(game: Game, view: View) -> Scene:
    """Return a scene with one piece for every field of the view, and the legal actions by their notation."""
    viewer, world = viewer_of(view), game.world(view)
    shown = [name for name in sorted(view) if name not in NOT_SHOWN]
    choices = _choices(game, world, viewer) if viewer in (0, 1) and "ending" not in view else []
    return Scene(
        game.name,
        game.title,
        viewer,
        layout=[["table"]],
        containers=[Container("view", COLUMN, "Table", "table", pieces=[_piece(name, view) for name in shown])],
        prompt=Sentence([Part(_prompt(game, view, world, bool(choices)))]),
        choices=choices,
    )


def _piece(name: str, view: View) -> Piece:
    return Piece(f"view/{name}", CARD, name, note=json.dumps(view[name]))


def _choices(game: Game, world: State, seat: int) -> list[Choice]:
    texts = {action: game.text(action, world) for action in world.legal(seat)}
    return [Choice(action, text, text, []) for action, text in texts.items()]


def _prompt(game: Game, view: View, world: State, is_asked: bool) -> str:
    result = read_result(Node(view["ending"], "view.ending")) if "ending" in view else world.result()
    if result is not None:
        return game.say_result(result, players_of(view))
    return "What do you do?" if is_asked else "Waiting."
