"""Show any view as a scene of figures, for games that have drawn none of their own."""

from __future__ import annotations

import json

from warband.kernel.game import Game, viewer_of
from warband.kernel.scene import CARD, COLUMN, Choice, Container, Part, Piece, Scene, Sentence


def plain_scene(game: Game, view: dict[str, object]) -> Scene:
    """Return a scene with one piece for every field of the view, and the legal actions by their notation."""
    viewer = viewer_of(view)
    pieces = [Piece(f"view/{name}", CARD, name, note=json.dumps(view[name])) for name in sorted(view)]
    choices: list[Choice] = []
    if viewer in (0, 1) and "ending" not in view:
        world = game.world(view)
        texts = {action: game.text(action, world) for action in world.legal(viewer)}
        choices = [Choice(action, text, text, []) for action, text in texts.items()]
    return Scene(
        game.name,
        game.title,
        viewer,
        layout=[["table"]],
        containers=[Container("view", COLUMN, "Table", "table", pieces=pieces)],
        prompt=Sentence([Part("What do you do?" if choices else "Waiting.")]),
        choices=choices,
    )
