"""Picture every page and twelve moments of a match at three sizes, and lay the pictures out on one sheet.

python -m benchmarks.contact [--folder build/contact] [--game GAME] [--theme light|dark] [--only pages|moments]
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright
from tests.browser.conftest import FLAGS, open_context
from tests.browser.fit import MOMENTS, advance, dealt_alike, measure, open_table
from tests.browser.hands import begin
from tests.browser.server import Served, chromium_path, serving

SIZES: Final = ((1366, 625), (768, 1024), (390, 844))
TWELVE: Final = 12
# How many decisions lie between two moments.
STEP: Final = 3
SEED: Final = 9
PAGES: Final = {
    "home": "/",
    "new": "/new?game=pixel-tactics",
    "learn": "/learn",
    "learned": "/learn/pixel-tactics/done",
    "rules-index": "/rules",
    "rules": "/rules/heros-crossing",
    "cards": "/cards/pixel-tactics",
    "how-to": "/how-to/pocket-tactics",
    "lesson": "/learn/pocket-tactics",
    "error": "/nothing",
}
SHOWN: Final = "() => !document.querySelector('#root') || Boolean(document.querySelector('#root .table'))"
STYLE: Final = "body{font:14px sans-serif;background:#555;color:#fff}section{display:flex;gap:12px;align-items:start;\
margin-bottom:20px}img{max-height:480px;display:block}"


def finished_pages(page: Page) -> dict[str, str]:
    """Play a short match to its end and return the pages that only such a match has, and those of an invitation."""
    begin(page, "pocket-tactics", {}, mode="far")
    invite = page.url
    link = page.get_by_label("The link", exact=True).input_value()
    finished = begin(page, "heros-crossing", {"fronts": "dealt", "health": 1}, mode="watch")
    page.locator("#ask a.main").wait_for()
    after = {"end": f"/table/{finished}/end", "replay": f"/replay/{finished}?step=30&eyes=all"}
    return {"invite": invite, "join": link, **after, "verify": f"/replay/{finished}/verify"}


def pictures_of_pages(page: Page, folder: Path) -> Iterator[str]:
    """Picture every page at every size; yield its name."""
    for name, address in {**PAGES, **finished_pages(page)}.items():
        page.goto(address)
        page.wait_for_function(SHOWN)
        picture(page, folder, name)
        yield name


def pictures_of_a_match(page: Page, served: Served, game: str, folder: Path) -> Iterator[str]:
    """Picture twelve moments of one match at every size; yield their names."""
    with dealt_alike(game, SEED):
        table = open_table(page, game)
    choose = random.Random(SEED)
    for number in range(TWELVE):
        name = f"{game}-{number + 1:02}"
        picture(page, folder, name)
        yield name
        advance(page, served, table, STEP, "", choose)


def picture(page: Page, folder: Path, name: str) -> None:
    """Picture what the window shows at every size."""
    for width, height in SIZES:
        measure(page, width, height)
        page.screenshot(path=folder / f"{name}-{width}x{height}.png")


def sheet(names: list[str]) -> str:
    """Return the page on which all pictures lie, a row each name."""
    rows = []
    for name in names:
        images = "".join(f'<img src="{escape(name)}-{w}x{h}.png" alt="{escape(name)}, {w}x{h}">' for w, h in SIZES)
        rows.append(f"<h2>{escape(name)}</h2><section>{images}</section>")
    return f"<!doctype html><meta charset=utf-8><title>Contact sheet</title><style>{STYLE}</style>{''.join(rows)}\n"


def picture_sheet(page: Page, folder: Path) -> None:
    """Picture the sheet itself, so that it is one file."""
    page.set_viewport_size({"width": 1720, "height": 900})
    page.goto((folder / "index.html").resolve().as_uri())
    page.screenshot(path=folder / "sheet.png", full_page=True)


def main(arguments: list[str]) -> int:
    """Take the pictures and write the sheet."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.contact", description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("build/contact"), help="where the sheet goes")
    parser.add_argument("--game", choices=list(MOMENTS), default="pixel-tactics", help="of which the moments are")
    parser.add_argument("--theme", choices=["light", "dark"], default="light")
    parser.add_argument("--only", choices=["pages", "moments"], help="leave the other out")
    given = parser.parse_args(arguments)
    given.folder.mkdir(parents=True, exist_ok=True)
    names: list[str] = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, serving(Path(folder)) as served:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        page = open_context(browser, served.address).new_page()
        page.emulate_media(color_scheme=given.theme)
        names += pictures_of_pages(page, given.folder) if given.only != "moments" else []
        names += pictures_of_a_match(page, served, given.game, given.folder) if given.only != "pages" else []
        (given.folder / "index.html").write_text(sheet(names), encoding="utf-8")
        picture_sheet(browser.new_page(), given.folder)
        browser.close()
    print(f"{len(names)} rows at {len(SIZES)} sizes are on {given.folder / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
