"""What the table does for somebody who does not know the rules: reasons with their clause, hints, undo."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect
from tests.browser.hands import Options, begin, touch_something, wait_ready
from tests.browser.house import Served

DEALT: Options = {"fronts": "dealt"}
TURN = "Activate a Front"
FLANK = "Flank from"


def reach_a_turn(page: Page) -> None:
    """Play until a Front may be activated."""
    choose = random.Random(1)
    wait_ready(page)
    while TURN not in page.locator("#ask .prompt").inner_text():
        touch_something(page, choose)
        wait_ready(page)


def test_three_clicks_lead_from_home_to_a_match(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Play Pixel Tactics").click()
    page.get_by_role("radio", name="1. Novice").click()
    page.get_by_role("button", name="Begin").click()
    wait_ready(page)
    expect(page.locator("#ask .prompt")).to_contain_text("leader")


def test_a_touch_that_means_nothing_shows_the_reason_and_its_clause(page: Page, server: Served) -> None:
    table = begin(page, "heros-crossing", DEALT)
    reach_a_turn(page)
    rival = 1 - server.match(table).awaiting()[0]
    page.locator(f'[data-handle="{rival}/west"]').click()
    link = page.locator(".reason a")
    expect(link).to_contain_text("Rule")
    address = link.get_attribute("href") or ""
    page.goto(address)
    clause = page.locator(f'[id="{address.partition("#")[2]}"]')
    expect(clause).to_be_in_viewport()
    expect(clause).to_have_class("clause")


def test_a_hint_shows_what_to_do(page: Page) -> None:
    begin(page, "heros-crossing", DEALT)
    wait_ready(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#ask .primary")).to_be_visible()


def test_an_action_can_be_taken_back_until_something_was_shown(page: Page, server: Served) -> None:
    table = begin(page, "heros-crossing", DEALT)
    reach_a_turn(page)
    match = server.match(table)
    before, seat = match.state.position(), match.awaiting()[0]
    page.locator(f'[data-handle="{seat}/west"]').click(position={"x": 20, "y": 20})
    page.get_by_role("button", name=FLANK).click()
    expect(page.locator("#ask .prompt")).to_contain_text("Move soldiers")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#ask .prompt")).to_contain_text(TURN)
    assert server.match(table).state.position() == before
