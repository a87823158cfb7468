"""The whole table is seen without scrolling, in every window; the grid of all moments is `make fit`."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.conftest import open_context
from tests.browser.fit import MOMENTS, SIZES, WIDE, advance, dealt_alike, measure, open_table
from tests.browser.hands import touch_something, wait_ready
from tests.browser.server import Served

SEED = 9
# A window at twice its zoom is half as wide and half as high; phones zoom by two fingers instead.
ZOOMABLE = SIZES[:7]
MAT = "() => { const { x, y, width, height } = document.querySelector('.felt').getBoundingClientRect(); " + (
    "return [x, y, width, height].map(Math.round) }"
)


@pytest.fixture
def always_dealt(game: str, request: pytest.FixtureRequest) -> Iterator[None]:
    with dealt_alike(f"{game}-{len(request.node.name)}", SEED):
        yield


@pytest.mark.parametrize("game", MOMENTS)
@pytest.mark.usefixtures("always_dealt")
def test_the_whole_table_is_seen_in_every_window(page: Page, server: Served, game: str) -> None:
    table = open_table(page, game)
    advance(page, server, table, *MOMENTS[game]["middle"])
    complaints = all_complaints(page, "ours")
    page.add_style_tag(content=WIDE)
    complaints += all_complaints(page, "wide")
    assert not complaints, "\n".join(complaints)


def all_complaints(page: Page, font: str) -> list[str]:
    """Return what is wrong in any of the windows."""
    return [
        f"{width}x{height}, {font}: {said}"
        for width, height in SIZES
        for said in measure(page, width, height).complaints()
    ]


@pytest.mark.parametrize("game", MOMENTS)
@pytest.mark.usefixtures("always_dealt")
def test_the_question_and_what_it_asks_about_are_seen_at_twice_the_zoom(page: Page, server: Served, game: str) -> None:
    table = open_table(page, game)
    advance(page, server, table, *MOMENTS[game]["middle"])
    complaints = []
    for width, height in ZOOMABLE:
        fit = measure(page, width // 2, height // 2)
        seen, parts = fit.shares["question"]
        if seen < parts or fit.asked:
            complaints.append(f"{width}x{height}: {seen} of {parts} of the question, not seen: {fit.asked}")
    assert not complaints, "\n".join(complaints)


@pytest.mark.parametrize("size", [(1366, 625), (390, 844), (844, 390)])
@pytest.mark.parametrize("game", MOMENTS)
def test_a_lesson_covers_nothing_it_speaks_of_and_moves_no_mat(
    chromium: Browser, server: Served, game: str, size: tuple[int, int]
) -> None:
    context = open_context(chromium, server.address, *size)
    page = context.new_page()
    page.goto(f"/learn/{game}")
    places, covered, choose = set(), [], random.Random(1)
    for _ in range(6):
        wait_ready(page)
        if page.locator(".felt > *").count():
            places.add(tuple(page.evaluate(MAT)))
        covered += measure(page, *size).asked
        touch_something(page, choose, tap=size[0] < 500)
    context.close()
    assert not covered
    assert len(places) == 1


@pytest.mark.parametrize("size", [(1366, 625), (390, 844)])
def test_the_mat_stays_where_it_is_whatever_is_asked_or_hinted(
    chromium: Browser, server: Served, size: tuple[int, int]
) -> None:
    context = open_context(chromium, server.address, *size)
    page = context.new_page()
    open_table(page, "pixel-tactics")
    places, choose = set(), random.Random(1)
    for turn in range(8):
        wait_ready(page)
        if turn % 3 == 2 and page.locator("#ask .aid").count():
            page.locator("#ask .aid").last.click()
            page.wait_for_timeout(300)
        if page.locator(".felt > *").count():
            places.add(tuple(page.evaluate(MAT)))
        touch_something(page, choose, tap=size[0] < 500)
    context.close()
    assert len(places) == 1


def test_the_log_is_a_drawer_where_there_is_no_room_for_it(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_table(page, "pixel-tactics")
    log = page.locator("#log ol")
    assert not log.is_visible()
    page.get_by_role("button", name="Log").click()
    log.wait_for()
    page.keyboard.press("Escape")
    log.wait_for(state="hidden")
    page.set_viewport_size({"width": 1366, "height": 625})
    log.wait_for()
    assert not page.get_by_role("button", name="Log").is_visible()
