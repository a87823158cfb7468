"""Run one table: do what is asked, write it down, acknowledge it, and only then show it to everybody."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

from warband.kernel.match import NOBODY_OFFERS, Match
from warband.kernel.record import entry_data
from warband.kernel.saved import save_head, save_told
from warband.kernel.seats import BOTH, BY_CHANCE, CHANCE, PUBLIC
from warband.table.audience import SCREEN, SPECTATOR, Audience, Facts, Listener, Step
from warband.table.clock import Clock
from warband.table.eyes import Screen
from warband.table.pages.hall import SCREEN as SCREEN_MODE
from warband.table.settings import Settings
from warband.table.sheets import Answered, Change, Seat, Sheet
from warband.table.store import Store
from warband.table.wire import Data

ACT: Final = "act"
UNDO: Final = "undo"
DEAL: Final = "deal"
REMATCH: Final = "rematch"
KEPT_ANSWERS: Final = 400

Asked = tuple[str, str]


def _seats_of(viewer: int) -> tuple[int, ...]:
    return BOTH if viewer == SCREEN else (viewer,) if viewer in BOTH else ()


class Lost(Exception):
    """Tell that a change could not be written down; the table has to be read again from the store."""


class Surroundings(Protocol):
    """Offer what a table needs of the server around it."""

    store: Store
    settings: Settings

    def paint(self, table: Table, audience: Audience) -> None:
        """Draw for an audience soon."""

    def changed(self, table: Table) -> None:
        """Look after a table that has changed: bots and clocks."""


@dataclass
class Note:
    """Hold one ply of a deed: who acted, how many events were told by then, and what each audience saw after it."""

    seat: int
    told: int
    views: dict[int, dict[str, object]]
    eyes: int
    decides: bool = False


class Recording:
    """Hold what a deed does to a match, ply by ply, with what each audience sees after each."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.match = table.match
        self.entries = len(table.match.entries)
        self.told = len(table.match.told)
        self.notes: list[Note] = []
        self.kept: tuple[int, int] | None = None

    def note(self, seat: int, decides: bool = False) -> None:
        """Take down that a seat, or chance, has just done something."""
        self.notes.append(Note(seat, len(self.match.told), self.table.views(), self.table.screen.eyes, decides))

    def play(self, seat: int, action: int) -> None:
        """Carry out an action and the chance that follows, one ply after the other."""
        self.match.act(seat, action)
        self.note(seat, decides=True)
        self.settle()

    def settle(self) -> None:
        """Let chance decide whatever is up to chance now, one ply after the other."""
        match = self.match
        while match.awaiting() == BY_CHANCE:
            match.settle_with(match.chance.choose(match.ply, match.state.outcomes()))
            self.note(CHANCE)

    def undo(self, seat: int) -> None:
        """Take the last action back; what was said after it is said again."""
        last = self.match.moments[-1:]
        self.match.undo(seat)
        self.kept = (self.entries, self.told) = (last[0].entries, last[0].told)
        self.note(seat)

    def body(self) -> Data:
        """Return what the log keeps: the new entries and events, what an undo left, a choice that waits."""
        match = self.match
        data: Data = {"entries": [entry_data(entry) for entry in match.entries[self.entries :]]}
        data["told"] = [save_told(told) for told in match.told[self.told :]]
        if self.kept is not None:
            data["kept"] = list(self.kept)
        if match.secret_choices():
            data["waiting"] = [entry_data(entry) for entry in match.secret_choices()]
        return data

    def steps(self, facts: Facts) -> list[Step]:
        """Return the steps, once it is known how the table stands after them."""
        steps: list[Step] = []
        before = self.told
        kept = self.kept[1] if self.kept is not None else None
        for note in self.notes:
            events = [event for _, event in self.match.told[before : note.told]]
            steps.append(Step(note.seat, events, note.views, facts, kept, eyes=note.eyes, decides=note.decides))
            before = note.told
        return steps


