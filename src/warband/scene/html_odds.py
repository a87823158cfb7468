"""Draw chances in percent as HTML: parts of one bar, or a bar each."""

from __future__ import annotations

from typing import Final

from warband.kernel.scene import Number
from warband.scene.html_pieces import number_node
from warband.scene.markup import Element, classes, div, element, span, styled

WHOLE: Final = 100
# A part is told by its pattern as well as its colour: solid, upright stripes, slanted stripes, dots.
PATTERNS: Final = ("solid", "upright", "slanted", "dotted")


def odds_nodes(numbers: list[Number]) -> list[Element]:
    """Draw chances that make up a whole in one bar, others in bars of their own."""
    if sum(number.value for number in numbers) <= WHOLE:
        return [bar_node(numbers)] if numbers else []
    return [bar_node([number]) for number in numbers]


def bar_node(numbers: list[Number]) -> Element:
    """Draw one bar, above it what its parts mean."""
    parts = [
        element("i", PATTERNS[at % len(PATTERNS)], None, styled(share=f"{max(0, min(WHOLE, number.value))}%"))
        for at, number in enumerate(numbers)
    ]
    keys = span("keys", [number_node(number) for number in numbers])
    bar = span("share", parts, {"aria-hidden": "true"})
    return div(classes("odds", "lone" if len(numbers) == 1 else ""), [keys, bar])
