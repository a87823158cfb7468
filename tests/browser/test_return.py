"""A reload and a restarted server in mid-effect: everything is as it was, and the match goes on."""

from __future__ import annotations

import random
from pathlib import Path

from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import open_context
from tests.browser.hands import begin, play_out, touch_something, wait_ready
from tests.browser.server import serving


def test_a_reload_and_a_restart_in_mid_effect(chromium: Browser, tmp_path: Path) -> None:
    with serving(tmp_path) as first:
        context = open_context(chromium, first.address)
        page = context.new_page()
        table = begin(page, "heros-crossing", {"fronts": "dealt", "health": 1, "rounds": 3})
        reach_a_flank(page)
        asked, log = page.locator("#ask .prompt").inner_text(), page.locator("#log li").count()
        position = first.match(table).state.position()
        page.reload()
        wait_ready(page)
        assert page.locator("#ask .prompt").inner_text() == asked
        assert page.locator("#log li").count() == log
    expect(page.locator("#note")).to_contain_text("connection is lost", ignore_case=True)
    with serving(tmp_path, first.port) as second:
        expect(page.locator("#note")).to_be_hidden()
        wait_ready(page)
        assert page.locator("#ask .prompt").inner_text() == asked
        assert second.match(table).state.position() == position
        play_out(page, seed=3)
        context.close()


def reach_a_flank(page: Page) -> None:
    """Play until soldiers are being moved, one by one: an action of several decisions."""
    choose = random.Random(1)
    for _ in range(200):
        wait_ready(page)
        if "Move soldiers" in page.locator("#ask .prompt").inner_text():
            return
        flank = page.get_by_role("button", name="Flank from", exact=False)
        if flank.count():
            flank.first.click()
            expect(page.locator("#ask .prompt")).to_contain_text("Move soldiers")
        else:
            touch_something(page, choose)
    raise AssertionError("nobody flanked")
