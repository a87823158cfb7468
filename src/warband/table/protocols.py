"""Guard the connections of a server: how many an address has, how slowly it may write, and that it reads."""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from http import HTTPStatus
from typing import Any, Final

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from warband.table.pages.limits import RateLimiter, source_of
from warband.table.settings import LOOPBACK, Limits, Settings

# So much is parsed at a time, so that a flood of tiny frames is noticed before much of it has been read.
CHUNK_BYTES: Final = 4096
MOST_FRAGMENTS: Final = 64
MOST_HEADERS: Final = 100
SEND_BYTES: Final = 131_072
TOO_MANY_HERE: Final = "Your address holds too many connections; close some and try again."
TOO_MANY: Final = "The server has as many connections as it can hold; try again in a minute."
TOO_SLOW: Final = "The request took too long to arrive; send it again."
TOO_LONG: Final = "The headers of the request are too long."
UNREADABLE: Final = "That is no HTTP request."


class Gate:
    """Count the open connections of a server by address."""

    def __init__(self, settings: Settings, most: int) -> None:
        self.limits = settings.limits
        self.most = most
        # Behind a proxy all connections come from this machine.
        self.proxies = LOOPBACK if settings.url else ()
        self.by_address: Counter[str] = Counter()
        self.connects = RateLimiter(settings.limits.connects)
        self.arrivals = RateLimiter(settings.limits.arrivals)

    def refusal(self, address: str) -> tuple[int, str] | None:
        """Return the status and the sentence that turn one more connection away, or None if it may come in."""
        if address not in self.proxies and not self.connects.allows(address):
            return 429, TOO_MANY_HERE
        if self.by_address.total() >= self.most:
            return 503, TOO_MANY
        if self.by_address[address] >= self.limits.connections and address not in self.proxies:
            return 429, TOO_MANY_HERE
        return None

    def enter(self, address: str) -> float:
        """Count a connection; return how many seconds it waits, so that a burst of one address is spread out."""
        self.by_address[address] += 1
        return 0.0 if address in self.proxies else self.arrivals.delay(address)

    def leave(self, address: str) -> None:
        """Forget a connection."""
        self.by_address[address] -= 1
        if self.by_address[address] <= 0:
            del self.by_address[address]


class GuardedConfig(uvicorn.Config):
    """The configuration of a server whose protocols know the limits and the gate."""

    def __init__(self, app: Any, gate: Gate, **values: Any) -> None:  # noqa: ANN401
        super().__init__(app, http=GuardedHttp, ws=GuardedWebSocket, **values)
        self.gate = gate


class Patience:
    """Notice a reader that takes nothing of what was written to it."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.unread = 0
        self.since = 0.0

    def is_over(self, transport: asyncio.Transport, now: float) -> bool:
        """Return whether nothing has been taken for too long; asked once a second."""
        unread, before = transport.get_write_buffer_size(), self.unread
        self.unread = unread
        if not unread or not before or unread < before:
            self.since = now
        return now - self.since > self.seconds


def _set_up(transport: asyncio.Transport) -> None:
    """Send small answers at once, and let the kernel keep little for a reader that does not read.

    asyncio leaves Nagle's algorithm on where the listening socket names no protocol.
    """
    raw = transport.get_extra_info("socket")
    if raw is not None and raw.family in (socket.AF_INET, socket.AF_INET6):
        raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BYTES)


def untie(transport: asyncio.BaseTransport) -> None:
    """Take from a closed transport the methods of its own that it holds: a cycle that stays until all is looked at."""
    held = getattr(transport, "__dict__", {})
    for name in [name for name, value in held.items() if getattr(value, "__self__", None) is transport]:
        del held[name]


def _gate_of(config: uvicorn.Config) -> Gate:
    assert isinstance(config, GuardedConfig)
    return config.gate


class GuardedHttp(H11Protocol):
    """HTTP with a cap of connections an address, and deadlines for headers and bodies."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection in, or turn it away with a sentence."""
        super().connection_made(transport)
        _set_up(transport)
        self.gate = _gate_of(self.config)
        self.limits: Limits = self.gate.limits
        self.address = source_of(self.client[0]) if self.client else ""
        self.patience = Patience(self.limits.unread_seconds)
        self.awaited, self.since = "head", self.loop.time()
        refusal = self.gate.refusal(self.address)
        self.is_counted = refusal is None
        if refusal is not None:
            return self.refuse(*refusal)
        wait = self.gate.enter(self.address)
        if wait:
            self.awaited = ""
            transport.pause_reading()
            self.loop.call_later(wait, self._begin)
        return None

    def _begin(self) -> None:
        """Read what a connection that had to wait has sent meanwhile."""
        self.awaited, self.since = "head", self.loop.time()
        self.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        super().connection_lost(exc)
        untie(self.transport)
        if self.is_counted:
            self.gate.leave(self.address)
            self.is_counted = False

    def data_received(self, data: bytes) -> None:
        """Read what has come, and note what is still awaited."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        awaited = self._awaits()
        if awaited != self.awaited:
            self.awaited, self.since = awaited, self.loop.time()

    def _awaits(self) -> str:
        state = self.conn.their_state
        if state is h11.SEND_BODY:
            return "body"
        return "head" if state is h11.IDLE and self.conn.trailing_data[0] else ""

    def look(self, now: float) -> None:
        """End the connection if its request is overdue or its answer is not read; asked once a second."""
        allowed = {"head": self.limits.header_seconds, "body": self.limits.body_seconds + 1}.get(self.awaited)
        if self.patience.is_over(self.transport, now):
            self.transport.abort()
        elif allowed is not None and now - self.since > allowed:
            self.refuse(408, TOO_SLOW)

    def send_400_response(self, msg: str) -> None:
        """Answer what is no request."""
        too_long = len(self.conn.trailing_data[0]) > CHUNK_BYTES
        self.refuse(*((431, TOO_LONG) if too_long else (400, UNREADABLE)))

    def refuse(self, status: int, sentence: str) -> None:
        """Answer with a sentence, unless an answer has begun, and hang up."""
        if self.transport.is_closing():
            return
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is None or cycle.response_complete:
            self.transport.write(plain_answer(status, sentence))
        self.transport.close()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection on; it stays counted. What can be no handshake is refused here."""
        if event.method != b"GET" or len(event.headers) > MOST_HEADERS:
            return self.refuse(400, UNREADABLE)
        self.is_counted = False
        super().handle_websocket_upgrade(event)
        return None


