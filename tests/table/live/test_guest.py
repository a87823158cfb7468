"""A guest: who it acts for, what it is shown, and that it leaves no trace."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from tests.table.live.alone import MemoryStore, NoWorkers, Page

from warband.kernel.seats import PUBLIC
from warband.kernel.views import View
from warband.table.live.feed import SCREEN
from warband.table.live.guest import Guest
from warband.table.live.match_order import Order, Person
from warband.table.live.registry import Registry
from warband.table.live.table import Table
from warband.table.settings import Settings

HOST = Person("host", "Ann")


def at_a_table(mode: str, visit: Callable[[Registry, Table], Awaitable[None]]) -> None:
    async def open_and_visit() -> None:
        registry = Registry(MemoryStore(), NoWorkers(), Settings())
        await visit(registry, await registry.open(Order("heros-crossing", {}, mode, side=0), HOST))

    asyncio.run(open_and_visit())


def test_a_guest_sits_where_its_person_does_and_others_watch() -> None:
    async def visit(registry: Registry, table: Table) -> None:
        mine = Guest(registry, table, "host", Page())
        other = Guest(registry, table, "stranger", Page())
        assert (mine.viewer, mine.seat) == (0, 0)
        assert (other.viewer, other.seat) == (PUBLIC, None)

    at_a_table("far", visit)


def test_at_one_screen_a_guest_acts_for_whoever_is_asked() -> None:
    async def visit(registry: Registry, table: Table) -> None:
        guest = Guest(registry, table, "host", Page())
        assert guest.viewer == SCREEN
        guest.show(-1)
        closed = table.screen.is_closed
        assert (guest.seat is None) == closed
        table.screen.open()
        assert guest.seat in table.asked()

    at_a_table("screen", visit)


def test_a_guest_is_shown_everything_and_leaves_no_trace() -> None:
    async def visit(registry: Registry, table: Table) -> None:
        page = Page()
        guest = Guest(registry, table, "host", page, "192.0.2.1")
        guest.resync()
        assert (page["kind"], page["version"]) == ("whole", table.saved.version)
        assert (table.here, table.addresses) == ([1, 0], {"host": "192.0.2.1"})
        guest.show(table.saved.version)
        assert (page["kind"], page["steps"]) == ("update", [])
        guest.leave()
        assert (table.here, table.feeds) == ([0, 0], {})

    at_a_table("far", visit)


def test_a_table_that_cannot_be_drawn_is_said_in_a_sentence() -> None:
    async def visit(registry: Registry, table: Table) -> None:
        page = Page()
        guest = Guest(registry, table, "host", page)
        table.match.view = lambda *_: View({})  # type: ignore[method-assign]
        guest.resync()
        assert page["kind"] == "error"

    at_a_table("far", visit)
