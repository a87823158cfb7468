"""What the pages ask the server: people, tables, invitations, rematches, and who can reach it."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from dataclasses import replace
from functools import partial
from typing import Final

from starlette.requests import Request

from warband.kernel.errors import BadInput
from warband.kernel.record import Record, record_match
from warband.kernel.seats import Seat
from warband.table.live.ids import same
from warband.table.live.match_order import FAR, WATCH, Order, Person
from warband.table.live.registry import Registry
from warband.table.live.saved import Occupant, SavedTable
from warband.table.live.table import REMATCH, Table, TableLost
from warband.table.live.table_factory import LONGEST_NAME, distinct
from warband.table.network import Network, Sharing
from warband.table.pages.errors import TooMany
from warband.table.pages.identity import Identity, Visitor
from warband.table.pages.opened import Opened
from warband.table.pages.summaries import Invite, Invited, Summary, free_seat, summary_of
from warband.table.storage.store import DatabaseStore

NAMES_KEPT: Final = 10_000
JOIN: Final = "join"
# A form that comes again within so many seconds was sent twice by mistake.
TWICE_SECONDS: Final = 10.0
BUSY: Final = "The server could not write that down; try again in a moment."
NOT_THERE: Final = "There is no such table here; the link may be cut off."


class Lobby:
    """The people and tables of one server, as pages see them."""

    def __init__(self, registry: Registry, store: DatabaseStore, identity: Identity, network: Network) -> None:
        self.registry = registry
        self.store = store
        self.identity = identity
        self.network = network
        self._opened = Opened(store.unfinished)
        self._names: OrderedDict[str, str] = OrderedDict()
        self._begun: dict[str, tuple[float, asyncio.Task[str]]] = {}

    # ---- people ----

    async def person(self, request: Request) -> Person:
        """Return who asks, as the cookie says."""
        visitor: Visitor = request.scope["visitor"]
        name = self._names.get(visitor.id)
        if name is None:
            name = "" if visitor.new_cookie else await self.store.name_of(visitor.id)
            self._remember(visitor.id, name)
        return Person(visitor.id, name)

    def _remember(self, person: str, name: str) -> None:
        self._names[person] = name
        while len(self._names) > NAMES_KEPT:
            self._names.popitem(last=False)

    async def rename(self, person: Person, name: str) -> None:
        """Give a person another name."""
        if not 0 < len(name) <= LONGEST_NAME:
            raise BadInput(f"name: a name has 1 to {LONGEST_NAME} letters")
        await self.store.rename(person.id, name)
        self._remember(person.id, name)

    # ---- tables ----

    async def open_table(self, person: Person, order: Order, once: str = "", address: str = "") -> str:
        """Begin a match and return the id of its table, or raise BadInput that says what is wrong.

        The same order with the same token within seconds is a form that was sent twice: it leads to the same table.
        """
        if not once:
            return await self._open(order, person, address=address)
        now, key = time.monotonic(), repr((person.id, once, order))
        self._begun = {name: one for name, one in self._begun.items() if one[0] > now - TWICE_SECONDS}
        if key not in self._begun:
            self._begun[key] = (now, asyncio.get_running_loop().create_task(self._open(order, person, address=address)))
        return await asyncio.shield(self._begun[key][1])

    async def _open(self, order: Order, person: Person, guest: Person | None = None, address: str = "") -> str:
        await self._check_affordable(order, person, address)
        try:
            table = (await self.registry.open(order, person, guest)).id
        except TableLost:
            raise BadInput(BUSY) from None
        self._opened.add(address, table)
        return table

    async def _check_affordable(self, order: Order, person: Person, address: str) -> None:
        """Raise TooMany if a person, or an address, has begun enough matches for now."""
        limits = self.registry.settings.limits
        if await self.store.open_count(person.id) >= limits.open_tables:
            raise TooMany(f"You have {limits.open_tables} unfinished matches; finish one, or resign one, first.")
        if await self._opened.count(address, limits.address_tables) >= limits.address_tables:
            raise TooMany(f"Your address has {limits.address_tables} unfinished matches; finish or resign some first.")
        if order.mode == WATCH and len(self.registry.running_spectacles(person.id)) >= limits.watch_tables:
            raise TooMany(f"You watch {limits.watch_tables} matches of bots already; close one of them first.")

    async def summary(self, table: str, person: Person) -> Summary | None:
        """Return a table as this person may see it in a list, or None if there is no such table."""
        saved = await self.store.load(table)
        return None if saved is None else summary_of(saved, person)

    async def my_tables(self, person: Person) -> list[Summary]:
        """Return the unfinished tables at which this person sits, the latest first."""
        return await _summaries(await self.store.tables_of(person.id), person)

    async def last_orders(self, person: Person) -> dict[str, Order]:
        """Return what this person last asked for, by game; to watch bots is not to play."""
        played = [order for order in await self.store.orders_of(person.id) if order.mode != WATCH]
        return {order.game: order for order in reversed(played)}

    async def recent(self, person: Person) -> list[Summary]:
        """Return finished matches to replay, the latest first."""
        return await _summaries(await self.store.finished(person.id), person)

    async def record(self, table: str) -> Record | None:
        """Return the whole record of a table, with its secret, also while the match goes on; never shown as it is."""
        running = await self.registry.find(table)
        if running is None:
            return None
        record = record_match(running.match, private=True)
        record.bots = [seat.bot for seat in running.saved.seats]
        return record

    # ---- invitations ----

    async def invite(self, table: str, person: Person) -> Invite | None:
        """Return the invitation to a table of this person's, or None if this person is not its host."""
        saved = await self.store.load(table)
        if saved is None or saved.order.mode != FAR or not same(saved.host, person.id):
            return None
        taken = free_seat(saved) is None
        return Invite(table, "" if taken else f"/join/{self.identity.invitation(table)}", taken)

    async def invited(self, token: str, person: Person) -> Invited | None:
        """Return what an invitation leads to, or None if nobody has written it."""
        table = self.identity.invited_to(token)
        saved = await self.store.load(table) if table else None
        if saved is None:
            return None
        summary, free = summary_of(saved, person), free_seat(saved)
        host = "" if free is None else summary.players[1 - free]
        return Invited(summary, saved.order, host, free is not None and not summary.over and not summary.seats)

    async def join(self, token: str, person: Person) -> str:
        """Seat a person by an invitation if the seat is free, and return the id of the table, or raise BadInput.

        Used once, an invitation is only a way to the table: who comes after that watches.
        """
        table = await self._table(self.identity.invited_to(token))
        async with table.lock:
            sits = any(same(seat.person, person.id) for seat in table.saved.seats)
            free = free_seat(table.saved)
            if not sits and free is not None and table.match.result is None:
                await self._seat(table, free, person)
        return table.id

    async def _seat(self, table: Table, seat: Seat, person: Person) -> None:
        names = list(table.match.players)
        names[seat] = person.name or names[seat]
        rename = partial(table.match.name_player, player=distinct(names, 1 - seat)[seat])
        seats = list(table.saved.seats)
        seats[seat] = Occupant(person.id)
        try:
            await table.change(JOIN, seat, lambda recording: recording.declare(seat, rename), seats=seats)
        except TableLost:
            self.registry.lose(table)
            raise BadInput(BUSY) from None

    async def rematch(self, table: str, person: Person, address: str = "") -> str:
        """Begin the same match again with the sides changed and return the id of its table, or raise BadInput."""
        running = await self._table(table)
        saved = running.saved
        mine = [seat for seat, holder in enumerate(saved.seats) if same(holder.person, person.id)]
        if not mine and not same(saved.host, person.id):
            raise BadInput("Only who played this match can begin it again; begin one of your own.")
        if saved.result is None:
            raise BadInput("This match is not over yet.")
        async with running.lock:
            if not running.rematch:
                again = await self._open(*again_with(saved, person, mine), address)
                await self.store.write_note(table, REMATCH, again)
                running.rematch = again
                running.show_moment()
        return running.rematch

    async def again(self, table: str) -> str:
        """Return the table at which a match was begun again, or nothing."""
        return await self.store.note(table, REMATCH) or ""

    async def _table(self, table: str) -> Table:
        running = await self.registry.find(table) if table else None
        if running is None:
            raise BadInput(NOT_THERE)
        return running

    # ---- who can reach it, and what it offers ----

    def guests(self) -> tuple[str, ...]:
        """Return the bots that the host offers besides the levels, as FILE.py:Name."""
        return self.registry.settings.guests

    def sharing(self) -> Sharing:
        """Return who can reach this server."""
        return self.network.sharing()

    async def share(self) -> Sharing:
        """Open the server to the local network, or raise BadInput that says why not."""
        return await self.network.share()


async def _summaries(tables: list[SavedTable], person: Person) -> list[Summary]:
    """Return tables as a list shows them, made off the event loop."""
    return await asyncio.to_thread(lambda: [summary_of(saved, person) for saved in tables])


def again_with(saved: SavedTable, person: Person, mine: list[int]) -> tuple[Order, Person, Person | None]:
    """Return the order of a rematch with the sides changed, and who plays it."""
    order = saved.order
    if len(mine) != 1:
        turned = replace(order, bots=order.bots[::-1], names=(order.names[1], order.names[0]))
        return turned, person, None
    other = saved.seats[1 - mine[0]]
    guest = Person(other.person, saved.players[1 - mine[0]]) if other.person else None
    return replace(order, side=1 - mine[0]), person, guest
