"""Draw what cards say: each text once, however many cards say it, for the large card and for a list that unfolds."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from warband.kernel.scene import Piece
from warband.scene import sprites
from warband.scene.markup import Element, div, element, span, words

Details = tuple[tuple[str, str], ...]


@lru_cache(maxsize=4096)
def about_key(details: Details) -> str:
    """Return the short name under which the texts of a card are kept."""
    return hashlib.blake2b(repr(details).encode(), digest_size=4).hexdigest()


def about_node(pieces: list[Piece]) -> Element:
    """Draw the texts of all cards as a list that unfolds, for those who cannot point."""
    by_card: dict[str, Piece] = {}
    for piece in pieces:
        if piece.details:
            by_card.setdefault(about_key(tuple(piece.details)), piece)
    entries = [
        entry_node(key, piece.name, piece.sprite, tuple(piece.details))
        for key, piece in sorted(by_card.items(), key=lambda item: (item[1].name, item[0]))
    ]
    body = [element("summary", "", "What the cards say"), div("entries", entries)]
    return element("details", "about", body, {} if entries else {"hidden": ""})


@lru_cache(maxsize=4096)
def entry_node(key: str, name: str, sprite: str, details: Details) -> Element:
    """Draw what one card says: label and text, line by line."""
    head = [span("mini", sprites.sprite_node(sprite)), span("nm", name)]
    lines = [span("detail", [words("dt", label), words("dd", text)]) for label, text in details]
    return div("entry", [*head, span("details", lines)], key=f"~about/{key}")
