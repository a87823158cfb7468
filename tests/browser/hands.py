"""Play at the table as a person does: touch what is marked, press what is offered, wait for the page."""

from __future__ import annotations

import contextlib
import random
from urllib.parse import urlencode

from playwright.sync_api import ElementHandle, Error, Page, TimeoutError

# The page waits for this person, or the match is over.
READY = """() => {
  const ask = document.querySelector("#ask");
  if (!ask || document.body.classList.contains("showing") || ask.classList.contains("sent")) return false;
  if (document.querySelector("#curtain[open]")) return true;
  if (document.querySelector("#ask a.main")) return true;
  return document.body.classList.contains("my-turn")
    && Boolean(document.querySelector("#ask .main, #root [data-state=may], #root [data-state=next]"));
}"""
# The page waits for this person, or has heard that it is no longer their turn.
ANSWERED = f"() => ({READY})() || !document.body.classList.contains('my-turn')"
# What is seen of where the person stands; it changes with every touch that does something.
STAND = """() => [
  document.querySelector("#ask")?.textContent,
  document.querySelector("#curtain")?.open,
  document.querySelectorAll("#log li").length,
  [...document.querySelectorAll("#root [data-state]")].map((one) => one.dataset.state + one.dataset.handle).join(),
].join("|")"""
OFFERED = "#ask .main:not(a), #root [data-handle][data-state=may], #root [data-handle][data-state=next]"
MOST_TOUCHES = 1500
DOUBLE_CLICK_MS = 700


Options = dict[str, object]


def begin(page: Page, game: str, options: Options, mode: str = "bot", level: str = "random:1") -> str:
    """Begin a match through the form and return the id of its table."""
    given = {"game": game, "mode": mode, "level": level, **{f"option-{name}": value for name, value in options.items()}}
    page.goto(f"/new?{urlencode(given)}")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/table/**")
    return page.url.split("/table/")[1].split("/")[0]


def wait_ready(page: Page) -> None:
    """Wait until the page asks something of this person, or the match is over."""
    page.wait_for_function(READY)


def wait_answered(page: Page) -> None:
    """Wait until what this person did has been answered: they go on, or their turn is over.

    A touch may still be on its way to the server when the page changes, so "not sent" is no answer.
    """
    page.wait_for_function(ANSWERED)


def is_over(page: Page) -> bool:
    """Return whether the table says how it went."""
    return page.locator("#ask a.main").count() > 0


def offered(page: Page) -> list[ElementHandle]:
    """Return what may be touched or pressed now."""
    return [one for one in page.query_selector_all(OFFERED) if one.is_visible()]


def touch_something(page: Page, choose: random.Random, tap: bool = False) -> None:
    """Touch one of the marked things, or confirm what is aimed at, and wait until the page has changed."""
    before = page.evaluate(STAND)
    sure = page.query_selector("#ask .primary")
    found = [sure] if sure else offered(page)
    if not found:
        # The table has moved on between two looks; look again.
        return
    chosen = found[choose.randrange(len(found))]
    try:
        press(chosen, tap)
    except Error as error:
        if "not attached" not in str(error):
            raise
        return
    changed = f"before => ({STAND})() !== before"
    if sure:
        # The second of two quick clicks at one place is no yes, so a person clicks once more.
        with contextlib.suppress(TimeoutError):
            page.wait_for_function(changed, arg=before, timeout=DOUBLE_CLICK_MS)
        if not page.evaluate(changed, before):
            with contextlib.suppress(Error):
                press(chosen, tap)
    page.wait_for_function(changed, arg=before)


def press(chosen: ElementHandle, tap: bool) -> None:
    """Click an element, or tap it with a finger."""
    if tap:
        chosen.tap()
    else:
        chosen.click()


def play_out(page: Page, seed: int = 1, tap: bool = False) -> int:
    """Play at random until the match is over; return how often something was touched."""
    choose = random.Random(seed)
    for touches in range(MOST_TOUCHES):
        wait_ready(page)
        if is_over(page):
            return touches
        touch_something(page, choose, tap)
    raise AssertionError(f"the match goes on after {MOST_TOUCHES} touches")
