"""Answer the pages: people, tables, invitations, rematches, and who can reach this server."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from dataclasses import replace
from typing import Final, Protocol

from starlette.requests import Request

from warband.kernel.errors import BadInput
from warband.kernel.game import Result
from warband.kernel.record import Record, record_match
from warband.table.games import game_with
from warband.table.house import House
from warband.table.identity import Visitor, same
from warband.table.opening import LONGEST_NAME, distinct, open_new
from warband.table.pages.hall import FAR, Invite, Invited, Order, Person, Sharing, Summary
from warband.table.sheets import Seat, Sheet
from warband.table.tables import REMATCH, Lost, Recording, Table

NAMES_KEPT: Final = 10_000
JOIN: Final = "join"
# A form that comes again within so many seconds was sent twice by mistake.
TWICE_SECONDS: Final = 10.0
BUSY: Final = "The server could not write that down; try again in a moment."
NOT_THERE: Final = "There is no such table here; the link may be cut off."


class Network(Protocol):
    """Say who can reach the server, and let more people in."""

    def sharing(self) -> Sharing:
        """Return who can reach this server."""

    async def share(self) -> Sharing:
        """Let others on this network in, or raise BadInput that says why not."""


class TableHall:
    """Answer for one server."""

    def __init__(self, house: House, network: Network) -> None:
        self.house = house
        self.network = network
        self._names: OrderedDict[str, str] = OrderedDict()
        self._begun: dict[str, tuple[float, asyncio.Task[str]]] = {}

    # ---- people ----

    async def person(self, request: Request) -> Person:
        """Return who asks, as the cookie says."""
        visitor: Visitor = request.scope["visitor"]
        name = self._names.get(visitor.id)
        if name is None:
            name = "" if visitor.new_cookie else await self.house.store.name_of(visitor.id)
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
        await self.house.store.rename(person.id, name)
        self._remember(person.id, name)

    # ---- tables ----

    async def open_table(self, person: Person, order: Order, once: str = "") -> str:
        """Begin a match and return the id of its table, or raise BadInput that says what is wrong.

        The same order with the same token within seconds is a form that was sent twice: it leads to the same table.
        """
        if not once:
            return await self._open(order, person)
        now, key = time.monotonic(), repr((person.id, once, order))
        self._begun = {name: one for name, one in self._begun.items() if one[0] > now - TWICE_SECONDS}
        if key not in self._begun:
            self._begun[key] = (now, asyncio.get_running_loop().create_task(self._open(order, person)))
        return await asyncio.shield(self._begun[key][1])

    async def _open(self, order: Order, person: Person, guest: Person | None = None) -> str:
        try:
            table = await open_new(order, person, self.house, guest)
        except Lost:
            raise BadInput(BUSY) from None
        self.house.keep(table)
        return table.id

    async def summary(self, table: str, person: Person) -> Summary | None:
        """Return a table as this person may see it in a list, or None if there is no such table."""
        sheet = await self.house.store.load(table)
        return None if sheet is None else summary_of(sheet, person)

    async def my_tables(self, person: Person) -> list[Summary]:
        """Return the unfinished tables at which this person sits, the latest first."""
        return [summary_of(sheet, person) for sheet in await self.house.store.tables_of(person.id)]

    async def recent(self, person: Person) -> list[Summary]:
        """Return finished matches to replay, the latest first."""
        return [summary_of(sheet, person) for sheet in await self.house.store.finished(person.id)]

    async def record(self, table: str) -> Record | None:
        """Return the whole record of a table, with its secret, also while the match goes on; never shown as it is."""
        found = await self.house.find(table)
        if found is None:
            return None
        record = record_match(found.match, private=True)
        record.bots = [seat.bot for seat in found.sheet.seats]
        return record

    # ---- invitations ----

    async def invite(self, table: str, person: Person) -> Invite | None:
        """Return the invitation to a table of this person's, or None if this person is not its host."""
        sheet = await self.house.store.load(table)
        if sheet is None or sheet.order.mode != FAR or not same(sheet.host, person.id):
            return None
        taken = free_seat(sheet) is None
        return Invite(table, "" if taken else f"/join/{self.house.identity.invitation(table)}", taken)

    async def invited(self, token: str, person: Person) -> Invited | None:
        """Return what an invitation leads to, or None if nobody has written it."""
        table = self.house.identity.invited_to(token)
        sheet = await self.house.store.load(table) if table else None
        if sheet is None:
            return None
        summary, free = summary_of(sheet, person), free_seat(sheet)
        host = "" if free is None else summary.players[1 - free]
        return Invited(summary, sheet.order, host, free is not None and not summary.over and not summary.seats)

    async def join(self, token: str, person: Person) -> str:
        """Seat a person by an invitation if the seat is free, and return the id of the table, or raise BadInput.

        Used once, an invitation is only a way to the table: who comes after that watches.
        """
        table = await self._table(self.house.identity.invited_to(token))
        async with table.lock:
            sits = any(same(seat.person, person.id) for seat in table.sheet.seats)
            free = free_seat(table.sheet)
            if not sits and free is not None and table.match.result() is None:
                await self._seat(table, free, person)
        return table.id

    async def _seat(self, table: Table, seat: int, person: Person) -> None:
        match = table.match

        def do(recording: Recording) -> None:
            names = list(match.players)
            names[seat] = person.name or names[seat]
            match.players = distinct(names, 1 - seat)
            match.first_players = list(match.players)
            recording.note(seat)

        seats = list(table.sheet.seats)
        seats[seat] = Seat(person.id)
        try:
            await table.change(JOIN, seat, do, seats=seats)
        except Lost:
            self.house.lose(table)
            raise BadInput(BUSY) from None

    async def rematch(self, table: str, person: Person) -> str:
        """Begin the same match again with the sides changed and return the id of its table, or raise BadInput."""
        found = await self._table(table)
        sheet = found.sheet
        mine = [seat for seat, holder in enumerate(sheet.seats) if same(holder.person, person.id)]
        if not mine and not same(sheet.host, person.id):
            raise BadInput("Only who played this match can begin it again; begin one of your own.")
        if sheet.result is None:
            raise BadInput("This match is not over yet.")
        async with found.lock:
            if not found.rematch:
                again = await self._open(*again_with(sheet, person, mine))
                await self.house.store.write_note(table, REMATCH, again)
                found.rematch = again
                found.show_moment()
        return found.rematch

    async def again(self, table: str) -> str:
        """Return the table at which a match was begun again, or nothing."""
        return await self.house.store.note(table, REMATCH) or ""

    async def _table(self, table: str) -> Table:
        found = await self.house.find(table) if table else None
        if found is None:
            raise BadInput(NOT_THERE)
        return found

    # ---- who can reach it, and what it offers ----

    def guests(self) -> tuple[str, ...]:
        """Return the bots that the host offers besides the levels, as FILE.py:Name."""
        return self.house.settings.guests

    def sharing(self) -> Sharing:
        """Return who can reach this server."""
        return self.network.sharing()

    async def share(self) -> Sharing:
        """Let others on this network in, or raise BadInput that says why not."""
        return await self.network.share()


