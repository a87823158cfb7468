"""Play a match: seats, chance and a log of everything that was decided."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from operator import index

from warband.kernel.chance import Chance
from warband.kernel.costs import may_take_back
from warband.kernel.entries import (
    ACCEPT_DRAW,
    ACT,
    DECLINE_DRAW,
    FORFEIT,
    OFFER_DRAW,
    OUT_OF_TIME,
    RESIGN,
    SEAT_GIVEN,
    TALK,
    Entry,
)
from warband.kernel.errors import BadInput, NotAnAction
from warband.kernel.events import Event
from warband.kernel.game import Cover, Game, Result, State
from warband.kernel.hooks import HOOKS, FilePath
from warband.kernel.reasons import IllegalAction, Reason
from warband.kernel.scene import Sentence
from warband.kernel.seats import ALL, BOTH, BY_CHANCE, CHANCE, NOBODY, PUBLIC, SIDE_NAMES, Seat
from warband.kernel.views import View, Viewer


@dataclass
class Moment:
    """The state of a match that an undo goes back to."""

    state: State
    entries: int
    events: int
    ply: int
    offer: int
    # The state as a document, once somebody has asked for it.
    position: dict[str, object] | None = field(default=None, compare=False)

    def copy(self) -> Moment:
        """Return a moment that shares nothing that changes."""
        return replace(self, state=self.state.copy())


class Match:
    """A match from set-up to result: its state, its chance, its log and its events."""

    def __init__(
        self,
        game: Game,
        chance: Chance,
        players: list[str] | None = None,
        start: dict[str, object] | None = None,
        where: str = "start",
    ) -> None:
        self.game = game
        self.chance = chance
        self.players = list(players or SIDE_NAMES)
        if len(self.players) != len(SIDE_NAMES) or not all(isinstance(name, str) for name in self.players):
            raise BadInput(f"a match has two players; {', '.join(map(str, self.players))} will not do")
        self.first_players = list(self.players)
        self.start = start
        self.state = game.start() if start is None else game.restore(start, where)
        self.entries: list[Entry] = []
        self.event_log: list[tuple[int, Event]] = []
        self.ply = 0
        self.offer = NOBODY
        self.ending: Result | None = None
        self.chosen: dict[int, Entry] = {}
        self.moments: list[Moment] = []

    def copy(self) -> Match:
        """Return a match that is equal to this one and goes on by itself."""
        twin = Match(self.game, self.chance, self.first_players, self.start)
        twin.players = list(self.players)
        twin.state = self.state.copy()
        twin.entries, twin.event_log, twin.chosen = list(self.entries), list(self.event_log), dict(self.chosen)
        twin.ply, twin.offer, twin.ending = self.ply, self.offer, self.ending
        twin.moments = [moment.copy() for moment in self.moments]
        return twin

    def __copy__(self) -> Match:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Match:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Match) and vars(self) == vars(other)

    # ---- asking ----

    def awaiting(self) -> tuple[int, ...]:
        """Return the seats that owe a decision, BY_CHANCE, or nobody once the match is over."""
        return self.state.awaiting() if self.ending is None else ()

    @property
    def result(self) -> Result | None:
        """Return how the match ended, or None while it goes on."""
        return self.ending if self.ending is not None else self.state.result()

    @property
    def over(self) -> bool:
        """Return whether the match has ended."""
        return self.result is not None

    @property
    def seat(self) -> Seat:
        """Return the first seat that still owes a decision; 0 where none does."""
        awaiting = self.awaiting()
        return awaiting[0] if awaiting and awaiting != BY_CHANCE else 0

    def legal(self, *, seat: Seat | None = None) -> list[str]:
        """Return the legal actions of a seat in notation; without `seat`, of the first that still owes a decision."""
        return [self.text(action) for action in self.actions(self._seated(seat))]

    def actions(self, seat: Seat) -> list[int]:
        """Return the legal actions of a seat as numbers."""
        return self.state.legal(seat) if self.ending is None else []

    def why_not(self, action: str | int, *, seat: Seat | None = None) -> Reason | None:
        """Return why an action is not legal for a seat now, in words, or None if it is legal."""
        reason = self.refusal(self._seated(seat), self.number(action))
        if reason is not None:
            reason.sentence = self.game.say_reason(reason)
        return reason

    def refusal(self, seat: Seat, action: int) -> Reason | None:
        """Return why a numbered action is not legal for a seat now, its sentence left out, or None if it is legal."""
        if self.ending is not None:
            return Reason("over", self.game.ending_clause, {})
        return self.state.why_not(seat, action)

    def _seated(self, seat: Seat | None) -> Seat:
        if seat is None:
            return self.seat
        if seat not in (0, 1):
            raise BadInput(f"there is no seat {seat!r}; the seats are 0 and 1")
        return seat

    def number(self, action: str | int) -> int:
        """Return an action, given in notation or as its number, as a number; raise NotAnAction if there is none."""
        if isinstance(action, str):
            return self.parse(action)
        if isinstance(action, bool) or not hasattr(action, "__index__"):
            raise NotAnAction(f"an action is a text or a whole number, not {action!r}")
        number = index(action)
        if not 0 <= number < self.game.action_count():
            last = self.game.action_count() - 1
            raise NotAnAction(f"{number} is not an action of {self.game.title}; they are 0 to {last}")
        return number

    def text(self, action: int) -> str:
        """Return an action in notation, as things stand."""
        return self.game.text(action, self.state)

    def parse(self, text: str) -> int:
        """Return the action that a text means as things stand, or raise NotAnAction."""
        return self.game.parse(text, self.state)

    def view(self, seat: Viewer | None = None) -> View:
        """Return what a seat may know, or PUBLIC, or ALL once the match is over.

        Without `seat` it is the first that still owes a decision, or ALL once the match is over.
        """
        if seat is None:
            seat = ALL if self.over else self.seat
        self._check_viewer(seat)
        view = self.state.view(seat)
        view["players"] = list(self.players)
        if self.ending is not None:
            # The state knows nothing of resignations: nobody is awaited, and the view says how it ended.
            view["awaiting"] = []
            view["ending"] = self.ending.data()
        return view

    def _check_viewer(self, viewer: Viewer) -> None:
        if viewer not in (0, 1, PUBLIC, ALL):
            raise BadInput(f"there is no seat {viewer!r}; the seats are 0 and 1, spectators are {PUBLIC}")
        if viewer == ALL and not self.over:
            raise BadInput("everything is shown only once the match is over")

    def events(self, viewer: Viewer, since: int = 0) -> list[dict[str, object]]:
        """Return what a viewer may know of the events from a ply on."""
        return [event.seen(viewer) for ply, event in self.event_log if ply >= since]

    def log(self, seat: Viewer = PUBLIC, since: int = 0) -> list[Sentence]:
        """Return the events from a ply on as sentences, as a seat, a spectator or (at the end) ALL may read them."""
        self._check_viewer(seat)
        return [self.game.say_event(event, self.players) for event in self.events(seat, since)]

    def __repr__(self) -> str:
        state = f"over, {self.result}" if self.over else f"seat {self.seat} decides"
        return f"<Match of {self.game.name}, {' against '.join(self.players)}, ply {self.ply}: {state}>"

    def __str__(self) -> str:
        return HOOKS.draw(self.game.scene(self.view(PUBLIC)))

    # ---- playing ----

    def push(self, action: str | int, *, seat: Seat | None = None) -> None:
        """Carry out an action, given in notation or as its number, and the chance that follows.

        Raise IllegalAction, which says why, or NotAnAction, and change nothing if it cannot be. Without `seat` it is
        the action of the first seat that still owes a decision; in a joint secret decision nothing of it shows before
        the other seat has decided.
        """
        self.play(self._seated(seat), self.number(action))

    def play(self, seat: Seat, action: int) -> list[Event]:
        """Carry out a seat's action and the chance that follows; raise IllegalAction and change nothing if illegal."""
        events = self.act(seat, action)
        return events + self.settle()

    def act(self, seat: Seat, action: int) -> list[Event]:
        """Carry out a seat's action and log it; chance is left to `settle`."""
        reason = self.refusal(seat, action)
        if reason is not None:
            reason.sentence = self.game.say_reason(reason)
            raise IllegalAction(reason)
        moment = Moment(self.state.copy(), len(self.entries), len(self.event_log), self.ply, self.offer)
        joint = self.state.awaiting() == BOTH or bool(self.chosen)
        entry = self._entry(seat, action)
        sink: list[Event] = []
        self.state.apply(seat, action, sink)
        if joint:
            self._log_joint(entry, sink)
        else:
            self._log([entry], sink)
            if self.offer == 1 - seat:
                self.offer = NOBODY
        self._remember(moment, seat, joint, sink)
        return sink

    def settle(self) -> list[Event]:
        """Resolve all chance until a seat decides; return the events."""
        return [event for events in self.settle_by_ply() for event in events]

    def settle_by_ply(self) -> Iterator[list[Event]]:
        """Resolve chance one ply at a time; yield the events of each while the match stands after it."""
        while self.awaiting() == BY_CHANCE:
            yield self.settle_once()

    def settle_once(self) -> list[Event]:
        """Resolve one chance ply; return its events."""
        return self.settle_with(self.chance.choose(self.ply, self.state.outcomes()))

    def settle_with(self, outcome: int) -> list[Event]:
        """Apply and log one given outcome of chance."""
        entry = self._entry(CHANCE, outcome)
        sink: list[Event] = []
        self.state.apply(CHANCE, outcome, sink)
        self._log([entry], sink)
        self.moments.clear()
        return sink

    def _entry(self, seat: Seat, action: int) -> Entry:
        cover: Cover | None = self.state.cover(seat, action)
        text = self.text(action)
        if cover is None:
            return Entry(self.ply, seat, text)
        return Entry(self.ply, seat, text, ACT, cover.seen_by, cover.text)

    def _log(self, entries: list[Entry], sink: list[Event]) -> None:
        self.entries.extend(entries)
        self.event_log.extend((self.ply, event) for event in sink)
        self.ply += 1

    def _log_joint(self, entry: Entry, sink: list[Event]) -> None:
        """Log a joint secret decision as one ply, in the order of the seats, once both choices are in."""
        self.chosen[entry.seat] = entry
        if len(self.chosen) == 2:
            self._log(sorted(self.secret_choices(), key=lambda choice: choice.seat), sink)
            self.chosen.clear()
            # Both have acted now; a replay sees the offer before both choices, so neither alone ends it.
            self.offer = NOBODY

    def secret_choices(self) -> list[Entry]:
        """Return the choice of a joint decision that is in while the other is awaited, for a private save."""
        # A draw may have been offered since; the choice belongs to the ply that is open now.
        return [replace(choice, ply=self.ply) for choice in self.chosen.values()]

    def save(self, path: FilePath) -> None:
        """Write the match to a file that `warband.load` reads; until it is over, its secrets stand in there too."""
        from warband.kernel.record import record_match

        HOOKS.write(path, record_match(self, private=True).to_json())

    # ---- undo ----

    def _remember(self, moment: Moment, seat: Seat, joint: bool, sink: list[Event]) -> None:
        """Keep the moment before an action while it may be undone."""
        if may_take_back(seat, joint, self.state, sink):
            self.moments.append(moment)
        else:
            self.moments.clear()

    def may_undo(self, seat: Seat) -> bool:
        """Return whether this seat may take the last action back."""
        return not self.over and bool(self.moments) and self.awaiting() == (seat,)

    def undo(self, seat: Seat | None = None) -> Moment:
        """Take a seat's last action back, or raise IllegalAction; return the moment before. What was said stays."""
        seat = self._seated(seat)
        if not self.may_undo(seat):
            reason = Reason("no_undo", self.game.ending_clause, {"seat": seat})
            reason.sentence = self.game.say_reason(reason)
            raise IllegalAction(reason)
        moment = self.moments.pop()
        said = [entry for entry in self.entries[moment.entries :] if entry.deed in TALK]
        self.state = moment.state
        del self.entries[moment.entries :]
        del self.event_log[moment.events :]
        self.ply = moment.ply
        self.offer = moment.offer
        for entry in said:
            self._talk(entry.seat, entry.deed)
        return moment

    # ---- ending and leaving ----

    def resign(self, seat: Seat) -> None:
        """Give the match up; the other seat wins."""
        self._end(seat, RESIGN, RESIGN, Result(1 - seat, "resigned"))

    def forfeit(self, seat: Seat, why: str) -> None:
        """Take the match from a seat, for a reason that is logged; the other seat wins."""
        self._end(seat, FORFEIT, why, Result(1 - seat, "out_of_time" if why == OUT_OF_TIME else "forfeit"))

    def offer_draw(self, seat: Seat) -> None:
        """Offer a draw; it stands until the other seat declines it or acts."""
        self._check_running(seat)
        if self.offer == seat:
            raise BadInput(f"{self.players[seat]} has offered a draw already")
        self._talk(seat, OFFER_DRAW)

    def accept_draw(self, seat: Seat) -> None:
        """Accept the draw that the other seat offered."""
        self._check_offered(seat)
        self._end(seat, ACCEPT_DRAW, ACCEPT_DRAW, Result(NOBODY, "agreed"))

    def decline_draw(self, seat: Seat) -> None:
        """Decline the draw that the other seat offered."""
        self._check_offered(seat)
        self._talk(seat, DECLINE_DRAW)

    def give_seat(self, seat: Seat, player: str) -> None:
        """Give a seat to another player, such as a bot that takes over."""
        self._check_running(seat)
        self._note(seat, SEAT_GIVEN, player, {"left": self.players[seat]})
        self.players[seat] = player

    def name_player(self, seat: Seat, player: str) -> None:
        """Name the player of a seat that was free so far; the record knows no other name."""
        self.players[seat] = self.first_players[seat] = player

    def _end(self, seat: Seat, deed: str, text: str, result: Result) -> None:
        self._check_running(seat)
        self._note(seat, deed, text)
        self.chosen.clear()
        self.ending = result

    def _check_running(self, seat: Seat) -> None:
        self._seated(seat)
        if self.over:
            raise BadInput("the match is over")

    def _check_offered(self, seat: Seat) -> None:
        self._check_running(seat)
        if self.offer != 1 - seat:
            raise BadInput(f"{self.players[1 - seat]} has offered no draw")

    def _talk(self, seat: Seat, deed: str) -> None:
        self._note(seat, deed, deed)
        self.offer = seat if deed == OFFER_DRAW else NOBODY

    def _note(self, seat: Seat, deed: str, text: str, more: dict[str, object] | None = None) -> None:
        self.entries.append(Entry(self.ply, seat, text, deed))
        self.event_log.append((self.ply, Event(deed.replace(" ", "_"), {"seat": seat, "text": text, **(more or {})})))
        self.ply += 1
        if deed not in TALK:
            self.moments.clear()
