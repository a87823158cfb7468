"""What happens is seen: blows, numbers, falls, dice; at a pace, with nothing but transform and opacity in motion."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from tests.browser.conftest import PATIENCE
from tests.browser.fit import OPTIONS, SCRIPTS, advance
from tests.browser.hands import begin, wait_ready
from tests.browser.server import Served

LONGEST_TURN_MS = 8_000
# A script that lays the board out takes longer than this even on a fast machine.
FORCED_MS = 3
# What a test sees of motion: every animation with its properties, every sign that flies, every sound.
WATCH = """
window.seen = { frames: [], signs: [], sounds: [], tasks: [] };
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  const keys = [...new Set(frames.flatMap(Object.keys))];
  window.seen.frames.push({ on: this.className, keys, at: performance.now() });
  return animate.call(this, frames, options);
};
new PerformanceObserver((list) => {
  for (const frame of list.getEntries()) {
    for (const task of frame.scripts) {
      const during = document.body.classList.contains("showing");
      window.seen.tasks.push({ took: task.duration, forced: task.forcedStyleAndLayoutDuration, during,
        at: task.startTime,
        by: `${task.invoker} ${task.sourceFunctionName} ${task.sourceURL}` });
    }
  }
}).observe({ type: "long-animation-frame", buffered: true });
addEventListener("DOMContentLoaded", () => new MutationObserver((changes) => {
  for (const added of changes.flatMap((change) => [...change.addedNodes])) {
    const sign = added.matches?.(".pop, .was, .pennant");
    if (sign) window.seen.signs.push(`${added.className} ${added.textContent}`.trim());
  }
  const { sound } = document.body.dataset;
  if (sound && window.seen.sounds.at(-1) !== sound) window.seen.sounds.push(sound);
}).observe(document.body, { childList: true, attributes: true }));
"""
# Show an update that the server has not sent, and tell how long it took.
PLAY = f"""async ({{ seat, steps }}) => {{
  const {{ receive }} = await ({SCRIPTS})("feed");
  const {{ state, shown }} = await ({SCRIPTS})("state");
  const began = performance.now();
  const told = steps.filter((step) => step.sentence).length;
  receive({{ kind: "update", version: state.version + 1, lines: shown.log.length + told,
    steps: steps.map((step) => ({{ seat: seat < 0 ? 1 - state.seat : state.seat, changes: [], ...step }})) }});
  while (shown.playing) await new Promise((go) => setTimeout(go, 20));
  return performance.now() - began;
}}"""
RIVAL, OWN = -1, 0


def open_watching(chromium: Browser, server: Served, speed: str, motion: str = "no-preference") -> BrowserContext:
    """Open a browser of somebody who watches at a speed."""
    context = chromium.new_context(
        base_url=server.address,
        viewport={"width": 1366, "height": 625},
        reduced_motion="reduce" if motion == "reduce" else "no-preference",
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(
        f"localStorage.getItem('warband-speed') ?? localStorage.setItem('warband-speed', '{speed}')"
    )
    context.add_init_script(WATCH)
    return context


@pytest.fixture
def watching(chromium: Browser, server: Served) -> Iterator[Page]:
    context = open_watching(chromium, server, "normal")
    yield context.new_page()
    context.close()


def fighting(page: Page, server: Served) -> str:
    """Play Pixel Tactics until both sides have heroes; return the table."""
    page.add_init_script("localStorage.setItem('warband-speed', 'none')")
    table = begin(page, "pixel-tactics", OPTIONS["pixel-tactics"], level="random:1")
    wait_ready(page)
    advance(page, server, table, 8, "#root .felt .card.first:not(.corpse) >> nth=2")
    wait_ready(page)
    page.evaluate("localStorage.setItem('warband-speed', 'normal')")
    return table


def handles(page: Page, selector: str) -> list[str]:
    """Return the handles of the slots that hold such pieces."""
    found: list[str] = page.evaluate(
        "(held) => [...document.querySelectorAll(`#root .felt .slot:has(${held})`)].map((one) => one.dataset.handle)",
        selector,
    )
    return found


def play(page: Page, steps: list[dict[str, object]], seat: int = RIVAL) -> float:
    """Show steps and return how long it took, in milliseconds."""
    took: float = page.evaluate(PLAY, {"seat": seat, "steps": steps})
    return took


def test_a_blow_is_seen_whoever_strikes(watching: Page, server: Served) -> None:
    fighting(watching, server)
    own, rival = handles(watching, ".card.first:not(.corpse)")[0], handles(watching, ".card.second:not(.corpse)")[0]
    blow: list[dict[str, object]] = [
        {"sentence": "A blow.", "motion": ["strike", own, rival]},
        {"sentence": "It hurts.", "motion": ["hit", rival, "2"]},
    ]
    for seat in (RIVAL, OWN):
        watching.evaluate("window.seen.frames.length = window.seen.signs.length = 0")
        before = watching.locator(f'[data-handle="{rival}"] .i-heart + b').inner_text()
        assert play(watching, blow, seat) > 1000, "a fight takes its time"
        seen = watching.evaluate("window.seen")
        assert seen["signs"] == ["pop loss −2"]
        assert any("piece" in frame["on"] for frame in seen["frames"]), "nobody leans"
        assert {key for frame in seen["frames"] for key in frame["keys"]} <= {"transform", "opacity", "offset"}
        # The board itself has not changed, so nothing of the counting is left.
        assert watching.locator(f'[data-handle="{rival}"] .i-heart + b').inner_text() == before


def test_those_who_fall_fall_together(watching: Page, server: Served) -> None:
    fighting(watching, server)
    pieces = handles(watching, ".card:not(.corpse)")[:3]
    watching.evaluate("window.seen.frames.length = 0")
    play(watching, [{"sentence": f"{one} falls.", "motion": ["fall", one]} for one in pieces])
    times = watching.evaluate("window.seen.frames.filter((one) => one.on.includes('piece')).map((one) => one.at)")
    assert len(times) == len(pieces)
    assert max(times) - min(times) < 100


def test_a_long_turn_of_the_rival_takes_eight_seconds_at_most(watching: Page, server: Served) -> None:
    fighting(watching, server)
    own, rival = handles(watching, ".card.first:not(.corpse)")[0], handles(watching, ".card.second:not(.corpse)")[0]
    steps: list[dict[str, object]] = []
    for blow in range(30):
        steps.append({"sentence": f"Blow {blow}.", "motion": ["strike", rival, own]})
        steps.append({"sentence": f"Hit {blow}.", "motion": ["hit", own, "1"]})
        steps.append({"sentence": f"Something else {blow}."})
    assert play(watching, steps) < LONGEST_TURN_MS
    expect(watching.locator("#log li")).not_to_have_count(0)
    assert "Something else 29." in watching.locator("#log li").last.inner_text()


def test_what_is_shown_can_be_skipped(watching: Page, server: Served) -> None:
    fighting(watching, server)
    steps: list[dict[str, object]] = [{"sentence": f"Thing {thing}."} for thing in range(6)]
    watching.evaluate(f"void (window.done = ({PLAY})({json.dumps({'seat': RIVAL, 'steps': steps})}))")
    watching.get_by_role("button", name="Skip").click()
    assert watching.evaluate("window.done") < 5000
    assert "Thing 5." in watching.locator("#log li").last.inner_text()


@pytest.mark.parametrize("way", ["system", "setting"])
def test_without_motion_nothing_is_animated(chromium: Browser, server: Served, way: str) -> None:
    context = open_watching(chromium, server, "normal", "reduce" if way == "system" else "")
    if way == "setting":
        context.add_init_script("localStorage.setItem('warband-motion', 'off')")
    page = context.new_page()
    fighting(page, server)
    rival = handles(page, ".card.second:not(.corpse)")[0]
    page.evaluate("window.seen.frames.length = 0")
    play(page, [{"sentence": "It hurts.", "motion": ["hit", rival, "2"]}, {"motion": ["fall", rival]}])
    assert page.evaluate("window.seen.frames") == []
    assert "pop loss −2" in page.evaluate("window.seen.signs")
    context.close()


def test_what_moves_leaves_an_outline_without_motion(chromium: Browser, server: Served) -> None:
    context = open_watching(chromium, server, "fast", "reduce")
    page = context.new_page()
    begin(page, "pocket-tactics", {"map": "quick"}, mode="watch", level="random:1")
    page.wait_for_function("() => window.seen.signs.includes('was')")
    context.close()


def test_a_pennant_crosses_to_no_other_side(watching: Page, server: Served) -> None:
    """The wave's mark glides along its track; what marks the row of one side does not fly to the other."""
    fighting(watching, server)
    [track] = watching.evaluate("[...document.querySelectorAll('.step.is-active')].map((one) => one.dataset.handle)")
    steps = watching.evaluate(
        "[...document.querySelectorAll('.step')].map((one) => [one.dataset.handle, one.className])"
    )
    other = next(handle for handle, _ in steps if handle != track)
    watching.evaluate("window.seen.signs.length = window.seen.frames.length = 0")
    rows = "[...document.querySelectorAll('.row.is-active')].map((one) => [one.dataset.handle, one.className])"
    [[row, classes], *_] = watching.evaluate(rows)
    across = watching.evaluate(
        "(row) => document.querySelector(`.row[data-handle^='${1 - Number(row[0])}/']`).dataset.handle", row
    )
    named = dict(steps)
    change = [
        ["set", row, {"class": classes.replace(" is-active", "")}],
        ["set", across, {"class": classes}],
        ["set", track, {"class": named[track].replace(" is-active", "")}],
        ["set", other, {"class": f"{named[other]} is-active"}],
    ]
    play(watching, [{"motion": ["place"], "changes": change}])
    assert watching.evaluate("window.seen.signs").count("pennant") == 1


