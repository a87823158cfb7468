"""A whole match of each game against a bot by clicking, and one by keyboard alone."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect
from tests.browser.hands import STAND, Options, begin, is_over, play_out, wait_ready

SHORT: dict[str, Options] = {
    "heros-crossing": {"fronts": "draft", "health": 1, "rounds": 4},
    "pixel-tactics": {"round_cap": 2},
    # Laying the tiles takes more than ten touches, however soon the match ends then.
    "pocket-tactics": {"turns": 8},
}


@pytest.mark.parametrize("game", SHORT)
def test_a_whole_match_by_clicking(page: Page, game: str) -> None:
    begin(page, game, SHORT[game])
    assert play_out(page) > 10
    page.get_by_role("link", name="How it went").click()
    expect(page.get_by_role("heading", name="The match in numbers")).to_be_visible()
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url("**/table/**")
    wait_ready(page)
    assert not is_over(page)


def test_a_whole_match_by_keyboard_alone(page: Page) -> None:
    page.goto("/new?game=heros-crossing&level=random:1&option-fronts=dealt&option-health=1&option-rounds=3")
    tab_to(page, "Begin")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/**")
    choose = random.Random(4)
    touches = 0
    wait_ready(page)
    while not is_over(page):
        press_something(page, choose)
        touches += 1
        wait_ready(page)
    assert touches > 10
    tab_to(page, "How it went")
    page.keyboard.press("Enter")
    page.wait_for_url("**/end")


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the control with that name has the focus."""
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == name:
            return
    raise AssertionError(f"Tab does not lead to {name}")


def press_something(page: Page, choose: random.Random) -> None:
    """Confirm, press a large button by its number, or walk to a marked piece and touch it."""
    before = page.evaluate(STAND)
    buttons = page.locator("#ask .main").count()
    marked = page.locator("#root [data-state=may], #root [data-state=next]").count()
    if page.locator("#ask .primary").count():
        page.keyboard.press("1")
    elif buttons and (not marked or choose.random() < 0.5):
        page.keyboard.press(str(choose.randint(1, min(9, buttons))))
    else:
        for _ in range(choose.randint(1, 4)):
            page.keyboard.press("n")
        page.keyboard.press("Enter")
    page.wait_for_function(f"before => ({STAND})() !== before", arg=before)
