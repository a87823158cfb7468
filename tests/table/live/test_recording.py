"""Take down what a change does to a match: entries, events and views after each ply, and what an undo keeps."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from warband.kernel.chance import seeded_chance
from warband.kernel.match import Match
from warband.kernel.registry import make_game
from warband.table.live.curtain import SharedScreen
from warband.table.live.feed import Status
from warband.table.live.recording import Recorded, Recording

STATUS = Status({}, 1, ["A", "B"], ["person", "person"], (), (), -1, {})


def table_of(match: Match) -> Recorded:
    views = lambda: {0: match.view(0)}  # noqa: E731
    return cast(Recorded, SimpleNamespace(match=match, screen=SharedScreen(), views=views))


def test_a_change_holds_its_own_entries_and_every_event_once() -> None:
    match = make_game("heros-crossing", {"fronts": "dealt"}).match(seed=1)
    before = len(match.entries)
    recording = Recording(table_of(match))
    recording.play(match.seat, match.actions(match.seat)[0])
    steps = recording.steps(STATUS)
    assert len(cast(list[object], recording.body()["entries"])) == len(match.entries) - before
    assert [event for step in steps for event in step.events] == [
        event for _, event in match.event_log[recording.events :]
    ]
    assert [step.decides for step in steps] == [True] + [False] * (len(steps) - 1)


def test_an_undo_says_what_it_keeps() -> None:
    start: dict[str, object] = {"seats": [{"west": {"soldiers": {"weapon": 2}}}, {}]}
    match = Match(make_game("heros-crossing"), seeded_chance(1), start=start)
    seat = match.seat
    entries, told = len(match.entries), len(match.event_log)
    match.push("flank west")
    assert match.may_undo(seat)
    recording = Recording(table_of(match))
    recording.undo(seat)
    assert recording.body()["kept"] == [entries, told]
    assert [step.kept for step in recording.steps(STATUS)] == [told]
