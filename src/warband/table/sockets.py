"""Carry messages between a browser and a table."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from typing import Final
from urllib.parse import urlsplit

from starlette.websockets import WebSocket, WebSocketDisconnect

from warband.kernel.errors import BadInput
from warband.table import wire
from warband.table.audience import SCREEN, Audience
from warband.table.budgets import Meter
from warband.table.desk import replaceable
from warband.table.house import House
from warband.table.identity import Visitor
from warband.table.painter import state
from warband.table.tables import Lost, Table
from warband.table.wire import Data, Message

logger = logging.getLogger("warband.table")

FORBIDDEN: Final = 4403
NOT_THERE: Final = 4404
TOO_MANY: Final = 4429
COME_BACK: Final = 4000
GOING_AWAY: Final = 1001
FLOOD: Final = 200


class Guestbook:
    """Hold what all sockets of a server share: who is connected, and what each seat and address has used."""

    def __init__(self, house: House) -> None:
        self.house = house
        limits = house.settings.limits
        self.by_seat = Meter(limits.seat)
        self.by_address = Meter(limits.address)
        self.sockets: dict[str, int] = {}
        self.lines: set[Line] = set()

    def enter(self, line: Line) -> bool:
        """Let a socket in; return False if its address has too many."""
        count = self.sockets.get(line.address, 0)
        if count >= self.house.settings.limits.sockets:
            return False
        self.sockets[line.address] = count + 1
        self.lines.add(line)
        return True

    def leave(self, line: Line) -> None:
        """Forget a socket."""
        if line in self.lines:
            self.lines.discard(line)
            self.sockets[line.address] -= 1
            if not self.sockets[line.address]:
                del self.sockets[line.address]

    async def close(self) -> None:
        """Tell everybody that the server stops, and see that they have heard it."""
        for line in self.lines:
            line.send(wire.pack({"kind": "closing", "text": "The server stops; your match is kept."}))
            line.close(GOING_AWAY)
        await asyncio.gather(*(line.finished.wait() for line in self.lines))


class Line:
    """Be one socket at one table."""

    def __init__(self, websocket: WebSocket, book: Guestbook, table: Table, visitor: Visitor) -> None:
        self.websocket = websocket
        self.book = book
        self.table = table
        self.person = visitor.id
        self.address = websocket.client.host if websocket.client is not None else ""
        self.viewer = SCREEN if self._holds_both() else book.house.viewer_of(table, visitor.id)
        self.desk = book.house.desk(table)
        self.audience: Audience | None = None
        self.finished = asyncio.Event()
        self._outbox: deque[str] = deque()
        self._has_mail = asyncio.Event()
        self._is_behind = False
        self._closing = 0
        self._excess = 0

    def _holds_both(self) -> bool:
        return self.table.is_shared_screen and self.book.house.viewer_of(self.table, self.person) >= 0

    # ---- sending ----

    def send(self, message: str) -> None:
        """Take a message to be sent; a reader who is too slow gets the whole table instead, once it has caught up."""
        if len(self._outbox) >= self.book.house.settings.limits.unsent:
            self._is_behind = True
        if not self._is_behind and not self._closing:
            self._outbox.append(message)
        self._has_mail.set()

    def say(self, message: Data) -> None:
        """Send plain data."""
        self.send(wire.pack(message))

    def close(self, code: int = COME_BACK) -> None:
        """Close after what waits has been sent."""
        self._closing = self._closing or code
        self._has_mail.set()

    def resync(self) -> None:
        """Send the whole table."""
        self.show(wire.NEVER)

    async def write(self) -> None:
        """Send what waits until the socket closes."""
        try:
            while True:
                await self._has_mail.wait()
                self._has_mail.clear()
                while self._outbox:
                    await self.websocket.send_text(self._outbox.popleft())
                if self._closing:
                    return await self.websocket.close(self._closing)
                if self._is_behind:
                    self._is_behind = False
                    self.resync()
        except (WebSocketDisconnect, RuntimeError, OSError):
            # Whoever listened has gone; reading ends as well.
            return None
        except Exception:
            logger.exception("table %s: a message could not be sent", self.table.id)
            return await self.websocket.close(COME_BACK)
        finally:
            self.finished.set()

    # ---- receiving ----

    async def read(self) -> None:
        """Take frames until the socket closes."""
        while True:
            frame = await self.websocket.receive()
            if frame["type"] == "websocket.disconnect":
                return
            if not self._is_affordable():
                continue
            text = frame.get("text")
            if not isinstance(text, str):
                self.say(wire.error("Only text frames are read here."))
            elif len(text.encode()) > self.book.house.settings.limits.message_bytes:
                self.say(wire.error(f"A message has at most {self.book.house.settings.limits.message_bytes} bytes."))
            else:
                await self.take(text)

    def _is_affordable(self) -> bool:
        """Count a frame; say that it was too much where it was, and hang up on a flood."""
        seat = f"{self.table.id}/{self.person}"
        if self.book.by_seat.allows(seat) and self.book.by_address.allows(self.address):
            self._excess = 0
            return True
        self._excess += 1
        if self._excess == 1:
            self.say(wire.error("Too many messages; this one was not read. Wait a moment and send it again."))
        if self._excess > FLOOD:
            self.close(TOO_MANY)
        return False

    async def take(self, text: str) -> None:
        """Read one message and answer it."""
        try:
            message = wire.read_message(text, self.book.house.settings.limits.message_id)
        except BadInput as error:
            return self.say(wire.error(str(error)))
        if message.table != self.table.id:
            return self.say(wire.rejected(message.id, f"This socket belongs to table {self.table.id}."))
        if message.kind == wire.RESUME:
            return self.show(message.have)
        if message.kind == wire.UNCURTAIN:
            return self.uncurtain(message)
        if message.kind == wire.HINT:
            self.book.house.run(self.answer(message))
            return None
        return await self.answer(message)

    async def answer(self, message: Message) -> None:
        """Let the desk answer; a table that could not be written down is read again."""
        try:
            await self.desk.answer(self, message)
        except Lost:
            self.say(wire.rejected(message.id, "The server could not write that down; try again in a moment."))
            self.book.house.lose(self.table)
        except Exception:
            logger.exception("table %s: a message of kind %s failed", self.table.id, message.kind)
            self.say(wire.rejected(message.id, "The server met a fault of its own; reload the page."))

    def uncurtain(self, message: Message) -> None:
        """Open the curtain of a shared screen."""
        if self.viewer != SCREEN or not self.table.screen.open():
            return self.say(wire.rejected(message.id, "There is no curtain to open."))
        self.say(wire.answer(message.id))
        return self.table.show_moment(SCREEN)

    # ---- showing ----

    def show(self, have: int) -> None:
        """Send what is missing since a version: the updates, or the whole table."""
        try:
            if self.audience is None:
                self.audience = self.table.arrive(self.viewer, self)
                self.announce_presence()
            self._show(self.audience, have)
        except Exception:
            logger.exception("table %s cannot be drawn for %s", self.table.id, self.viewer)
            self.say(wire.error("The server met a fault of its own while it drew the table."))

    def _show(self, audience: Audience, have: int) -> None:
        shown = audience.shown
        if shown is None:
            return
        missed = audience.missed(have) if have >= 0 else None
        now = state(self.table, audience, shown)
        if missed is None:
            whole = audience.whole(now)
            if have >= 0:
                whole["missed"] = sum(1 for line in audience.lines[self.table.told_at.get(have, 0) :] if line)
            return self.say(whole)
        for message in missed:
            self.send(message)
        if not missed:
            self.say(audience.still(now))
        return None

    def announce_presence(self) -> None:
        """Tell everybody at the table who is here, now and when a leaver's time is up."""
        tell_presence(self.table)
        wait = self.table.around.settings.leaver_seconds
        asyncio.get_running_loop().call_later(wait + 0.1, tell_presence, self.table)

    def gone(self) -> None:
        """Leave the table."""
        self.book.leave(self)
        if self.audience is not None:
            self.table.leave(self.viewer, self)
            self.announce_presence()


