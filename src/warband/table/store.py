"""Keep people, tables and the log of every match in the database; what is written is on the disk."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection, RowMapping, delete, insert, select, update

from warband.table import schema
from warband.table.database import Database
from warband.table.identity import fresh_key
from warband.table.journal import Journal
from warband.table.sheets import Answered, Change, Seat, Sheet, read_order

Found = TypeVar("Found")
KEY = "key"
LISTED = 50
MOST_ANSWERS = 400


class Store:
    """Read and write one database; reads go beside the event loop, writes through the journal."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.journal = Journal(database.engine)

    def close(self) -> None:
        """Finish what is being written and let go of the database."""
        self.journal.close()
        self.database.close()

    async def read(self, ask: Callable[[Connection], Found]) -> Found:
        """Return what a question to the database finds."""
        return await asyncio.to_thread(self._read, ask)

    def _read(self, ask: Callable[[Connection], Found]) -> Found:
        with self.database.engine.connect() as connection:
            return ask(connection)

    def signing_key(self) -> str:
        """Return the key that signs cookies, made when the database is new."""
        with self.database.engine.begin() as connection:
            query = select(schema.settings.c.value).where(schema.settings.c.name == KEY)
            found = connection.execute(query).scalar_one_or_none()
            if found is None:
                found = fresh_key()
                connection.execute(insert(schema.settings).values(name=KEY, value=found))
            return str(found)

    # ---- people ----

    async def name_of(self, person: str) -> str:
        """Return the name of a person, empty where none was given."""
        query = select(schema.people.c.name).where(schema.people.c.id == person)
        return str(await self.read(lambda connection: connection.execute(query).scalar_one_or_none()) or "")

    async def rename(self, person: str, name: str) -> None:
        """Give a person a name."""

        def write(connection: Connection) -> None:
            connection.execute(delete(schema.people).where(schema.people.c.id == person))
            connection.execute(insert(schema.people).values(id=person, name=name, created=time.time()))

        await self.journal.write(write)

    # ---- tables ----

    async def create(self, sheet: Sheet, change: Change) -> None:
        """Write a new table down, with its seats and its first change."""

        def write(connection: Connection) -> None:
            connection.execute(insert(schema.tables).values(sheet.row() | sheet.standing()))
            _write_seats(connection, sheet)
            connection.execute(insert(schema.changes).values(change.row()))

        await self.journal.write(write)

    async def append(self, sheet: Sheet, change: Change, answered: Answered | None, seats: bool = False) -> None:
        """Write one change down: the log, how the table stands, what was answered, all or nothing."""
        standing, row = sheet.standing(), change.row()

        def write(connection: Connection) -> None:
            connection.execute(insert(schema.changes), row)
            connection.execute(update(schema.tables).where(schema.tables.c.id == sheet.id), standing)
            if answered is not None:
                connection.execute(insert(schema.answers), _answer_row(change, answered))
            if seats:
                connection.execute(delete(schema.seats).where(schema.seats.c.table == sheet.id))
                _write_seats(connection, sheet)

        await self.journal.write(write)

    async def load(self, table: str) -> Sheet | None:
        """Return a table, or None if there is none of that id."""
        return await self.read(lambda connection: _sheet(connection, table))

    async def changes(self, table: str) -> list[Change]:
        """Return the log of a table, in order."""
        columns = schema.changes.c
        query = select(schema.changes).where(columns.table == table).order_by(columns.version)
        rows = await self.read(lambda connection: connection.execute(query).mappings().all())
        return [_change(row) for row in rows]

    async def answers(self, table: str) -> list[Answered]:
        """Return the latest answers given at a table, the oldest first."""
        columns = schema.answers.c
        query = select(schema.answers).where(columns.table == table).order_by(columns.version.desc())
        query = query.limit(MOST_ANSWERS)
        rows = await self.read(lambda connection: connection.execute(query).mappings().all())
        return [Answered(row["person"], row["message"], json.loads(row["answer"])) for row in reversed(rows)]

    async def tables_of(self, person: str) -> list[Sheet]:
        """Return the unfinished tables at which a person sits, the latest first."""
        seated = select(schema.seats.c.table).where(schema.seats.c.person == person)
        mine = schema.tables.c.id.in_(seated) | (schema.tables.c.host == person)
        return await self._list(mine & (schema.tables.c.result == ""))

    async def finished(self, person: str) -> list[Sheet]:
        """Return the finished matches of a person and those between bots, the latest first."""
        seated = select(schema.seats.c.table).where(schema.seats.c.person == person)
        mine = schema.tables.c.id.in_(seated) | (schema.tables.c.host == person)
        return await self._list(mine & (schema.tables.c.result != ""))

    async def going_on(self) -> list[str]:
        """Return the running tables that go on by themselves after a restart: with a bot, or with a clock."""
        columns = schema.tables.c
        with_bots = columns.id.in_(select(schema.seats.c.table).where(schema.seats.c.bot != ""))
        with_clock = columns.clock != json.dumps({})
        query = select(columns.id).where((with_bots | with_clock) & (columns.result == ""))
        rows = await self.read(lambda connection: connection.execute(query).scalars().all())
        return [str(row) for row in rows]

    async def _list(self, condition: object) -> list[Sheet]:
        columns = schema.tables.c
        query = select(columns.id).where(condition).order_by(columns.changed.desc()).limit(LISTED)  # type: ignore[arg-type]

        def ask(connection: Connection) -> list[Sheet]:
            ids = connection.execute(query).scalars().all()
            return [sheet for sheet in (_sheet(connection, table) for table in ids) if sheet is not None]

        return await self.read(ask)

    # ---- notes ----

    async def note(self, table: str, name: str) -> str | None:
        """Return what was noted about a table under a name."""
        columns = schema.notes.c
        query = select(columns.value).where((columns.table == table) & (columns.name == name))
        return await self.read(lambda connection: connection.execute(query).scalar_one_or_none())

    async def write_note(self, table: str, name: str, value: str) -> None:
        """Note something about a table."""
        columns = schema.notes.c

        def write(connection: Connection) -> None:
            connection.execute(delete(schema.notes).where((columns.table == table) & (columns.name == name)))
            connection.execute(insert(schema.notes).values(table=table, name=name, value=value))

        await self.journal.write(write)