@dataclass
class Table:
    """Hold a running match, its seats, its clock, and everybody who looks at it."""

    sheet: Sheet
    match: Match
    around: Surroundings
    clock: Clock
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    audiences: dict[int, Audience] = field(default_factory=dict)
    screen: Screen = field(default_factory=Screen)
    answered: OrderedDict[Asked, Data] = field(default_factory=OrderedDict)
    # How many events had been told at each version.
    told_at: dict[int, int] = field(default_factory=dict)
    here: list[int] = field(default_factory=lambda: [0, 0])
    gone: list[float] = field(default_factory=lambda: [time.monotonic()] * 2)
    used: float = field(default_factory=time.monotonic)
    # The seats whose people have been at the table.
    met: set[int] = field(default_factory=set)
    # The table at which this match was begun again.
    rematch: str = ""
    is_lost: bool = False

    # ---- asking ----

    @property
    def id(self) -> str:
        """Return the id of the table."""
        return self.sheet.id

    @property
    def is_shared_screen(self) -> bool:
        """Tell whether two people sit at one screen."""
        return self.sheet.order.mode == SCREEN_MODE

    def is_full(self) -> bool:
        """Tell whether somebody sits in both seats."""
        return not any(seat.is_free() for seat in self.sheet.seats)

    def asked(self) -> tuple[int, ...]:
        """Return the seats that are asked to decide now; who has chosen in secret is not asked again."""
        return tuple(seat for seat in self.match.awaiting() if seat != CHANCE)

    def eyes(self, viewer: int) -> int:
        """Return whose view a viewer gets."""
        return self.screen.eyes if viewer == SCREEN else viewer

    def views(self) -> dict[int, dict[str, object]]:
        """Return what each audience sees now."""
        return {viewer: self.match.view(self.eyes(viewer)) for viewer in self.audiences}

    def over(self) -> Data | None:
        """Return how the match ended, or None while it goes on."""
        result = self.match.result()
        if result is None:
            return None
        text = self.match.game.say_result(result, self.match.players)
        again = f"/table/{self.rematch}" if self.rematch else None
        told = {"winner": result.winner, "why": result.why, "text": text}
        return {**told, "url": f"/table/{self.id}/end", "rematch": again}

    def facts(self) -> Facts:
        """Return how the table stands, apart from what a view tells."""
        match = self.match
        undo = tuple(seat for seat in (0, 1) if match.may_undo(seat))
        asked, clock = self.asked(), self.clock.to_data()
        offer = match.offer if match.result() is None else NOBODY_OFFERS
        names, kinds = list(match.players), [seat.kind for seat in self.sheet.seats]
        facts = Facts(self.sheet.version, self.sheet.decision, names, kinds, asked, undo, offer, clock)
        facts.over = self.over()
        if self.screen.is_closed:
            facts.curtain = match.players[self.screen.waiting]
        return facts

    # ---- guests ----

    def audience(self, viewer: int) -> Audience:
        """Return those who look through these eyes, starting from how the table stands if nobody did."""
        found = self.audiences.get(viewer)
        if found is None:
            found = self.audiences[viewer] = Audience(self.match.game, viewer)
            found.begin(self.moment(), [event for _, event in self.match.told])
        return found

    def arrive(self, viewer: int, listener: Listener) -> Audience:
        """Let somebody look through these eyes."""
        self._meet(viewer)
        audience = self.audience(viewer)
        audience.listeners.append(listener)
        for seat in _seats_of(viewer):
            self.here[seat] += 1
        return audience

    def _meet(self, viewer: int) -> None:
        """Take note that a seat's person has been here; the clocks start with the last of them."""
        self.met.update(_seats_of(viewer))
        if self.clock.is_used and not self.clock.begun:
            self.run_clock()
            if self.clock.begun:
                self.around.changed(self)
                self.show_moment()

    def leave(self, viewer: int, listener: Listener) -> None:
        """Let somebody go; nothing is drawn for eyes that nobody has."""
        audience = self.audiences.get(viewer)
        self.used = time.monotonic()
        if audience is None or listener not in audience.listeners:
            return
        audience.listeners.remove(listener)
        if not audience.listeners and not audience.delay:
            del self.audiences[viewer]
        for seat in _seats_of(viewer):
            self.here[seat] -= 1
            self.gone[seat] = time.monotonic()

    def unseat(self, seat: int) -> None:
        """Send away who looks through the eyes of a seat that is not theirs any more; they may watch."""
        audience = self.audiences.get(seat)
        for listener in list(audience.listeners) if audience is not None else []:
            listener.close()

    # ---- changing ----

    async def change(
        self,
        deed: str,
        seat: int,
        do: Callable[[Recording], None],
        reply: Callable[[], None] | None = None,
        answered: Answered | None = None,
        seats: list[Seat] | None = None,
    ) -> None:
        """Do something, write it down, acknowledge it, show it; whoever calls this holds the lock.

        What `do` raises passes through, and nothing has changed. If it cannot be written down, the table is lost.
        """
        recording = Recording(self)
        do(recording)
        is_new = recording.kept is not None or len(self.match.entries) > recording.entries
        try:
            self._advance(deed, seat, is_new, seats)
            change = Change(self.id, self.sheet.version, deed, seat, recording.body(), self.sheet.changed)
            await self._write(change, answered, seats is not None)
        except BaseException as error:
            # The memory is ahead of the disk now: only the disk counts.
            self.is_lost = True
            raise Lost(f"{type(error).__name__}: {error}") from error
        if answered is not None:
            self.remember((answered.person, answered.message), answered.answer)
        if reply is not None:
            reply()
        self.publish(recording, is_secret=deed == ACT and not is_new)
        self.around.changed(self)

    def _advance(self, deed: str, seat: int, is_new: bool, seats: list[Seat] | None) -> None:
        """Bring the sheet to how the match stands; a decision gets a new id once the old one is answered."""
        sheet, match = self.sheet, self.match
        sheet.version += 1
        if (deed in (ACT, UNDO) and is_new) or match.result() is not None:
            sheet.decision += 1
        if seats is not None:
            sheet.seats = seats
        if deed == ACT:
            self.clock.decided(seat)
        self.run_clock()
        result = match.result()
        sheet.result = None if result is None else {"winner": result.winner, "why": result.why}
        sheet.head = save_head(match) | {"awaiting": list(self.asked())}
        sheet.players, sheet.clock, sheet.changed = list(match.first_players), self.clock.save(), time.time()
        self.told_at[sheet.version] = len(match.told)

    def run_clock(self) -> None:
        """Let the time of those run who are asked; nobody's runs until everybody has been at the table."""
        people = {seat for seat, holder in enumerate(self.sheet.seats) if holder.person}
        self.clock.begun = self.clock.begun or (self.is_full() and people <= self.met)
        thinking = tuple(seat for seat in self.asked() if seat in people)
        self.clock.run(thinking if self.clock.begun else ())

    async def _write(self, change: Change, answered: Answered | None, seats: bool) -> None:
        store = self.around.store
        if change.version == 1:
            await store.create(self.sheet, change)
        else:
            await store.append(self.sheet, change, answered, seats)

    def remember(self, asked: Asked, answer: Data) -> None:
        """Keep an answer, so that a repeated message is answered again and not applied again."""
        self.answered[asked] = answer
        while len(self.answered) > KEPT_ANSWERS:
            self.answered.popitem(last=False)

    # ---- showing ----

    def publish(self, recording: Recording, is_secret: bool = False) -> None:
        """Let every audience see what happened; a secret choice is news to nobody but who made it."""
        if self.is_shared_screen:
            self.screen.turn(self.match)
        for step in recording.steps(self.facts()):
            for viewer in step.views:
                if not is_secret or viewer in (step.seat, SCREEN):
                    self._add(viewer, step)
        if SCREEN in self.audiences:
            # The curtain may have fallen, or the other seat may be asked.
            self._add(SCREEN, self.moment())

    def show_moment(self, *viewers: int) -> None:
        """Show these viewers, or everybody, how the table stands, without a story."""
        step = self.moment()
        for viewer in viewers or tuple(self.audiences):
            self._add(viewer, step)

    def moment(self) -> Step:
        """Return a step that shows how the table stands and tells nothing."""
        facts = self.facts()
        step = Step(SPECTATOR, [], self.views(), facts, eyes=self.screen.eyes)
        is_open = self.is_shared_screen and not self.screen.is_closed
        if is_open and facts.asked and self.screen.eyes == PUBLIC:
            step.asker = self.match.view(facts.asked[0])
        return step

    def _add(self, viewer: int, step: Step) -> None:
        audience = self.audiences.get(viewer)
        if audience is not None:
            audience.add(step)
            self.around.paint(self, audience)
