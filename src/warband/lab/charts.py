"""Draw what was studied: how a match turned, and the win rates of cards."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from warband.lab.plots import INK, LINE, blank, svg, tidy
from warband.lab.review import Review

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SIDES = ("#2f6f9f", "#c0532f")
SHADE = 0.15
DOTS_PER_INCH = 150
PERCENT = 100


def chance_chart(found: Review, most: int) -> Figure:
    """Return a drawing of how likely each seat was to win after each decision, with the largest swings marked."""
    figure = blank(9.0, 4.2)
    axes = figure.add_subplot()
    for seat in found.seats:
        _line(axes, found, seat)
    for place, decision in enumerate(found.decisions, 1):
        if decision in found.swings(most):
            height = PERCENT * decision.after[decision.seat].chance
            axes.annotate(str(decision.ply), (place, height), xytext=(0, 7), textcoords="offset points", color=INK)
    axes.axhline(PERCENT / 2, color=LINE, linewidth=1)
    axes.set_ylim(-3, 103)
    axes.set_xlabel("choices made (the largest swings with their ply)", color=INK)
    axes.legend(frameon=False, loc="best")
    tidy(axes, f"{found.game.title}: who was winning", "chance to win by the seat's own view, %")
    return figure


def _line(axes: Axes, found: Review, seat: int) -> None:
    stands = [found.start[seat], *(decision.after[seat] for decision in found.decisions)]
    middle = [PERCENT * stand.chance for stand in stands]
    low = [PERCENT * max(0.0, stand.chance - stand.spread) for stand in stands]
    high = [PERCENT * min(1.0, stand.chance + stand.spread) for stand in stands]
    axes.plot(range(len(stands)), middle, color=SIDES[seat], linewidth=1.6, label=found.record.players[seat])
    axes.fill_between(range(len(stands)), low, high, color=SIDES[seat], alpha=SHADE, linewidth=0)


def png(figure: Figure) -> bytes:
    """Return a figure as PNG."""
    out = io.BytesIO()
    figure.savefig(out, format="png", dpi=DOTS_PER_INCH)
    return out.getvalue()


def picture(figure: Figure, suffix: str) -> bytes:
    """Return a figure as the content of a file with this ending, .svg or .png."""
    return png(figure) if suffix == ".png" else svg(figure).encode()
