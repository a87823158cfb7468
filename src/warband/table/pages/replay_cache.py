"""A cache of the matches that were replayed lately, and of their curves."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from typing import Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from warband.kernel.record import Record
from warband.kernel.registry import make_game
from warband.table.pages.curve import Curves
from warband.table.pages.playback import Playback

KEPT: Final = 12


class ReplayCache:
    """The playbacks of a few matches and the curves of more."""

    def __init__(self) -> None:
        self.playbacks: OrderedDict[tuple[str, str, bool], Playback] = OrderedDict()
        # One match at a time is replayed: a second thread would only take time from those who play.
        self.turn = asyncio.Lock()
        self.curves = Curves()

    async def playback(self, table: str, record: Record) -> Playback:
        """Return a match ready to be shown; it is replayed off the event loop, and only when it has changed."""
        key = (table, digest(record), record.result is not None)
        async with self.turn:
            found = self.playbacks.get(key)
            if found is None:
                found = await run_in_threadpool(_wind, record)
        self.playbacks[key] = found
        self.playbacks.move_to_end(key)
        while len(self.playbacks) > KEPT:
            self.playbacks.popitem(last=False)
        return found


def digest(record: Record) -> str:
    """Return a mark of everything that was played: after an undo as many entries may be others."""
    played = [(entry.ply, entry.seat, entry.text, entry.deed) for entry in record.entries]
    return hashlib.blake2b(repr(played).encode(), digest_size=16).hexdigest()


def _wind(record: Record) -> Playback:
    return Playback(record, make_game(record.game, record.options))


def replay_cache_of(request: Request) -> ReplayCache:
    """Return the cache of the server that answers this request."""
    state = request.app.state
    if not hasattr(state, "replay_cache"):
        state.replay_cache = ReplayCache()
    found: ReplayCache = state.replay_cache
    return found


async def close_replay_cache(app: Starlette) -> None:
    """Stop the worker that computes curves."""
    if hasattr(app.state, "replay_cache"):
        await app.state.replay_cache.curves.close()
