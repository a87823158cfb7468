"""Print a balance: as a table for the terminal, as CSV, and as one HTML page that fetches nothing."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from functools import cached_property
from html import escape
from importlib import resources

from warband.lab.balance import Balance, Key, Rate
from warband.lab.charts import rates_chart
from warband.lab.compare import RateChange, changed, changes
from warband.lab.intervals import USUAL, Interval, percent, span
from warband.lab.peers import expected_rates, telling
from warband.lab.plots import svg

Row = list[str]
RATE_HEADING = ["what", "", "matches", "win rate", "95 % interval", "expected", "both had it"]
RATE_COLUMNS = ["matches", "win_rate", "low", "high", "both"]
CHANGE_COLUMNS = ["change", "change_low", "change_high"]
STANDING_OUT = 20
NOTE = (
    "A rate counts the matches in which one seat alone had it; a draw is half a win. Expected is what those sides win "
    "anyway, by their leader or faction where a game has one. A rate says what goes with winning, not what causes it: "
    "what is had late in a match is had by those who live to see it."
)


@dataclass(frozen=True)
class Report:
    """A report: the balance of a game, and the one before a change if there is one."""

    title: str
    command: str
    balance: Balance
    label: str = "now"
    before: Balance | None = None
    before_label: str = "before"

    @cached_property
    def changes(self) -> dict[Key, RateChange]:
        """Return everything that either side knows, before and after."""
        return changes(self.before, self.balance) if self.before is not None else {}

    @cached_property
    def expected(self) -> dict[Key, float]:
        """Return the rates that were to be expected of the sides that had it."""
        return expected_rates(self.balance)

    @cached_property
    def surprising(self) -> list[Rate]:
        """Return the rates that are surely not what was expected."""
        return telling(self.balance.others(), self.expected)

    def told(self) -> list[RateChange]:
        """Return the changes of the kinds that are told."""
        kinds = self.kinds()
        return [change for key, change in self.changes.items() if key[0] in kinds]

    def kinds(self) -> list[str]:
        """Return the kinds of event that are told."""
        old = self.before.kinds() if self.before is not None else []
        new = self.balance.kinds()
        return new + [kind for kind in old if kind not in new and kind not in self.balance.seats]

    # ---- tables ----

    def heading(self) -> Row:
        """Return the heading of a table."""
        if self.before is None:
            return RATE_HEADING
        return ["what", "", self.before_label, "95 % interval", self.label, "95 % interval", "change", "95 % interval"]

    def rows_of(self, kind: str) -> list[Row]:
        """Return the rows of one kind of event, the best first."""
        if self.before is None:
            return [self.rate_row(rate) for rate in self.balance.of_kind(kind)]
        return [change_row(change) for change in self.changes_of(kind)]

    def rate_row(self, rate: Rate) -> Row:
        """Return a rate as a row of cells."""
        expected = percent(self.expected[rate.key]) if rate.key in self.expected else "-"
        return [*named(rate), str(rate.matches), *rate_text(rate), expected, str(rate.both)]

    def changes_of(self, kind: str) -> list[RateChange]:
        """Return the changes of one kind of event, the best first."""
        changes = [change for key, change in self.changes.items() if key[0] == kind]
        return sorted(changes, key=lambda change: -(change.after.win_rate or 0.0))

    def standing_out(self) -> list[Row]:
        """Return the rows that tell most: rates that are not what was expected, or what changed."""
        if self.before is None:
            return [self.rate_row(rate) for rate in self.surprising[:STANDING_OUT]]
        return [change_row(change) for change in changed(self.told())[:STANDING_OUT]]

    def luck(self) -> str:
        """Return how many rows stand out, and how many would by chance alone."""
        if self.before is None:
            rows, out, what = len(self.balance.others()), len(self.surprising), "are not as expected"
        else:
            rows, out, what = len(self.told()), len(changed(self.told())), "changed"
        return f"{out} of {rows} rows {what} by their 95 % interval; about {(1 - USUAL) * rows:.0f} would by luck alone"

    def facts(self) -> list[str]:
        """Return the figures of the matches in words."""
        both = [(self.before_label, self.before)] if self.before is not None else []
        return [matches_line(label, balance) for label, balance in [*both, (self.label, self.balance)]]

    def own(self) -> list[str]:
        """Return the kinds that are always told in full: the seats, and what is a side's own."""
        return [kind for kind in self.kinds() if kind not in self.balance.seats or self.balance.is_own(kind)]


