"""Declare the actions with their short texts (`recruit knight V2`, `attack V1 > F2`); say what the log hides."""

from __future__ import annotations

from warband.games.pixel_tactics.programs import codes, frames
from warband.games.pixel_tactics.programs.frames import asking_row
from warband.games.pixel_tactics.rules import board
from warband.games.pixel_tactics.rules.board import ALL_KNOW, Board
from warband.games.pixel_tactics.rules.figures import CELL_NAMES, LEADER_CELL, ROW_NAMES
from warband.games.pixel_tactics.rules.zones import is_open, knowers
from warband.kernel.game import Cover
from warband.kernel.notation import Kind, Notation, Part
from warband.kernel.seats import ONE, Seat

LINE_KINDS = ("row", "column")


def both_units(words: list[str]) -> list[str]:
    """Return words for things of one's own unit, then with an arrow for those of the rival's."""
    return words + [f"> {word}" for word in words]


def declare(ids: list[str], leaders_act: bool) -> Notation:
    """Return all actions with the cards of a pack; rows and columns (`line`) have a number in both units.

    The action of a leader is there only where a card of the pack gives one.
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
    if leaders_act:
        kinds.append(Kind("action", "action {cell}", [Part("cell", [CELL_NAMES[LEADER_CELL]], LEADER_CELL)]))
    by_chance = [Kind("first", "first {player}", [Part("player", ["0", "1"])]), Kind("card", "card {card}", [card])]
    return Notation("Pixel Tactics", kinds, by_chance)


# ---- what the log hides ----


def cover(b: Board, seat: Seat, action: int) -> Cover | None:
    """Return what the log hides of an action about to be applied, or None if all may see it."""
    deed = b.rules.notation.decode(action)
    if deed.kind == "lead":
        return Cover(ONE[seat], "lead a card")
    if deed.kind == "card":
        return _cover_card(b)
    if deed.kind == "take" and _is_secret_taking(b) and knowers(b.sides[seat], deed["card"]) != ALL_KNOW:
        return Cover(ONE[seat], "take a card")
    return None


def _cover_card(b: Board) -> Cover | None:
    """Return what is hidden of a card that chance gives: nothing where it is lost or lies open."""
    if b.question == board.PEEK:
        return Cover(ONE[b.asked], "card")
    frame = b.stack[len(b.stack) - 1]
    opened = frame.mode != frames.INTO_SIGHT and is_open(b, frame.seat)
    if frame.step == frames.LOSE or opened or _drawn_openly(b, frame.seat):
        return None
    return Cover(ONE[frame.seat], "card")


def _drawn_openly(b: Board, seat: Seat) -> bool:
    side = b.sides[seat]
    fixed = side.top or ([] if side.bag else side.bottom)
    return bool(fixed) and fixed[0] & 3 == ALL_KNOW


def _is_secret_taking(b: Board) -> bool:
    """Return whether the card taken now is one that only its owner sees."""
    row = asking_row(b)
    if row is None or row[0] != codes.TAKE:
        return False
    if row[1] == codes.DECK:
        return not is_open(b, b.asked)
    return row[1] == codes.ASIDE and row[2] != codes.TO_DISCARD
