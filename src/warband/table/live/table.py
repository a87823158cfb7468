"""Run one table: change it, store the change, acknowledge it, and only then show it to everybody."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

from warband.agents.hints import Hint
from warband.kernel.match import Match
from warband.kernel.saved import save_head
from warband.kernel.seats import BOTH, CHANCE, NOBODY, PUBLIC, Seat
from warband.kernel.views import View, Viewer
from warband.table.live.clock import Clock
from warband.table.live.curtain import SharedScreen
from warband.table.live.ending import deciding_blow
from warband.table.live.fair_queue import Asker
from warband.table.live.feed import SCREEN, SPECTATOR, Feed, Listener, Status, Step
from warband.table.live.ids import same
from warband.table.live.match_order import SCREEN as SCREEN_MODE
from warband.table.live.messages import ACT, UNDO, Data
from warband.table.live.recording import Recording
from warband.table.live.saved import Change, Occupant, SavedAnswer, SavedTable
from warband.table.live.store import Store
from warband.table.live.versions import Counts, Versions
from warband.table.settings import Settings

VIEWERS: Final = (*BOTH, PUBLIC, SCREEN)
DEAL: Final = "deal"
START: Final = "start clock"
REMATCH: Final = "rematch"
KEPT_ANSWERS: Final = 400

Asked = tuple[str, str]


def _seats_of(viewer: Viewer) -> tuple[int, ...]:
    return BOTH if viewer == SCREEN else (viewer,) if viewer in BOTH else ()


class TableLost(Exception):
    """Raised when a change could not be stored; the table has to be read again from the store."""


class Services(Protocol):
    """What a table needs around it."""

    store: Store
    settings: Settings

    def draw(self, table: Table, feed: Feed) -> None:
        """Queue a feed to be drawn."""

    def changed(self, table: Table) -> None:
        """Start the bots and set the timer of a table that has changed."""

    def clock_started(self, table: Table) -> None:
        """Store that the clocks of a table have started, and show it to everybody."""


@dataclass
class Presence:
    """What each viewer was told of who is here, and when they are told next: soon, or when a leaver's time is up."""

    sent: dict[int, str] = field(default_factory=dict)
    timer: asyncio.TimerHandle | None = None
    is_far: bool = False


