"""Play a match: seats, chance and a log of everything that was decided."""

from __future__ import annotations

from dataclasses import dataclass, replace

from warband.kernel.chance import Chance
from warband.kernel.errors import BadInput
from warband.kernel.events import Event, may_see
from warband.kernel.game import Cover, Game, Result, State
from warband.kernel.reasons import IllegalAction, Reason
from warband.kernel.scene import Sentence
from warband.kernel.seats import ALL, BOTH, BY_CHANCE, CHANCE, DRAW

NOBODY_OFFERS = -1

ACT = "act"
RESIGN = "resign"
OFFER_DRAW = "offer draw"
ACCEPT_DRAW = "accept draw"
DECLINE_DRAW = "decline draw"
FORFEIT = "forfeit"
SEAT_GIVEN = "seat given to"
DEEDS = [ACT, RESIGN, OFFER_DRAW, ACCEPT_DRAW, DECLINE_DRAW, FORFEIT, SEAT_GIVEN]
# The deeds that leave what may be undone as it is, and are not undone themselves.
TALK = (OFFER_DRAW, DECLINE_DRAW)
# Why a seat forfeits whose clock has run out; it is told apart from other forfeits.
OUT_OF_TIME = "out of time"


@dataclass(frozen=True)
class Entry:
    """Hold one line of the log: the ply, who did what, and what those see who may not see it all."""

    ply: int
    seat: int
    text: str
    deed: str = ACT
    seen_by: tuple[int, ...] = BOTH
    open: str = ""

    def seen(self, viewer: int) -> Entry:
        """Return the entry as a viewer may know it."""
        if may_see(self.seen_by, viewer):
            return self
        return replace(self, text=self.open)


@dataclass
class Moment:
    """Hold what an undo goes back to."""

    state: State
    entries: int
    told: int
    ply: int
    offer: int
    # The state as a document, once somebody has asked for it.
    position: dict[str, object] | None = None


