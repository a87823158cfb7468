"""The store on SQLite and on PostgreSQL: create, append, resume, migrate, and say clearly what is wrong."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.table.server import running
from tests.table.storage.databases import GAME, advanced, change, saved

from warband.table.live.saved import Occupant, SavedAnswer
from warband.table.storage.database import Database
from warband.table.storage.store import DatabaseStore


def test_a_table_is_created_and_read(opened: Database) -> None:
    async def work() -> None:
        store = DatabaseStore(opened)
        await store.create(advanced(saved(names=("A", "B"))), change(1))
        found = await store.load("t1")
        assert found is not None
        assert (found.order.options, found.order.names) == ({"map": "quick"}, ("A", "B"))
        assert found.seats == [Occupant("host"), Occupant()]
        assert found.head == {"ply": 1, "players": ["Ann", "Bob"]}
        assert await store.load("t2") is None
        store.journal.close()

    asyncio.run(work())


def test_changes_are_appended_with_the_position_and_the_answer(opened: Database) -> None:
    async def work() -> None:
        store, mine = DatabaseStore(opened), advanced(saved())
        await store.create(mine, change(1))
        for number in (2, 3):
            answered = SavedAnswer("host", f"m{number}", {"status": "accepted"})
            await store.append(advanced(mine), change(number), answered)
        mine.seats = [Occupant("host"), Occupant(bot="Guard")]
        await store.append(advanced(mine), change(4), None, seats=True)
        found = await store.load("t1")
        assert found is not None
        assert (found.version, found.head["ply"]) == (4, 4)
        assert found.seats[1] == Occupant(bot="Guard")
        assert [one.version for one in await store.changes("t1")] == [1, 2, 3, 4]
        assert (await store.changes("t1"))[0].body["told"] == [{"a": "é"}]
        assert [one.message for one in await store.answers("t1")] == ["m2", "m3"]
        store.journal.close()

    asyncio.run(work())


def test_people_lists_and_notes(opened: Database) -> None:
    async def work() -> None:
        store = DatabaseStore(opened)
        assert await store.name_of("ann") == ""
        await store.rename("ann", "Ann")
        await store.rename("ann", "Anna")
        assert await store.name_of("ann") == "Anna"
        running, over = advanced(saved("t1")), advanced(saved("t2"))
        over.result = {"winner": 0, "why": "resigned"}
        await store.create(running, change(1, "t1"))
        await store.create(over, change(1, "t2"))
        assert [one.id for one in await store.tables_of("host")] == ["t1"]
        assert [one.id for one in await store.finished("host")] == ["t2"]
        assert await store.tables_of("stranger") == []
        await store.write_note("t1", "curve", "[1]")
        await store.write_note("t1", "curve", "[2]")
        assert await store.note("t1", "curve") == "[2]"
        assert await store.note("t1", "other") is None
        store.journal.close()

    asyncio.run(work())


def test_the_key_stays_the_same(opened: Database) -> None:
    store = DatabaseStore(opened)
    assert store.signing_key() == store.signing_key()
    assert len(store.signing_key()) >= 32
    store.journal.close()


def test_a_match_goes_on_after_a_restart(address: str, tmp_path: Path) -> None:
    with running(tmp_path / "one", database=address) as server:
        visitor = server.visitor()
        table = visitor.begin(GAME, "screen")
        sitting = visitor.sit(table)
        sitting.resume()
        sitting.ask("uncurtain")
        sitting.decide()
        fields = {"decision": sitting.state["decision"], "action": sitting.state["choices"][0][0]}
        assert sitting.ask("act", "kept", **fields)["status"] == "accepted"
        version = server.registry.tables[table].saved.version
        cookie = visitor.cookie
    with running(tmp_path / "two", database=address) as server:
        visitor = server.visitor()
        visitor.cookie = cookie
        sitting = visitor.sit(table)
        assert sitting.resume()["version"] == version
        # A message that was answered before the restart is answered again and not applied again.
        sitting.ask("uncurtain")
        assert sitting.ask("act", "kept", **fields)["status"] == "accepted"
        assert server.registry.tables[table].saved.version == version
        sitting.decide()
        assert sitting.act()["status"] == "accepted"
        while sitting.state["version"] < version + 1:
            sitting.receive()