def matches_line(label: str, balance: Balance) -> str:
    """Return how many matches there were, how they ended and how long they took."""
    if not balance.matches:
        return f"{label}: nothing is finished"
    endings = ", ".join(f"{why.replace('_', ' ')} {count}" for why, count in balance.endings.most_common())
    length = f"{balance.decisions / balance.matches:.1f} decisions a match"
    return f"{label}: {balance.matches} matches, {balance.draws} drawn, {length}; ended by: {endings}"


def change_row(change: RateChange) -> Row:
    """Return a change as a row of cells."""
    difference = change.difference
    rose = "-" if difference is None else f"{100 * difference:+.1f}"
    sure = "-" if difference is None else signed(change.interval())
    return [*named(change.after), *rate_text(change.before), *rate_text(change.after), rose, sure]


def named(rate: Rate) -> Row:
    """Return kind and name as people read them."""
    return [rate.kind.replace("_", " "), rate.name.replace("_", " ")]


def rate_text(rate: Rate) -> Row:
    """Return a win rate and its interval as people read them."""
    value = rate.win_rate
    return ["-", "-"] if value is None else [percent(value), span(rate.interval())]


def signed(interval: Interval) -> str:
    """Return an interval of a difference in points of a percent."""
    return f"{100 * interval[0]:+.1f} to {100 * interval[1]:+.1f}"


# ---- CSV ----


def csv_text(report: Report) -> str:
    """Return every rate as CSV; with a balance before the change, both and the difference."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    heading = ["kind", "name", *RATE_COLUMNS, "expected"]
    if report.before is not None:
        heading += [*(f"before_{name}" for name in RATE_COLUMNS), *CHANGE_COLUMNS]
    writer.writerow(heading)
    for key in sorted(report.changes or report.balance.rates):
        writer.writerow([*key, *_cells(report, key)])
    return out.getvalue()


def _cells(report: Report, key: Key) -> list[object]:
    expected = round(report.expected[key], 5) if key in report.expected else ""
    if report.before is None:
        return [*rate_cells(report.balance.rates[key]), expected]
    change = report.changes[key]
    both = [*rate_cells(change.after), expected, *rate_cells(change.before)]
    if change.difference is None:
        return [*both, "", "", ""]
    return [*both, *(round(value, 5) for value in (change.difference, *change.interval()))]


def rate_cells(rate: Rate) -> list[object]:
    """Return the figures of a rate for a table of numbers."""
    if rate.win_rate is None:
        return [0, "", "", "", rate.both]
    low, high = rate.interval()
    return [rate.matches, round(rate.win_rate, 5), round(low, 5), round(high, 5), rate.both]


# ---- HTML ----

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
{facts}
<p><code>{command}</code></p>
<p class="note">{note}</p>
<nav>{links}</nav>
<section>
<h2 id="out">What stands out</h2>
<p class="note">{luck}.</p>
{out}
</section>
{sections}
</body>
</html>
"""


def html_text(report: Report) -> str:
    """Return the whole report as one HTML page."""
    style = (resources.files("warband.lab") / "report.css").read_text(encoding="utf-8")
    links = [f'<a href="#{escape(kind)}">{escape(kind.replace("_", " "))}</a>' for kind in report.kinds()]
    return PAGE.format(
        title=escape(f"{report.title}: balance"),
        style=style,
        facts="\n".join(f'<p class="facts">{escape(fact)}.</p>' for fact in report.facts()),
        command=escape(report.command),
        note=escape(NOTE),
        links=" ".join(links),
        luck=escape(report.luck()),
        out=html_table(report.heading(), report.standing_out()),
        sections="\n".join(_section(report, kind) for kind in report.kinds()),
    )


def _section(report: Report, kind: str) -> str:
    title = report.balance.together(kind)
    changes = report.changes_of(kind)
    rates = [change.after for change in changes] or report.balance.of_kind(kind)
    labels = (report.before_label, report.label)
    drawing = svg(rates_chart(rates, [change.before for change in changes], labels, report.expected))
    table = html_table(report.heading(), report.rows_of(kind))
    return (
        f'<section>\n<h2 id="{escape(kind)}">{escape(title)}</h2>\n{drawing[drawing.index("<svg") :]}'
        f"<details>\n<summary>Figures</summary>\n{table}</details>\n</section>"
    )


def html_table(heading: Row, rows: list[Row]) -> str:
    """Return rows of cells as an HTML table."""
    if not rows:
        return "<p>Nothing.</p>\n"
    head = "".join(f"<th>{escape(cell)}</th>" for cell in heading)
    body = "\n".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="wide"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table></div>\n'
