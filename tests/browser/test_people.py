"""Two people: through an invitation, and at one screen; a visitor who watches."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from tests.browser.conftest import open_context
from tests.browser.hands import Options, begin, is_over, touch_something, wait_answered, wait_ready
from tests.browser.server import Served

from warband.kernel.scene import HAND, Container
from warband.kernel.seats import PUBLIC
from warband.table.live.registry import Registry


@pytest.fixture
def friend(chromium: Browser, server: Served) -> Iterator[BrowserContext]:
    found = open_context(chromium, server.address)
    yield found
    found.close()


@pytest.fixture
def stranger(chromium: Browser, server: Served) -> Iterator[BrowserContext]:
    found = open_context(chromium, server.address)
    yield found
    found.close()


def invite(page: Page, game: str, options: Options) -> tuple[str, str]:
    """Begin a match far apart; return the table and the link for the friend."""
    table = begin(page, game, options, mode="far")
    link = page.get_by_label("The link", exact=True).input_value()
    page.get_by_role("link", name="To the table").click()
    page.wait_for_selector("#root .table")
    return table, link


def listen(page: Page) -> list[str]:
    """Keep every frame that a page gets over its sockets."""
    frames: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
    return frames


def test_two_browsers_through_an_invite_link(
    page: Page, friend: BrowserContext, stranger: BrowserContext, server: Served
) -> None:
    other = friend.new_page()
    heard = listen(other)
    table, link = invite(page, "heros-crossing", {"fronts": "dealt"})
    other.goto(link)
    other.get_by_label("Your name at the table").fill("Berta")
    other.get_by_role("button", name="Take the seat").click()
    other.wait_for_url(f"**/table/{table}")
    other.wait_for_selector("#root .table")
    expect(page.locator("#players")).to_contain_text("Berta")
    watching = stranger.new_page()
    seen = listen(watching)
    watching.goto(f"/table/{table}")
    watching.wait_for_selector("#root .table")
    choose = random.Random(2)
    for _ in range(12):
        take_a_turn(page, other, server, table, choose)
        check_hidden(server, table, page, other, watching, heard, seen)
    watching.goto(link)
    watching.wait_for_url(f"**/table/{table}")
    expect(watching.locator("#players .whose").get_by_text("you", exact=True)).to_have_count(0)


def test_the_seat_of_somebody_who_left_goes_to_a_computer(
    page: Page, friend: BrowserContext, server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, link = invite(page, "heros-crossing", {"fronts": "dealt"})
    expect(page.locator("#players")).to_contain_text("not here yet")
    other = friend.new_page()
    other.goto(link)
    other.get_by_label("Your name at the table").fill("Berta")
    other.get_by_role("button", name="Take the seat").click()
    other.wait_for_selector("#root .table")
    expect(page.locator("#players")).to_contain_text("Berta")
    expect(page.locator("#players")).not_to_contain_text("away")
    registry: Registry = server.server.application.state.registry
    monkeypatch.setattr(registry, "settings", replace(registry.settings, leaver_seconds=0.0))
    other.close()
    expect(page.locator("#players")).to_contain_text("away")
    page.get_by_role("button", name="Let a computer play for Berta").click()
    expect(page.locator("#players")).to_contain_text("computer")
    expect(page.locator("#ask")).not_to_contain_text("Let a computer play")


def take_a_turn(page: Page, other: Page, server: Served, table: str, choose: random.Random) -> None:
    """Let whoever is to decide do one thing."""
    match = server.match(table)
    ply = match.ply
    decider = page if match.players[match.awaiting()[0]] != "Berta" else other
    wait_ready(decider)
    while server.match(table).ply == ply:
        touch_something(decider, choose)
        wait_answered(decider)


def hand_of(containers: list[Container], side: int) -> list[str]:
    """Return the handles of the cards in a hand that is seen open."""
    found = [piece.id for box in containers if box.kind == HAND and box.side == side for piece in box.pieces]
    return found + [handle for box in containers for handle in hand_of(box.inside, side)]


def check_hidden(
    server: Served, table: str, page: Page, other: Page, watching: Page, heard: list[str], seen: list[str]
) -> None:
    """Look for the cards of each hand in what the others got: the page and every frame."""
    match = server.match(table)
    berta = match.players.index("Berta")
    mine = hand_of(match.game.scene(match.view(1 - berta)).containers, 1 - berta)
    theirs = hand_of(match.game.scene(match.view(berta)).containers, berta)
    for handle in mine:
        assert f'data-handle="{handle}"' not in other.content()
        assert not [frame for frame in heard if f'"{handle}' in frame]
    for handle in [*mine, *theirs]:
        assert f'data-handle="{handle}"' not in watching.content()
        assert not [frame for frame in seen if f'"{handle}' in frame]
    for handle in theirs:
        assert f'data-handle="{handle}"' not in page.content()


def test_two_at_one_screen_are_kept_apart_by_a_curtain(page: Page, server: Served) -> None:
    page.goto("/new?game=pixel-tactics&mode=screen&option-round_cap=2")
    page.get_by_label("First player").fill("Anne")
    page.get_by_label("Second player").fill("Berta")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/table/**")
    table = page.url.split("/table/")[1]
    curtains: list[str] = []
    choose = random.Random(5)
    while len(curtains) < 5:
        wait_ready(page)
        assert not is_over(page)
        if page.locator("#curtain[open]").count():
            curtains.append(draw_curtain(page, server, table))
        else:
            touch_something(page, choose)
    assert curtains[:2] == ["Anne", "Berta"]


def draw_curtain(page: Page, server: Served, table: str) -> str:
    """Check that no hidden card is in the page behind the curtain, and open it; return for whom it fell."""
    match = server.match(table)
    # A leader may lay the rival's hand open for all to see.
    known = match.game.scene(match.view(PUBLIC)).handles()
    name = page.locator("#curtain h2").inner_text().removesuffix(" decides next")
    for seat in (0, 1):
        for handle in set(hand_of(match.game.scene(match.view(seat)).containers, seat)) - known:
            assert f'data-handle="{handle}"' not in page.locator("#root").inner_html()
    for _ in range(3):
        page.keyboard.press("Escape")
    expect(page.locator("#curtain h2")).to_be_visible()
    page.locator("#curtain button").click()
    page.wait_for_selector("#curtain:not([open])", state="attached")
    return name
