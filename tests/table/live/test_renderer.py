"""Who is drawn for first: those who are asked, then those who look on, who never wait for ever."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from typing import cast

import pytest

from warband.kernel.chance import Rng, seeded_chance
from warband.kernel.match import Match
from warband.kernel.registry import make_game
from warband.kernel.views import View
from warband.table.live import renderer as module
from warband.table.live.feed import KEPT, Feed, Status, Step
from warband.table.live.renderer import LONGEST_SECONDS, Renderer, state
from warband.table.live.table import Table


class Time:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the viewers in the order in which they are drawn for."""
    found: list[int] = []

    def draw(feed: Feed, brief: bool = False) -> Iterator[None]:
        feed.waiting.clear()
        found.append(feed.viewer)
        yield

    monkeypatch.setattr(module, "draw", draw)
    return found


def look_on(viewer: int) -> Feed:
    return Feed(make_game("heros-crossing"), viewer)


def happen(renderer: Renderer, feed: Feed, asked: int) -> None:
    """Let something happen after which a seat is asked."""
    feed.add(Step(0, [], {}, Status({0: 1}, 1, ["Anne", "Berta"], ["person", "person"], (asked,), (), -1, {})))
    renderer.ask(cast(Table, None), feed)


def draw_all(renderer: Renderer) -> None:
    while renderer.count:
        deque(renderer.draw_next(), maxlen=0)


def test_who_is_asked_comes_first(drawn: list[int]) -> None:
    renderer = Renderer(Time())
    for viewer in (0, -1, 1):
        happen(renderer, look_on(viewer), asked=1)
    draw_all(renderer)
    assert drawn == [1, 0, -1]


def test_who_becomes_asked_moves_up_and_is_drawn_for_once(drawn: list[int]) -> None:
    renderer, first, second = Renderer(Time()), look_on(0), look_on(1)
    happen(renderer, look_on(-1), asked=1)
    happen(renderer, first, asked=1)
    happen(renderer, second, asked=1)
    happen(renderer, first, asked=0)
    happen(renderer, second, asked=0)
    draw_all(renderer)
    assert drawn == [1, 0, -1]


def test_who_looks_on_does_not_wait_for_ever(drawn: list[int]) -> None:
    time = Time()
    renderer = Renderer(time)
    happen(renderer, look_on(-1), asked=1)
    time.now = LONGEST_SECONDS + 0.1
    happen(renderer, look_on(1), asked=1)
    draw_all(renderer)
    assert drawn == [-1, 1]


def test_a_feed_stands_as_it_did_until_every_picture_is_drawn() -> None:
    match, rng = Match(make_game("pocket-tactics"), seeded_chance(2)), Rng(2)
    match.settle()
    feed, status = (
        Feed(match.game, 0),
        Status({0: 1}, 1, ["Anne", "Berta"], ["person", "person"], (), (), -1, {0: None}),
    )
    feed.begin(Step(0, [], {0: match.view(0)}, status), [event for _, event in match.event_log])
    steps, lines = list[Step](), len(feed.lines)
    for _ in range(12):
        seat, told = match.awaiting()[0], len(match.event_log)
        match.play(seat, match.actions(seat)[rng.below(len(match.actions(seat)))])
        events = [event for _, event in match.event_log[told:]]
        steps.append(Step(seat, events, {0: match.view(0)}, replace(status, versions={0: 2})))
    drawing = feed.draw(steps, {"version": 2, "decision": None, **dict.fromkeys(KEPT)})
    pictures = 0
    for _ in drawing:
        pictures += 1
        assert (feed.version, len(feed.lines)) == (1, lines)
    assert 3 < pictures <= len(steps)
    assert feed.version == 2
    assert len(feed.lines) == lines + sum(len(step.events) for step in steps)


def test_who_sits_where_is_told_as_it_was_after_the_step() -> None:
    """A visitor who comes before a change was shown gets what the others have, or they would never hear of it."""
    status = Status({0: 1}, 1, ["Anne", "Berta"], ["person", "person"], (0,), (), -1, {})
    told = state(look_on(0), Step(0, [], {0: View({})}, status))
    assert told["players"] == [{"name": "Anne", "kind": "person"}, {"name": "Berta", "kind": "person"}]
