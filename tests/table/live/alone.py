"""Play a whole match at a table without a server, a database or processes; run in an interpreter that has none."""

from __future__ import annotations

import asyncio
import copy
import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from warband.table.live.saved import Change, GoingOn, SavedAnswer, SavedTable

ABSENT = ["starlette", "uvicorn", "websockets", "sqlalchemy", "alembic", "jinja2", "markupsafe", "itsdangerous"]
ABSENT += ["segno", "sqlite3", "multiprocessing", "subprocess", "concurrent.futures.process", "http", "fcntl"]
Found = TypeVar("Found")


class MemoryStore:
    """Keep tables in dictionaries."""

    def __init__(self) -> None:
        self.tables: dict[str, SavedTable] = {}
        self.log: dict[str, list[Change]] = {}
        self.given: dict[str, list[SavedAnswer]] = {}

    async def create(self, table: SavedTable, change: Change) -> None:
        await self.append(table, change, None)

    async def append(self, table: SavedTable, change: Change, answer: SavedAnswer | None, seats: bool = False) -> None:
        self.tables[table.id] = copy.deepcopy(table)
        self.log.setdefault(table.id, []).append(change)
        self.given.setdefault(table.id, []).extend([answer] if answer else [])

    async def load(self, table: str) -> SavedTable | None:
        return copy.deepcopy(self.tables.get(table))

    async def changes(self, table: str) -> list[Change]:
        return self.log[table]

    async def answers(self, table: str) -> list[SavedAnswer]:
        return self.given[table]

    async def note(self, table: str, name: str) -> str | None:
        return None

    async def going_on(self) -> list[GoingOn]:
        return []


class NoWorkers:
    """Do the work right here."""

    is_closed = False

    async def ask(
        self,
        kind: str,
        work: Callable[..., Found],
        values: tuple[object, ...],
        patience: float,
        asker: object = None,
    ) -> Found:
        return work(*values)

    async def close(self) -> None:
        self.is_closed = True


class Page(dict[str, Any]):
    """What a page knows of its table; it takes the first choice it is offered."""

    def send(self, message: str) -> None:
        data = json.loads(message)
        self.update(data if data["kind"] != "answer" else {"status": data["status"]})

    def close(self) -> None:
        raise AssertionError("nobody is sent away")


async def play(game: str, options: dict[str, object]) -> dict[str, Any]:
    """Return what the first of two guests is told once their match is over."""
    from warband.table.live import commands, messages
    from warband.table.live.guest import Guest
    from warband.table.live.match_order import FAR, Order, Person
    from warband.table.live.registry import Registry
    from warband.table.settings import Settings

    registry = Registry(MemoryStore(), NoWorkers(), Settings())
    registry.start()
    anne, bert, pages = Person("a", "Anne"), Person("b", "Bert"), [Page(), Page()]
    table = await registry.open(Order(game, options, FAR, side=0), anne, bert)
    guests = [Guest(registry, table, person.id, page) for person, page in zip((anne, bert), pages, strict=True)]
    ids = iter(range(1_000_000))

    async def tell(guest: Guest, kind: str, **fields: object) -> None:
        text = json.dumps({"id": next(ids), "table": table.id, "kind": kind, **fields})
        await commands.receive(guest, messages.read_message(text))

    for guest in guests:
        await tell(guest, "resume", have=-1)
    while not pages[0]["over"]:
        for guest, page in zip(guests, pages, strict=True):
            if page.get("decision") is not None:
                decision, page["decision"] = page["decision"], None
                await tell(guest, "act", decision=decision, action=page["choices"][0][0])
                assert page["status"] == "accepted", page
        await asyncio.sleep(0)
    for guest in guests:
        guest.leave()
    registry.put_away(table)
    again = await registry.find(table.id)
    assert again is not None
    assert again.match.result == table.match.result
    await registry.stop()
    return pages[0]


if __name__ == "__main__":
    for name in ABSENT:
        sys.modules[name] = None  # type: ignore[assignment]
    print(asyncio.run(play(sys.argv[1], json.loads(sys.argv[2])))["over"]["text"])