def test_dice_tumble_and_pair_up(chromium: Browser, server: Served) -> None:
    context = open_watching(chromium, server, "fast")
    page = context.new_page()
    begin(page, "pocket-tactics", {"map": "quick"}, mode="watch", level="greedy:1")
    page.wait_for_function(
        "() => window.seen.frames.filter((one) => one.on === 'face').length > 3", timeout=4 * PATIENCE
    )
    keys = page.evaluate("[...new Set(window.seen.frames.flatMap((one) => one.keys))]")
    assert set(keys) <= {"offset", "opacity", "transform"}
    context.close()


def test_nothing_is_laid_out_by_a_script_while_something_moves(watching: Page, server: Served) -> None:
    """What takes long while something moves is measuring what has just changed; benchmarks/motion.py has the times."""
    fighting(watching, server)
    own, rival = handles(watching, ".card.first:not(.corpse)")[0], handles(watching, ".card.second:not(.corpse)")[0]
    # A machine that does other things is late now and then; what a script forces comes every time.
    assert not all(forced_layouts(watching, own, rival) for _ in range(3))


def forced_layouts(watching: Page, own: str, rival: str) -> list[tuple[str, float]]:
    """Return what scripts forced to be laid out during a blow, and how long it took."""
    # What the page still had to do before is told late.
    began = watching.evaluate("performance.now()")
    play(watching, [{"motion": ["strike", own, rival]}, {"motion": ["hit", rival, "3"]}])
    tasks = watching.evaluate("(began) => window.seen.tasks.filter((task) => task.during && task.at > began)", began)
    return [(task["by"], task["forced"]) for task in tasks if task["forced"] > FORCED_MS]


