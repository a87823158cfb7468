"""Say pieces, figures and places as lines of text."""

from __future__ import annotations

from typing import Final

from warband.kernel.scene import CUBE, DIE, HAND, Container, Number, Piece, Scene, Slot
from warband.kernel.seats import NOBODY
from warband.scene.reading import Cell, batches
from warband.scene.text_blocks import clean, pad, style, whole, wrap
from warband.scene.text_dice import dice_lines
from warband.scene.words import (
    RIVAL,
    YOU,
    counted_name,
    is_odds,
    kind_word,
    mark_words,
    number_words,
    owner,
    standing,
)

MOST_BAR: Final = 20


def marks_text(marks: list[str], place: bool = False) -> str:
    """Return marks as words in brackets: `[May act]`."""
    return " ".join(style(whole(f"[{clean(word)}]"), "gold") for word in mark_words(marks, place))


def shaped(scene: Scene, side: int, text: str) -> str:
    """Put round brackets about what is the viewer's, pointed ones about the other's: the disc and the diamond."""
    whose = standing(scene, side)
    return style({YOU: f"({text})", RIVAL: f"<{text}>"}.get(whose, text), whose)


def bar(number: Number, room: int = 0, longest: int = MOST_BAR) -> str:
    """Return a figure as a bar: `Health [#####.] 5 of 6`, or `Win [############........] 58 %`."""
    label = whole(pad(clean(number.label).capitalize(), room))
    if number.most is None or number.most <= 0:
        return f"{label} {number.value}".strip()
    length = min(number.most, longest)
    full = max(0, min(length, round(length * number.value / number.most)))
    figure = whole(f"{number.value} %" if is_odds(number) else f"{number.value} of {number.most}")
    return f"{label} [{'#' * full}{'.' * (length - full)}] {figure}".strip()


def piece_text(scene: Scene, piece: Piece, around: int = NOBODY, name: str = "") -> str:
    """Return a piece as one line: name, whose if its container does not say, figures, badges, marks."""
    whose = "" if piece.side == around or name else owner(scene, piece.side)
    name = name or style(clean(counted_name(piece)), standing(scene, piece.side))
    said = [kind_word(piece), clean(whose), *(whole(clean(number_words(number))) for number in piece.numbers)]
    figures = ", ".join(word for word in said if word)
    badges = " ".join(f"({clean(badge)})" for badge in piece.badges)
    return " ".join(
        word for word in (f"{name}:" if figures else name, figures, badges, marks_text(piece.marks)) if word
    )


def piece_lines(
    scene: Scene, piece: Piece, around: int, width: int, in_full: bool = False, place: str = ""
) -> list[str]:
    """Return a piece as wrapped lines after the place where it stands, with its note below it, and what it says
    where that is told.
    """
    if piece.kind == DIE:
        return dice_lines([piece], width)
    lines = wrap(f"{place} {piece_text(scene, piece, around)}".strip(), width, "  ")
    said = [": ".join(clean(word) for word in detail if word) for detail in piece.details] if in_full else []
    if piece.note and clean(piece.note) not in said:
        lines += wrap(f"  {clean(piece.note)}", width, "  ")
    for line in said:
        lines += wrap(f"  {line}", width, "    ")
    return lines


def slot_text(slot: Slot) -> str:
    """Return an empty place as a line."""
    return " ".join(word for word in (clean(slot.name or slot.letter or slot.id), marks_text(slot.marks, True)) if word)


def cell_lines(scene: Scene, cell: Cell, around: int, width: int) -> list[str]:
    """Return a place and what stands on it as wrapped lines; one piece alone shares the line of its place."""
    place = slot_text(cell.slot) if cell.slot is not None else ""
    if len(cell.pieces) == 1 and cell.pieces[0].kind != DIE:
        return piece_lines(scene, cell.pieces[0], around, width, place=place)
    lines = wrap(place, width, "  ") if place else []
    for piece in cell.pieces:
        lines += piece_lines(scene, piece, around, width)
    return lines


def list_lines(scene: Scene, container: Container, width: int) -> list[str]:
    """Return the pieces of a container from top to bottom; cubes or dice that follow one another share a line.

    In a hand, the rival's excepted, the cards say what they say.
    """
    in_full = container.kind == HAND and standing(scene, container.side) != RIVAL
    lines: list[str] = []
    for batch in batches(container.pieces):
        if batch[0].kind == CUBE:
            lines += wrap(", ".join(cube_text(scene, piece, container.side) for piece in batch), width, "  ")
        elif batch[0].kind == DIE:
            lines += dice_lines(batch, width)
        else:
            lines += piece_lines(scene, batch[0], container.side, width, in_full=in_full)
    return lines


def cube_text(scene: Scene, piece: Piece, around: int) -> str:
    """Return cubes as number and name, with whatever else they carry."""
    name = style(whole(clean(f"{piece.count} {piece.name}")), standing(scene, piece.side))
    return piece_text(scene, piece, around, name)
