"""A map shows whole in every window: with names up to nine by nine hexes, larger ones with names of what is touched."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page
from tests.browser.fit import SIZES, advance, dealt_alike, measure, open_table
from tests.browser.server import Served

GAME = "pocket-tactics"
# Broad and high in hexes, as the page counts them: the next column begins at three quarters of a hex.
NINE = (0.75 * 8 + 1, 9.5)
LINE = (0.75 * 21 + 1, 12.0)
# On a lying phone and on the smallest upright one a hex of nine by nine has no 44 pixels.
NAMED = [size for size in SIZES if size not in {(844, 390), (360, 740)}]
GROW = """([across, down]) => {
  const map = document.querySelector(".map");
  map.classList.toggle("broad", across > down * 0.866);
  map.style.setProperty("--across", across);
  map.style.setProperty("--down", down);
}"""
OUTSIDE = """() => {
  const felt = document.querySelector(".felt").getBoundingClientRect();
  return [...document.querySelectorAll(".map, .map .hex")].map((one) => one.getBoundingClientRect()).filter((box) =>
    box.left < felt.left - 1 || box.right > felt.right + 1 || box.top < felt.top - 1 || box.bottom > felt.bottom + 1
  ).length;
}"""
UNNAMED = """() => [...document.querySelectorAll(".map .hex")].filter((hex) =>
  ![...hex.querySelectorAll(".tag .nm, .stand > .lb")].some((name) => name.checkVisibility())
).length"""
FOCUSED = """() => {
  const tok = document.querySelector(".map .tok");
  tok.tabIndex = 0;
  tok.focus();
  return tok.querySelector(".tag .nm").checkVisibility();
}"""


@pytest.fixture
def table(page: Page, server: Served, request: pytest.FixtureRequest) -> Page:
    """A table of Pocket-Tactics on which the first units stand."""
    with dealt_alike(f"{GAME}-{len(request.node.name)}", 9):
        table = open_table(page, GAME)
    advance(page, server, table, 5)
    return page


def test_a_map_is_whole_and_named_as_far_as_there_is_room(table: Page) -> None:
    complaints = []
    for shape in (NINE, LINE):
        table.evaluate(GROW, list(shape))
        for size in SIZES:
            measure(table, *size)
            outside, unnamed = table.evaluate(OUTSIDE), table.evaluate(UNNAMED)
            if outside or (unnamed and shape == NINE and size in NAMED):
                complaints.append(f"{shape} at {size}: {outside} hexes outside, {unnamed} without a name")
    assert not complaints, "\n".join(complaints)


def test_a_hex_too_small_for_names_shows_that_of_what_is_touched(table: Page) -> None:
    table.evaluate(GROW, list(LINE))
    measure(table, 844, 390)
    assert table.evaluate(UNNAMED) > 0
    assert table.evaluate(FOCUSED)