def tell_presence(table: Table) -> None:
    """Tell everybody at a table who is here, and whose seat may be given to a bot."""
    here = [bool(holder.bot) or table.here[seat] > 0 for seat, holder in enumerate(table.sheet.seats)]
    for viewer, audience in table.audiences.items():
        if audience.delay:
            # Who sees the match late is not told who is here now.
            continue
        seats = replaceable(table, viewer) if viewer in (0, 1) else []
        audience.send(wire.pack({"kind": "presence", "here": here, "may_replace": seats}))


def is_own(origin: str, websocket: WebSocket, url: str) -> bool:
    """Tell whether a page of this server opened a socket; a program names no origin."""
    if not origin:
        return True
    host = urlsplit(origin).netloc
    return host == websocket.headers.get("host", "") or (bool(url) and host == urlsplit(url).netloc)


async def table_socket(websocket: WebSocket) -> None:
    """Seat a browser at a table for as long as its socket is open."""
    book: Guestbook = websocket.app.state.book
    if not is_own(websocket.headers.get("origin", ""), websocket, book.house.settings.url):
        return await websocket.close(FORBIDDEN)
    await websocket.accept()
    table = await _find(book.house, str(websocket.path_params["table"]))
    if isinstance(table, str):
        return await _refuse(websocket, table, NOT_THERE)
    line = Line(websocket, book, table, websocket.scope["visitor"])
    if not book.enter(line):
        return await _refuse(websocket, "Too many connections from your address; close some.", TOO_MANY)
    writer = asyncio.get_running_loop().create_task(line.write())
    try:
        await line.read()
    finally:
        line.gone()
        writer.cancel()
        line.finished.set()
    return None


async def _find(house: House, table: str) -> Table | str:
    """Return a table, or the sentence that says why there is none."""
    try:
        return await house.find(table) or "There is no such table here; check the link, or begin at the home page."
    except BadInput as error:
        return f"This table cannot be opened any more: {error}"


async def _refuse(websocket: WebSocket, text: str, code: int) -> None:
    await websocket.send_text(wire.pack(wire.error(text)))
    await websocket.close(code)