class Match:
    """Hold a match from set-up to result: its state, its chance, its log, and the events told so far."""

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
        self.players = list(players or ["Blue", "Red"])
        self.first_players = list(self.players)
        self.start = start
        self.state = game.start() if start is None else game.restore(start, where)
        self.entries: list[Entry] = []
        self.told: list[tuple[int, Event]] = []
        self.ply = 0
        self.offer = NOBODY_OFFERS
        self.ending: Result | None = None
        self.chosen: dict[int, Entry] = {}
        self.moments: list[Moment] = []

    # ---- asking ----

    def awaiting(self) -> tuple[int, ...]:
        """Return the seats that owe a decision, BY_CHANCE, or nobody once the match is over."""
        return self.state.awaiting() if self.ending is None else ()

    def result(self) -> Result | None:
        """Return how the match ended, or None while it goes on."""
        return self.ending if self.ending is not None else self.state.result()

    def legal(self, seat: int) -> list[int]:
        """Return the legal actions of a seat."""
        return self.state.legal(seat) if self.ending is None else []

    def why_not(self, seat: int, action: int) -> Reason | None:
        """Return why an action is not legal for a seat now, or None if it is."""
        if self.ending is not None:
            return Reason("over", self.game.ending_clause, {})
        return self.state.why_not(seat, action)

    def text(self, action: int) -> str:
        """Return an action in notation, as things stand."""
        return self.game.text(action, self.state)

    def parse(self, text: str) -> int:
        """Return the action that a text means as things stand, or raise NotAnAction."""
        return self.game.parse(text, self.state)

    def view(self, viewer: int) -> dict[str, object]:
        """Return what a viewer may know; ALL exists once the match is over."""
        if viewer == ALL and self.result() is None:
            raise BadInput("everything is shown only once the match is over")
        view = self.state.view(viewer)
        view["players"] = list(self.players)
        if self.ending is not None:
            # The state knows nothing of resignations: nobody is awaited, and the view says how it ended.
            view["awaiting"] = []
            view["ending"] = {"winner": self.ending.winner, "why": self.ending.why}
        return view

    def events(self, viewer: int, since: int = 0) -> list[dict[str, object]]:
        """Return what a viewer may know of the events from a ply on."""
        return [event.seen(viewer) for ply, event in self.told if ply >= since]

    def log(self, viewer: int, since: int = 0) -> list[Sentence]:
        """Return the events from a ply on as sentences, as a viewer may read them."""
        return [self.game.say_event(event, self.players) for event in self.events(viewer, since)]

    # ---- playing ----

    def play(self, seat: int, action: int) -> list[Event]:
        """Carry out a seat's action and the chance that follows; raise IllegalAction and change nothing if illegal."""
        events = self.act(seat, action)
        return events + self.settle()

    def play_text(self, seat: int, text: str) -> list[Event]:
        """Carry out an action given in notation."""
        return self.play(seat, self.parse(text))

    def act(self, seat: int, action: int) -> list[Event]:
        """Carry out a seat's action and log it; chance is left to `settle`."""
        reason = self.why_not(seat, action)
        if reason is not None:
            raise IllegalAction(reason)
        moment = Moment(self.state.copy(), len(self.entries), len(self.told), self.ply, self.offer)
        joint = self.state.awaiting() == BOTH or bool(self.chosen)
        entry = self._entry(seat, action)
        sink: list[Event] = []
        self.state.apply(seat, action, sink)
        if joint:
            self._log_joint(entry, sink)
        else:
            self._log([entry], sink)
            if self.offer == 1 - seat:
                self.offer = NOBODY_OFFERS
        self._remember(moment, seat, joint, sink)
        return sink

    def settle(self) -> list[Event]:
        """Let chance decide whatever is up to chance now."""
        events: list[Event] = []
        while self.awaiting() == BY_CHANCE:
            outcomes = self.state.outcomes()
            events += self.settle_with(self.chance.choose(self.ply, outcomes))
        return events

    def settle_with(self, outcome: int) -> list[Event]:
        """Apply and log one given outcome of chance."""
        entry = self._entry(CHANCE, outcome)
        sink: list[Event] = []
        self.state.apply(CHANCE, outcome, sink)
        self._log([entry], sink)
        self.moments.clear()
        return sink

    def _entry(self, seat: int, action: int) -> Entry:
        cover: Cover | None = self.state.cover(seat, action)
        text = self.text(action)
        if cover is None:
            return Entry(self.ply, seat, text)
        return Entry(self.ply, seat, text, ACT, cover.seen_by, cover.text)

    def _log(self, entries: list[Entry], sink: list[Event]) -> None:
        self.entries.extend(entries)
        self.told.extend((self.ply, event) for event in sink)
        self.ply += 1

    def _log_joint(self, entry: Entry, sink: list[Event]) -> None:
        """Log a joint secret decision as one ply, in the order of the seats, once both choices are in."""
        self.chosen[entry.seat] = entry
        if len(self.chosen) == 2:
            self._log(sorted(self.secret_choices(), key=lambda choice: choice.seat), sink)
            self.chosen.clear()
            # Both have acted now; a replay sees the offer before both choices, so neither alone ends it.
            self.offer = NOBODY_OFFERS

    def secret_choices(self) -> list[Entry]:
        """Return the choice of a joint decision that is in while the other is awaited, for a private save."""
        # A draw may have been offered since; the choice belongs to the ply that is open now.
        return [replace(choice, ply=self.ply) for choice in self.chosen.values()]

    # ---- undo ----

    def _remember(self, moment: Moment, seat: int, joint: bool, sink: list[Event]) -> None:
        """Keep the moment before an action while it may be undone: nothing revealed, no chance, same decider."""
        revealed = any(event.reveals for event in sink)
        if joint or revealed or self.state.awaiting() != (seat,):
            self.moments.clear()
        else:
            self.moments.append(moment)

    def may_undo(self, seat: int) -> bool:
        """Tell whether the last action may be taken back by this seat."""
        return self.result() is None and bool(self.moments) and self.awaiting() == (seat,)

    def undo(self, seat: int) -> None:
        """Take the last action of a seat back, or raise IllegalAction; what was said since stays said."""
        if not self.may_undo(seat):
            raise IllegalAction(Reason("no_undo", self.game.ending_clause, {"seat": seat}))
        moment = self.moments.pop()
        said = [entry for entry in self.entries[moment.entries :] if entry.deed in TALK]
        self.state = moment.state
        del self.entries[moment.entries :]
        del self.told[moment.told :]
        self.ply = moment.ply
        self.offer = moment.offer
        for entry in said:
            self._talk(entry.seat, entry.deed)

    # ---- ending and leaving ----

    def resign(self, seat: int) -> None:
        """Give the match up; the other seat wins."""
        self._end(seat, RESIGN, RESIGN, Result(1 - seat, "resigned"))

    def forfeit(self, seat: int, why: str) -> None:
        """Take the match from a seat, for a reason that is logged; the other seat wins."""
        self._end(seat, FORFEIT, why, Result(1 - seat, "out_of_time" if why == OUT_OF_TIME else "forfeit"))

    def offer_draw(self, seat: int) -> None:
        """Offer a draw; it stands until the other seat declines it or acts."""
        self._check_running(seat)
        if self.offer == seat:
            raise BadInput(f"{self.players[seat]} has offered a draw already")
        self._talk(seat, OFFER_DRAW)

    def accept_draw(self, seat: int) -> None:
        """Accept the draw that the other seat offered."""
        self._check_offered(seat)
        self._end(seat, ACCEPT_DRAW, ACCEPT_DRAW, Result(DRAW, "agreed"))

    def decline_draw(self, seat: int) -> None:
        """Decline the draw that the other seat offered."""
        self._check_offered(seat)
        self._talk(seat, DECLINE_DRAW)

    def give_seat(self, seat: int, player: str) -> None:
        """Give a seat to another player, such as a bot that takes over."""
        self._check_running(seat)
        self._note(seat, SEAT_GIVEN, player, {"left": self.players[seat]})
        self.players[seat] = player

    def _end(self, seat: int, deed: str, text: str, result: Result) -> None:
        self._check_running(seat)
        self._note(seat, deed, text)
        self.chosen.clear()
        self.ending = result

    def _check_running(self, seat: int) -> None:
        if seat not in (0, 1):
            raise BadInput(f"there is no seat {seat}; the seats are 0 and 1")
        if self.result() is not None:
            raise BadInput("the match is over")

    def _check_offered(self, seat: int) -> None:
        self._check_running(seat)
        if self.offer != 1 - seat:
            raise BadInput(f"{self.players[1 - seat]} has offered no draw")

    def _talk(self, seat: int, deed: str) -> None:
        self._note(seat, deed, deed)
        self.offer = seat if deed == OFFER_DRAW else NOBODY_OFFERS

    def _note(self, seat: int, deed: str, text: str, more: dict[str, object] | None = None) -> None:
        self.entries.append(Entry(self.ply, seat, text, deed))
        self.told.append((self.ply, Event(deed.replace(" ", "_"), {"seat": seat, "text": text, **(more or {})})))
        self.ply += 1
        if deed not in TALK:
            self.moments.clear()
