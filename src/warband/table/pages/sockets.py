"""Sockets of browsers, to tables and lessons alike: where they come from, how many there are, how often they send."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from warband.kernel.errors import BadInput
from warband.table.learn.lessons import Learner, Lessons
from warband.table.live import commands, messages
from warband.table.live.connection import (
    GOING_AWAY,
    NOT_THERE,
    TOO_MANY,
    Answer,
    Closed,
    Connection,
    Participant,
)
from warband.table.live.fair_queue import Asker
from warband.table.live.guest import Guest
from warband.table.live.registry import Registry
from warband.table.live.table import Table
from warband.table.pages.identity import asker_of
from warband.table.pages.limits import RateLimiter, SharedLimiter, address_of
from warband.table.settings import Settings

FAREWELL_SECONDS: Final = 2.0


class WebSocketFrames:
    """The frames of a WebSocket; Closed whenever the browser has gone."""

    def __init__(self, websocket: WebSocket) -> None:
        self.websocket = websocket

    async def send(self, text: str) -> None:
        """Send a text frame."""
        try:
            await self.websocket.send_text(text)
        except (WebSocketDisconnect, RuntimeError, OSError):
            raise Closed from None

    async def receive(self) -> str | bytes:
        """Return the next frame."""
        frame = await self.websocket.receive()
        if frame["type"] == "websocket.disconnect":
            raise Closed
        text, data = frame.get("text"), frame.get("bytes")
        return text if isinstance(text, str) else data if isinstance(data, bytes) else b""

    async def close(self, code: int) -> None:
        """Close with a code."""
        try:
            await self.websocket.close(code)
        except (WebSocketDisconnect, RuntimeError, OSError):
            raise Closed from None


class Connections:
    """Every open connection of a server, and what each person and address has used."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.by_seat = RateLimiter(settings.limits.seat)
        self.by_address = SharedLimiter(settings.limits.address)
        self.changes = RateLimiter(settings.limits.changes)
        self.open: dict[Connection, str] = {}
        self.counts: dict[str, int] = {}

    def connect(self, websocket: WebSocket, place: str) -> Connection | None:
        """Return the connection of a socket to a table or lesson, or None if its address has too many."""
        address = address_of(websocket)
        if self.counts.get(address, 0) >= self.settings.limits.sockets:
            return None
        seat = f"{place}/{websocket.scope['visitor'].id}"
        allowed = partial(self._is_allowed, seat, asker_of(websocket))
        connection = Connection(WebSocketFrames(websocket), self.settings.limits, allowed)
        self.counts[address] = self.counts.get(address, 0) + 1
        self.open[connection] = address
        return connection

    def _is_allowed(self, seat: str, asker: Asker) -> bool:
        return self.by_seat.allows(seat) and self.by_address.allows(asker)

    def disconnect(self, connection: Connection) -> None:
        """Forget a connection."""
        address = self.open.pop(connection)
        self.counts[address] -= 1
        if not self.counts[address]:
            del self.counts[address]

    async def close(self) -> None:
        """Send everybody that the server stops, and wait until it has been sent."""
        for connection in self.open:
            connection.say({"kind": "closing", "text": "The server stops; your match is kept."})
            connection.close(GOING_AWAY)
        waits = [asyncio.ensure_future(connection.finished.wait()) for connection in self.open]
        if waits:
            # Whoever does not read its last message is cut off when the server ends.
            await asyncio.wait(waits, timeout=FAREWELL_SECONDS)


async def table_socket(websocket: WebSocket) -> None:
    """Connect a browser to a table for as long as its socket is open."""
    registry: Registry = websocket.app.state.registry
    connections: Connections = websocket.app.state.connections
    name = str(websocket.path_params["table"])

    async def visit(connection: Connection) -> tuple[Participant, Answer]:
        table, person = await _find(registry, name), websocket.scope["visitor"].id
        address = address_of(websocket)
        guest = Guest(registry, table, person, connection, address, partial(connections.changes.allows, address))
        return guest, partial(commands.receive, guest)

    await _serve(websocket, name, visit)


async def _find(registry: Registry, name: str) -> Table:
    """Return a table, or raise BadInput that says why there is none."""
    try:
        table = await registry.find(name)
    except BadInput as error:
        raise BadInput(f"This table cannot be opened any more: {error}") from None
    if table is None:
        raise BadInput("There is no such table here; check the link, or begin at the home page.")
    return table


async def lesson_socket(websocket: WebSocket) -> None:
    """Connect a browser to its lesson for as long as its socket is open."""
    lessons: Lessons = websocket.app.state.lessons
    game, token = str(websocket.path_params["game"]), websocket.query_params.get("course", "")

    async def visit(connection: Connection) -> tuple[Participant, Answer]:
        learner = Learner(lessons.match(game, token, address_of(websocket)), connection)
        return learner, learner.receive

    await _serve(websocket, f"learn/{game}", visit)


async def _serve(
    websocket: WebSocket, place: str, visit: Callable[[Connection], Awaitable[tuple[Participant, Answer]]]
) -> None:
    """Accept a socket within the limits and carry its messages until it closes; its origin has been checked."""
    connections: Connections = websocket.app.state.connections
    await websocket.accept()
    connection = connections.connect(websocket, place)
    if connection is None:
        return await _refuse(websocket, "Too many connections from your address; close some.", TOO_MANY)
    try:
        await connection.run(*await visit(connection))
    except BadInput as error:
        await _refuse(websocket, str(error), NOT_THERE)
    finally:
        connections.disconnect(connection)
    return None


async def _refuse(websocket: WebSocket, text: str, code: int) -> None:
    # Whoever has left already needs no answer.
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
        await websocket.send_text(messages.pack(messages.error(text)))
        await websocket.close(code)
