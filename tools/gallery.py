"""Draw tables of real matches as pages, at every width and in both themes, to be looked at.

Usage: python tools/gallery.py FOLDER [GAME...]. With Chromium and Playwright there are pictures too.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from warband.kernel import registry
from warband.kernel.chance import Chance
from warband.kernel.match import Match
from warband.kernel.scene import Scene
from warband.scene import html
from warband.table.pages.render import game_style

WIDTHS = {360: 780, 768: 1024, 1280: 900, 1920: 1080}
THEMES = ("light", "dark")
# How far into a random match a table is drawn: at its start, early, in the middle, late.
MOMENTS = (0, 12, 60, 160)
CHROMIUM = "/usr/bin/chromium"


def scenes(game: str) -> Iterator[tuple[str, Scene]]:
    """Yield tables of one match as the seat that decides sees them, each with its name."""
    rng = random.Random(game)
    match = Match(registry.make_game(game), Chance(f"gallery of {game}".encode()), ["Mara", "Count Orlo"])
    match.settle()
    for ply in range(max(MOMENTS) + 1):
        awaiting = match.awaiting()
        if not awaiting:
            return
        seat = awaiting[0]
        if ply in MOMENTS:
            scene = match.game.scene(match.view(seat))
            scene.log = match.log(seat)[-html.LOG_LINES :]
            yield f"{game}-{ply}", scene
        match.play(seat, rng.choice(match.actions(seat)))


def write_pages(folder: Path, games: list[str]) -> list[Path]:
    """Write every table as a page that stands by itself."""
    found: list[Path] = []
    for game in games:
        for name, scene in scenes(game):
            path = folder / f"{name}.html"
            path.write_text(html.page(scene, game_style(game)), encoding="utf-8")
            found.append(path)
    return found


def take_pictures(pages: list[Path]) -> None:
    """Take a picture of every page at every width in both themes, beside it."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for width, height in WIDTHS.items():
            for theme in THEMES:
                page = browser.new_page(color_scheme="dark" if theme == "dark" else "light")
                page.set_viewport_size({"width": width, "height": height})
                for path in pages:
                    page.goto(path.resolve().as_uri())
                    page.screenshot(path=path.with_name(f"{path.stem}-{width}-{theme}.png"), full_page=True)
                page.close()
        browser.close()


def main(arguments: list[str]) -> int:
    """Write the gallery, and say where it is."""
    if not arguments or arguments[0].startswith("-"):
        print(__doc__)
        return 2
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    pages = write_pages(folder, arguments[1:] or registry.names())
    if Path(CHROMIUM).exists():
        take_pictures(pages)
    print(f"{len(pages)} tables are in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