def plain_answer(status: int, sentence: str) -> bytes:
    """Return a whole answer, for requests that never become one."""
    body = sentence.encode()
    head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nContent-Type: text/plain; charset=utf-8\r\n"
    return f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body


class GuardedWebSocket(WebSocketsSansIOProtocol):
    """WebSockets with a budget of frames, few fragments a message, and nobody kept who does not read."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over a connection that the gate has let in."""
        super().connection_made(transport)
        self.gate = _gate_of(self.config)
        self.limits: Limits = self.gate.limits
        self.address = source_of(self.client[0]) if self.client else ""
        self.patience = Patience(self.limits.unread_seconds)
        self.begun = self.loop.time()
        self.frames_left, self.counted_at = float(self.limits.frames.burst), self.loop.time()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        super().connection_lost(exc)
        untie(self.transport)
        # Its parser waits for more and holds it: a cycle too.
        self.conn.parser.close()
        self.gate.leave(self.address)

    def data_received(self, data: bytes) -> None:
        """Read what has come, a little at a time, until a flood ends the connection."""
        for at in range(0, len(data), CHUNK_BYTES):
            if self.transport.is_closing():
                return
            super().data_received(data[at : at + CHUNK_BYTES])

    def look(self, now: float) -> None:
        """End the connection if its handshake is overdue or what was sent is not read; asked once a second."""
        is_late = not self.handshake_complete and now - self.begun > self.limits.header_seconds
        if is_late or self.patience.is_over(self.transport, now):
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        """End a connection that answers no ping, whatever waits to be sent."""
        super().keepalive_timeout()
        self.transport.abort()

    def _is_affordable(self) -> bool:
        """Count a frame; end the connection if there were too many."""
        budget, now = self.limits.frames, self.loop.time()
        self.frames_left = min(budget.burst, self.frames_left + (now - self.counted_at) * budget.rate) - 1
        self.counted_at = now
        too_many = self.frames_left < 0 or len(self.frames) > MOST_FRAGMENTS
        if too_many and not self.transport.is_closing():
            self.transport.abort()
        return not too_many

    def handle_cont(self, event: Frame) -> None:
        """Take one more part of a message."""
        if self._is_affordable():
            super().handle_cont(event)

    def handle_text(self, event: Frame) -> None:
        """Take a message, or its first part."""
        if self._is_affordable():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Take a message of bytes, or its first part."""
        if self._is_affordable():
            super().handle_bytes(event)

    def handle_ping(self) -> None:
        """Answer a ping of somebody who reads the answers."""
        unread = self.transport.get_write_buffer_size() > self.limits.unsent_bytes
        if self._is_affordable() and not unread:
            super().handle_ping()
        elif unread:
            self.transport.abort()

    def handle_pong(self, event: Frame) -> None:
        """Take the answer to a ping."""
        if self._is_affordable():
            super().handle_pong(event)
