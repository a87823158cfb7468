"""The thinking time of both seats, by the server's clock alone."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from warband.kernel.seats import BOTH, Seat
from warband.table.live.match_order import FORFEIT, TAKE_OVER, ClockRule

MILLI: Final = 1000
MINUTE: Final = 60 * MILLI
ZERO: Final = {
    FORFEIT: "Whose clock runs out loses the match.",
    TAKE_OVER: "Whose clock runs out gives the seat to a bot.",
}
LEFT: Final = "left"
PUBLIC: Final = "public"
NOT_YET: Final = "No time runs until both players have been at the table."


@dataclass(frozen=True)
class Standing:
    """A clock that runs on while its table is not in memory: what was left, who thinks since when, who was here.

    `public` is what others see of it while a seat has chosen in secret.
    """

    left: tuple[int, int]
    running: dict[int, float]
    met: frozenset[int] = frozenset()
    public: Standing | None = None


class Hands:
    """How many milliseconds each seat has left, and which seats are thinking."""

    def __init__(self, rule: ClockRule, left: list[int], now: Callable[[], float]) -> None:
        self.rule = rule
        self.left = left
        self.running: dict[int, float] = {}
        self.now = now

    def move(self, seats: tuple[int, ...], since: float | None = None) -> None:
        """Run the clocks of these seats and no others, new ones since then or since now.

        A seat that has just decided gains its increment.
        """
        for seat in [seat for seat in self.running if seat not in seats]:
            self.stop(seat)
        for seat in seats:
            self.running.setdefault(seat, self.now() if since is None else since)

    def stop(self, seat: Seat) -> None:
        """Stop the clock of a seat, and add the increment."""
        if seat in self.running:
            self.left[seat] = self.remaining(seat) + self.rule.added * MILLI
            del self.running[seat]

    def stand(self, met: frozenset[int]) -> Standing:
        """Return how they stand."""
        return Standing((self.left[0], self.left[1]), dict(self.running), met)

    def remaining(self, seat: Seat) -> int:
        """Return how many milliseconds a seat has left now."""
        since = self.running.get(seat)
        used = 0 if since is None else round((self.now() - since) * MILLI)
        return max(0, self.left[seat] - used)


class Clock(Hands):
    """The clocks of both seats, whether they have started, and what others see of them in a joint secret decision.

    A seat that has chosen stands still; to everybody else its clock seems to run on until the other has chosen too.
    """

    def __init__(self, rule: ClockRule, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__(rule, [rule.minutes * MINUTE, rule.minutes * MINUTE], now)
        self.begun = False
        self.public: Hands | None = None

    @property
    def is_used(self) -> bool:
        """Return whether the match is played with a clock."""
        return self.rule.minutes > 0

    def run(self, seats: tuple[int, ...], chosen: tuple[int, ...] = ()) -> None:
        """Run the clocks of these seats and no others; those that have chosen in secret seem to run as well."""
        if not self.is_used:
            return
        self.move(seats)
        if self.public is not None:
            # Both began to think at the same time.
            self.public.move((*seats, *chosen), min(self.running.values(), default=None))

    def conceal(self) -> None:
        """Show others the clocks as they run now, since a seat is about to stop that has chosen in secret."""
        if self.is_used and self.public is None:
            self.public = Hands(self.rule, list(self.left), self.now)
            self.public.running = dict(self.running)

    def reveal(self) -> None:
        """Show everybody the clocks as they are."""
        self.public = None

    def decided(self, seat: Seat) -> None:
        """Count a decision; the seat may have to decide again at once."""
        self.stop(seat)

    def undone(self, seat: Seat) -> None:
        """Take back what the decision earned that a seat has taken back."""
        if self.is_used:
            left = self.remaining(seat) - self.rule.added * MILLI
            self.running.pop(seat, None)
            self.left[seat] = max(1, left)

    def carry_over(self, saved: dict[str, object]) -> None:
        """Go on from what was left in memory: the time thought since the last change stays used."""
        for hands, name in ((self, LEFT), (self.public, PUBLIC)):
            kept = saved.get(name)
            if hands is not None and isinstance(kept, list):
                hands.left = [min(stored, int(used)) for stored, used in zip(hands.left, kept, strict=True)]

    def is_up(self, seat: Seat) -> bool:
        """Return whether a seat that thinks has no time left."""
        return seat in self.running and self.remaining(seat) == 0

    def standing(self, met: set[int]) -> Standing:
        """Return what is needed to go on as if the clock had never left memory."""
        public = None if self.public is None else self.public.stand(frozenset())
        return replace(self.stand(frozenset(met)), public=public)

    def go_on(self, standing: Standing) -> None:
        """Go on as a clock that ran while its table was not in memory."""
        self.left, self.running, self.begun = list(standing.left), dict(standing.running), True
        if standing.public is not None:
            self.public = Hands(self.rule, list(standing.public.left), self.now)
            self.public.running = dict(standing.public.running)

    def next_zero(self) -> tuple[int, float] | None:
        """Return the seat whose time runs out first and in how many seconds, or None if nobody thinks."""
        waits = [(self.remaining(seat) / MILLI, seat) for seat in self.running]
        return (min(waits)[1], min(waits)[0]) if waits else None

    def to_data(self, own: tuple[int, ...] = BOTH) -> dict[str, object] | None:
        """Return the clock as a page shows it to whoever holds these seats, or None without one."""
        if not self.is_used:
            return None
        seen = [self if seat in own or self.public is None else self.public for seat in BOTH]
        left = [hands.remaining(seat) / MILLI for seat, hands in enumerate(seen)]
        running = [seat for seat, hands in enumerate(seen) if seat in hands.running]
        zero = ZERO[self.rule.at_zero] if self.begun else f"{NOT_YET} {ZERO[self.rule.at_zero]}"
        return {"left": left, "running": running, "zero": zero, "begun": self.begun}

    def save(self) -> dict[str, object]:
        """Return the clock as it is saved."""
        if not self.is_used:
            return {}
        data: dict[str, object] = {LEFT: [self.remaining(seat) for seat in BOTH], "begun": self.begun}
        if self.public is not None:
            data[PUBLIC] = [self.public.remaining(seat) for seat in BOTH]
        return data

    def save_secret(self, seat: Seat, before: dict[str, object]) -> dict[str, object]:
        """Return the clock as it is saved with a secret choice of a seat: as before, but for what that seat has left.

        After a restart the others shall not see by their own clocks that somebody has chosen.
        """
        left = before.get(LEFT)
        if not isinstance(left, list):
            return self.save()
        own = [self.remaining(seat) if at == seat else used for at, used in enumerate(left)]
        return {PUBLIC: left, **before, LEFT: own}

    def resume(self, data: dict[str, object]) -> None:
        """Go on from a saved clock; time in which no server ran counts for nobody."""
        left, public = data.get(LEFT), data.get(PUBLIC)
        if isinstance(left, list) and len(left) == 2:
            self.left = [int(left[0]), int(left[1])]
            self.begun = data.get("begun") is not False
        if isinstance(public, list) and len(public) == 2:
            self.public = Hands(self.rule, [int(public[0]), int(public[1])], self.now)
