"""Keep the matches that were looked at lately, ready to be shown again, and their curves."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from warband.kernel.record import Record
from warband.kernel.registry import make_game
from warband.table.curve import Curves
from warband.table.replay import Reel

KEPT: Final = 12


class Shelf:
    """Hold the reels of a few matches and the curves of more."""

    def __init__(self) -> None:
        self.reels: OrderedDict[tuple[str, int, bool], Reel] = OrderedDict()
        self.curves = Curves()

    async def reel(self, table: str, record: Record) -> Reel:
        """Return a match ready to be shown; it is replayed off the event loop, and only when it has grown."""
        key = (table, len(record.entries), record.result is not None)
        if key not in self.reels:
            self.reels[key] = await run_in_threadpool(_wind, record)
            while len(self.reels) > KEPT:
                self.reels.popitem(last=False)
        self.reels.move_to_end(key)
        return self.reels[key]


def _wind(record: Record) -> Reel:
    return Reel(record, make_game(record.game, record.options))


def shelf_of(request: Request) -> Shelf:
    """Return the shelf of the server that answers this request."""
    state = request.app.state
    if not hasattr(state, "shelf"):
        state.shelf = Shelf()
    found: Shelf = state.shelf
    return found


def close_shelf(app: Starlette) -> None:
    """Let go of the worker that computes curves, when the server stops."""
    if hasattr(app.state, "shelf"):
        app.state.shelf.curves.close()
