"""Set up tables of Pixel Tactics and look at their scenes."""

from __future__ import annotations

from warband.games.pixel_tactics.game import PixelTactics
from warband.kernel.chance import seeded_chance
from warband.kernel.match import Match
from warband.kernel.registry import make_game
from warband.kernel.scene import Container, Piece, Scene, Slot

Position = dict[str, object]

# Blue's Gunner may shoot, its Berserker is doomed, its Paladin has acted; Red's Knight and Healer intercept.
BLUE: Position = {
    "leader": {"card": "witch", "damage": 8},
    "unit": {
        "V1": {"card": "berserker", "damage": 6},
        "V2": {"card": "gunner", "damage": 1},
        "V3": {"card": "paladin", "acted": True},
        "F1": "healer",
        "F3": {"card": "overlord", "corpse": True},
    },
    "hand": ["assassin", "knight", "summoner"],
    "top": ["fighter"],
}
RED: Position = {
    "leader": "dragon_mage",
    "unit": {
        "V1": {"card": "knight", "damage": 4},
        "V2": {"card": "berserker", "corpse": True},
        "V3": {"card": "healer", "damage": 1},
        "F1": "scientist",
        "F3": "vampire",
    },
    "hand": ["gunner", "mystic", "trapper"],
    "known": ["trapper"],
    "discard": ["alchemist"],
}
WAVE: Position = {"round": 3, "seats": [BLUE, RED]}


def game_of(**options: object) -> PixelTactics:
    game = make_game("pixel-tactics", options)
    assert isinstance(game, PixelTactics)
    return game


GAME = game_of()


def at(position: Position, game: PixelTactics = GAME) -> Match:
    match = Match(game, seeded_chance(1), start=position)
    match.settle()
    return match


def facing(first: Position, second: Position, **table: object) -> Match:
    return at({"round": 2, **table, "seats": [first, second]})


def things(containers: list[Container]) -> dict[str, Piece | Slot | Container]:
    """Return everything in containers by its handle."""
    found: dict[str, Piece | Slot | Container] = {}
    for container in containers:
        found[container.id] = container
        found.update({piece.id: piece for piece in container.pieces})
        found.update({slot.id: slot for slot in container.slots})
        found.update(things(container.inside))
    return found


def piece(scene: Scene, handle: str) -> Piece:
    found = things(scene.containers)[handle]
    assert isinstance(found, Piece)
    return found


def marks(scene: Scene, handle: str) -> list[str]:
    return things(scene.containers)[handle].marks


def prompt(match: Match) -> str:
    return match.game.scene(match.view(match.awaiting()[0])).prompt.plain()


def labels(match: Match) -> list[str]:
    return [choice.label for choice in match.game.scene(match.view(match.awaiting()[0])).choices]


def preview(match: Match, action: str) -> list[str]:
    seat = match.awaiting()[0]
    return [sentence.plain() for sentence in match.game.preview(match.view(seat), match.parse(action))]


def touch(match: Match, *handles: str) -> str:
    reason = match.game.attempt(match.view(match.awaiting()[0]), list(handles))
    return match.game.say_reason(reason) if reason is not None else ""
