"""Draw a map of flat-top hexes as HTML."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from warband.kernel.scene import Container, Scene, Slot
from warband.kernel.seats import NOBODY
from warband.scene import sprites
from warband.scene.drawn import MOST, remembered_place
from warband.scene.hexes import Hex, columns, corner, hexes, steps
from warband.scene.html_pieces import flag_node, side_icon, token_node
from warband.scene.markup import Attributes, Element, classes, div, element, mark_classes, span, styled, words
from warband.scene.words import colours, coordinates, hex_words, place_name

# A hex is as wide as two of its sides and 0.866 as high; the next column begins at three quarters of it.
COLUMN: Final = 0.75
HEIGHT: Final = 0.866
EDGE: Final = "M29 0h58l29 50-29 50h-58l-29-50z"
INNER: Final = "M32 6h52l25 44-25 44h-52l-25-44z"
GROUND: Final = element(
    "svg",
    "hx",
    [element("path", "ed", None, {"d": EDGE}), element("path", "in", None, {"d": INNER})],
    {"viewBox": "0 0 116 100", "aria-hidden": "true"},
)


def hexmap_node(scene: Scene, container: Container) -> Element:
    """Draw a map that fills its width, and scrolls in its box where the hexes would become too small."""
    fields = hexes(container)
    css = classes("map", "turned" if container.turned else "", "broad" if is_broad(fields) else "")
    return div("lie", div(css, [hex_node(scene, one) for one in fields], _frame(fields)))


def is_broad(fields: list[Hex]) -> bool:
    """Return whether a map is drawn broader than it is high; a table that turns turns only what gains by it."""
    return COLUMN * (columns(fields) - 1) + 1 > HEIGHT * steps(fields) / 2


def _frame(fields: list[Hex]) -> Attributes:
    """Say where a map begins and how large it is, so that its hexes stay as they are while it grows."""
    left, top = corner(fields)
    return styled(left=COLUMN * left, top=top / 2, across=COLUMN * (columns(fields) - 1) + 1, down=steps(fields) / 2)


def hex_node(scene: Scene, one: Hex) -> Element:
    """Draw one hex: its ground, its coordinates, its name, and the pieces that stand there."""
    slot = one.cell.slot
    held = tuple([token_node(scene, piece) for piece in one.cell.pieces])
    if slot is None:
        where = span("at", coordinates(one.cell.at), {"aria-hidden": "true"})
        body = [GROUND, div("stand", where), div("on", held)]
        return div("hex has", body, _place(one.column, one.step, ""), key=f"~{one.cell.pieces[0].id}")
    looks = HexSlot(slot.id, slot.name, one.cell.at, slot.sprite, slot.letter, tuple(slot.marks), slot.side, slot.label)
    if not held:
        return _open_hex(looks, one.column, one.step)
    every = (looks, one.column, one.step, held)
    return remembered_place(slot.id, every, lambda: _hex(looks, one.column, one.step, held))


class HexSlot(NamedTuple):
    """The slot of a hex by value."""

    id: str
    name: str
    at: tuple[int, int]
    sprite: str
    letter: str
    marks: tuple[str, ...]
    side: int
    label: str


@lru_cache(maxsize=MOST)
def _open_hex(slot: HexSlot, column: int, step: int) -> Element:
    """Draw an empty hex; one that looks as another did is that very element."""
    return _hex(slot, column, step, ())


def _hex(slot: HexSlot, column: int, step: int, held: tuple[Element, ...]) -> Element:
    marks = list(slot.marks)
    shown = Slot(slot.id, slot.name, slot.at, slot.sprite, slot.letter, marks, slot.side, slot.label)
    where = span("at", coordinates(slot.at), {"aria-hidden": "true"})
    stand = div("stand", [where, *_terrain(shown), flag_node(marks, place=True)])
    role = {"role": "group"} if held else {"role": "button"}
    attributes = role | {"aria-label": hex_words(shown), "title": place_name(shown)} | _place(column, step, slot.sprite)
    css = classes("hex", "has" if held else "", mark_classes(marks))
    return div(css, [GROUND, stand, div("on", held)], attributes, handle=slot.id)


def _place(column: int, step: int, sprite: str) -> Attributes:
    return styled(x=COLUMN * column, y=step / 2, hue=sprites.hue(sprite))


def _terrain(slot: Slot) -> list[Element | None]:
    drawn = span("ter", sprites.sprite_node(slot.sprite)) if slot.sprite else words("ter letter", slot.letter)
    owner = "" if slot.side == NOBODY else colours(slot.side)
    return [drawn, span(classes("lb", owner), [side_icon(slot.side), slot.label or slot.name])]
