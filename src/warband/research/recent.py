"""Remember the latest decisions of a match as cells: who took them, and which, as far as a seat may know."""

from __future__ import annotations

from collections import deque
from typing import Final

from warband.kernel.errors import BadInput
from warband.kernel.game import State
from warband.kernel.notation import NONE
from warband.kernel.seats import BOTH, Seat

# A decision takes three cells: by whom, and the action + 1 in two digits to the base 128.
CELLS: Final = 3
BASE: Final = 128
MYSELF, THE_OTHER = 1, 2
MOST: Final = 1000

Ply = tuple[int, int]


class Recent:
    """The latest decisions of one match as each seat knows them, newest first.

    An action that the log hides from a seat is 0 to it; of a joint secret decision a seat hears when both have chosen.
    """

    def __init__(self, plies: int) -> None:
        if not 0 <= plies <= MOST:
            raise BadInput(f"history {plies!r}: give how many of the latest decisions are shown, 0 to {MOST}")
        self.size = CELLS * plies
        self._rows: list[deque[Ply]] = [deque(maxlen=plies) for _ in BOTH]
        self._waiting: Ply | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Recent) and (self._rows, self._waiting) == (other._rows, other._waiting)

    def clear(self) -> None:
        """Begin anew, with another match."""
        for row in self._rows:
            row.clear()
        self._waiting = None

    def note(self, state: State, seat: Seat, action: int) -> None:
        """Take down a decision before it is carried out."""
        if not self.size:
            return
        cover = state.cover(seat, action)
        hidden = NONE if cover is not None and 1 - seat not in cover.seen_by else action
        if self._waiting is not None:
            self._rows[1 - self._waiting[0]].appendleft(self._waiting)
            self._waiting = None
        self._rows[seat].appendleft((seat, action))
        if state.awaiting() == BOTH:
            self._waiting = (seat, hidden)
        else:
            self._rows[1 - seat].appendleft((seat, hidden))

    def cells(self, seat: Seat) -> bytes:
        """Return what a seat knows, newest first, zeros where nothing was decided yet."""
        row = bytearray()
        for by, action in self._rows[seat]:
            row += bytes((MYSELF if by == seat else THE_OTHER, (action + 1) // BASE, (action + 1) % BASE))
        return bytes(row.ljust(self.size, b"\0"))
