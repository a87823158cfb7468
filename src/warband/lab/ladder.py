"""Rate the levels by their matches against each other: Bradley-Terry strengths, told in Elo points."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from warband.agents.levels import Level, levels
from warband.extras import extra
from warband.kernel.errors import BadInput
from warband.kernel.seats import BOTH
from warband.lab.arena import Score
from warband.lab.intervals import USUAL, Interval, percent, span

ELO = 400 / math.log(10)
AVERAGE = 1500
# One imagined draw in each pairing keeps a level that never lost from an endless rating.
IMAGINED = 0.5
NEAR = 2

Pairing = tuple[int, int]
Results = dict[Pairing, Score]


@dataclass(frozen=True)
class Rating:
    """The strength of one level in Elo points, with its 95 % interval."""

    level: Level
    elo: float
    interval: Interval
    matches: int
    per_choice: float


def read_levels(text: str) -> list[int]:
    """Return the numbers of the levels that a text such as 1-8 means, or raise BadInput."""
    ends = re.fullmatch(r"(\d{1,3})-(\d{1,3})", text)
    low, high = (int(ends[1]), int(ends[2])) if ends else (0, 0)
    most = len(levels())
    if not (1 <= low <= most and 1 <= high <= most):
        raise BadInput(f"levels {text!r}: expected two numbers of 1 to {most}, such as 1-{most}")
    if low >= high:
        raise BadInput(f"levels {text!r}: the first must be lower than the second, such as 1-{most}")
    return list(range(low, high + 1))


def pairings(numbers: list[int], all_of_them: bool = False) -> list[Pairing]:
    """Return who meets whom, the stronger first: neighbours and those two apart, or all."""
    far = len(numbers) if all_of_them else NEAR
    return [(high, low) for high in numbers for low in numbers if 0 < high - low <= far]


def rate(results: Results) -> list[Rating]:
    """Fit the ratings of all levels that met; their average is 1500."""
    numbers = sorted({number for pairing in results for number in pairing})
    ratings, intervals = fit(numbers, results)
    rated: list[Rating] = []
    for number, elo, interval in zip(numbers, ratings, intervals, strict=True):
        matches, per_choice = _effort(number, results)
        rated.append(Rating(levels()[number - 1], elo, interval, matches, per_choice))
    return rated


def fit(numbers: list[int], results: Results) -> tuple[list[float], list[Interval]]:
    """Return rating and interval of each level by logistic regression, the Bradley-Terry model.

    The first level is the measure of the fit; the contrasts then move the average of all to the middle.
    """
    with extra("lab"):
        import numpy as np
        from statsmodels.genmod.families import Binomial
        from statsmodels.genmod.generalized_linear_model import GLM
    design = [[(n == left) - (n == right) for n in numbers[1:]] for left, right in results for _ in BOTH]
    won = [1, 0] * len(results)
    times = [side + IMAGINED for score in results.values() for side in (score.points, score.matches - score.points)]
    model = GLM(won, np.array(design, dtype=float), family=Binomial(), freq_weights=times).fit()
    count = len(numbers)
    contrasts = np.eye(count)[:, 1:] - 1 / count
    tested = model.t_test(contrasts)
    bounds = tested.conf_int(alpha=1 - USUAL)
    return [_elo(x) for x in tested.effect], [(_elo(low), _elo(high)) for low, high in bounds]


def _elo(strength: float) -> float:
    return AVERAGE + ELO * float(strength)


def _effort(number: int, results: Results) -> tuple[int, float]:
    """Return how many matches a level played and the seconds that one of its choices took."""
    matches, choices, seconds = 0, 0, 0.0
    for (left, _), score in ((pairing, score) for pairing, score in results.items() if number in pairing):
        effort = score.left if left == number else score.right
        matches, choices, seconds = matches + score.matches, choices + effort.choices, seconds + effort.seconds
    return matches, seconds / choices if choices else 0.0


# ---- telling ----


def table(ratings: list[Rating]) -> list[list[str]]:
    """Return the ratings as rows of cells, the heading first."""
    rows = [["level", "name", "rating", "95 % interval", "matches", "ms a choice"]]
    for rating in ratings:
        low, high = rating.interval
        rows.append([str(rating.level.number), rating.level.name, f"{rating.elo:.0f}", f"{low:.0f} to {high:.0f}"])
        rows[-1] += [str(rating.matches), milliseconds(rating.per_choice)]
    return rows


def pairing_table(results: Results) -> list[list[str]]:
    """Return the pairings as rows of cells, the heading first."""
    rows = [["level", "against", "matches", "win rate", "95 % interval"]]
    for (left, right), score in results.items():
        rate = percent(score.win_rate) if score.win_rate is not None else "-"
        rows.append([str(left), str(right), str(score.matches), rate, span(score.interval())])
    return rows


def milliseconds(seconds: float) -> str:
    """Return a time in milliseconds, to three figures."""
    value = 1000 * seconds
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def markdown_table(rows: list[list[str]]) -> str:
    """Return rows of cells as a Markdown table."""
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]]) + "\n"


def plain_table(rows: list[list[str]]) -> str:
    """Return rows of cells in columns, for a terminal."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def markdown(title: str, command: str, results: Results, plot: str) -> str:
    """Return a section that tells a ladder: its ratings, its plot, and every pairing."""
    ratings = rate(results)
    matches = sum(score.matches for score in results.values())
    parts = [f"## {title}\n", f"{matches} matches, from `{command}`.\n", markdown_table(table(ratings))]
    parts += [
        f"![The ratings of the levels with their 95 % intervals]({plot})\n",
        markdown_table(pairing_table(results)),
    ]
    return "\n".join(parts)
