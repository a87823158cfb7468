"""Measure what is seen of every table without scrolling, and write it down as a table.

Every game at its opening, in the middle and late, in every window, light and dark, in our type and in a wide one. One
match a game is dealt by a seed and goes on from moment to moment; the window is resized, never loaded again.

    python -m benchmarks.fit [--pictures FOLDER] [--game GAME]... [--seed SEED] [--write docs/fit.md]

What was measured is kept in build/fit.json, so that games may be measured one by one; the report has all of them.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Literal

from playwright.sync_api import BrowserContext, Page, sync_playwright
from tests.browser.conftest import FLAGS, open_context
from tests.browser.fit import MOMENTS, SIZES, WIDE, Fit, advance, dealt_alike, measure, open_table
from tests.browser.server import Served, chromium_path, serving

Theme = Literal["light", "dark"]
THEMES: Final[tuple[Theme, ...]] = ("light", "dark")
KEPT: Final = Path("build/fit.json")
# Where the report stands in a document.
MARKED: Final = re.compile(r"(<!-- fit -->\n).*?(\n<!-- end of fit -->)", re.DOTALL)
FONTS: Final = {"ours": "/* as it is */", "wide": WIDE}


@dataclass(frozen=True)
class Sight:
    """One table in one window."""

    game: str
    moment: str
    theme: str
    font: str
    size: tuple[int, int]
    fit: Fit

    @property
    def name(self) -> str:
        """Return what distinguishes this sight, as a file may be called."""
        return f"{self.game}-{self.moment}-{self.theme}-{self.font}-{self.size[0]}x{self.size[1]}"


def sights(
    context: BrowserContext, served: Served, games: list[str], seed: int, pictures: Path | None
) -> Iterator[Sight]:
    """Yield every game at every moment in every window."""
    for game in games:
        page = context.new_page()
        with dealt_alike(game, seed):
            table = open_table(page, game)
        choose, made = random.Random(seed), 0
        for moment, (decisions, sight) in MOMENTS[game].items():
            made += advance(page, served, table, decisions - made, sight, choose)
            yield from _looks(page, game, moment, pictures)
        page.close()


def _looks(page: Page, game: str, moment: str, pictures: Path | None) -> Iterator[Sight]:
    for font, style in FONTS.items():
        worn = page.add_style_tag(content=style)
        for size in SIZES:
            for theme in THEMES:
                page.emulate_media(color_scheme=theme)
                found = Sight(game, moment, theme, font, size, measure(page, *size))
                if pictures is not None:
                    page.screenshot(path=pictures / f"{found.name}.png")
                yield found
        worn.evaluate("(element) => element.remove()")


def report(found: list[Sight]) -> str:
    """Return the shares as a table, the least of both themes and fonts in each cell, and every complaint below it."""
    heads = [f"{width}x{height}" for width, height in SIZES]
    lines = [f"| | {' | '.join(heads)} |", f"|---{'|---' * len(heads)}|"]
    for game, moment in dict.fromkeys((sight.game, sight.moment) for sight in found):
        of = [sight for sight in found if (sight.game, sight.moment) == (game, moment)]
        least = [min(sight.fit.percent for sight in of if sight.size == size) for size in SIZES]
        lines.append(f"| {game}, {moment} ({most_parts(of)}) | {' | '.join(f'{share} %' for share in least)} |")
    complaints = [f"- {sight.name}: {said}" for sight in found for said in sight.fit.complaints()]
    return "\n".join(
        [*lines, "", *(complaints or ["Nothing runs over, nothing is broken, no text is under 12 pixels."])]
    )


def most_parts(sights: list[Sight]) -> int:
    """Return of how many parts mat, hand and question are made."""
    return max(sum(parts for _, parts in sight.fit.shares.values()) for sight in sights)


def kept_with(found: list[Sight]) -> list[Sight]:
    """Keep what was found, and return it with what earlier runs found of other games."""
    games = {sight.game for sight in found}
    rows = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.is_file() else []
    earlier = [Sight(**{**row, "size": tuple(row["size"]), "fit": Fit(**row["fit"])}) for row in rows]
    every = [sight for sight in earlier if sight.game not in games] + found
    KEPT.parent.mkdir(parents=True, exist_ok=True)
    KEPT.write_text(json.dumps([asdict(sight) for sight in every]), encoding="utf-8")
    return every


def main(arguments: list[str]) -> int:
    """Measure, print the report, and say by the exit code whether everything is seen."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fit", description=__doc__)
    parser.add_argument("--pictures", type=Path, help="a folder for a picture of every sight")
    parser.add_argument("--game", action="append", choices=list(MOMENTS), help="only this game; may be repeated")
    parser.add_argument("--seed", type=int, default=9, help="which match is played (9)")
    parser.add_argument("--write", type=Path, help="a document whose report is replaced by this one")
    given = parser.parse_args(arguments)
    if given.pictures is not None:
        given.pictures.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, serving(Path(folder)) as served:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        context = open_context(browser, served.address)
        found = list(sights(context, served, given.game or list(MOMENTS), given.seed, given.pictures))
        browser.close()
    every = kept_with(found)
    print(report(every))
    if given.write is not None:
        text = given.write.read_text(encoding="utf-8")
        given.write.write_text(MARKED.sub(lambda old: old[1] + report(every) + old[2], text), encoding="utf-8")
    return int(any(sight.fit.complaints() for sight in found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
