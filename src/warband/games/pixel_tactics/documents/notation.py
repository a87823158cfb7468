"""Declare the actions with their short texts (`recruit knight V2`, `attack V1 > F2`)."""

from __future__ import annotations

from warband.games.pixel_tactics.rules.figures import CELL_NAMES, LEADER_CELL, ONGOING_SLOTS, ROW_NAMES
from warband.kernel.notation import Kind, Notation, Part

LINE_KINDS = ("row", "column")


def both_units(words: list[str]) -> list[str]:
    """Return words for things of one's own unit, then with an arrow for those of the rival's."""
    return words + [f"> {word}" for word in words]


class Needs:
    """What only some packs need actions for: leaders that act, parts to pick from, traps, dice of so many sides."""

    def __init__(self, leaders_act: bool, parts: int, traps: bool, sides: int) -> None:
        self.leaders_act = leaders_act
        self.parts = parts
        self.traps = traps
        self.sides = sides


def numbers(count: int) -> list[str]:
    """Return the words 1, 2 and so on."""
    return [str(number + 1) for number in range(count)]


def declare(ids: list[str], needs: Needs) -> Notation:
    """Return all actions with the cards of a pack; rows and columns (`line`) have a number in both units.

    What only some packs need is there only for those, numbered behind all others.
    """
    card, cell, target = Part("card", ids), Part("cell", CELL_NAMES), Part("target", CELL_NAMES)
    kinds = [
        Kind("lead", "lead {card}", [card]),
        Kind("recruit", "recruit {card} {cell}", [card, cell]),
        Kind("attack", "attack {cell} > {target}", [cell, target]),
        # The rival, or the attacker once it is known who may be aimed at, names the target.
        Kind("attack_open", "attack {cell}", [cell]),
        Kind("shoot", "shoot {cell} > {target}", [cell, target]),
        Kind("power", "power {cell}", [cell]),
        Kind("order", "order {card}", [card]),
        Kind("clear", "clear {cell}", [cell]),
        Kind("move", "move {cell} {target}", [cell, target]),
        Kind("switch", "switch {cell} {target}", [cell, target]),
        Kind("draw", "draw"),
        Kind("pass", "pass"),
        Kind("concede", "concede"),
        Kind("choose", "choose {cell}", [Part("cell", both_units(CELL_NAMES))]),
        Kind("take", "take {card}", [card]),
        Kind("row", "row {line}", [Part("line", both_units(ROW_NAMES))]),
        Kind("column", "column {line}", [Part("line", both_units(["1", "2", "3"]))]),
        Kind("done", "done"),
    ]
    if needs.leaders_act:
        kinds.append(Kind("action", "action {cell}", [Part("cell", [CELL_NAMES[LEADER_CELL]], LEADER_CELL)]))
    by_chance = [Kind("first", "first {player}", [Part("player", ["0", "1"])]), Kind("card", "card {card}", [card])]
    if needs.parts:
        kinds.append(Kind("pick", "pick {number}", [Part("number", numbers(needs.parts))]))
    if needs.traps:
        kinds.append(Kind("unset", "unset {place}", [Part("place", numbers(ONGOING_SLOTS))]))
    if needs.sides:
        by_chance.append(Kind("die", "die {pips}", [Part("pips", numbers(needs.sides))]))
    return Notation("Pixel Tactics", kinds, by_chance)


# ---- what the log hides ----