def test_the_log_stays_at_its_end_and_leaves_who_reads_alone(watching: Page, server: Served) -> None:
    fighting(watching, server)
    steps: list[dict[str, object]] = [{"sentence": f'<i class="shape first"></i>Line {line}.'} for line in range(60)]
    play(watching, steps)
    seen = """() => {
      const [box, last] = [document.querySelector("#log .scroll"), document.querySelector("#log li:last-child")];
      return last.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom;
    }"""
    assert watching.evaluate(seen) <= 2
    assert watching.locator("#log li .shape.first").count() >= 60
    watching.locator("#log .scroll").hover()
    watching.mouse.wheel(0, -400)
    watching.wait_for_function("() => document.querySelector('#log .scroll').scrollTop < -100")
    there = watching.evaluate(seen)
    play(watching, [{"sentence": "One more."}, {"sentence": "One more."}, {"sentence": "One more."}])
    assert watching.evaluate(seen) > there, "who reads above is left there"
    assert watching.locator("#log li").last.inner_text() == "One more. 3 times"


def test_sounds_wait_for_a_touch_and_obey_the_switch(watching: Page, server: Served) -> None:
    fighting(watching, server)
    rival = handles(watching, ".card.second:not(.corpse)")[0]
    blow: list[dict[str, object]] = [{"sentence": "It hurts.", "motion": ["hit", rival, "1"]}]
    play(watching, blow)
    assert watching.evaluate("window.seen.sounds") == [], "nothing sounds before the page is touched"
    watching.keyboard.press("Shift")
    watching.wait_for_timeout(500)
    play(watching, blow)
    assert watching.evaluate("window.seen.sounds") == ["hit"]
    watching.evaluate("delete document.body.dataset.sound; window.seen.sounds.length = 0")
    watching.evaluate("localStorage.setItem('warband-sound', 'off')")
    play(watching, blow)
    assert watching.evaluate("window.seen.sounds") == []
