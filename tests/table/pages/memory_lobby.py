"""A lobby kept in memory, so that pages can be tested without a server."""

from __future__ import annotations

import time

from starlette.applications import Starlette
from starlette.requests import Request

from warband.kernel.chance import Rng, fresh_chance, seeded_chance
from warband.kernel.errors import BadInput
from warband.kernel.match import Match
from warband.kernel.record import Record, record_match
from warband.kernel.registry import make_game
from warband.table.live.match_order import FAR, Order, Person
from warband.table.network import Sharing
from warband.table.pages.lobby import Lobby
from warband.table.pages.routes import handlers, routes
from warband.table.pages.summaries import Invite, Invited, Summary

ANNE = Person("anne", "Anne")


class MemoryLobby(Lobby):
    """Keep people, tables and invitations; every request is Anne's."""

    def __init__(self) -> None:
        self.me = ANNE
        self.orders: dict[str, Order] = {}
        self.matches: dict[str, Match] = {}
        self.hosts: dict[str, str] = {}
        self.lan = False
        self.bots: tuple[str, ...] = ()
        self.tokens: list[str] = []
        self.rematches: dict[str, str] = {}

    def guests(self) -> tuple[str, ...]:
        return self.bots

    async def person(self, request: Request) -> Person:
        return self.me

    async def rename(self, person: Person, name: str) -> None:
        self.me = Person(person.id, name)

    async def open_table(self, person: Person, order: Order, once: str = "", address: str = "") -> str:
        self.tokens.append(once)
        table = f"t{len(self.orders) + 1}"
        self.orders[table] = order
        self.hosts[table] = person.id
        self.matches[table] = Match(make_game(order.game, order.options), fresh_chance(), [person.name, "Rival"])
        self.matches[table].settle()
        return table

    async def summary(self, table: str, person: Person) -> Summary | None:
        if table not in self.matches:
            return None
        match, order = self.matches[table], self.orders[table]
        result = match.result
        names = (match.players[0], match.players[1])
        seats = (0,) if self.hosts[table] == person.id else ()
        said = match.game.say_result(result, match.players) if result else ""
        winner = result.winner if result else None
        return Summary(
            table,
            order.game,
            match.game.title,
            order.options,
            order.mode,
            names,
            seats,
            0 in match.awaiting() and bool(seats),
            result is not None,
            winner,
            said,
            match.ply,
            time.time() - 200,
            840.0,
            order.delay,
            "It is your turn." if 0 in match.awaiting() and seats else "Rival is thinking.",
        )

    async def _all(self, person: Person, over: bool) -> list[Summary]:
        found = [await self.summary(table, person) for table in self.matches]
        return [line for line in found if line is not None and line.over == over]

    async def my_tables(self, person: Person) -> list[Summary]:
        return [line for line in await self._all(person, False) if line.seats]

    async def last_orders(self, person: Person) -> dict[str, Order]:
        return {order.game: order for table, order in self.orders.items() if self.hosts[table] == person.id}

    async def recent(self, person: Person) -> list[Summary]:
        return await self._all(person, True)

    async def record(self, table: str) -> Record | None:
        return record_match(self.matches[table], private=True) if table in self.matches else None

    async def invite(self, table: str, person: Person) -> Invite | None:
        if self.hosts.get(table) != person.id:
            return None
        return Invite(table, f"/join/token-{table}", self.orders[table].mode != FAR)

    async def invited(self, token: str, person: Person) -> Invited | None:
        summary = await self.summary(token.removeprefix("token-"), person)
        if summary is None:
            return None
        return Invited(summary, self.orders[summary.id], summary.players[0], self.hosts[summary.id] != person.id)

    async def join(self, token: str, person: Person) -> str:
        table = token.removeprefix("token-")
        if table not in self.matches:
            raise BadInput("There is no such table here; the link may be cut off.")
        return table

    async def rematch(self, table: str, person: Person, address: str = "") -> str:
        self.rematches[table] = await self.open_table(person, self.orders[table])
        return self.rematches[table]

    async def again(self, table: str) -> str:
        return self.rematches.get(table, "")

    def sharing(self) -> Sharing:
        return Sharing("http://127.0.0.1:8700", True, "http://192.0.2.7:8700", self.lan)

    async def share(self) -> Sharing:
        self.lan = True
        return self.sharing()

    def add_finished(self, game: str, seed: int, options: dict[str, object] | None = None) -> str:
        """Play a random match to its end and keep it as a table of Anne's."""
        table = f"t{len(self.orders) + 1}"
        match = Match(make_game(game, options or {}), seeded_chance(seed), ["Anne", "Captain"])
        play_out(match, seed)
        self.orders[table] = Order(game, options or {}, "bot", ("Captain",))
        self.hosts[table] = "anne"
        self.matches[table] = match
        return table


def play_out(match: Match, seed: int) -> None:
    """Play random legal actions to the end."""
    rng = Rng(seed)
    match.settle()
    while match.result is None:
        seat = match.awaiting()[0]
        legal = match.actions(seat)
        match.play(seat, legal[rng.below(len(legal))])


def make_app(lobby: MemoryLobby) -> Starlette:
    """Return the pages on top of a lobby in memory."""
    app = Starlette(routes=routes(), exception_handlers=handlers())
    app.state.lobby = lobby
    return app
