"""The report of a balance: rows for people, CSV for machines, one HTML page that fetches nothing."""

from __future__ import annotations

import csv
import io
import re

from tests.lab.test_balance import counted, fact

from warband.lab.balance import Had
from warband.lab.report import Report, csv_text, html_text

KNIGHT: Had = {"leader": ["knight"], "draw": ["archer", "man_at_arms"]}
WITCH: Had = {"leader": ["witch"]}


def balance(wins: int, losses: int) -> Report:
    facts = [fact(0, KNIGHT, WITCH) for _ in range(wins)] + [fact(1, KNIGHT, WITCH) for _ in range(losses)]
    return Report("A <Game>", "warband balance GAME", counted(*facts))


def two() -> Report:
    return Report("A Game", "warband balance GAME", balance(30, 2).balance, "new", balance(10, 20).balance, "old")


def test_the_seats_and_what_is_a_sides_own_are_told_in_full() -> None:
    report = balance(30, 2)
    assert report.own() == ["seat", "takes the turn", "leader"]
    assert report.rows_of("leader")[0] == ["leader", "knight", "32", "93.8 %", "79.9 to 98.3 %", "50.0 %", "0"]
    assert report.rows_of("draw")[0] == ["draw", "archer", "32", "93.8 %", "79.9 to 98.3 %", "93.8 %", "0"]
    assert report.standing_out() == []
    assert report.luck() == "0 of 2 rows are not as expected by their 95 % interval; about 0 would by luck alone"
    assert report.facts() == ["now: 32 matches, 0 drawn, 10.0 decisions a match; ended by: rout 32"]


def test_before_and_after_stand_side_by_side() -> None:
    report = two()
    assert [fact.split(":")[0] for fact in report.facts()] == ["old", "new"]
    row = report.rows_of("leader")[0]
    assert row[:4] == ["leader", "knight", "33.3 %", "19.2 to 51.2 %"]
    assert row[4:7] == ["93.8 %", "79.9 to 98.3 %", "+60.4"]
    assert len(row) == len(report.heading()) == 8


def test_csv_holds_every_rate() -> None:
    rows = list(csv.DictReader(io.StringIO(csv_text(balance(30, 2)))))
    knight = next(row for row in rows if (row["kind"], row["name"]) == ("leader", "knight"))
    assert (knight["matches"], knight["win_rate"], knight["both"], knight["expected"]) == ("32", "0.9375", "0", "0.5")
    assert len(rows) == 8
    changed = list(csv.DictReader(io.StringIO(csv_text(two()))))
    knight = next(row for row in changed if (row["kind"], row["name"]) == ("leader", "knight"))
    assert (knight["before_matches"], knight["win_rate"], knight["change"]) == ("30", "0.9375", "0.60417")


def fetched(page: str) -> list[str]:
    """Return whatever a page would fetch from elsewhere."""
    places = re.findall(r'(?:src|href)="([^"]*)"', page) + re.findall(r"url\(([^)]*)\)", page)
    return [place for place in places if not place.startswith("#")] + re.findall("<script|@import", page)


def test_the_page_stands_alone_and_is_always_the_same() -> None:
    report = balance(30, 2)
    page = html_text(report)
    assert page.count("<svg") == len(report.kinds())
    assert fetched(page) == []
    assert "A &lt;Game&gt;: balance" in page
    assert page == html_text(balance(30, 2))


def test_the_page_of_a_change_draws_both() -> None:
    page = html_text(two())
    assert page.count("<svg") == len(two().kinds())
    assert fetched(page) == []
    assert page.count(">old<") > page.count("<svg")


def test_a_card_that_is_gone_is_still_told() -> None:
    gone = counted(*(fact(0, {}, WITCH) for _ in range(5)))
    report = Report("A Game", "", gone, "new", balance(10, 20).balance, "old")
    assert ["leader", "knight", "33.3 %", "19.2 to 51.2 %", "-", "-", "-", "-"] in report.rows_of("leader")
    assert "knight" in html_text(report)
