"""A real opening and a real ending: factions with pictures, who has won, a rematch on the spot."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.browser.hands import begin, wait_ready


def test_the_end_is_told_on_the_mat_and_leads_to_a_rematch(page: Page) -> None:
    table = begin(page, "heros-crossing", {"fronts": "dealt"})
    wait_ready(page)
    expect(page.locator(".verdict")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.locator("#resigning").get_by_role("button", name="Resign").click()
    verdict = page.locator(".felt .verdict")
    expect(verdict.locator("h2")).to_have_text("random:1 wins")
    expect(verdict).to_contain_text("resigned")
    verdict.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda address: "/table/" in address and table not in address)
    wait_ready(page)


def test_a_faction_is_chosen_by_its_card(page: Page) -> None:
    begin(page, "pocket-tactics", {"map": "quick"})
    wait_ready(page)
    card = page.locator('.card[data-handle="faction/tribes"]')
    expect(card.locator(".sp")).to_be_visible()
    expect(card).to_contain_text("2 Forest Witch")
    expect(page.get_by_text("empty", exact=True)).to_have_count(0)
    card.click()
    if page.locator("#ask .primary").count():
        page.locator("#ask .primary").click()
    expect(page.locator(".hexmap .hex").first).to_be_visible()