@dataclass
class Table:
    """A running match, its seats, its clock, and everybody who looks at it."""

    saved: SavedTable
    match: Match
    services: Services
    clock: Clock
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    feeds: dict[int, Feed] = field(default_factory=dict)
    screen: SharedScreen = field(default_factory=SharedScreen)
    answered: OrderedDict[Asked, Data] = field(default_factory=OrderedDict)
    versions: Versions = field(default_factory=Versions)
    here: list[int] = field(default_factory=lambda: [0, 0])
    gone: list[float] = field(default_factory=lambda: [time.monotonic()] * 2)
    used: float = field(default_factory=time.monotonic)
    # The seats whose people have been at the table.
    met: set[int] = field(default_factory=set)
    # The table at which this match was begun again.
    rematch: str = ""
    # Why the table could not be written down, if it could not, and how the clocks stood then.
    is_lost: bool = False
    fault: str = ""
    left: Data = field(default_factory=dict)
    presence: Presence = field(default_factory=Presence)
    # Where people came from last, so that the work done for them is charged to their address.
    addresses: dict[str, str] = field(default_factory=dict)
    # By seat: whether a hint is being worked out, and the hints for a decision.
    hinting: list[bool] = field(default_factory=lambda: [False, False])
    hinted: dict[int, tuple[int, list[Hint]]] = field(default_factory=dict)

    # ---- asking ----

    @property
    def id(self) -> str:
        """Return the id of the table."""
        return self.saved.id

    @property
    def is_shared_screen(self) -> bool:
        """Return whether two people share one screen."""
        return self.saved.order.mode == SCREEN_MODE

    @property
    def is_spectacle(self) -> bool:
        """Return whether bots sit in both seats."""
        return all(seat.bot for seat in self.saved.seats)

    @property
    def is_watched(self) -> bool:
        """Return whether anybody looks at the table."""
        return any(feed.listeners for feed in self.feeds.values())

    def asker(self) -> Asker:
        """Return for whom the bots of this table think."""
        people = [seat.person for seat in self.saved.seats if seat.person] or [self.saved.host]
        person = next((one for one in people if one in self.addresses), people[0])
        return Asker(person, self.addresses.get(person, ""), self.is_spectacle)

    def is_full(self) -> bool:
        """Return whether both seats are taken."""
        return not any(seat.is_free() for seat in self.saved.seats)

    def asked(self) -> tuple[int, ...]:
        """Return the seats that are asked to decide now, without one that has chosen in secret."""
        return tuple(seat for seat in self.match.awaiting() if seat != CHANCE)

    def viewer_of(self, person: str) -> int:
        """Return whose view a person gets here: a seat's, or the public one."""
        return next((seat for seat, holder in enumerate(self.saved.seats) if same(holder.person, person)), PUBLIC)

    def views(self) -> dict[int, View]:
        """Return the view of each feed now."""
        return {viewer: self.match.view(self.screen.viewer if viewer == SCREEN else viewer) for viewer in self.feeds}

    def over(self) -> Data | None:
        """Return how the match ended, or None while it goes on."""
        result = self.match.result
        if result is None:
            return None
        text = self.match.game.say_result(result, self.match.players)
        again = f"/table/{self.rematch}" if self.rematch else None
        blow = deciding_blow(self.match.game, [event for _, event in self.match.event_log], self.match.players)
        ending = {"winner": result.winner, "why": result.why, "text": text, "blow": blow}
        return {**ending, "url": f"/table/{self.id}/end", "rematch": again}

    def status(self) -> Status:
        """Return how the table stands, apart from the views."""
        match = self.match
        undo = tuple(seat for seat in (0, 1) if match.may_undo(seat))
        asked, clocks = self.asked(), {viewer: self.clock_of(viewer) for viewer in VIEWERS}
        offer = match.offer if match.result is None else NOBODY
        names, kinds = list(match.players), [seat.kind for seat in self.saved.seats]
        status = Status(self.versions.now(), self.saved.decision, names, kinds, asked, undo, offer, clocks)
        status.over, status.mode, status.hints = self.over(), self.saved.order.mode, self.saved.allows_hints()
        if self.screen.is_closed:
            status.curtain = match.players[self.screen.waiting]
        return status

    def clock_of(self, viewer: Viewer) -> Data | None:
        """Return the clock as a viewer sees it now, or None without one."""
        return self.clock.to_data(_seats_of(viewer))

    # ---- guests ----

    def feed(self, viewer: Viewer) -> Feed:
        """Return the feed of a viewer, started now if there was none."""
        feed = self.feeds.get(viewer)
        if feed is None:
            feed = self.feeds[viewer] = Feed(self.match.game, viewer)
            feed.begin(self.moment(), [event for _, event in self.match.event_log])
        return feed

    def arrive(self, viewer: Viewer, listener: Listener, person: str = "", address: str = "") -> Feed:
        """Add a listener to the feed of a viewer."""
        if person == self.saved.host or any(seat.person == person for seat in self.saved.seats):
            self.addresses[person] = address
        self._meet(viewer)
        feed = self.feed(viewer)
        feed.listeners.append(listener)
        for seat in _seats_of(viewer):
            self.here[seat] += 1
        if self.is_spectacle:
            # Bots among themselves go on while somebody looks.
            self.services.changed(self)
        return feed

    def _meet(self, viewer: Viewer) -> None:
        """Note that a seat's person has been here; the clocks start with the last of them."""
        self.met.update(_seats_of(viewer))
        if self.clock.is_used and not self.clock.begun:
            self.run_clock()
            if self.clock.begun:
                self.services.clock_started(self)

    def leave(self, viewer: Viewer, listener: Listener) -> None:
        """Remove a listener; a feed without listeners is dropped."""
        feed = self.feeds.get(viewer)
        self.used = time.monotonic()
        if feed is None or listener not in feed.listeners:
            return
        feed.listeners.remove(listener)
        if not feed.listeners and not feed.delay:
            del self.feeds[viewer]
        for seat in _seats_of(viewer):
            self.here[seat] -= 1
            self.gone[seat] = time.monotonic()

    def unseat(self, seat: Seat) -> None:
        """Disconnect those who held a seat that is not theirs any more; they may watch."""
        feed = self.feeds.get(seat)
        for listener in list(feed.listeners) if feed is not None else []:
            listener.close()

    # ---- changing ----

    async def change(
        self,
        deed: str,
        seat: Seat,
        do: Callable[[Recording], None],
        reply: Callable[[], None] | None = None,
        answered: SavedAnswer | None = None,
        seats: list[Occupant] | None = None,
    ) -> None:
        """Make a change, store it, acknowledge it, show it; the caller holds the lock.

        What `do` raises passes through, and nothing has changed. If the change cannot be stored, the table is lost.
        """
        recording, left = Recording(self), self.clock.save()
        do(recording)
        is_secret = deed == ACT and not recording.is_new
        try:
            self._advance(deed, seat, recording.is_new, seats)
            change = Change(self.id, self.saved.version, deed, seat, recording.body(), time.time())
            await self._write(change, answered, seats is not None)
        except BaseException as error:
            # The memory is ahead of the store now: only the store counts.
            self.is_lost, self.fault, self.left = True, f"{type(error).__name__}: {error}", left
            raise TableLost(self.fault) from error
        if answered is not None:
            self.remember((answered.person, answered.message), answered.answer)
        if reply is not None:
            reply()
        self.publish(recording, is_secret)
        self.services.changed(self)

    def _advance(self, deed: str, seat: Seat, is_new: bool, seats: list[Occupant] | None) -> None:
        """Update what is saved of the table; a decision gets a new id once the old one is answered."""
        saved, match = self.saved, self.match
        saved.version += 1
        if (deed in (ACT, UNDO) and is_new) or match.result is not None:
            saved.decision += 1
        if seats is not None:
            saved.seats = seats
        is_secret = deed == ACT and not is_new
        self._count_time(deed, seat, is_secret)
        result = match.result
        saved.result = None if result is None else {"winner": result.winner, "why": result.why}
        saved.head = save_head(match) | {"awaiting": list(self.asked())}
        saved.players = list(match.first_players)
        if not is_secret:
            # Lists of tables show when each was changed: a secret choice must not be seen there.
            saved.changed = time.time()
        self.versions.add(Counts(len(match.entries), len(match.event_log)), seat if is_secret else None)

    def _count_time(self, deed: str, seat: Seat, is_secret: bool) -> None:
        """Move the clocks on after a deed, and save them."""
        if is_secret:
            self.clock.conceal()
        elif not self.match.chosen:
            self.clock.reveal()
        if deed == ACT:
            self.clock.decided(seat)
        if deed == UNDO:
            self.clock.undone(seat)
        self.run_clock()
        saved = self.saved
        saved.clock = self.clock.save_secret(seat, saved.clock) if is_secret else self.clock.save()

    def run_clock(self) -> None:
        """Run the clocks of those who are asked; none runs until everybody has been at the table."""
        people = {seat for seat, holder in enumerate(self.saved.seats) if holder.person}
        self.clock.begun = self.clock.begun or (self.is_full() and people <= self.met)
        thinking = tuple(seat for seat in self.asked() if seat in people)
        chosen = tuple(seat for seat in self.match.chosen if seat in people)
        self.clock.run(*((thinking, chosen) if self.clock.begun else ((), ())))

    async def _write(self, change: Change, answered: SavedAnswer | None, seats: bool) -> None:
        store = self.services.store
        if change.version == 1:
            await store.create(self.saved, change)
        else:
            await store.append(self.saved, change, answered, seats)

    def remember(self, asked: Asked, answer: Data) -> None:
        """Remember an answer, so that a repeated message is answered again and not applied again."""
        self.answered[asked] = answer
        while len(self.answered) > KEPT_ANSWERS:
            self.answered.popitem(last=False)

    # ---- showing ----

    def publish(self, recording: Recording, is_secret: bool = False) -> None:
        """Queue what happened for every feed; a secret choice only for whoever made it."""
        if self.is_shared_screen:
            self.screen.turn(self.match)
        for step in recording.steps(self.status()):
            for viewer in step.views:
                if not is_secret or viewer in (step.seat, SCREEN):
                    self._add(viewer, step)
        if SCREEN in self.feeds:
            # The curtain may have fallen, or the other seat may be asked.
            self._add(SCREEN, self.moment())

    def show_moment(self, *viewers: int) -> None:
        """Show these viewers, or everybody, how the table stands."""
        step = self.moment()
        for viewer in viewers or tuple(self.feeds):
            self._add(viewer, step)

    def moment(self) -> Step:
        """Return a step without events that shows how the table stands."""
        status = self.status()
        step = Step(SPECTATOR, [], self.views(), status, screen_viewer=self.screen.viewer)
        is_open = self.is_shared_screen and not self.screen.is_closed
        if is_open and status.asked and self.screen.viewer == PUBLIC:
            step.asker = self.match.view(status.asked[0])
        return step

    def _add(self, viewer: Viewer, step: Step) -> None:
        feed = self.feeds.get(viewer)
        if feed is not None:
            feed.add(step)
            self.services.draw(self, feed)
