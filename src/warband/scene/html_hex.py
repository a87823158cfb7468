"""Draw a map of flat-top hexes as HTML."""

from __future__ import annotations

from typing import Final

from warband.kernel.scene import Container, Scene, Slot
from warband.scene import sprites
from warband.scene.hexes import Hex, columns, hexes, steps
from warband.scene.html_pieces import flag_html, token_html
from warband.scene.markup import Attributes, classes, div, mark_classes, span, styled, words
from warband.scene.words import coordinates, hex_words, place_name

# A hex is as wide as two of its sides and 0.866 as high; the next column begins at three quarters of it.
COLUMN: Final = 0.75
EDGE: Final = "28.87,0 86.6,0 115.47,50 86.6,100 28.87,100 0,50"
INNER: Final = "32.33,6 83.14,6 108.54,50 83.14,94 32.33,94 6.93,50"
GROUND: Final = (
    '<svg class="hx" viewBox="0 0 115.47 100" aria-hidden="true">'
    f'<polygon class="ed" points="{EDGE}"/><polygon class="in" points="{INNER}"/></svg>'
)


def hexmap_html(scene: Scene, container: Container) -> str:
    """Draw a map that fills its width, and scrolls in its box where the hexes would become too small."""
    found = hexes(container)
    drawn = "".join(hex_html(scene, one) for one in found)
    size = styled(across=COLUMN * (columns(found) - 1) + 1, down=steps(found) / 2)
    return div("lie", div(classes("map", "turned" if container.turned else ""), drawn, size))


def hex_html(scene: Scene, one: Hex) -> str:
    """Draw one hex: its ground, its coordinates, its name, and the pieces that stand there."""
    slot, pieces = one.cell.slot, one.cell.pieces
    tokens = "".join(token_html(scene, piece) for piece in pieces)
    where = words("at", coordinates(one.cell.at), {"aria-hidden": "true"})
    if slot is None:
        return div("hex has", GROUND + div("stand", where) + tokens, _place(one, ""))
    body = GROUND + div("stand", where + _terrain(slot) + flag_html(slot.marks, place=True)) + tokens
    given = {"data-handle": slot.id, "role": "group", "aria-label": hex_words(slot), "title": place_name(slot)}
    css = classes("hex", "has" if pieces else "", mark_classes(slot.marks))
    return div(css, body, given | _place(one, slot.sprite))


def _place(one: Hex, sprite: str) -> Attributes:
    return styled(x=COLUMN * one.column, y=one.step / 2, hue=sprites.hue(sprite))


def _terrain(slot: Slot) -> str:
    drawn = span("ter", sprites.sprite_svg(slot.sprite)) if slot.sprite else words("ter letter", slot.letter)
    return drawn + words("lb", slot.name)
