"""Hover, focus and a long press explain keywords, icons and figures; cards are found in the gallery."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import open_context
from tests.browser.hands import begin, wait_ready
from tests.browser.server import Served


def test_figures_and_keywords_explain_themselves(page: Page) -> None:
    begin(page, "pixel-tactics", {})
    wait_ready(page)
    page.locator(".dock .card .num:has(.i-heart)").first.hover()
    expect(page.locator("#tip")).to_contain_text("Life:")
    page.mouse.move(2, 300)
    expect(page.locator("#tip")).to_be_hidden()
    for card in page.locator(".dock .card").all():
        card.hover()
        if page.locator("#inspect dfn").count():
            break
    word = page.locator("#inspect dfn").first
    word.focus()
    expect(page.locator("#tip")).to_be_visible()
    assert word.get_attribute("aria-describedby") == "tip"
    page.keyboard.press("Escape")
    expect(page.locator("#tip")).to_be_hidden()


def test_a_long_press_explains_and_touches_nothing(chromium: Browser, server: Served) -> None:
    context = open_context(chromium, server.address, 390, 844)
    page = context.new_page()
    begin(page, "pixel-tactics", {})
    wait_ready(page)
    box = page.locator(".dock .card .num").first.bounding_box()
    assert box is not None
    touch = context.new_cdp_session(page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(page.locator("#tip")).to_contain_text("Strength")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("[data-state=picked], [data-state=aimed]")).to_have_count(0)
    context.close()


def test_the_gallery_narrows_while_one_types(page: Page) -> None:
    page.goto("/learn")
    page.get_by_role("link", name="Cards", exact=True).click()
    page.get_by_role("link", name="Pixel Tactics").click()
    cards = page.locator(".shown-card:visible")
    expect(cards).to_have_count(25)
    page.get_by_role("searchbox").fill("knight")
    expect(page.locator("#found")).to_contain_text("with “knight”")
    expect(cards.first).to_contain_text("Knight")
    page.goto("/cards/pixel-tactics?q=ranged")
    assert 0 < cards.count() < 25
    page.goto("/rules/pixel-tactics")
    page.get_by_role("link", name="How to play, on one page").click()
    expect(page.get_by_role("heading", level=2)).not_to_have_count(0)
    expect(page.get_by_role("link", name="Play the guided match")).to_be_visible()