def _write_seats(connection: Connection, sheet: Sheet) -> None:
    rows = [{"table": sheet.id, "seat": at, **vars(seat)} for at, seat in enumerate(sheet.seats)]
    connection.execute(insert(schema.seats), rows)


def _answer_row(change: Change, answered: Answered) -> dict[str, object]:
    told = {"person": answered.person, "message": answered.message, "answer": json.dumps(answered.answer)}
    return {"table": change.table, "version": change.version, **told}


def _sheet(connection: Connection, table: str) -> Sheet | None:
    row = connection.execute(select(schema.tables).where(schema.tables.c.id == table)).mappings().one_or_none()
    if row is None:
        return None
    columns = schema.seats.c
    query = select(columns.person, columns.bot).where(columns.table == table).order_by(columns.seat)
    seats = [Seat(person, bot) for person, bot in connection.execute(query)]
    return _read_sheet(row, seats)


def _read_sheet(row: RowMapping, seats: list[Seat]) -> Sheet:
    same = {name: row[name] for name in ("id", "game", "rules", "host", "commitment", "secret", "salt", "created")}
    sheet = Sheet(order=read_order(row["order"]), players=json.loads(row["players"]), **same)
    sheet.seats = seats
    sheet.head, sheet.clock = json.loads(row["head"]), json.loads(row["clock"])
    sheet.version, sheet.decision, sheet.changed = row["version"], row["decision"], row["changed"]
    sheet.result = json.loads(row["result"]) if row["result"] else None
    return sheet


def _change(row: RowMapping) -> Change:
    body = json.loads(row["body"])
    return Change(row["table"], row["version"], row["deed"], row["seat"], body, row["at"])
