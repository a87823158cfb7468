"""Measure how long scripts take while something moves, at a quarter of this machine's speed: `make motion`.

Say nothing of it while the machine has other things to do: what other programs take counts as the page's time.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from tests.browser.conftest import FLAGS, PATIENCE
from tests.browser.fit import OPTIONS
from tests.browser.hands import begin, is_over, offered, touch_something, wait_ready
from tests.browser.server import chromium_path, serving
from tests.browser.test_motion import WATCH

THROTTLE = 4
TASKS = "() => window.seen.tasks.filter((task) => task.during).map((task) => [task.took, task.forced, task.by])"


def main() -> None:
    """Play a while in each game and print the slowest scripts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--touches", type=int, default=30, help="how often something is touched in each game")
    touches = int(parser.parse_args().touches)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as served, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        for game in OPTIONS:
            context = browser.new_context(base_url=served.address, viewport={"width": 1366, "height": 625})
            context.set_default_timeout(10 * PATIENCE)
            context.add_init_script("localStorage.setItem('warband-speed', 'fast')")
            context.add_init_script(WATCH)
            report(game, measure(context.new_page(), game, touches))
            context.close()
        browser.close()


def measure(page: Page, game: str, touches: int) -> list[tuple[float, float, str]]:
    """Play with a slow processor; return what each script took, how much of it was layout, and which it was."""
    begin(page, game, OPTIONS[game], level="random:1")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
    choose = random.Random(7)
    for _ in range(touches):
        wait_ready(page)
        if is_over(page) or not offered(page):
            break
        touch_something(page, choose)
    found: list[tuple[float, float, str]] = [(one[0], one[1], one[2]) for one in page.evaluate(TASKS)]
    return sorted(found, reverse=True)


def report(game: str, tasks: list[tuple[float, float, str]]) -> None:
    """Print the slowest scripts of a game."""
    slow = sum(1 for task in tasks if task[0] > 50)
    print(f"{game}: {len(tasks)} scripts in slow frames, {slow} over 50 ms")
    for took, forced, by in tasks[:5]:
        print(f"  {took:6.0f} ms ({forced:.0f} ms layout)  {by}")


if __name__ == "__main__":
    main()
