"""Measure what is seen of a table without scrolling, and bring tables to the moments at which it is measured."""

from __future__ import annotations

import contextlib
import itertools
import random
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final
from unittest import mock

from playwright.sync_api import Page, ViewportSize
from tests.browser.hands import Options, begin, is_over, wait_ready
from tests.browser.server import Served

from warband.kernel.chance import seeded_chance
from warband.table.live import table_factory

SIZES: Final[tuple[tuple[int, int], ...]] = (
    (1366, 625),
    (1280, 720),
    (1536, 730),
    (1920, 970),
    (2560, 1300),
    (1024, 768),
    (768, 1024),
    (390, 844),
    (360, 740),
    (844, 390),
)
OPTIONS: Final[dict[str, Options]] = {"heros-crossing": {}, "pixel-tactics": {}, "pocket-tactics": {"map": "quick"}}
# How many decisions of the person lie before each moment, and what must then be seen.
MOMENTS: Final[dict[str, dict[str, tuple[int, str]]]] = {
    "heros-crossing": {"opening": (0, ""), "middle": (16, ""), "late": (30, "")},
    "pixel-tactics": {"opening": (0, ""), "middle": (16, ""), "late": (36, "")},
    "pocket-tactics": {"opening": (0, ""), "middle": (14, ""), "late": (24, ".panel .die")},
}
MOST_DECISIONS: Final = 80
SMALLEST_TEXT: Final = 12
# A wide family in place of ours, as a browser shows it that refuses fonts from the web.
WIDE: Final = '.warband { --serif: "DejaVu Serif", serif; --sans: "DejaVu Sans", sans-serif }'
SHOWN = "() => document.fonts.ready.then(() => new Promise((go) => requestAnimationFrame(() => go(true))))"
MEASURE: Final = """() => {
  // What of a box its ancestors leave of it, as a share of its area.
  const kept = (element) => {
    const whole = element.getBoundingClientRect();
    let { left, top, right, bottom } = whole;
    const cut = (box) => {
      left = Math.max(left, box.left), right = Math.min(right, box.right);
      top = Math.max(top, box.top), bottom = Math.min(bottom, box.bottom);
    };
    for (let above = element.parentElement; above; above = above.parentElement) {
      if (getComputedStyle(above).overflow !== "visible") cut(above.getBoundingClientRect());
    }
    cut({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });
    return Math.max(0, right - left) * Math.max(0, bottom - top) / (whole.width * whole.height);
  };
  const seen = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const at = width && document.elementFromPoint(x + width / 2, y + height / 2);
    return Boolean(at) && element.contains(at) && kept(element) > 0.9;
  };
  const found = (selector) => [...document.querySelectorAll(selector)];
  const named = (element) => element.dataset.handle ?? (element.textContent.trim().slice(0, 40) || element.className);
  const parts = {
    mat: found("#root .felt .piece:not(.line), #root .felt .slot.open, #root .felt .hex, #root .felt .step"),
    hand: found("#root .dock .piece, #root .panel .piece, #root .rail .piece:not(.line), #root .rail .track")
      .filter((element) => element.matches(".piece") || element.checkVisibility()),
    question: found("#ask .prompt, #ask .deeds > *").filter((element) => element.checkVisibility()),
  };
  const shares = {}, hidden = [];
  for (const [name, elements] of Object.entries(parts)) {
    const lost = elements.filter((element) => !seen(element));
    shares[name] = [elements.length - lost.length, elements.length];
    hidden.push(...lost.map(named));
  }
  const asked = found("#root [data-state=may], #root [data-state=next]").filter((element) => !seen(element)).map(named);
  const page = document.documentElement;
  const scrolls = [Math.max(0, page.scrollWidth - innerWidth), Math.max(0, page.scrollHeight - innerHeight)];
  let smallest = Infinity, touch = [Infinity, Infinity];
  const outside = [], broken = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode, holder = text.parentElement;
    if (!text.data.trim() || holder.closest("dialog, script, noscript, .unseen, .texts, #live, .skip")) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    if (!box.width || !holder.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (getComputedStyle(holder).clipPath !== "none" && holder.getBoundingClientRect().width < 2) continue;
    const size = parseFloat(getComputedStyle(holder).fontSize);
    smallest = Math.min(smallest, size);
    if (holder.closest("#log ol, #inspect, .entries, .under, .log, .side")) continue;
    const around = holder.closest(".tok, .hex") ? holder.closest(".felt")
      : holder.closest(".piece, .slot, .step, .btn, .tool, .asked, .telling, .box, header") ?? document.body;
    const frame = around.getBoundingClientRect();
    const limits = { left: Math.max(0, frame.left), top: Math.max(0, frame.top),
      right: Math.min(innerWidth, frame.right), bottom: Math.min(innerHeight, frame.bottom) };
    const over = Math.max(limits.left - box.left, box.right - limits.right, limits.top - box.top,
      box.bottom - limits.bottom);
    const inFlag = holder.closest(".flag");
    const clamped = holder.closest(".note, .player, .what");
    if (over > (inFlag ? 12 : 3) && !clamped) outside.push(`${text.data.trim().slice(0, 30)} (${Math.round(over)})`);
    if (holder.closest(".nm, .slot-n, .lb")) {
      for (const match of text.data.matchAll(/[^\\s\\u00ad\\u2011-]+/g)) {
        range.setStart(text, match.index);
        range.setEnd(text, match.index + match[0].length);
        const runs = [...range.getClientRects()].filter((one) => one.width > size / 2);
        const lines = new Set(runs.map((one) => Math.round(one.top)));
        if (lines.size > 1) broken.push(match[0]);
      }
    }
  }
  for (const element of found("#root .felt [role=button], #root .dock .piece, #ask button")) {
    const { width, height } = element.getBoundingClientRect();
    touch = [Math.min(touch[0], width), Math.min(touch[1], height)];
  }
  return { shares, hidden, asked, scrolls, outside, broken, smallest, touch };
}"""


