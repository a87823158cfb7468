"""A real server and a real browser in front of it. Without Chromium these tests are skipped, unless it is required."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from tests.browser.server import Served, chromium_path, serving

# This machine may have much else to do.
PATIENCE = 30_000
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


# Playwright keeps an event loop in this thread while it runs; other modules want loops of their own.
@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    path = chromium_path()
    if path is None and "chromium" in os.environ.get("WARBAND_REQUIRE", ""):
        pytest.fail("no chromium is found here, and it is required; install Debian's package chromium")
    if path is None:
        pytest.skip("no chromium is found here; install it, or set CHROMIUM to its path")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder: Path = tmp_path_factory.mktemp("data")
    with serving(folder) as found:
        yield found


@pytest.fixture
def context(chromium: Browser, server: Served) -> Iterator[BrowserContext]:
    found = open_context(chromium, server.address)
    yield found
    found.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


def open_context(chromium: Browser, address: str, width: int = 1280, height: int = 900) -> BrowserContext:
    """Open a browser of somebody new, who wants to see everything at once."""
    found = chromium.new_context(
        base_url=address,
        viewport={"width": width, "height": height},
        has_touch=width < 500,
        reduced_motion="reduce",
        color_scheme="light",
    )
    found.set_default_timeout(PATIENCE)
    found.add_init_script("localStorage.setItem('warband-speed', 'none')")
    return found
