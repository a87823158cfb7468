"""Draw what was measured, as SVG."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from warband.extras import extra
from warband.lab.ladder import Rating

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, LINE, POINT = "#333333", "#d8d8d8", "#2f6f9f"
# Texts stay texts, and the same figures give the same file.
SETTINGS = {"svg.fonttype": "none", "svg.hashsalt": "warband"}


def ladder_plot(title: str, ratings: list[Rating]) -> str:
    """Return a drawing of the ratings of levels with their intervals."""
    figure = blank(7.2, 4.2)
    axes = figure.add_subplot()
    places = range(len(ratings))
    values = [rating.elo for rating in ratings]
    spread = [[r.elo - r.interval[0] for r in ratings], [r.interval[1] - r.elo for r in ratings]]
    axes.errorbar(places, values, yerr=spread, fmt="o", color=POINT, capsize=4, linewidth=1.5, markersize=6)
    for place, rating in zip(places, ratings, strict=True):
        axes.annotate(f"{rating.elo:.0f}", (place, rating.elo), xytext=(9, -3), textcoords="offset points", color=INK)
    axes.set_xticks(places, [f"{rating.level.number}\n{rating.level.name}" for rating in ratings])
    axes.set_xlim(-0.5, len(ratings) - 0.25)
    tidy(axes, f"{title}: strength of the levels", "Elo points, with 95 % intervals")
    return svg(figure)


def check_drawing() -> None:
    """Raise MissingExtra if the extra `lab`, and with it what draws, is not installed."""
    with extra("lab"):
        import matplotlib.figure  # noqa: F401


def blank(width: float, height: float) -> Figure:
    """Return an empty figure, or raise MissingExtra if nothing can be drawn here."""
    check_drawing()
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained", facecolor="white")


def tidy(axes: Axes, title: str, scale: str) -> None:
    """Give axes a title and a scale, and take away what nobody reads."""
    axes.set_title(title, loc="left", color=INK, fontweight="bold")
    axes.set_ylabel(scale, color=INK)
    axes.grid(axis="y", color=LINE, linewidth=0.7)
    axes.set_axisbelow(True)
    axes.tick_params(length=0, colors=INK)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(LINE)


def svg(figure: Figure) -> str:
    """Return a figure as SVG."""
    from matplotlib import rc_context

    out = io.StringIO()
    with rc_context(SETTINGS):  # type: ignore[arg-type,unused-ignore]
        figure.savefig(out, format="svg", metadata={"Date": None})
    return out.getvalue()
