"""One connection to a browser: frames in, messages out, whatever stands at its other end."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from warband.kernel.errors import BadInput
from warband.table.live import messages
from warband.table.live.messages import Data, Message
from warband.table.settings import Limits

logger = logging.getLogger("warband.table")

NOT_THERE: Final = 4404
TOO_MANY: Final = 4429
COME_BACK: Final = 4000
GOING_AWAY: Final = 1001
FLOOD: Final = 200


class Closed(Exception):
    """Raised by a socket whose other end has gone."""


class Socket(Protocol):
    """What carries frames to and from a browser; whatever fails because the browser has gone raises Closed."""

    async def send(self, text: str) -> None:
        """Send a text frame."""

    async def receive(self) -> str | bytes:
        """Return the next frame."""

    async def close(self, code: int) -> None:
        """Close with a code."""


class Participant(Protocol):
    """Who a connection speaks for: a guest at a table, or a learner."""

    def resync(self) -> None:
        """Send everything anew."""

    def leave(self) -> None:
        """Go, since the connection has ended."""


Answer = Callable[[Message], Awaitable[None]]


class Connection:
    """One browser connection: what waits to be sent, and what may be received."""

    def __init__(self, socket: Socket, limits: Limits, is_allowed: Callable[[], bool]) -> None:
        self.socket = socket
        self.limits = limits
        self.is_allowed = is_allowed
        self.finished = asyncio.Event()
        self._participant: Participant | None = None
        self._outbox: deque[str] = deque()
        self._unsent = 0
        self._has_mail = asyncio.Event()
        self._is_behind = False
        self._closing = 0
        self._excess = 0

    async def run(self, participant: Participant, answer: Answer) -> None:
        """Carry messages until the socket closes; then the participant leaves."""
        self._participant = participant
        writer = asyncio.get_running_loop().create_task(self._write())
        try:
            while True:
                await self._take(await self.socket.receive(), answer)
                # Others come between two messages, and so does what is to be sent.
                await asyncio.sleep(0)
        except Closed:
            return
        finally:
            # A participant knows its connection: a cycle would keep the table until the garbage collector comes.
            self._participant = None
            participant.leave()
            writer.cancel()
            self.finished.set()

    # ---- sending ----

    def send(self, message: str) -> None:
        """Take a message to be sent; a reader who is too slow gets everything anew, once it has caught up."""
        if self._outbox and (len(self._outbox) >= self.limits.unsent or self._unsent > self.limits.unsent_bytes):
            self._is_behind = True
        if not self._is_behind and not self._closing:
            self._outbox.append(message)
            self._unsent += len(message)
        self._has_mail.set()

    def say(self, message: Data) -> None:
        """Send plain data."""
        self.send(messages.pack(message))

    def close(self, code: int = COME_BACK) -> None:
        """Close after what waits has been sent."""
        self._closing = self._closing or code
        self._has_mail.set()

    async def _write(self) -> None:
        """Send what waits until the socket closes."""
        try:
            while True:
                await self._has_mail.wait()
                self._has_mail.clear()
                while self._outbox:
                    message = self._outbox.popleft()
                    self._unsent -= len(message)
                    await self.socket.send(message)
                if self._closing:
                    return await self.socket.close(self._closing)
                if self._is_behind and self._participant is not None:
                    self._is_behind = False
                    self._participant.resync()
        except Closed:
            # Whoever listened has gone; reading ends as well.
            return None
        except Exception:
            logger.exception("a message could not be sent")
            return await self.socket.close(COME_BACK)
        finally:
            self.finished.set()

    # ---- receiving ----

    async def _take(self, frame: str | bytes, answer: Answer) -> None:
        """Read one frame and have it answered."""
        if not self._is_affordable():
            return
        if not isinstance(frame, str):
            return self.say(messages.error("Only text frames are read here."))
        if len(frame.encode()) > self.limits.message_bytes:
            return self.say(messages.error(f"A message has at most {self.limits.message_bytes} bytes."))
        try:
            message = messages.read_message(frame, self.limits.message_id)
        except BadInput as error:
            return self.say(messages.error(str(error)))
        return await answer(message)

    def _is_affordable(self) -> bool:
        """Count a frame; say that it was too much where it was, and hang up on a flood."""
        if self.is_allowed():
            self._excess = 0
            return True
        self._excess += 1
        if self._excess == 1:
            self.say(messages.error("Too many messages; this one was not read. Wait a moment and send it again."))
        if self._excess > FLOOD:
            self.close(TOO_MANY)
        return False
