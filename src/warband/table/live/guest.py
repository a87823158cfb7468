"""One person at one table, seated or watching, apart from the connection that carries the messages."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Protocol

from warband.kernel.seats import PUBLIC
from warband.table.live import messages, presence
from warband.table.live.feed import SCREEN, Feed, Step
from warband.table.live.messages import Data
from warband.table.live.registry import Registry
from warband.table.live.renderer import clock, state
from warband.table.live.table import Table

logger = logging.getLogger("warband.table")


class Client(Protocol):
    """Where a guest's messages go: a connection to a browser, or a list in a test."""

    def send(self, message: str) -> None:
        """Take a message."""

    def close(self) -> None:
        """Hang up; the person may come back."""


class Guest:
    """A person who looks at a table through a feed, and acts for a seat if it holds one."""

    def __init__(
        self,
        registry: Registry,
        table: Table,
        person: str,
        client: Client,
        address: str = "",
        may_change: Callable[[], bool] = lambda: True,
    ) -> None:
        self.registry = registry
        self.table = table
        self.person = person
        self.address = address
        self.may_change = may_change
        self.client = client
        seat = table.viewer_of(person)
        self.viewer = SCREEN if table.is_shared_screen and seat != PUBLIC else seat
        self.feed: Feed | None = None

    @property
    def seat(self) -> int | None:
        """Return the seat for which the guest acts now, or None if it acts for none."""
        if self.viewer != SCREEN:
            return self.viewer if self.viewer in (0, 1) else None
        screen, asked = self.table.screen, self.table.asked()
        if screen.is_closed:
            return None
        return screen.viewer if screen.viewer != PUBLIC else (asked[0] if asked else 0)

    def send(self, message: str) -> None:
        """Send a message as text."""
        self.client.send(message)

    def say(self, message: Data) -> None:
        """Send a message."""
        self.send(messages.pack(message))

    def close(self) -> None:
        """Send the guest away; it may come back."""
        self.client.close()

    def leave(self) -> None:
        """Leave the table."""
        if self.feed is not None:
            self.table.leave(self.viewer, self)
            self.feed = None
            presence.tell_later(self.table)

    # ---- showing ----

    def resync(self) -> None:
        """Send the whole table."""
        self.show(messages.NEVER)

    def show(self, have: int) -> None:
        """Send what is missing since a version: the updates, or the whole table."""
        try:
            if self.feed is None:
                self.feed = self.table.arrive(self.viewer, self, self.person, self.address)
                presence.tell_newcomer(self.table, self.viewer, self)
                presence.tell_later(self.table)
            self._show(self.feed, have)
        except Exception:
            logger.exception("table %s cannot be drawn for %s", self.table.id, self.viewer)
            self.say(messages.error("The server met a fault of its own while it drew the table."))

    def _clock(self, feed: Feed, shown: Step) -> Data | None:
        """Return the clock of this moment, where there is one to see; the step that was shown last may be long ago."""
        return self.table.clock_of(self.viewer) if clock(feed, shown) is not None else None

    def _show(self, feed: Feed, have: int) -> None:
        shown = feed.shown
        if shown is None:
            return
        missed = feed.missed(have) if have >= 0 else None
        now, time_left = state(feed, shown), self._clock(feed, shown)
        if missed is None:
            # A version that was not shown here tells nothing, whether or not there is one.
            seen = self.table.versions.events_at(feed.viewer, have) if 0 <= have <= feed.version else None
            return self.send(feed.whole_since(now, time_left, seen))
        for message in missed:
            self.send(message)
        if not missed:
            self.send(feed.still(now, time_left))
        return None
