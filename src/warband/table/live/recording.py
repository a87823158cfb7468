"""Take down what a change does to a match, ply by ply: its log, and what every feed sees after each ply."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from warband.kernel.match import Match
from warband.kernel.record import entry_data
from warband.kernel.saved import save_event
from warband.kernel.seats import CHANCE, Seat
from warband.kernel.views import View
from warband.table.live.curtain import SharedScreen
from warband.table.live.feed import Status, Step
from warband.table.live.messages import Data


class Recorded(Protocol):
    """The table whose match is changed."""

    match: Match
    screen: SharedScreen

    def views(self) -> dict[int, View]:
        """Return the view of each feed now."""


@dataclass
class Note:
    """One ply of a change: who acted, how many events there were by then, and each feed's view after it."""

    seat: Seat
    events: int
    views: dict[int, View]
    screen_viewer: int
    decides: bool = False


class Recording:
    """What a change does to a match, ply by ply, with each feed's view after each ply."""

    def __init__(self, table: Recorded) -> None:
        self.table = table
        self.match = table.match
        self.entries = len(table.match.entries)
        self.events = len(table.match.event_log)
        self.notes: list[Note] = []
        self.kept: tuple[int, int] | None = None

    def note(self, seat: Seat, decides: bool = False) -> None:
        """Record what a seat, or chance, has just done."""
        self.notes.append(Note(seat, len(self.match.event_log), self.table.views(), self.table.screen.viewer, decides))

    def declare(self, seat: Seat, do: Callable[[Seat], None]) -> None:
        """Carry out what is no action: a resignation, an offer, a seat that is given away."""
        do(seat)
        self.note(seat)

    def play(self, seat: Seat, action: int) -> None:
        """Play an action and the chance that follows, ply by ply."""
        self.match.act(seat, action)
        self.note(seat, decides=True)
        self.settle()

    def settle(self) -> None:
        """Record chance's decisions, ply by ply."""
        for _ in self.match.settle_by_ply():
            self.note(CHANCE)

    def undo(self, seat: Seat) -> None:
        """Undo the last action; offers made after it stand."""
        before = self.match.undo(seat)
        self.entries, self.events = self.kept = before.entries, before.events
        self.note(seat)

    @property
    def is_new(self) -> bool:
        """Return whether the log has changed; one choice of a joint decision waits for the other."""
        return self.kept is not None or len(self.match.entries) > self.entries

    def body(self) -> Data:
        """Return the body of the change: new entries and events, what an undo kept, a secret choice that waits."""
        match = self.match
        data: Data = {"entries": [entry_data(entry) for entry in match.entries[self.entries :]]}
        data["told"] = [save_event(logged) for logged in match.event_log[self.events :]]
        if self.kept is not None:
            data["kept"] = list(self.kept)
        if match.secret_choices():
            data["waiting"] = [entry_data(entry) for entry in match.secret_choices()]
        return data

    def steps(self, status: Status) -> list[Step]:
        """Return the recorded plies as steps of the feeds."""
        steps: list[Step] = []
        before = self.events
        kept = self.kept[1] if self.kept is not None else None
        for note in self.notes:
            events = [event for _, event in self.match.event_log[before : note.events]]
            steps.append(
                Step(
                    note.seat, events, note.views, status, kept, screen_viewer=note.screen_viewer, decides=note.decides
                )
            )
            before = note.events
        return steps
