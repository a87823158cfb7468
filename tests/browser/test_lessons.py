"""Every guided match, by clicking what is marked; a replay; a phone."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import PATIENCE, open_context
from tests.browser.hands import begin, play_out, touch_something, wait_ready
from tests.browser.server import Served

from warband.table.learn.lesson import load_lesson

GAMES = ("heros-crossing", "pixel-tactics", "pocket-tactics")


@pytest.mark.parametrize("game", GAMES)
def test_a_guided_match(page: Page, game: str) -> None:
    page.goto("/learn")
    page.locator(f'a[href="/learn/{game}"]').click()
    wait_ready(page)
    steps = load_lesson(game).steps
    expect(page.locator("#heading")).to_have_text(f"Step 1 of {len(steps)}")
    expect(page.locator("#ask .prompt")).to_contain_text(steps[0].say[:40])
    assert play_out(page) >= len(steps)
    page.locator("#ask a.main").click()
    page.get_by_role("button", name="Play a Novice now").click()
    page.wait_for_url("**/table/**")
    wait_ready(page)


# Something that may be touched lies in the window, and not under what is asked.
IN_SIGHT = """() => [...document.querySelectorAll("#root [data-state=may]")].some((one) => {
  const box = one.getBoundingClientRect();
  const at = document.elementFromPoint(box.x + box.width / 2, box.y + Math.min(box.height / 2, 12));
  return at && (one.contains(at) || at.contains(one));
})"""


def test_a_replay(page: Page, server: Served) -> None:
    table = begin(page, "heros-crossing", {"fronts": "dealt", "health": 1, "rounds": 2})
    play_out(page)
    page.goto(f"/replay/{table}")
    last = int(page.locator(".replay").get_attribute("data-last") or "0")
    shown = page.locator(".replay")
    page.get_by_role("link", name="Next", exact=True).click()
    expect(shown).to_have_attribute("data-shown", "1")
    page.get_by_role("link", name="Last", exact=True).click()
    expect(shown).to_have_attribute("data-shown", str(last))
    page.get_by_role("slider").fill("3")
    expect(shown).to_have_attribute("data-shown", "3")
    page.locator(".told a").nth(4).click()
    expect(shown).not_to_have_attribute("data-shown", "3")
    page.get_by_label("Pace").select_option("quick")
    page.get_by_role("link", name="First", exact=True).click()
    page.get_by_role("button", name="Play").click()
    expect(shown).to_have_attribute("data-shown", re.compile("^[3-9]$"))
    page.get_by_role("button", name="Pause").click()
    page.get_by_label("Through").select_option("all")
    page.wait_for_url("**eyes=all")
    expect(page.locator(".curve")).to_be_visible(timeout=4 * PATIENCE)
    page.get_by_role("link", name="Verify the shuffle").click()
    expect(page.get_by_role("heading", name="Nothing was changed")).to_be_visible()


def test_a_replay_shows_its_map(page: Page) -> None:
    table = begin(page, "pocket-tactics", {"map": "quick", "turns": 6}, mode="watch", level="greedy:1")
    page.locator("#ask a.main").wait_for()
    page.goto(f"/replay/{table}?step=8")
    box = page.locator(".hex").first.bounding_box()
    assert box is not None
    assert box["width"] > 40


@pytest.mark.parametrize("game", ["heros-crossing", "pixel-tactics", "pocket-tactics"])
def test_what_may_be_touched_is_in_sight_on_a_phone(chromium: Browser, server: Served, game: str) -> None:
    context = open_context(chromium, server.address, 360, 640)
    page = context.new_page()
    page.goto(f"/learn/{game}")
    for _ in range(6):
        wait_ready(page)
        if page.locator("#root [data-state=may]").count():
            assert page.evaluate(IN_SIGHT), page.locator("#ask").inner_text()
        touch_something(page, random.Random(1), tap=True)
    context.close()


def test_the_table_on_a_phone(chromium: Browser, server: Served) -> None:
    context = open_context(chromium, server.address, 360, 780)
    page = context.new_page()
    page.goto("/")
    page.get_by_role("button", name="Play Pixel Tactics").tap()
    page.wait_for_url("**/table/**")
    choose = random.Random(1)
    for _ in range(14):
        wait_ready(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        touch_something(page, choose, tap=True)
    context.close()
