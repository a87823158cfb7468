"""Every page in light and dark at four widths and with large text: nothing grave for axe-core, nothing runs over.

With the fonts of this machine, and with sets of fonts that differ in width.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize
from tests.browser.conftest import FLAGS, open_context
from tests.browser.fonts import SETS, find_fonts, only_fonts_of
from tests.browser.hands import begin, is_over, touch_something, wait_ready
from tests.browser.server import Served, chromium_path

PICTURES = Path(__file__).parents[2] / "build" / "screenshots"
SIZES: tuple[ViewportSize, ...] = (
    {"width": 1280, "height": 900},
    {"width": 360, "height": 780},
    {"width": 768, "height": 1024},
    {"width": 1920, "height": 1080},
)
GAMES = ("heros-crossing", "pixel-tactics", "pocket-tactics")
SETTLED = "() => !document.querySelector('#root') || Boolean(document.querySelector('#root .table'))"
# A page that is taller than this is pictured as far as the window shows it.
TALLEST = 4000
# What a person needs is checked; what axe-core only advises is not.
GRAVE = ("serious", "critical")
# Grain, gradients and pictures hide from axe-core what lies under a text; without them it judges the colours named.
BARE = """() => {
  const style = new CSSStyleSheet();
  style.replaceSync(`*, *::before, *::after { background-image: none !important; }
    .warband::before { display: none !important; }
    .stand > .ter { visibility: hidden !important; }`);
  document.adoptedStyleSheets = [style];
}"""
LEAST_JUDGED = 0.55
# The six sizes of type in pixels, and what of a page is set in another.
TYPE = [12, 14, 16, 20, 28, 48]
ODD_TYPE = """(known) => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), odd = new Set();
  while (texts.nextNode()) {
    const holder = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || holder.closest("script, noscript, svg, title")) continue;
    const size = parseFloat(getComputedStyle(holder).fontSize);
    if (size && !known.includes(size)) odd.add(`${holder.tagName.toLowerCase()}.${holder.className} ${size}`);
  }
  return [...odd];
}"""
EVERYTHING = {"resultTypes": ["violations", "incomplete", "passes"]}
TOUCHES = {"heros-crossing": 16, "pixel-tactics": 24, "pocket-tactics": 18}


@pytest.fixture(scope="module")
def visitor(chromium: Browser, server: Served) -> Iterator[BrowserContext]:
    """Somebody who has played: a finished match, an invitation, and a table of each game."""
    found = open_context(chromium, server.address)
    yield found
    found.close()


@pytest.fixture(scope="module")
def addresses(visitor: BrowserContext) -> dict[str, str]:
    """The address of every page, by its name."""
    page = visitor.new_page()
    finished = begin(page, "heros-crossing", {"fronts": "dealt", "health": 2}, mode="watch")
    page.locator("#ask a.main").wait_for()
    invited = begin(page, "pocket-tactics", {}, mode="far")
    link = page.get_by_label("The link", exact=True).input_value()
    tables = {f"table-{game}": f"/table/{middle_of(page, game)}" for game in GAMES}
    page.close()
    return {
        "home": "/",
        "new": "/new?game=pixel-tactics",
        "new-wrong": "/new?game=heros-crossing&level=nobody",
        "learn": "/learn",
        "lesson": "/learn/pocket-tactics",
        "learned": "/learn/pixel-tactics/done",
        "rules-index": "/rules",
        "rules": "/rules/heros-crossing",
        "rules-edition": "/rules/pixel-tactics?edition=classic&q=draw",
        "cards": "/cards/pixel-tactics",
        "how-to": "/how-to/pocket-tactics",
        "invite": f"/table/{invited}/invite",
        "join": link,
        "end": f"/table/{finished}/end",
        "replay": f"/replay/{finished}?step=30&eyes=all",
        "verify": f"/replay/{finished}/verify",
        "error": "/nothing",
        **tables,
    }


def middle_of(page: Page, game: str) -> str:
    """Play a while and return the table."""
    table = begin(page, game, {"map": "quick"} if game == "pocket-tactics" else {}, level="greedy:5")
    choose = random.Random(7)
    for _ in range(TOUCHES[game]):
        wait_ready(page)
        if is_over(page):
            break
        touch_something(page, choose)
    return table


PAGES = [
    *("home", "new", "new-wrong", "learn", "lesson", "learned", "rules-index", "rules", "rules-edition"),
    *("cards", "how-to"),
    *("invite", "join", "end", "replay", "verify", "error"),
]
NAMES = [*PAGES, *(f"table-{game}" for game in GAMES)]


@pytest.mark.parametrize("name", NAMES)
def test_a_page_is_right_everywhere(visitor: BrowserContext, addresses: dict[str, str], name: str) -> None:
    assert set(NAMES) == set(addresses)
    PICTURES.mkdir(parents=True, exist_ok=True)
    page = visitor.new_page()
    page.goto(addresses[name])
    page.wait_for_function(SETTLED)
    complaints: list[str] = []
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        for size in SIZES:
            page.set_viewport_size(size)
            tall = page.evaluate("() => document.documentElement.scrollHeight")
            picture = PICTURES / f"{name}-{size['width']}-{theme}.png"
            page.screenshot(path=picture, full_page=tall < TALLEST and not name.startswith("table-"))
            complaints += runs_over(page, size)
            complaints += [f"{size['width']}: type of {odd}" for odd in page.evaluate(ODD_TYPE, TYPE)]
        complaints += grave_findings(page, theme)
    complaints += runs_over_with_large_text(page)
    page.close()
    assert not complaints, "\n".join(complaints)


def runs_over(page: Page, size: ViewportSize, what: str = "") -> list[str]:
    """Return by how much a page is wider than its window, if it is."""
    page.set_viewport_size(size)
    over = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    return [f"{over} pixels {what}run over at {size['width']}"] if over > 0 else []


def runs_over_with_large_text(page: Page) -> list[str]:
    """Return the widths at which text of twice its size runs over the edge."""
    page.add_style_tag(content="html { font-size: 200% }")
    return [said for size in SIZES[:2] for said in runs_over(page, size, "of large text ")]


def grave_findings(page: Page, theme: str) -> list[str]:
    """Return what axe-core finds serious or critical, wide and narrow; and where it could not judge most contrasts."""
    found: list[str] = []
    for size in SIZES[:2]:
        page.set_viewport_size(size)
        where = f"{theme}, {size['width']}"
        page.evaluate(BARE)
        response = Axe().run(page, options=EVERYTHING).response
        page.evaluate("document.adoptedStyleSheets = []")
        for finding in response["violations"]:
            if finding["impact"] in GRAVE:
                places = "; ".join(str(node["target"]) for node in finding["nodes"][:4])
                found.append(f"{where}: {finding['id']} ({len(finding['nodes'])}): {finding['help']}: {places}")
        judged, unjudged = contrasts(response, "passes", "violations"), contrasts(response, "incomplete")
        if judged < LEAST_JUDGED * (judged + unjudged):
            found.append(f"{where}: contrast was judged of {judged} texts, and not of {unjudged}")
    return found


def contrasts(response: dict[str, Any], *outcomes: str) -> int:
    """Return of how many texts the contrast came out so."""
    findings = [finding for outcome in outcomes for finding in response[outcome] if finding["id"] == "color-contrast"]
    return sum(len(finding["nodes"]) for finding in findings)


@pytest.mark.parametrize("family", SETS)
def test_nothing_runs_over_whatever_the_fonts(
    visitor: BrowserContext, addresses: dict[str, str], server: Served, tmp_path: Path, family: str
) -> None:
    environment = only_fonts_of(find_fonts(family), tmp_path)
    assert visitor.browser is not None
    launch = visitor.browser.browser_type.launch
    with launch(executable_path=chromium_path(), args=FLAGS, env=environment) as browser:
        context = open_context(browser, server.address)
        context.add_cookies(
            [{"name": one["name"], "value": one["value"], "url": server.address} for one in visitor.cookies()]
        )
        # A browser that refuses our own face falls back on what the machine has.
        context.route("**/fonts/**", lambda route: route.abort())
        page = context.new_page()
        complaints = [f"{name}: {said}" for name in NAMES for said in all_that_runs_over(page, addresses[name])]
        page.goto("/")
        families = fonts_of(page)
        assert families
        assert all(name.startswith(family) for name in families), families
    assert not complaints, "\n".join(complaints)


def all_that_runs_over(page: Page, address: str) -> list[str]:
    """Return where a page runs over its window, with text of its usual size and of twice that."""
    page.goto(address)
    page.wait_for_function(SETTLED)
    return [said for size in SIZES for said in runs_over(page, size)] + runs_over_with_large_text(page)


def fonts_of(page: Page) -> list[str]:
    """Return the families that the text of a page is really drawn with."""
    session = page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        session.send(f"{domain}.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    nodes = session.send("DOM.querySelectorAll", {"nodeId": root, "selector": "h1, h2, p, a, button"})["nodeIds"]
    drawn = [session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"] for node in nodes]
    return [font["familyName"] for fonts in drawn for font in fonts]
