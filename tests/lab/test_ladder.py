"""A ladder pairs levels, rates them with intervals, and tells it as tables, Markdown and a plot."""

from __future__ import annotations

import sys
from xml.etree import ElementTree

import pytest
from tests.lab.contests import score

from warband.extras import MissingExtra
from warband.kernel.errors import BadInput
from warband.lab.arena import Score
from warband.lab.ladder import (
    Results,
    markdown,
    markdown_table,
    milliseconds,
    pairing_table,
    pairings,
    plain_table,
    rate,
    read_levels,
    table,
)
from warband.lab.plots import ladder_plot

THREE: Results = {(2, 1): score("l" * 30 + "r" * 10), (3, 1): score("l" * 36 + "r" * 4), (3, 2): score("ld" * 20)}


def test_levels_are_read_from_a_range() -> None:
    assert read_levels("1-8") == [1, 2, 3, 4, 5, 6, 7, 8]
    assert read_levels("3-4") == [3, 4]


@pytest.mark.parametrize("text", ["", "3", "0-2", "1-9", "1-1000", "a-b", "-1-2"])
def test_what_is_no_range_of_levels_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="expected two numbers of 1 to 8"):
        read_levels(text)


@pytest.mark.parametrize("text", ["4-3", "3-3"])
def test_levels_go_up(text: str) -> None:
    with pytest.raises(BadInput, match=f"levels '{text}': the first must be lower than the second"):
        read_levels(text)


def test_neighbours_meet_and_those_two_apart() -> None:
    assert pairings([1, 2, 3, 4]) == [(2, 1), (3, 1), (3, 2), (4, 2), (4, 3)]
    assert len(pairings(list(range(1, 9)))) == 13
    assert len(pairings(list(range(1, 9)), True)) == 28


# ---- ratings ----


def test_two_levels_differ_as_their_odds_say() -> None:
    # With the imagined draw 30 of 40 are 30.5 of 41: 400 log10(30.5 / 10.5) points apart.
    low, high = rate({(2, 1): THREE[2, 1]})
    assert high.elo - low.elo == pytest.approx(185.26, abs=0.1)
    assert (high.elo + low.elo) / 2 == pytest.approx(1500)
    assert low.interval[0] < low.elo < low.interval[1] < high.interval[1]


def test_a_made_up_ladder_is_found_again() -> None:
    results: Results = {}
    for high, low in pairings([1, 2, 3, 4]):
        wins = round(100_000 / (1 + 10 ** (-100 * (high - low) / 400)))
        results[high, low] = Score(100_000, wins, 100_000 - wins)
    assert [rating.elo for rating in rate(results)] == pytest.approx([1350, 1450, 1550, 1650], abs=0.2)


def test_more_matches_make_a_narrower_interval() -> None:
    widths = [r.interval[1] - r.interval[0] for r in (rate({(2, 1): score("lr" * n)})[0] for n in (10, 40))]
    assert widths[1] < 0.6 * widths[0]


def test_who_never_lost_has_a_rating_with_an_end() -> None:
    ratings = rate({pairing: score("l" * 40) for pairing in pairings([1, 2, 3])})
    assert [rating.level.number for rating in ratings] == [1, 2, 3]
    assert 0 < ratings[2].elo - ratings[0].elo < 2000


def test_a_rating_knows_matches_and_time() -> None:
    ratings = rate(THREE)
    assert [rating.matches for rating in ratings] == [80, 80, 80]
    # The stand-ins take 0.1 s a choice on the left and 0.025 s on the right.
    assert [rating.per_choice for rating in ratings] == pytest.approx([0.025, 0.6 / 9, 0.1])


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "statsmodels.genmod.families", None)
    with pytest.raises(MissingExtra, match=r"pip install 'warband\[lab\]'"):
        rate(THREE)


# ---- telling ----


def test_tables_have_a_row_for_each() -> None:
    rows = table(rate(THREE))
    assert [row[:2] for row in rows[1:]] == [["1", "Novice"], ["2", "Squire"], ["3", "Scout"]]
    assert pairing_table(THREE)[1] == ["2", "1", "40", "75.0 %", "59.8 to 85.8 %"]
    assert markdown_table([["a", "b"], ["1", "2"]]) == "| a | b |\n|---|---|\n| 1 | 2 |\n"
    assert plain_table([["a", "b"], ["100", "2"]]) == "a    b\n100  2\n"


def test_times_have_three_figures() -> None:
    assert [milliseconds(seconds) for seconds in (0.0012345, 0.012345, 0.12345)] == ["1.23", "12.3", "123"]


def test_markdown_holds_tables_and_plot() -> None:
    page = markdown("A Game", "warband ladder GAME", THREE, "plot.svg")
    assert page.startswith("## A Game\n\n120 matches, from `warband ladder GAME`.\n\n| level |")
    assert "](plot.svg)" in page


def test_the_plot_is_svg_and_always_the_same() -> None:
    drawn = ladder_plot("A Game", rate(THREE))
    assert drawn == ladder_plot("A Game", rate(THREE))
    texts = {text for text in ElementTree.fromstring(drawn).itertext() if text.strip()}
    assert {"A Game: strength of the levels", "Novice", "Squire", "Scout"} <= texts
