"""Write actions as short texts and read them back: `recruit knight V2`, `attack V1 > F2`, `order gunner`."""

from __future__ import annotations

import difflib

from warband.games.pixel_tactics import board, codes, frames
from warband.games.pixel_tactics.board import ALL_KNOW, Board, Frame
from warband.games.pixel_tactics.rules import CELL_NAMES, NONE, ROW_NAMES, Rules
from warband.games.pixel_tactics.zones import is_open, knowers
from warband.kernel.errors import NotAnAction
from warband.kernel.game import Cover
from warband.kernel.seats import ONE

LINE_KINDS = ("row", "column")


class Deed:
    """Hold an action taken apart: its kind and whichever of card, cell, target and number it has.

    A cell from 9 on is one of the rival's; rows and columns from 3 on are the rival's.
    """

    def __init__(self, kind: str, card: int = NONE, cell: int = NONE, target: int = NONE, number: int = NONE) -> None:
        self.kind = kind
        self.card = card
        self.cell = cell
        self.target = target
        self.number = number


def decode(rules: Rules, action: int) -> Deed:
    """Return an action taken apart."""
    if action < rules.attack_at:
        return _decode_card(rules, action)
    if action < rules.order:
        return _decode_act(rules, action)
    if action < rules.choose:
        return _decode_rest_of_turn(rules, action)
    return _decode_answer(rules, action)


def _decode_card(rules: Rules, action: int) -> Deed:
    if action < rules.recruit:
        return Deed("lead", action - rules.lead)
    number = action - rules.recruit
    return Deed("recruit", number // 9, number % 9)


def _decode_act(rules: Rules, action: int) -> Deed:
    if action < rules.attack_open:
        number = action - rules.attack_at
        return Deed("attack", cell=number // 9, target=number % 9)
    if action < rules.shoot:
        return Deed("attack", cell=action - rules.attack_open)
    if action < rules.use:
        number = action - rules.shoot
        return Deed("shoot", cell=number // 9, target=number % 9)
    return Deed("power", cell=action - rules.use)


def _decode_rest_of_turn(rules: Rules, action: int) -> Deed:
    if action < rules.clear:
        return Deed("order", action - rules.order)
    if action < rules.move:
        return Deed("clear", cell=action - rules.clear)
    if action < rules.draw:
        kind, number = ("move", action - rules.move) if action < rules.switch else ("switch", action - rules.switch)
        return Deed(kind, cell=number // 9, target=number % 9)
    return Deed(["draw", "pass", "concede"][action - rules.draw])


def _decode_answer(rules: Rules, action: int) -> Deed:
    if action < rules.take:
        return Deed("choose", cell=action - rules.choose)
    if action < rules.row:
        return Deed("take", action - rules.take)
    if action < rules.done:
        first, kind = (rules.row, "row") if action < rules.column else (rules.column, "column")
        return Deed(kind, number=action - first)
    if action == rules.done:
        return Deed("done")
    if action < rules.card:
        return Deed("first", number=action - rules.first)
    return Deed("card", action - rules.card)


def text(rules: Rules, action: int) -> str:
    """Return an action in notation."""
    deed = decode(rules, action)
    words = [deed.kind]
    if deed.card != NONE:
        words.append(rules.ids[deed.card])
    if deed.cell != NONE:
        words.append(cell_text(deed.cell))
    if deed.target != NONE:
        words.append(("" if deed.kind in ("move", "switch") else "> ") + CELL_NAMES[deed.target])
    if deed.number != NONE:
        words.append(_number_text(deed))
    return " ".join(words)


def cell_text(cell: int) -> str:
    """Return a cell of one's own unit, or with an arrow one of the rival's."""
    return CELL_NAMES[cell] if cell < 9 else f"> {CELL_NAMES[cell - 9]}"


def _number_text(deed: Deed) -> str:
    if deed.kind == "first":
        return str(deed.number)
    name = ROW_NAMES[deed.number % 3] if deed.kind == "row" else str(deed.number % 3 + 1)
    return name if deed.number < 3 else f"> {name}"


def all_texts(rules: Rules) -> dict[str, int]:
    """Return every action by its text, in lower case."""
    return {text(rules, action).lower(): action for action in range(rules.actions)}


def parse(texts: dict[str, int], given: str) -> int:
    """Return the action a text means; blanks and capitals do not matter."""
    words = " ".join(given.lower().replace(">", " > ").split())
    if words in texts:
        return texts[words]
    near = difflib.get_close_matches(words, list(texts), 1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise NotAnAction(f"{given!r} is not an action of Pixel Tactics{hint}")


# ---- what the log hides ----


def cover(b: Board, seat: int, action: int) -> Cover | None:
    """Return what the log hides of an action about to be applied, or None if all may see it."""
    deed = decode(b.rules, action)
    if deed.kind == "lead":
        return Cover(ONE[seat], "lead a card")
    if deed.kind == "card":
        return _cover_card(b)
    if deed.kind == "take" and _is_secret_taking(b) and knowers(b.sides[seat], deed.card) != ALL_KNOW:
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


def _drawn_openly(b: Board, seat: int) -> bool:
    side = b.sides[seat]
    fixed = side.top or ([] if side.bag else side.bottom)
    return bool(fixed) and fixed[0] & 3 == ALL_KNOW


def _is_secret_taking(b: Board) -> bool:
    """Tell whether the card taken now is one that only its owner sees."""
    row = asking_row(b)
    if row is None or row[0] != codes.TAKE:
        return False
    if row[1] == codes.DECK:
        return not is_open(b, b.asked)
    return row[1] == codes.ASIDE and row[2] != codes.TO_DISCARD


def asking_row(b: Board) -> list[int] | None:
    """Return the row of the program that asks now, or None if a rule step or the turn does."""
    frame = asking_frame(b)
    if frame is None or frame.step != frames.PROGRAM:
        return None
    rows = b.rules.programs[frame.program]
    return rows[frame.at] if frame.at < len(rows) else None


def asking_frame(b: Board) -> Frame | None:
    """Return the frame that asks now, or None between actions."""
    return b.stack[len(b.stack) - 1] if b.stack else None
