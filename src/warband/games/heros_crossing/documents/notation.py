"""Declare the actions with their short texts (`hire cleric west 2`, `attack west > centre`)."""

from __future__ import annotations

from warband.games.heros_crossing.rules.figures import FRONT_NAMES, SOLDIER_NAMES
from warband.kernel.notation import Kind, Notation, Part


def declare(ids: list[str]) -> Notation:
    """Return all actions with the heroes of a pack."""
    card, soldier = Part("card", ids), Part("soldier", SOLDIER_NAMES)
    front, target = Part("front", FRONT_NAMES), Part("target", FRONT_NAMES)
    kinds = [
        Kind("pick", "pick {card}", [card]),
        Kind("place", "place {card} {front}", [card, front]),
        Kind("draw", "draw {level}", [Part("level", ["1", "2", "3"], 1)]),
        Kind("done", "done"),
        Kind("add", "hire {card} {front}", [front, card]),
        Kind("replace", "hire {card} {front} {place}", [front, Part("place", ["1", "2", "3"]), card]),
        Kind("recruit", "recruit {front}", [front]),
        Kind("flank", "flank {front}", [front]),
        Kind("attack", "attack {front} > {target}", [front, target]),
        Kind("move", "move {soldier} {target}", [soldier, target]),
        Kind("reserve", "reserve {card}", [card]),
        Kind("hold", "hold"),
        # The attacker chooses only between magic and weapon cubes (ATK-12).
        Kind("kill", "kill {soldier}", [Part("soldier", SOLDIER_NAMES[:2])]),
        Kind("discard", "discard {card}", [card]),
    ]
    by_chance = [Kind("first", "first {player}", [Part("player", ["0", "1"])]), Kind("card", "card {card}", [card])]
    return Notation("Hero's Crossing", kinds, by_chance)
