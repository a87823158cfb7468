"""Draw the curves of a training run as one HTML page, while it runs and after."""

from __future__ import annotations

from html import escape
from importlib import resources

from warband.lab.plots import POINT, blank, svg, tidy
from warband.lab.training.config import Config

Row = dict[str, float]

CURVES = {
    "strength": ("Strength", "points against the fixed opponent, %"),
    "entropy": ("How undecided it is", "entropy of a choice, nats"),
    "value_error": ("How wrong its expectations are", "squared error of the value"),
    "speed": ("Speed", "decisions a second, learning included"),
    "matches": ("Matches played", "matches"),
}
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
<h1>{title}</h1>
<p class="facts">{facts}</p>
{curves}
<h2>Recipe</h2>
<pre>{recipe}</pre>
</body>
</html>
"""


def curve(rows: list[Row], name: str) -> str:
    """Return one curve over the minutes of the run, or nothing where nothing was measured."""
    known = [row for row in rows if name in row]
    if not known:
        return ""
    title, scale = CURVES[name]
    axes = (figure := blank(8.0, 2.6)).add_subplot()
    marker = "o" if name == "strength" else ""
    axes.plot([row["minutes"] for row in known], [row[name] for row in known], color=POINT, marker=marker)
    axes.set_xlabel("minutes")
    tidy(axes, title, scale)
    return svg(figure)


def with_speed(rows: list[Row]) -> list[Row]:
    """Return the rows with the decisions a second since the row before."""
    told = []
    for before, row in zip([{"minutes": 0.0, "decisions": 0.0}, *rows], rows, strict=False):
        seconds = 60 * (row["minutes"] - before["minutes"])
        told.append({**row, "speed": (row["decisions"] - before["decisions"]) / seconds} if seconds > 0 else row)
    return told


def training_page(config: Config, rows: list[Row], opponent: str) -> str:
    """Return the page of a run."""
    style = (resources.files("warband.lab") / "report.css").read_text(encoding="utf-8")
    last = rows[-1] if rows else {"minutes": 0.0, "decisions": 0.0, "matches": 0.0}
    facts = f"{last['minutes']:.1f} of {config.minutes:g} minutes, {last['decisions']:,.0f} decisions, "
    facts += f"{last['matches']:,.0f} matches; strength is measured against {opponent}."
    drawn = "\n".join(curve(with_speed(rows), name) for name in CURVES)
    recipe = "\n".join(f"{name} = {value!r}" for name, value in config.to_data().items())
    title = escape(f"{config.game}: training")
    return PAGE.format(title=title, style=style, facts=escape(facts), curves=drawn, recipe=escape(recipe))
