"""The thinking time of both seats, by the server's clock alone."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from warband.kernel.seats import Seat
from warband.table.live.order import FORFEIT, TAKE_OVER, ClockRule

MILLI: Final = 1000
MINUTE: Final = 60 * MILLI
ZERO: Final = {
    FORFEIT: "Whose clock runs out loses the match.",
    TAKE_OVER: "Whose clock runs out gives the seat to a bot.",
}
NOT_YET: Final = "No time runs until both players have been at the table."


class Clock:
    """How many milliseconds each seat has left, which seats are thinking, and whether the clocks have started."""

    def __init__(self, rule: ClockRule, now: Callable[[], float] = time.monotonic) -> None:
        self.rule = rule
        self.left = [rule.minutes * MINUTE, rule.minutes * MINUTE]
        self.running: dict[int, float] = {}
        self.begun = False
        self._now = now

    @property
    def is_used(self) -> bool:
        """Return whether the match is played with a clock."""
        return self.rule.minutes > 0

    def run(self, seats: tuple[int, ...]) -> None:
        """Run the clocks of these seats and no others; a seat that has just decided gains its increment."""
        if not self.is_used:
            return
        for seat in [seat for seat in self.running if seat not in seats]:
            self.stop(seat)
        for seat in seats:
            self.running.setdefault(seat, self._now())

    def stop(self, seat: Seat) -> None:
        """Stop the clock of a seat, and add the increment."""
        if seat in self.running:
            self.left[seat] = self.remaining(seat) + self.rule.added * MILLI
            del self.running[seat]

    def decided(self, seat: Seat) -> None:
        """Count a decision; the seat may have to decide again at once."""
        self.stop(seat)

    def undone(self, seat: Seat) -> None:
        """Take back what the decision earned that a seat has taken back."""
        if self.is_used:
            left = self.remaining(seat) - self.rule.added * MILLI
            self.running.pop(seat, None)
            self.left[seat] = max(1, left)

    def carry_over(self, left: list[int]) -> None:
        """Go on from what was left in memory: the time thought since the last change stays used."""
        self.left = [min(stored, kept) for stored, kept in zip(self.left, left, strict=True)]

    def remaining(self, seat: Seat) -> int:
        """Return how many milliseconds a seat has left now."""
        since = self.running.get(seat)
        used = 0 if since is None else round((self._now() - since) * MILLI)
        return max(0, self.left[seat] - used)

    def next_zero(self) -> tuple[int, float] | None:
        """Return the seat whose time runs out first and in how many seconds, or None if nobody thinks."""
        waits = [(self.remaining(seat) / MILLI, seat) for seat in self.running]
        return (min(waits)[1], min(waits)[0]) if waits else None

    def to_data(self) -> dict[str, object] | None:
        """Return the clock as a page shows it, or None without one."""
        if not self.is_used:
            return None
        left = [self.remaining(0) / MILLI, self.remaining(1) / MILLI]
        zero = ZERO[self.rule.at_zero] if self.begun else f"{NOT_YET} {ZERO[self.rule.at_zero]}"
        return {"left": left, "running": sorted(self.running), "zero": zero, "begun": self.begun}

    def save(self) -> dict[str, object]:
        """Return the clock as it is saved."""
        left = [self.remaining(0), self.remaining(1)]
        return {"left": left, "begun": self.begun} if self.is_used else {}

    def resume(self, data: dict[str, object]) -> None:
        """Go on from a saved clock; time in which no server ran counts for nobody."""
        left = data.get("left")
        if isinstance(left, list) and len(left) == 2:
            self.left = [int(left[0]), int(left[1])]
            self.begun = data.get("begun") is not False
