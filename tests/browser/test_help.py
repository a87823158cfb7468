"""What the table does for somebody who does not know the rules: reasons with their clause, hints, undo."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect
from tests.browser.hands import Options, begin, touch_something, wait_ready
from tests.browser.server import Served

DEALT: Options = {"fronts": "dealt"}
TURN = "Activate a Front"
FLANK = "Flank from"
UNITS = "all => all.map((one) => `${one.dataset.handle} ${one.getAttribute('aria-label')}`)"


def reach_a_turn(page: Page) -> None:
    """Play until a Front may be activated."""
    choose = random.Random(1)
    wait_ready(page)
    while TURN not in page.locator("#ask .prompt").inner_text():
        touch_something(page, choose)
        wait_ready(page)


def test_one_click_leads_from_home_to_a_match(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play Pixel Tactics").click()
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


def test_a_piece_that_means_nothing_has_the_reason_of_its_place(page: Page, server: Served) -> None:
    table = begin(page, "heros-crossing", DEALT)
    reach_a_turn(page)
    seat = server.match(table).awaiting()[0]
    done = page.locator(f'[data-handle^="{seat}/"]:has(> .head .fl-done)')
    choose = random.Random(1)
    while not done.count() or TURN not in page.locator("#ask .prompt").inner_text():
        touch_something(page, choose)
        wait_ready(page)
    done.first.locator(".card").first.click()
    expect(page.locator(".reason")).to_contain_text("activated")


def test_the_question_and_the_hand_are_in_sight_in_a_low_window(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    begin(page, "pixel-tactics", {}, level="greedy:1")
    choose = random.Random(3)
    for _ in range(6):
        wait_ready(page)
        touch_something(page, choose)
    wait_ready(page)
    expect(page.locator("#ask .deeds button:visible").last).to_be_in_viewport(ratio=1)
    expect(page.locator(".dock .card").first).to_be_in_viewport(ratio=1)


def test_the_turn_of_the_other_is_shown_again_and_skipped(page: Page) -> None:
    failures: list[str] = []
    page.on("pageerror", lambda error: failures.append(str(error)))
    begin(page, "pocket-tactics", {"map": "quick"}, level="greedy:1")
    choose = random.Random(7)
    for _ in range(8):
        wait_ready(page)
        touch_something(page, choose)
    wait_ready(page)
    stood = page.locator(".felt .tok").evaluate_all(UNITS)
    lines = page.locator("#log li").all_inner_texts()
    for _ in range(2):
        page.get_by_role("button", name="Show again").click()
        expect(page.locator(".telling")).to_contain_text("Greedy:1")
        assert page.locator(".telling").inner_text() in lines[-40:]
        page.get_by_role("button", name="Skip").click()
        wait_ready(page)
    assert page.locator(".felt .tok").evaluate_all(UNITS) == stood
    assert not failures


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