@dataclass(frozen=True)
class Fit:
    """What is seen of one table in one window: shares of mat, hand and question, and what is wrong with the text.

    `asked` is what the question asks about and is not seen.
    """

    shares: dict[str, tuple[int, int]]
    hidden: list[str]
    asked: list[str]
    scrolls: tuple[int, int]
    outside: list[str]
    broken: list[str]
    smallest: float
    touch: tuple[float, float]

    @property
    def percent(self) -> int:
        """Return how much of mat, hand and question is seen, rounded down."""
        seen = sum(part[0] for part in self.shares.values())
        return 100 * seen // max(1, sum(part[1] for part in self.shares.values()))

    def complaints(self) -> list[str]:
        """Return what is wrong, in words."""
        found = [f"not seen: {', '.join(self.hidden)}"] if self.hidden else []
        found += [f"the page scrolls by {self.scrolls}"] if any(self.scrolls) else []
        found += [f"text outside its box: {', '.join(self.outside)}"] if self.outside else []
        found += [f"broken names: {', '.join(self.broken)}"] if self.broken else []
        small = f"text of {self.smallest} pixels"
        return found + ([small] if self.smallest < SMALLEST_TEXT else [])


def measure(page: Page, width: int, height: int) -> Fit:
    """Return what is seen in a window of this size."""
    page.set_viewport_size(ViewportSize(width=width, height=height))
    page.evaluate(SHOWN)
    found: dict[str, Any] = page.evaluate(MEASURE)
    shares = {name: (part[0], part[1]) for name, part in found["shares"].items()}
    return Fit(
        shares,
        found["hidden"],
        found["asked"],
        (found["scrolls"][0], found["scrolls"][1]),
        found["outside"],
        found["broken"],
        float(found["smallest"]),
        (found["touch"][0], found["touch"][1]),
    )


SCRIPTS: Final = (
    """((name) => import(document.querySelector("script[src*='table.js']").src.replace("table.js", `${name}.js`)))"""
)
SEAT: Final = f"async () => (await ({SCRIPTS})('state')).state.seat"
ACT: Final = f"""async (action) => {{
  const {{ state }} = await ({SCRIPTS})("state");
  const {{ commit }} = await ({SCRIPTS})("choosing");
  commit(state.choices.find((choice) => choice[0] === action));
}}"""


@contextlib.contextmanager
def dealt_alike(name: str, seed: int) -> Iterator[None]:
    """Deal every run the same boards: sides, chance and the bot, which is seeded by the name of its table."""
    numbers = itertools.count(10 * seed)
    with (
        mock.patch.object(table_factory, "fresh_chance", side_effect=lambda: seeded_chance(seed)),
        mock.patch.object(table_factory, "fresh_id", side_effect=lambda: f"fit-{name}-{next(numbers)}"),
        mock.patch.object(secrets, "randbelow", return_value=0),
    ):
        yield


def open_table(page: Page, game: str) -> str:
    """Begin a match against a bot and return the table once the person is asked."""
    table = begin(page, game, OPTIONS[game], level="random:1")
    wait_ready(page)
    return table


def advance(
    page: Page, served: Served, table: str, decisions: int, sight: str = "", choose: random.Random | None = None
) -> int:
    """Decide at random so many times and until something is seen, or the match is over; return how many times."""
    match, seat = served.match(table), page.evaluate(SEAT)
    choose = choose or random.Random(7)
    for made in range(MOST_DECISIONS):
        wait_ready(page)
        if is_over(page) or (made >= decisions and (not sight or page.locator(sight).count())):
            return made
        page.evaluate(ACT, choose.choice(match.actions(seat)))
        page.wait_for_function("() => !document.querySelector('#ask.sent')")
    return MOST_DECISIONS
