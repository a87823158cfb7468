"""Draw pieces and places as HTML: cards, tokens, cubes, backs, corpses, and the slots they stand on."""

from __future__ import annotations

from html import escape
from typing import Final

from warband.kernel.scene import BACK, CORPSE, CUBE, DIE, Number, Piece, Scene, Slot
from warband.scene import sprites
from warband.scene.markup import Attributes, classes, div, element, mark_classes, span, styled, words
from warband.scene.words import (
    NOBODY,
    counted_name,
    die_face,
    die_mark_word,
    in_order_of_claim,
    is_odds,
    mark_word,
    number_words,
    piece_words,
    slot_words,
    standing,
)

FLAG_ICONS: Final = {
    "aimed": "aim",
    "falls": "hourglass",
    "selected": "diamond",
    "target": "aim",
    "shielded": "shield",
    "may_act": "diamond",
    "active": "play",
    "first": "flag",
    "done": "check",
}
MOST_PIPS: Final = 12
MOST_CUBES: Final = 10
MOST_BACKS: Final = 7
# The pips of a die on nine places, row by row.
PIPS: Final = {
    "1": "....#....",
    "2": "..#...#..",
    "3": "..#.#.#..",
    "4": "#.#...#.#",
    "5": "#.#.#.#.#",
    "6": "#.##.##.#",
}


def piece_html(scene: Scene, piece: Piece) -> str:
    """Draw a piece as it lies in a row, a column, a grid or a hand."""
    if piece.kind == CUBE:
        return cube_html(scene, piece)
    if piece.kind == DIE:
        return die_html(scene, piece)
    return back_html(scene, piece) if piece.kind == BACK else card_html(scene, piece)


def card_html(scene: Scene, piece: Piece) -> str:
    """Draw a card, a unit or a corpse: art, name, note, figures, pips, badges, and its text when pointed at."""
    corpse = piece.kind == CORPSE
    art = sprites.sprite_svg(piece.sprite or ("corpse" if corpse else ""))
    said = words("nm", counted_name(piece)) + words("note", piece.note or ("Corpse" if corpse else ""))
    text = span("txt", said + numbers_html(piece.numbers) + pips_html(piece.numbers) + chips_html(piece))
    body = flag_html(piece.marks) + span("art", art) + text + large_html(piece)
    return div(_piece_classes(scene, piece, "card"), body, _piece_attributes(scene, piece))


def cube_html(scene: Scene, piece: Piece, most: int = MOST_CUBES) -> str:
    """Draw as many cubes as the piece counts, or one for many, with the number and the name below."""
    drawn = max(0, piece.count) if piece.count <= most else 1
    cube = span("cube", sprites.glyph_svg(piece.sprite))
    stack = span("cs", cube * drawn or span("cube nil", ""))
    label = span("grp-n", f"<b>{piece.count}</b> {escape(piece.name)}")
    body = flag_html(piece.marks) + stack + label + numbers_html(piece.numbers) + chips_html(piece)
    attributes = _piece_attributes(scene, piece) | styled(hue=sprites.hue(piece.sprite))
    return div(_piece_classes(scene, piece, "grp"), body, attributes)


def back_html(scene: Scene, piece: Piece) -> str:
    """Draw face-down cards, fanned, with how many there are."""
    drawn = max(1, min(piece.count, MOST_BACKS))
    fan = span("fan", span("back", sprites.sprite_svg("crest")) * drawn)
    label = words("grp-n", counted_name(piece)) + words("note", piece.note)
    body = flag_html(piece.marks) + fan + label + numbers_html(piece.numbers) + chips_html(piece)
    return div(_piece_classes(scene, piece, "hid"), body, _piece_attributes(scene, piece))


def die_html(scene: Scene, piece: Piece) -> str:
    """Draw a die with its pips, or its number where it has no such face, and below it what has become of it."""
    shown = die_face(piece)
    pips = "".join("<i></i>" if place == "#" else "<u></u>" for place in PIPS.get(shown, ""))
    face = span("face", pips or escape(shown), {"aria-hidden": "true"})
    told = [die_mark_word(mark) for mark in in_order_of_claim(piece.marks)] or [piece.note]
    icon = piece.numbers[0].icon if piece.numbers else ""
    css = classes("die", f"ic-{icon}" if icon in sprites.icon_names() else "")
    return div(_piece_classes(scene, piece, css), face + words("cap", ", ".join(told)), _piece_attributes(scene, piece))


def token_html(scene: Scene, piece: Piece) -> str:
    """Draw a piece as it stands on a hex: sprite, whose, its name, and its life where it has one."""
    life = next((f"{number.value}/{number.most}" for number in piece.numbers if number.most is not None), "")
    figure = element("b", "", life) if life else ""
    tag = span("tag", side_icon(scene, piece.side) + words("nm", counted_name(piece)) + figure)
    art = sprites.sprite_svg(piece.sprite or ("corpse" if piece.kind == CORPSE else ""))
    body = span("who", art) + tag + flag_html(piece.marks) + chips_html(piece)
    attributes = _piece_attributes(scene, piece) | {"title": piece_words(scene, piece)}
    return div(_piece_classes(scene, piece, "tok"), body, attributes)


