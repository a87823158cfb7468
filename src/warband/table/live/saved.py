"""What is saved of a table: who sits where, how it stands, its changes, and the answers given."""

from __future__ import annotations

from dataclasses import dataclass, field

from warband.kernel.seats import Seat
from warband.table.live.match_order import Order


@dataclass(frozen=True)
class Occupant:
    """Who sits in a seat: a person, a bot, or nobody yet."""

    person: str = ""
    bot: str = ""

    def is_free(self) -> bool:
        """Return whether nobody sits here."""
        return not self.person and not self.bot

    @property
    def kind(self) -> str:
        """Return who sits here in a word: a bot, a person, or nobody."""
        return "bot" if self.bot else "empty" if self.is_free() else "person"


@dataclass
class SavedTable:
    """One table: what was agreed, and how it stands."""

    id: str
    game: str
    rules: int
    order: Order
    players: list[str]
    host: str
    commitment: str
    secret: str
    salt: str
    created: float
    seats: list[Occupant] = field(default_factory=lambda: [Occupant(), Occupant()])
    head: dict[str, object] = field(default_factory=dict)
    version: int = 0
    decision: int = 1
    clock: dict[str, object] = field(default_factory=dict)
    result: dict[str, object] | None = None
    changed: float = 0.0

    def allows_hints(self) -> bool:
        """Return whether hints are given: against a bot always, against a person where both have agreed."""
        return self.order.hints or any(seat.bot for seat in self.seats)


@dataclass(frozen=True)
class GoingOn:
    """A running table that goes on by itself after a restart: a bot is asked, or some seats think against the clock."""

    table: str
    has_bot: bool
    left: tuple[int, int]
    thinking: tuple[int, ...]


@dataclass(frozen=True)
class Change:
    """One line of a table's log: what was done, by whom, and the resulting entries and events."""

    table: str
    version: int
    deed: str
    seat: Seat
    body: dict[str, object]
    at: float


@dataclass(frozen=True)
class SavedAnswer:
    """The answer to a message that changed something."""

    person: str
    message: str
    answer: dict[str, object]
