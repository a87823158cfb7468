"""Say what the pages ask of the server: people, tables, invitations, and who can reach them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Protocol

from starlette.requests import Request

from warband.kernel.record import Record

BOT: Final = "bot"
SCREEN: Final = "screen"
FAR: Final = "far"
WATCH: Final = "watch"
MODES: Final = (BOT, SCREEN, FAR, WATCH)
ANY_SIDE: Final = -1
FORFEIT: Final = "forfeit"
TAKE_OVER: Final = "bot"
AT_ZERO: Final = (FORFEIT, TAKE_OVER)


@dataclass(frozen=True)
class Person:
    """Hold who looks at a page: an id from the signed cookie, and the name shown at tables."""

    id: str
    name: str


@dataclass(frozen=True)
class ClockRule:
    """Hold how long each player may think: minutes in all (0: no clock), seconds added a decision, what zero means."""

    minutes: int = 0
    added: int = 0
    at_zero: str = FORFEIT


@dataclass(frozen=True)
class Order:
    """Hold what a person asked for when a match was begun.

    `bots` names one bot for a match against it, two in the order of the seats to watch, and none otherwise. `names`
    are the two people at one screen. `delay` keeps spectators so many decisions behind.
    """

    game: str
    options: dict[str, object]
    mode: str
    bots: tuple[str, ...] = ()
    side: int = ANY_SIDE
    clock: ClockRule = field(default_factory=ClockRule)
    names: tuple[str, str] = ("", "")
    delay: int = 0


@dataclass(frozen=True)
class Summary:
    """Hold one table as a list shows it to one person; `seats` are that person's own seats, none for a visitor.

    `seconds` is how long the match took, `delay` how many decisions behind its spectators are kept, `standing` says
    for whom it waits.
    """

    id: str
    game: str
    title: str
    options: dict[str, object]
    mode: str
    players: tuple[str, str]
    seats: tuple[int, ...]
    awaited: bool
    over: bool
    winner: int | None
    result: str
    plies: int
    changed: float
    seconds: float = 0.0
    delay: int = 0
    standing: str = ""


@dataclass(frozen=True)
class Invited:
    """Hold what an invitation leads to: the table, what was ordered and by whom, and whether the seat is still free.

    `is_open` is false for somebody who sits at the table, and once the seat is taken: then the link leads to the table.
    """

    summary: Summary
    order: Order
    host: str
    is_open: bool


@dataclass(frozen=True)
class Invite:
    """Hold the invitation to a table: the path that seats the guest, or nothing once somebody sits there."""

    table: str
    path: str
    taken: bool


@dataclass(frozen=True)
class Sharing:
    """Hold who can reach this server: the address people use, whether only this machine can, and a way to more.

    `network` is the address on the local network that `share` would open or has opened, empty if there is none.
    """

    address: str
    loopback: bool
    network: str = ""
    shared: bool = False


class Hall(Protocol):
    """Answer for the server: everything a page needs to know or to have done."""

    async def person(self, request: Request) -> Person:
        """Return who asks, as the cookie says."""

    async def rename(self, person: Person, name: str) -> None:
        """Give a person another name."""

    async def open_table(self, person: Person, order: Order, once: str = "") -> str:
        """Begin a match and return the id of its table, or raise BadInput that says what is wrong.

        The same order with the same token within seconds is a form that was sent twice: it leads to the same table.
        """

    def guests(self) -> tuple[str, ...]:
        """Return the bots that the host offers besides the levels, as FILE.py:Name."""

    async def summary(self, table: str, person: Person) -> Summary | None:
        """Return a table as this person may see it in a list, or None if there is no such table."""

    async def my_tables(self, person: Person) -> list[Summary]:
        """Return the unfinished tables at which this person sits, the latest first."""

    async def recent(self, person: Person) -> list[Summary]:
        """Return finished matches to replay, the latest first."""

    async def record(self, table: str) -> Record | None:
        """Return the whole record of a table, with its secret, also while the match goes on; never shown as it is."""

    async def invite(self, table: str, person: Person) -> Invite | None:
        """Return the invitation to a table of this person's, or None if this person is not its host."""

    async def invited(self, token: str, person: Person) -> Invited | None:
        """Return what an invitation leads to, or None if nobody has written it."""

    async def join(self, token: str, person: Person) -> str:
        """Seat a person by an invitation if the seat is free, and return the id of the table, or raise BadInput."""

    async def rematch(self, table: str, person: Person) -> str:
        """Begin the same match again with the sides changed and return the id of its table, or raise BadInput."""

    async def again(self, table: str) -> str:
        """Return the table at which a match was begun again, or nothing."""

    def sharing(self) -> Sharing:
        """Return who can reach this server."""

    async def share(self) -> Sharing:
        """Let others on this network in, or raise BadInput that says why not."""
