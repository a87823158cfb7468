"""Answer the messages of one guest at one table."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from warband.agents.roster import bot_name
from warband.kernel.errors import BadInput
from warband.kernel.match import Match
from warband.kernel.reasons import IllegalAction
from warband.kernel.scene import Scene
from warband.kernel.seats import PUBLIC
from warband.scene import html
from warband.table import wire
from warband.table.audience import SCREEN
from warband.table.bots import Bots, substitute
from warband.table.sheets import Answered, Seat
from warband.table.tables import ACT, UNDO, Recording, Table
from warband.table.wire import Data, Message, answer, reason_data, rejected

WATCHING: Final = "You are watching; only the two players act."
CURTAIN: Final = "The curtain is down; open it first."
OVER: Final = "The match is over."
NO_BOT_DRAW: Final = "A bot plays on; it takes no draw."
HINTS: Final = 3
CHANGING: Final = (wire.ACT, wire.UNDO, wire.RESIGN, wire.OFFER_DRAW, wire.ANSWER_DRAW, wire.GIVE)


class Guest(Protocol):
    """Be one connection to a table: who it is, through whose eyes it looks, and how to reach it."""

    person: str
    viewer: int

    def send(self, message: str) -> None:
        """Take a message to be sent."""

    def resync(self) -> None:
        """Send the whole table."""


class Desk:
    """Answer messages: check them, do what they ask, say why not."""

    def __init__(self, table: Table, bots: Bots) -> None:
        self.table = table
        self.bots = bots
        self._deeds: dict[str, Callable[[Guest, Message, int], Awaitable[None]]] = {
            wire.ACT: self._act,
            wire.UNDO: self._undo,
            wire.RESIGN: self._resign,
            wire.OFFER_DRAW: self._offer_draw,
            wire.ANSWER_DRAW: self._answer_draw,
            wire.GIVE: self._give,
            wire.HINT: self._hint,
            wire.PREVIEW: self._preview,
            wire.ATTEMPT: self._attempt,
        }

    @property
    def match(self) -> Match:
        """Return the match at the table."""
        return self.table.match

    async def answer(self, guest: Guest, message: Message) -> None:
        """Answer a message; one that changes something waits for its turn at the table."""
        if message.kind not in CHANGING:
            return await self._answer(guest, message)
        async with self.table.lock:
            earlier = self.table.answered.get((guest.person, message.id))
            if earlier is not None:
                return guest.send(wire.pack(earlier))
            return await self._answer(guest, message)

    async def _answer(self, guest: Guest, message: Message) -> None:
        seat = self.seat_of(guest)
        try:
            if seat is None:
                raise BadInput(WATCHING if guest.viewer == PUBLIC else CURTAIN)
            await self._deeds[message.kind](guest, message, seat)
        except IllegalAction as error:
            self._refuse(guest, message, answer(message.id, wire.REJECTED, reason_data(self.match.game, error.reason)))
        except BadInput as error:
            self._refuse(guest, message, rejected(message.id, str(error)))

    def _refuse(self, guest: Guest, message: Message, refusal: Data) -> None:
        if message.kind in CHANGING:
            self.table.remember((guest.person, message.id), refusal)
        guest.send(wire.pack(refusal))

    def seat_of(self, guest: Guest) -> int | None:
        """Return the seat for which a guest acts now, or None if it acts for none."""
        if guest.viewer != SCREEN:
            return guest.viewer if guest.viewer in (0, 1) else None
        screen, asked = self.table.screen, self.table.asked()
        if screen.is_closed:
            return None
        return screen.eyes if screen.eyes != PUBLIC else (asked[0] if asked else 0)

    # ---- what changes something ----

    async def _change(
        self,
        guest: Guest,
        message: Message,
        seat: int,
        do: Callable[[Recording], None],
        deed: str,
        seats: list[Seat] | None = None,
    ) -> None:
        accepted = answer(message.id)
        answered = Answered(guest.person, message.id, accepted)
        await self.table.change(deed, seat, do, lambda: guest.send(wire.pack(accepted)), answered, seats)

    def _is_stale(self, guest: Guest, message: Message) -> bool:
        """Tell whether a message answers another question than the one that is asked; then show what is."""
        if message.decision == self.table.sheet.decision:
            return False
        guest.send(wire.pack(answer(message.id, wire.RESYNC)))
        guest.resync()
        return True

    async def _act(self, guest: Guest, message: Message, seat: int) -> None:
        if self._is_stale(guest, message):
            return
        self._check_action(message.action)
        await self._change(guest, message, seat, lambda recording: recording.play(seat, message.action), ACT)

    def _check_action(self, action: int) -> None:
        if not 0 <= action < self.match.game.action_count():
            raise BadInput(f"There is no action {action}; reload the page.")

    async def _undo(self, guest: Guest, message: Message, seat: int) -> None:
        if not self._is_stale(guest, message):
            await self._change(guest, message, seat, lambda recording: recording.undo(seat), UNDO)

    async def _resign(self, guest: Guest, message: Message, seat: int) -> None:
        def do(recording: Recording) -> None:
            self.match.resign(seat)
            recording.note(seat)

        self._check_running()
        await self._change(guest, message, seat, do, message.kind)

    async def _offer_draw(self, guest: Guest, message: Message, seat: int) -> None:
        def do(recording: Recording) -> None:
            self.match.offer_draw(seat)
            recording.note(seat)

        self._check_running()
        if self.table.sheet.seats[1 - seat].bot:
            raise BadInput(NO_BOT_DRAW)
        await self._change(guest, message, seat, do, message.kind)

    async def _answer_draw(self, guest: Guest, message: Message, seat: int) -> None:
        def do(recording: Recording) -> None:
            if message.accept:
                self.match.accept_draw(seat)
            else:
                self.match.decline_draw(seat)
            recording.note(seat)

        self._check_running()
        if guest.viewer == SCREEN and self.match.offer in (0, 1):
            # At one screen the other person reaches over.
            seat = 1 - self.match.offer
        await self._change(guest, message, seat, do, message.kind)

    async def _give(self, guest: Guest, message: Message, seat: int) -> None:
        self._check_running()
        if message.seat not in replaceable(self.table, seat):
            raise BadInput("That seat cannot be given to a bot now: its player is here, or has not been gone for long.")
        await self._change(guest, message, seat, *give_to_bot(self.table, message.seat, substitute()))

    def _check_running(self) -> None:
        if self.match.result() is not None:
            raise BadInput(OVER)

    # ---- what only asks ----

    def _view(self, seat: int) -> dict[str, object]:
        return self.match.view(seat)

    async def _hint(self, guest: Guest, message: Message, seat: int) -> None:
        legal = self.match.legal(seat)
        if not legal:
            raise BadInput("There is nothing for you to decide now.")
        labels = _labels(self.match.game.scene(self._view(seat)))
        found = await self.bots.hints(self.match.game, self._view(seat), legal, self.table.id)
        hints = [
            {"action": hint.action, "label": labels.get(hint.action, ""), "chance": round(hint.chance, 3)}
            for hint in found[:HINTS]
        ]
        guest.send(wire.pack(answer(message.id, hints=hints)))

    async def _preview(self, guest: Guest, message: Message, seat: int) -> None:
        self._check_action(message.action)
        reason = self.match.why_not(seat, message.action)
        if reason is not None:
            raise IllegalAction(reason)
        view, game = self._view(seat), self.match.game
        lines = [html.sentence_html(sentence) for sentence in game.preview(view, message.action)]
        label = _labels(game.scene(view)).get(message.action, "")
        effects = html.effects_data(game.effects(view, message.action))
        guest.send(wire.pack(answer(message.id, label=label, preview=lines, effects=effects)))

    async def _attempt(self, guest: Guest, message: Message, seat: int) -> None:
        reason = self.match.game.attempt(self._view(seat), list(message.handles))
        if reason is not None:
            raise IllegalAction(reason)
        guest.send(wire.pack(answer(message.id, reason=None)))


def _labels(scene: Scene) -> dict[int, str]:
    return {choice.action: choice.label for choice in scene.choices}


def replaceable(table: Table, seat: int) -> list[int]:
    """Return the seats that a player may give to a bot now: the other one, if its person has been gone for long."""
    other = 1 - seat
    holder = table.sheet.seats[other]
    if seat not in (0, 1) or holder.bot or table.is_shared_screen or table.match.result() is not None:
        return []
    away = table.here[other] == 0 and time.monotonic() - table.gone[other] >= table.around.settings.leaver_seconds
    return [other] if away else []


def give_to_bot(table: Table, seat: int, spec: str) -> tuple[Callable[[Recording], None], str, list[Seat]]:
    """Return the deed that gives a seat to a bot, what it is called, and who sits where after it."""

    def do(recording: Recording) -> None:
        table.match.give_seat(seat, bot_name(spec, table.match.players[1 - seat]))
        recording.note(seat)

    seats = list(table.sheet.seats)
    seats[seat] = Seat(bot=spec)
    return do, wire.GIVE, seats
