"""The store on SQLite and on PostgreSQL: create, append, resume, migrate, and say clearly what is wrong."""

from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import inspect, text
from tests.table.server import running
from tests.table.storage.databases import KINDS, database

from warband.kernel.errors import BadInput
from warband.table.live.order import Order
from warband.table.live.saved import Change, Occupant, SavedAnswer, SavedTable
from warband.table.storage import schema
from warband.table.storage.backup import back_up
from warband.table.storage.database import Database, make_engine, migrate, open_database, read_url
from warband.table.storage.store import DatabaseStore

GAME = "pocket-tactics"


@pytest.fixture(params=KINDS)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with database(str(request.param), tmp_path) as found:
        yield found


@pytest.fixture
def opened(address: str) -> Iterator[Database]:
    found = open_database(address)
    try:
        yield found
    finally:
        found.close()


def saved(name: str = "t1", **order: object) -> SavedTable:
    wanted = Order(GAME, {"map": "quick"}, "far", (), 0, **order)  # type: ignore[arg-type]
    made = SavedTable(name, GAME, 1, wanted, ["Ann", "Bob"], "host", "commitment", "aa", "bb", created=1.0)
    made.seats = [Occupant("host"), Occupant()]
    return made


def change(number: int, name: str = "t1") -> Change:
    return Change(name, number, "act", 0, {"entries": [], "told": [{"a": "é"}]}, 2.0)


def advanced(found: SavedTable) -> SavedTable:
    found.version += 1
    found.head = {"ply": found.version, "players": ["Ann", "Bob"]}
    return found


# ---- what is written is read ----


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


def test_a_change_that_cannot_be_written_spoils_no_other(opened: Database) -> None:
    async def work() -> None:
        store, tables = DatabaseStore(opened), [advanced(saved(f"t{at}")) for at in range(4)]
        for table in tables:
            await store.create(table, change(1, table.id))
        writes = [store.append(advanced(table), change(2, table.id), None) for table in tables]
        # The log has a line with this number: nothing of this change is written.
        wrong = saved("t0")
        wrong.version = 9
        twice = store.append(wrong, change(1, "t0"), None)
        done = await asyncio.gather(*writes, twice, return_exceptions=True)
        assert [isinstance(one, Exception) for one in done] == [False] * 4 + [True]
        found = await store.load("t0")
        assert found is not None
        assert found.version == 2
        store.journal.close()

    asyncio.run(work())


def test_those_who_wait_share_a_commit(opened: Database) -> None:
    async def work() -> None:
        store, tables = DatabaseStore(opened), [advanced(saved(f"t{at}")) for at in range(40)]
        await asyncio.gather(*(store.create(table, change(1, table.id)) for table in tables))
        assert store.journal.tally.writes == 40
        assert store.journal.tally.commits < 40
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


# ---- a match comes back ----


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


# ---- migrations ----


def columns(address: str) -> dict[str, set[str]]:
    engine = make_engine(read_url(address))
    found = inspect(engine)
    names = {name: {str(column["name"]) for column in found.get_columns(name)} for name in found.get_table_names()}
    engine.dispose()
    return {name: held for name, held in names.items() if name != "alembic_version"}


def test_an_empty_database_gets_the_newest_shape(address: str, opened: Database) -> None:
    assert opened is not None
    assert columns(address) == {name: set(table.columns.keys()) for name, table in schema.metadata.tables.items()}


def test_an_older_database_keeps_what_is_in_it(address: str) -> None:
    engine = make_engine(read_url(address))
    migrate(engine, "1")
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO people (id, name, created) VALUES ('p', 'Old', 1.0)"))
    engine.dispose()
    assert "notes" not in columns(address)
    found = open_database(address)
    with found.engine.connect() as connection:
        assert connection.execute(text("SELECT name FROM people")).scalar_one() == "Old"
    found.close()
    assert "notes" in columns(address)


def test_a_database_of_a_newer_program_is_refused(address: str) -> None:
    engine = make_engine(read_url(address))
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '999'"))
    engine.dispose()
    with pytest.raises(BadInput, match="newer Warband"):
        open_database(address)


def test_two_servers_do_not_share_a_database(address: str, opened: Database) -> None:
    assert opened is not None
    with pytest.raises(BadInput, match="another Warband server uses it"):
        open_database(address)


# ---- what cannot be opened ----


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("nonsense", "expected sqlite:///FILE or postgresql://"),
        ("mysql://x/y", "not one of sqlite, postgresql"),
        ("sqlite://", "name a file"),
        ("postgresql://nobody:word@127.0.0.1:1/none", "127.0.0.1"),
        ("sqlite:////proc/none/table.db", "database sqlite:////proc/none/table.db"),
    ],
)
def test_a_bad_address_is_told_in_a_sentence(address: str, said: str) -> None:
    with pytest.raises(BadInput, match=said) as wrong:
        open_database(address)
    assert "\n" not in str(wrong.value)
    assert ":word@" not in str(wrong.value)


def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    (tmp_path / "table.db").write_text("This is a letter, and not a database. " * 40)
    with pytest.raises(BadInput, match="not a database"):
        open_database(f"sqlite:///{tmp_path / 'table.db'}")


# ---- backups ----


def test_a_backup_is_whole_while_the_server_runs(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        visitor = server.visitor()
        table = visitor.begin(GAME, "screen")
        assert back_up(server.settings.database_url(), tmp_path / "copy.db") > 0
        assert (tmp_path / "copy.db").stat().st_mode & 0o077 == 0
    with running(tmp_path / "other", database=f"sqlite:///{tmp_path / 'copy.db'}") as server:
        again = server.visitor()
        again.cookie = visitor.cookie
        assert again.sit(table).resume()["kind"] == "whole"


def test_a_backup_overwrites_nothing_and_says_how_for_postgresql(tmp_path: Path) -> None:
    (tmp_path / "there").touch()
    with running(tmp_path / "data") as server, pytest.raises(BadInput, match="is there already"):
        back_up(server.settings.database_url(), tmp_path / "there")
    with pytest.raises(BadInput, match="pg_dump"):
        back_up("postgresql://warband@localhost/warband", tmp_path / "copy")
    with pytest.raises(BadInput, match="there is no database"):
        back_up(f"sqlite:///{tmp_path / 'none.db'}", tmp_path / "copy")


def test_the_database_is_for_its_owner_alone(tmp_path: Path) -> None:
    found = open_database(f"sqlite:///{tmp_path / 'table.db'}")
    found.close()
    mode = stat.S_IMODE(os.stat(tmp_path / "table.db").st_mode)
    assert mode & 0o077 == 0
