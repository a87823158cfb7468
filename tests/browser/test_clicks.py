"""Nothing is lost by a click: what costs much asks first, flags are verbs, places offer, pieces are dragged."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect
from tests.browser.hands import begin, touch_something, wait_ready
from tests.browser.server import Served

QUICK: dict[str, object] = {"map": "quick"}
PASS = "#ask .deeds button:has-text('Pass the turn')"


def reach(page: Page, asked: str, seed: int = 1) -> None:
    """Play at random until something is asked."""
    choose = random.Random(seed)
    wait_ready(page)
    while asked not in page.locator("#ask .prompt").inner_text():
        touch_something(page, choose)
        wait_ready(page)


def reach_a_skirmish(page: Page) -> None:
    """Play until a turn of Pocket-Tactics."""
    begin(page, "pocket-tactics", QUICK)
    reach(page, "Move, assault, summon")


def test_passing_asks_in_the_questions_place_and_escape_takes_it_back(page: Page) -> None:
    reach_a_skirmish(page)
    asked = page.locator("#ask .prompt").inner_text()
    page.locator(PASS).click()
    expect(page.locator("#ask .prompt")).to_contain_text("your turn ends with nothing done")
    assert page.locator("dialog[open]").count() == 0
    expect(page.locator("#ask .primary")).to_have_text("Pass")
    page.keyboard.press("Escape")
    expect(page.locator("#ask .prompt")).to_have_text(asked)


def test_the_same_key_again_is_a_yes(page: Page, server: Served) -> None:
    reach_a_skirmish(page)
    match = server.match(page.url.rpartition("/")[2])
    ply = match.ply
    page.keyboard.press("1")
    expect(page.locator("#ask .primary")).to_be_visible()
    assert match.ply == ply
    page.keyboard.press("1")
    wait_ready(page)
    assert match.ply > ply


def test_a_double_click_is_no_yes(page: Page, server: Served) -> None:
    reach_a_skirmish(page)
    match = server.match(page.url.rpartition("/")[2])
    ply = match.ply
    page.locator(PASS).dblclick()
    expect(page.locator("#ask .primary")).to_be_visible()
    assert match.ply == ply


def test_what_can_be_taken_back_is_done_at_once(page: Page) -> None:
    begin(page, "heros-crossing", {"fronts": "dealt"})
    reach(page, "Activate a Front")
    page.locator(".column[data-state=may] > .head").first.click()
    page.get_by_role("button", name="Flank from").click()
    expect(page.locator("#ask .prompt")).to_contain_text("Move soldiers")
    expect(page.get_by_role("button", name="Undo")).to_be_visible()


def test_the_setting_asks_before_everything_or_only_before_the_end(page: Page) -> None:
    page.add_init_script("localStorage.setItem('warband-ask', 'match')")
    reach_a_skirmish(page)
    page.locator(PASS).click()
    expect(page.locator("#ask .primary")).to_have_count(0)


def test_flags_are_verbs_and_attack_and_move_look_different(page: Page) -> None:
    begin(page, "pixel-tactics", {})
    choose = random.Random(2)
    seen: dict[str, str] = {}
    for _ in range(60):
        wait_ready(page)
        for flag in page.query_selector_all(".flag.now .w:not(.fl-selected)"):
            word = flag.inner_text()
            look = flag.evaluate(
                "one => [getComputedStyle(one.parentElement).backgroundColor, "
                "one.previousElementSibling.className].join()"
            )
            seen[word] = look
        if {"Attack", "Move here", "Recruit here"} <= set(seen):
            break
        touch_something(page, choose)
    assert "Target" not in seen
    assert len({seen[word] for word in ("Attack", "Move here", "Recruit here")}) == 3


def test_an_open_slot_offers_the_cards_that_can_go_there(page: Page, server: Served) -> None:
    begin(page, "pixel-tactics", {})
    reach(page, "Your turn")
    page.locator(".slot.open[data-offers]").first.click()
    card = page.locator(".dock .card[data-state=next]").first
    expect(card).to_contain_text("Recruit here")
    before = page.locator(".dock .card").count()
    card.click()
    wait_ready(page)
    if page.locator("#ask .primary").count():
        page.locator("#ask .primary").click()
    expect(page.locator(".dock .card")).to_have_count(before - 1)
