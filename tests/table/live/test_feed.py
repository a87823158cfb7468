"""A feed: steps that wait, pictures drawn once for everybody, updates for those who come back."""

from __future__ import annotations

import json

import pytest

from warband.kernel.chance import seeded_chance
from warband.kernel.events import Event
from warband.kernel.match import Match
from warband.kernel.registry import make_game
from warband.kernel.seats import CHANCE
from warband.table.live.feed import SCREEN, SPECTATOR, Feed, Status, Step, actor, split_at_undo
from warband.table.live.renderer import draw, state

GAME = make_game("heros-crossing", {"fronts": "dealt"})


class Page(list[str]):
    """Somebody who listens, and what was sent."""

    def send(self, message: str) -> None:
        self.append(message)

    def resync(self) -> None:
        self.append("resync")

    def close(self) -> None:
        self.append("closed")


def show(feed: Feed) -> None:
    """Draw all that is due."""
    list(draw(feed))


class Running:
    """A match whose steps go to the feed of seat 0."""

    def __init__(self) -> None:
        self.match = Match(GAME, seeded_chance(1), ["Ann", "Bob"])
        self.match.settle()
        self.version = 0
        self.feed = Feed(GAME, 0)
        self.feed.begin(self.step([]), [event for _, event in self.match.event_log])

    def step(self, events: list[Event], kept: int | None = None) -> Step:
        status = Status(
            {0: self.version}, self.version, ["Ann", "Bob"], ["person", "bot"], (), (), -1, {0: None}, mode="far"
        )
        status.asked = self.match.awaiting()
        return Step(0, events, {0: self.match.view(0)}, status, kept, decides=True)

    def play(self) -> None:
        seat = self.match.awaiting()[0]
        self.version += 1
        self.feed.add(self.step(self.match.play(seat, self.match.actions(seat)[0])))


def test_everybody_gets_the_same_update_and_it_leads_on_from_the_last() -> None:
    running, here, there = Running(), Page(), Page()
    running.feed.listeners += [here, there]
    running.play()
    show(running.feed)
    assert here == there
    update = json.loads(here[0])
    assert (update["kind"], update["version"], running.feed.version) == ("update", 1, 1)
    # What has not changed since the last message is left out.
    assert "mode" in update
    running.play()
    show(running.feed)
    assert "mode" not in json.loads(here[1])


def test_who_comes_back_soon_gets_what_is_missing() -> None:
    running, page = Running(), Page()
    running.feed.listeners.append(page)
    for _ in range(3):
        running.play()
        show(running.feed)
    assert running.feed.missed(1) == page[1:]
    assert running.feed.missed(3) == []
    assert running.feed.missed(99) is None


def test_a_shared_screen_begins_anew() -> None:
    assert Feed(GAME, SCREEN).missed(-1) is None


def test_while_nobody_looks_steps_are_logged_and_not_drawn() -> None:
    running = Running()
    lines = len(running.feed.lines)
    running.play()
    show(running.feed)
    assert running.feed.picture is None
    assert len(running.feed.lines) > lines
    assert running.feed.current().scene.seat == 0


def test_the_whole_is_packed_once_for_a_step() -> None:
    running = Running()
    shown = running.feed.shown
    assert shown is not None
    now = state(running.feed, shown)
    first = running.feed.whole_since(now, None, None)
    assert running.feed.whole_since({}, None, None) == first
    assert json.loads(running.feed.whole_since(now, None, 0))["missed"] == running.feed.count


def test_an_undo_takes_lines_away_and_is_shown_by_itself() -> None:
    running = Running()
    lines = list(running.feed.lines)
    running.play()
    before, undo, after = running.feed.waiting[0], running.step([], kept=len(lines)), running.step([])
    assert split_at_undo([before, undo, after]) == [[before], [undo], [after]]
    running.feed.log(before, running.feed.tell(before.events, before))
    assert len(running.feed.lines) > len(lines)
    running.feed.log(undo, [])
    assert running.feed.lines == lines


def test_a_picture_that_cannot_be_drawn_is_sent_anew() -> None:
    running, page = Running(), Page()
    running.feed.listeners.append(page)
    running.feed.fail()
    assert page == ["resync"]


def test_chance_acts_as_nobody_and_nothing_shown_is_an_error() -> None:
    assert actor(Step(CHANCE, [], {}, Status({}, 0, [], [], (), (), -1, {}))) == SPECTATOR
    with pytest.raises(ValueError, match="nothing has been shown"):
        Feed(GAME, 0).current()
