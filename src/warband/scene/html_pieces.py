"""Draw pieces and places as HTML: cards, tokens, cubes, backs, corpses, and the slots they stand on.

The parts of a piece are always there, empty where there is nothing to show: so a piece that changes keeps its shape,
and only what differs is sent to a page. Its marks are in its flag alone; the style and the page read them there.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from warband.kernel.scene import BACK, CORPSE, CUBE, DIE, Number, Piece, Scene, Slot
from warband.kernel.seats import NOBODY
from warband.scene import sprites
from warband.scene.drawn import MOST, remembered, remembered_place
from warband.scene.html_about import about_key
from warband.scene.hyphens import softened
from warband.scene.markup import Attributes, Element, classes, div, element, mark_classes, span, styled, words
from warband.scene.words import (
    colours,
    counted_name,
    die_face,
    die_mark_word,
    in_order_of_claim,
    is_odds,
    mark_word,
    piece_words,
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
LONG: Final = 10
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


@remembered
def piece_node(scene: Scene, piece: Piece) -> Element:
    """Draw a piece as it lies in a row, a column, a grid or a hand."""
    if piece.kind == CUBE:
        return cube_node(scene, piece)
    if piece.kind == DIE:
        return die_node(scene, piece)
    return back_node(scene, piece) if piece.kind == BACK else card_node(scene, piece)


def card_node(scene: Scene, piece: Piece) -> Element:
    """Draw a card, a unit or a corpse: art, name, note, figures, pips, badges."""
    corpse = piece.kind == CORPSE
    art = sprites.sprite_node(piece.sprite or ("corpse" if corpse else ""))
    said = [short_name_node(piece), span("note", piece.note or ("Corpse" if corpse else ""))]
    text = span("txt", [*said, numbers_node(piece.numbers), pips_node(piece.numbers), chips_node(piece.badges)])
    return _piece(scene, piece, "card", [flag_node(piece.marks, said=piece.said), span("art", art), text])


def cube_node(scene: Scene, piece: Piece, most: int = MOST_CUBES) -> Element:
    """Draw as many cubes as the piece counts, or one for many, with the number and the name below."""
    drawn = max(0, piece.count) if piece.count <= most else 1
    stack = span(f"cs {sprites.picture_class(piece.sprite)}", [element("i") for _ in range(drawn)])
    label = span("grp-n", [element("b", "", str(piece.count)), f" {piece.name}", words("note", piece.note)])
    rest = [numbers_node(piece.numbers), chips_node(piece.badges)]
    return _piece(scene, piece, "grp", [flag_node(piece.marks), stack, label, *rest])


def back_node(scene: Scene, piece: Piece) -> Element:
    """Draw face-down cards, fanned, with how many there are."""
    drawn = max(1, min(piece.count, MOST_BACKS))
    fan = span(f"fan {sprites.picture_class('crest')}", [element("i") for _ in range(drawn)])
    said = [span("grp-n", counted_name(piece)), span("note", piece.note)]
    rest = [numbers_node(piece.numbers), chips_node(piece.badges)]
    return _piece(scene, piece, "hid", [flag_node(piece.marks), fan, *said, *rest])


def die_node(scene: Scene, piece: Piece) -> Element:
    """Draw a die with its pips, or its number where it has no such face, and below it what has become of it."""
    shown = die_face(piece)
    pips = [element("i" if place == "#" else "u") for place in PIPS.get(shown, "")]
    face = span("face", pips or shown, {"aria-hidden": "true"})
    words = [die_mark_word(mark) for mark in in_order_of_claim(piece.marks)] or [piece.note]
    icon = piece.numbers[0].icon if piece.numbers else ""
    css = classes("die", f"die-{icon}" if sprites.is_icon(icon) else "")
    return _piece(scene, piece, css, [face, span("cap", ", ".join(words))])


@remembered
def token_node(scene: Scene, piece: Piece) -> Element:
    """Draw a piece as it stands on a hex: sprite, whose, its name, and its life where it has one."""
    life = next((f"{number.value}/{number.most}" for number in piece.numbers if number.most is not None), "")
    figure = element("b", "", life) if life else None
    tag = span("tag", [side_icon(piece.side), short_name_node(piece), figure])
    art = span("who", sprites.sprite_node(piece.sprite or ("corpse" if piece.kind == CORPSE else "")))
    return _piece(scene, piece, "tok", [art, tag, flag_node(piece.marks, said=piece.said), chips_node(piece.badges)])


def short_name_node(piece: Piece) -> Element:
    """Draw a name so that a small place can leave out all but its last word, and break that at a syllable only."""
    first, _, last = piece.name.rpartition(" ")
    rest = counted_name(piece).removeprefix(piece.name)
    return span("nm", [span("long", f"{softened(first)} ") if first else None, softened(last) + rest])


@remembered
def listed_node(scene: Scene, piece: Piece) -> Element:
    """Draw a piece as one small line, as it lies under others in a pile."""
    mini = span("mini", sprites.sprite_node(piece.sprite))
    return _piece(scene, piece, "line", [mini, span("nm", counted_name(piece)), flag_node(piece.marks)])


def _piece(scene: Scene, piece: Piece, shape: str, body: list[Element]) -> Element:
    marks = mark_classes(piece.marks) if piece.kind == DIE else ""
    css = classes("piece", shape, colours(piece.side), "corpse" if piece.kind == CORPSE else "", marks)
    return div(css, body, _piece_attributes(scene, piece), handle=piece.id)


def _piece_attributes(scene: Scene, piece: Piece) -> Attributes:
    attributes = {"role": "button", "aria-label": piece_words(scene, piece, marked=piece.kind == DIE)}
    if piece.details:
        attributes["data-about"] = about_key(tuple(piece.details))
    if piece.now:
        attributes["data-now"] = piece.now
    if piece.kind in (CUBE,):
        attributes |= styled(hue=sprites.hue(piece.sprite))
    return attributes


def slot_node(scene: Scene, slot: Slot, pieces: list[Piece], place: str = "") -> Element:
    """Draw a place: stitches and its name when it is empty, or the pieces that stand there."""
    held = tuple([piece_node(scene, piece) for piece in pieces])
    marks = tuple(slot.marks)
    if not held:
        return _open_slot(slot.id, slot.name, slot.sprite, marks, place)
    looks = (slot.name, marks, held, place)
    return remembered_place(slot.id, looks, lambda: _held_slot(slot.id, slot.name, marks, held, place))


def _held_slot(handle: str, name: str, marks: tuple[str, ...], held: tuple[Element, ...], place: str) -> Element:
    given = {"role": "group", "aria-label": name or handle} | _placed(place)
    return div("slot", [flag_node(list(marks), place=True), div("on", held)], given, handle=handle)


@lru_cache(maxsize=MOST)
def _open_slot(handle: str, name: str, sprite: str, marks: tuple[str, ...], place: str) -> Element:
    art = [sprites.sprite_node(sprite)] if sprite else []
    attributes = {"role": "button", "aria-label": f"{name or handle}, empty"} | _placed(place)
    body = [flag_node(list(marks), place=True), div("on", [*art, span("slot-n", name)])]
    return div("slot open", body, attributes, handle=handle)


def _placed(place: str) -> Attributes:
    return {"style": place} if place else {}


def side_icon(side: int) -> Element | None:
    """Draw the shape of a side: a disc for the first seat, a diamond for the second."""
    return None if side == NOBODY else element("i", f"shape {colours(side)}")


def flag_node(marks: list[str], place: bool = False, said: str = "") -> Element:
    """Draw the mark with the strongest claim as a flag; the others follow it as small words."""
    if not marks:
        return span("flag")
    top, *rest = in_order_of_claim(marks)
    icon = sprites.icon_node(FLAG_ICONS.get(top, "diamond"))
    others = [span(f"also fl-{'-'.join(mark.split())}", mark_word(mark, place).lower()) for mark in rest]
    word = span(f"w fl-{'-'.join(top.split())}", said or mark_word(top, place))
    return span("flag", [icon, word, *others])


def numbers_node(numbers: list[Number]) -> Element:
    """Draw figures, each as icon and value, or value and label where it has no icon."""
    return span("nums", [number_node(number) for number in numbers])


def number_node(number: Number) -> Element:
    """Draw one figure: `icon 4 of 7`, or `58 % win`."""
    if is_odds(number):
        return span("num odd", [element("b", "", f"{number.value} %"), " ", words("lb", number.label)])
    icon = sprites.icon_node(number.icon) if number.icon else None
    of = element("small", "", _most(number.most)) if number.most is not None else None
    label = None if icon else words("lb", number.label)
    css = classes("num", "glyph" if icon and not sprites.is_icon(number.icon) else "")
    return span(css, [icon, element("b", "", str(number.value)), of, label])


def _most(most: int) -> str:
    """Return the most a figure can be, shorter where it is long."""
    return f" of {most}" if most < LONG else f"/{most}"


def pips_node(numbers: list[Number]) -> Element:
    """Draw the last figure that has a most as pips, full and hollow, or as a bar where it is large."""
    limited = [number for number in numbers if number.most]
    if not limited:
        return span("pips")
    value, most = limited[-1].value, limited[-1].most or 1
    full = max(0, min(value, most))
    if most > MOST_PIPS:
        return span("pips bar", element("i"), styled(share=f"{round(100 * full / most)}%"))
    return span("pips", [element("i", "" if at < full else "h") for at in range(most)])


def chips_node(badges: list[str]) -> Element:
    """Draw badges as small words."""
    return span("chips", [span("chip", badge) for badge in badges])