def again_with(sheet: Sheet, person: Person, mine: list[int]) -> tuple[Order, Person, Person | None]:
    """Return the order of a rematch with the sides changed, and who plays it."""
    order = sheet.order
    if len(mine) != 1:
        turned = replace(order, bots=order.bots[::-1], names=(order.names[1], order.names[0]))
        return turned, person, None
    other = sheet.seats[1 - mine[0]]
    guest = Person(other.person, sheet.players[1 - mine[0]]) if other.person else None
    return replace(order, side=1 - mine[0]), person, guest


def free_seat(sheet: Sheet) -> int | None:
    """Return the seat in which nobody sits, if there is one."""
    return next((at for at, seat in enumerate(sheet.seats) if seat.is_free()), None)


def summary_of(sheet: Sheet, person: Person) -> Summary:
    """Return a table as a list shows it to a person."""
    seats = tuple(at for at, seat in enumerate(sheet.seats) if same(seat.person, person.id))
    game = game_with(sheet.game, sheet.order.options)
    head = sheet.head
    names, awaiting, ply = head.get("players"), head.get("awaiting"), head.get("ply")
    players = [str(name) for name in names] if isinstance(names, list) else list(sheet.players)
    winner = result = None
    if sheet.result is not None:
        result = Result(int(str(sheet.result["winner"])), str(sheet.result["why"]))
        winner = result.winner
    return Summary(
        sheet.id,
        sheet.game,
        game.title,
        game.options,
        sheet.order.mode,
        (players[0], players[1]),
        seats,
        awaited=isinstance(awaiting, list) and any(seat in awaiting for seat in seats),
        over=result is not None,
        winner=winner,
        result=game.say_result(result, players) if result is not None else "",
        plies=ply if isinstance(ply, int) else 0,
        changed=sheet.changed,
        seconds=sheet.changed - sheet.created,
        delay=sheet.order.delay,
        standing=standing_of(sheet, players, seats),
    )


def standing_of(sheet: Sheet, players: list[str], mine: tuple[int, ...]) -> str:
    """Return for whom a table waits, as a list tells it to somebody who holds these seats."""
    awaiting = sheet.head.get("awaiting")
    asked = [seat for seat in awaiting if seat in (0, 1)] if isinstance(awaiting, list) else []
    if any(seat in mine for seat in asked):
        return "It is your turn."
    if free_seat(sheet) is not None:
        return "Nobody has taken the other seat yet."
    thinking = [players[seat] for seat in asked if sheet.seats[seat].bot]
    if thinking:
        return f"{' and '.join(thinking)} {'are' if len(thinking) > 1 else 'is'} thinking."
    return f"Waiting for {' and '.join(players[seat] for seat in asked)}." if asked else ""
