"""Define the entries of a match's log: what seats and chance did, and who may read it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from warband.kernel.events import may_see
from warband.kernel.seats import BOTH, Seat
from warband.kernel.views import Viewer

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
    """One line of the log: the ply, who did what, and the public form shown to everyone else."""

    ply: int
    seat: Seat
    text: str
    deed: str = ACT
    seen_by: tuple[int, ...] = BOTH
    open: str = ""

    def seen(self, viewer: Viewer) -> Entry:
        """Return the entry as a viewer may know it."""
        if may_see(self.seen_by, viewer):
            return self
        return replace(self, text=self.open)
