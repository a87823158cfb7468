"""Send who is at a table: to newcomers at once, to the others once it has changed."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from warband.kernel.seats import Seat
from warband.kernel.views import Viewer
from warband.table.live import messages
from warband.table.live.feed import Listener
from warband.table.live.table import Table

SOON_SECONDS: Final = 0.1


def tell_newcomer(table: Table, viewer: Viewer, listener: Listener) -> None:
    """Send a newcomer who is here."""
    if not table.feeds[viewer].delay:
        listener.send(_message(table, viewer))


def tell_later(table: Table) -> None:
    """Send everybody who is here soon, if that has changed."""
    if table.presence.timer is None or table.presence.is_far:
        _set_timer(table, SOON_SECONDS, is_far=False)


def tell(table: Table) -> None:
    """Send everybody at a table who is here, and whose seat may be given to a bot."""
    table.presence.timer = None
    for viewer, feed in table.feeds.items():
        message = _message(table, viewer)
        # Who sees the match late is not told who is here now.
        if not feed.delay and table.presence.sent.get(viewer) != message:
            table.presence.sent[viewer] = message
            feed.send(message)
    wait = _next_leaver(table)
    if wait is not None:
        _set_timer(table, wait, is_far=True)


def forget(table: Table) -> None:
    """Send nothing more."""
    if table.presence.timer is not None:
        table.presence.timer.cancel()
        table.presence.timer = None


def _message(table: Table, viewer: Viewer) -> str:
    here = [bool(holder.bot) or table.here[seat] > 0 for seat, holder in enumerate(table.saved.seats)]
    seats = replaceable(table, viewer) if viewer in (0, 1) else []
    return messages.pack({"kind": "presence", "here": here, "may_replace": seats})


def _next_leaver(table: Table) -> float | None:
    """Return in how many seconds the seat of somebody who left may be given away, or None if nobody's will."""
    away = [table.gone[seat] for seat in (0, 1) if table.saved.seats[seat].person and not table.here[seat]]
    waits = [gone + table.services.settings.leaver_seconds - time.monotonic() for gone in away]
    return min((wait + SOON_SECONDS for wait in waits if wait > 0), default=None)


def _set_timer(table: Table, seconds: float, is_far: bool) -> None:
    forget(table)
    table.presence.timer = asyncio.get_running_loop().call_later(seconds, tell, table)
    table.presence.is_far = is_far


def replaceable(table: Table, seat: Seat) -> list[int]:
    """Return the seats that a player may give to a bot now: the other one, if its person has been gone for long."""
    other = 1 - seat
    holder = table.saved.seats[other]
    if seat not in (0, 1) or holder.bot or table.is_shared_screen or table.match.result is not None:
        return []
    away = table.here[other] == 0 and time.monotonic() - table.gone[other] >= table.services.settings.leaver_seconds
    return [other] if away else []