def listed_html(scene: Scene, piece: Piece) -> str:
    """Draw a piece as one small line, as it lies under others in a pile."""
    body = span("mini", sprites.sprite_svg(piece.sprite)) + words("nm", counted_name(piece)) + flag_html(piece.marks)
    return div(_piece_classes(scene, piece, "line"), body, _piece_attributes(scene, piece))


def _piece_classes(scene: Scene, piece: Piece, shape: str) -> str:
    return classes("piece", shape, standing(scene, piece.side), f"kind-{piece.kind}", mark_classes(piece.marks))


def _piece_attributes(scene: Scene, piece: Piece) -> Attributes:
    given = {"data-handle": piece.id, "role": "img", "aria-label": piece_words(scene, piece)}
    return given | ({"tabindex": "0"} if piece.details else {})


def slot_html(scene: Scene, slot: Slot, pieces: list[Piece]) -> str:
    """Draw a place: stitches and its name when it is empty, or the pieces that stand there."""
    bare = sprites.sprite_svg(slot.sprite) if slot.sprite else ""
    inner = "".join(piece_html(scene, piece) for piece in pieces) or bare + words("slot-n", slot.name)
    marks = flag_html(slot.marks, place=True)
    css = classes("slot", "" if pieces else "open", mark_classes(slot.marks))
    return div(css, marks + inner, {"data-handle": slot.id, "role": "group", "aria-label": slot_words(slot)})


def side_icon(scene: Scene, side: int) -> str:
    """Draw the shape of a side: a disc for the viewer, a diamond for the other."""
    whose = standing(scene, side)
    return "" if whose == NOBODY else element("i", f"shape {whose}")


def flag_html(marks: list[str], place: bool = False) -> str:
    """Draw the mark with the strongest claim as a flag; the others follow it as small words."""
    if not marks:
        return ""
    top, *rest = in_order_of_claim(marks)
    said = sprites.icon_svg(FLAG_ICONS.get(top, "diamond")) + words("", mark_word(top, place))
    others = "".join(words("also", mark_word(mark, place).lower()) for mark in rest)
    return span(f"flag fl-{'-'.join(top.split())}", said + others)


def numbers_html(numbers: list[Number]) -> str:
    """Draw figures, each as icon and value, or value and label where it has no icon."""
    return span("nums", "".join(number_html(number) for number in numbers)) if numbers else ""


def number_html(number: Number) -> str:
    """Draw one figure: `icon 4 of 7`, or `58 % win`."""
    if is_odds(number):
        return span("num odd", f"<b>{number.value} %</b>" + words("lb", number.label))
    icon = sprites.icon_svg(number.icon) if number.icon else ""
    of = f"<small> of {number.most}</small>" if number.most is not None else ""
    label = "" if icon else words("lb", number.label)
    css = classes("num", f"ic-{number.icon}" if number.icon in sprites.icon_names() else "")
    return span(css, f"{icon}<b>{number.value}</b>{of}{label}", {"title": number_words(number)})


def pips_html(numbers: list[Number]) -> str:
    """Draw the last figure that has a most as pips, full and hollow, or as a bar where it is large."""
    limited = [number for number in numbers if number.most]
    if not limited:
        return ""
    value, most = limited[-1].value, limited[-1].most or 1
    if most > MOST_PIPS:
        share = round(100 * max(0, min(value, most)) / most)
        return span("pips bar", "<i></i>", styled(share=f"{share}%") | {"aria-hidden": "true"})
    full = max(0, min(value, most))
    return span("pips", "<i></i>" * full + '<i class="h"></i>' * (most - full), {"aria-hidden": "true"})


def chips_html(piece: Piece) -> str:
    """Draw badges as small words."""
    return span("chips", "".join(words("chip", badge) for badge in piece.badges)) if piece.badges else ""


def large_html(piece: Piece) -> str:
    """Draw the text of a card, shown when it is pointed at or focused."""
    if not piece.details:
        return ""
    head = words("nm", piece.name) + numbers_html(piece.numbers)
    return span("large", span("large-h", head) + details_html(piece))


def details_html(piece: Piece) -> str:
    """Draw what a card says: label and text, line by line."""
    lines = [words("dt", label) + words("dd", text) for label, text in piece.details]
    return span("details", "".join(span("detail", line) for line in lines))


def about_html(pieces: list[Piece]) -> str:
    """Draw the texts of all cards as a list that unfolds, for those who cannot point."""
    told = {(piece.name, tuple(piece.details)): piece for piece in pieces if piece.details}
    if not told:
        return ""
    entries = [
        div("entry", span("mini", sprites.sprite_svg(piece.sprite)) + words("nm", piece.name) + details_html(piece))
        for piece in told.values()
    ]
    return element("details", "about", "<summary>What the cards say</summary>" + "".join(entries))
