"""Who is drawn for first: those who are asked, then those who look on, who never wait for ever."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

import warband.games  # noqa: F401  (registers the games)
from warband.kernel.registry import make_game
from warband.table import painter as module
from warband.table.audience import Audience, Facts, Step
from warband.table.painter import LONGEST_SECONDS, Painter, state
from warband.table.sheets import Seat
from warband.table.tables import Table


class Time:
    """Be a clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the viewers in the order in which they are drawn for."""
    found: list[int] = []

    def paint(_: Table, audience: Audience, brief: bool = False) -> None:
        audience.waiting.clear()
        found.append(audience.viewer)

    monkeypatch.setattr(module, "paint", paint)
    return found


def look_on(viewer: int) -> Audience:
    return Audience(make_game("heros-crossing"), viewer)


def happen(painter: Painter, audience: Audience, asked: int) -> None:
    """Let something happen after which a seat is asked."""
    audience.add(Step(0, [], {}, Facts(1, 1, ["Anne", "Berta"], ["person", "person"], (asked,), (), -1, None)))
    painter.ask(cast(Table, None), audience)


def draw_all(painter: Painter) -> None:
    while painter.count:
        painter.draw_next()


def test_who_is_asked_comes_first(drawn: list[int]) -> None:
    painter = Painter(Time())
    for viewer in (0, -1, 1):
        happen(painter, look_on(viewer), asked=1)
    draw_all(painter)
    assert drawn == [1, 0, -1]


def test_who_becomes_asked_moves_up_and_is_drawn_for_once(drawn: list[int]) -> None:
    painter, first, second = Painter(Time()), look_on(0), look_on(1)
    happen(painter, look_on(-1), asked=1)
    happen(painter, first, asked=1)
    happen(painter, second, asked=1)
    happen(painter, first, asked=0)
    happen(painter, second, asked=0)
    draw_all(painter)
    assert drawn == [1, 0, -1]


def test_who_looks_on_does_not_wait_for_ever(drawn: list[int]) -> None:
    time = Time()
    painter = Painter(time)
    happen(painter, look_on(-1), asked=1)
    time.now = LONGEST_SECONDS + 0.1
    happen(painter, look_on(1), asked=1)
    draw_all(painter)
    assert drawn == [-1, 1]


def test_who_sits_where_is_told_as_it_was_after_the_step() -> None:
    """A visitor who comes before a change was shown gets what the others have, or they would never hear of it."""
    seats = [Seat(person="anne"), Seat(bot="4")]
    table = cast(Table, SimpleNamespace(sheet=SimpleNamespace(seats=seats, order=SimpleNamespace(mode="far"))))
    facts = Facts(1, 1, ["Anne", "Berta"], ["person", "person"], (0,), (), -1, None)
    told = state(table, look_on(0), Step(0, [], {0: {}}, facts))
    assert told["players"] == [{"name": "Anne", "kind": "person"}, {"name": "Berta", "kind": "person"}]
