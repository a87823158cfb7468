"""Draw what was studied: how a match turned, and the win rates of cards."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from warband.kernel.seats import Seat
from warband.lab.balance import Key, Rate
from warband.lab.plots import INK, LINE, blank, svg, tidy
from warband.lab.review import Decision, Review

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SIDES = ("#2f6f9f", "#c0532f")
OLD = "#9a9a9a"
SHADE = 0.15
# Inches of a chart of rates: what is always there, and what a row takes.
TOP, ROW = 1.0, 0.2
APART = 0.18
DOTS_PER_INCH = 150
PERCENT = 100


def chance_chart(review: Review, most: int) -> Figure:
    """Return a drawing of how likely each seat was to win after each decision, with the largest swings marked."""
    figure = blank(9.0, 4.2)
    axes = figure.add_subplot()
    for seat in review.seats:
        _line(axes, review, seat)
    swings = review.swings(most)
    for place, decision in enumerate(review.decisions, 1):
        if decision in swings:
            _mark(axes, place, decision)
    axes.axhline(PERCENT / 2, color=LINE, linewidth=1)
    axes.set_ylim(-9, 109)
    axes.set_yticks(range(0, 101, 25))
    axes.set_xlabel("choices made (the largest swings with their ply)", color=INK)
    axes.legend(frameon=False, loc="best")
    tidy(axes, f"{review.game.title}: who was winning", "chance to win by the seat's own view, %")
    return figure


def _line(axes: Axes, review: Review, seat: Seat) -> None:
    stands = [review.start[seat], *(decision.after[seat] for decision in review.decisions)]
    middle = [PERCENT * stand.chance for stand in stands]
    low = [PERCENT * max(0.0, stand.chance - stand.spread) for stand in stands]
    high = [PERCENT * min(1.0, stand.chance + stand.spread) for stand in stands]
    axes.plot(range(len(stands)), middle, color=SIDES[seat], linewidth=1.6, label=review.record.players[seat])
    axes.fill_between(range(len(stands)), low, high, color=SIDES[seat], alpha=SHADE, linewidth=0)


def _mark(axes: Axes, place: int, decision: Decision) -> None:
    """Mark a swing with its ply, above the line if it went up, below if it went down."""
    point = (place, PERCENT * decision.after[decision.seat].chance)
    axes.plot(*point, "o", color=SIDES[decision.seat], markersize=4)
    offset = (0, 6) if decision.swing > 0 else (0, -14)
    words = str(decision.ply)
    axes.annotate(words, point, xytext=offset, textcoords="offset points", ha="center", color=INK, fontsize=9)


def rates_chart(rates: list[Rate], before: list[Rate], labels: tuple[str, str], expected: dict[Key, float]) -> Figure:
    """Return a drawing of win rates with their intervals, the best on top; with those before, side by side.

    A tick stands where the rate was expected, if it stands alone.
    """
    old = {rate.name: rate for rate in before if rate.matches}
    shown = [rate for rate in reversed(rates) if rate.matches or rate.name in old]
    figure = blank(8.0, TOP + ROW * len(shown) * (2 if old else 1))
    axes = figure.add_subplot()
    axes.axvline(PERCENT / 2, color=INK, linewidth=0.8)
    new = [(place, rate) for place, rate in enumerate(shown) if rate.matches]
    if old:
        _dots(axes, [(p + APART, old[rate.name]) for p, rate in enumerate(shown) if rate.name in old], OLD, labels[0])
        _dots(axes, [(place - APART, rate) for place, rate in new], SIDES[0], labels[1])
        axes.legend(frameon=False, loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
    else:
        _dots(axes, new, SIDES[0], labels[1])
        ticks = [(PERCENT * expected[rate.key], place) for place, rate in new if rate.key in expected]
        axes.plot([x for x, _ in ticks], [y for _, y in ticks], "|", color=INK, markersize=9)
    axes.set_yticks(range(len(shown)), [rate.name.replace("_", " ") for rate in shown])
    axes.set_ylim(-0.7, len(shown) - 0.3)
    tidy(axes, "", "")
    axes.grid(axis="x", color=LINE, linewidth=0.7)
    ticked = "" if old else "; a tick: expected"
    axes.set_xlabel(f"win rate with its 95 % interval, %{ticked}", color=INK)
    return figure


def _dots(axes: Axes, rows: Sequence[tuple[float, Rate]], color: str, label: str) -> None:
    values = [PERCENT * (rate.win_rate or 0.0) for _, rate in rows]
    ends = [(PERCENT * low, PERCENT * high) for low, high in (rate.interval() for _, rate in rows)]
    spread = [
        [max(0.0, value - low) for value, (low, _) in zip(values, ends, strict=True)],
        [max(0.0, high - value) for value, (_, high) in zip(values, ends, strict=True)],
    ]
    places = [place for place, _ in rows]
    axes.errorbar(
        values, places, xerr=spread, fmt="o", color=color, capsize=2, markersize=4, linewidth=1.2, label=label
    )


def png(figure: Figure) -> bytes:
    """Return a figure as PNG."""
    out = io.BytesIO()
    figure.savefig(out, format="png", dpi=DOTS_PER_INCH)
    return out.getvalue()


def picture(figure: Figure, suffix: str) -> bytes:
    """Return a figure as the content of a file with this ending, .svg or .png."""
    return png(figure) if suffix == ".png" else svg(figure).encode()
