"""Give each mark a sign of one letter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from warband.scene.words import in_order_of_claim

# One sign a mark, for places where words have no room; what the signs mean is told beside them.
SIGNS: Final = {
    "aimed": "!",
    "falls": "%",
    "selected": ">",
    "target": "+",
    "shielded": "#",
    "may_act": "*",
    "active": "@",
    "first": "1",
    "done": "-",
}


def signs_text(marks: list[str]) -> str:
    """Return marks as signs, the most urgent first."""
    return "".join(SIGNS.get(mark, "?") for mark in in_order_of_claim(marks))


def sign_words(marks: list[str], word_of: Callable[[str], str]) -> dict[str, str]:
    """Return what the signs of these marks mean."""
    return {SIGNS.get(mark, "?"): word_of(mark) for mark in in_order_of_claim(marks)}
