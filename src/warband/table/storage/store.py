"""People, tables and the log of every match, in a database."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection, Select, and_, delete, func, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from warband.table.live.match_order import Order
from warband.table.live.saved import Change, GoingOn, Occupant, SavedAnswer, SavedTable
from warband.table.storage import rows, schema
from warband.table.storage.database import Database
from warband.table.storage.journal import Journal

logger = logging.getLogger("warband.table")

Found = TypeVar("Found")
KEY = "key"
KEY_BYTES = 32
LISTED = 50
MOST_ANSWERS = 400
# Old answers are deleted so many versions at a time.
ANSWERS_AT_ONCE = 50
READ_AT_ONCE = 100
PROBE = "probe"
PROBE_SECONDS = 5.0


class DatabaseStore:
    """Read and write one database: reads in threads, writes through the journal, both off the event loop."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._tried = 0.0
        self.journal = Journal(database.engine, database.check_owner)

    def close(self) -> None:
        """Finish pending writes and close the database."""
        self.journal.close()
        self.database.close()

    async def is_writable(self) -> bool:
        """Return whether something can be written now; tried where nothing was written lately."""
        if time.monotonic() - max(self.journal.written, self._tried) > PROBE_SECONDS:
            self._tried = time.monotonic()
            try:
                await asyncio.wait_for(self.journal.write(_write_probe), PROBE_SECONDS)
            except Exception:
                return False
        return not self.journal.fault

    async def read(self, ask: Callable[[Connection], Found]) -> Found:
        """Return the result of a query, run in a thread."""
        return await asyncio.to_thread(self._read, ask)

    def _read(self, ask: Callable[[Connection], Found]) -> Found:
        with self.database.engine.connect() as connection:
            return ask(connection)

    def signing_key(self) -> str:
        """Return the key that signs cookies, made when the database is new."""
        with self.database.engine.begin() as connection:
            query = select(schema.settings.c.value).where(schema.settings.c.name == KEY)
            key = connection.execute(query).scalar_one_or_none()
            if key is None:
                key = secrets.token_hex(KEY_BYTES)
                connection.execute(insert(schema.settings).values(name=KEY, value=key))
            return str(key)

    # ---- people ----

    async def name_of(self, person: str) -> str:
        """Return the name of a person, empty where none was given."""
        query = select(schema.people.c.name).where(schema.people.c.id == person)
        return str(await self.read(lambda connection: connection.execute(query).scalar_one_or_none()) or "")

    async def rename(self, person: str, name: str) -> None:
        """Set the name of a person."""

        def write(connection: Connection) -> None:
            connection.execute(delete(schema.people).where(schema.people.c.id == person))
            connection.execute(insert(schema.people).values(id=person, name=name, created=time.time()))

        await self.journal.write(write)

    # ---- tables ----

    async def create(self, table: SavedTable, change: Change) -> None:
        """Write a new table with its seats and its first change."""

        def write(connection: Connection) -> None:
            connection.execute(insert(schema.tables).values(rows.table_row(table)))
            _write_seats(connection, table)
            connection.execute(insert(schema.changes).values(rows.change_row(change)))

        await self.journal.write(write)

    async def append(self, table: SavedTable, change: Change, answer: SavedAnswer | None, seats: bool = False) -> None:
        """Write one change in one transaction: the log, the state of the table, and the answer."""
        standing, row = rows.standing_row(table), rows.change_row(change)

        def write(connection: Connection) -> None:
            connection.execute(insert(schema.changes), row)
            connection.execute(update(schema.tables).where(schema.tables.c.id == table.id), standing)
            if answer is not None:
                _write_answer(connection, change, answer)
            if seats:
                connection.execute(delete(schema.seats).where(schema.seats.c.table == table.id))
                _write_seats(connection, table)

        await self.journal.write(write)

    async def load(self, table: str) -> SavedTable | None:
        """Return a table, or None if there is none of that id."""
        return await self.read(lambda connection: _table(connection, table))

    async def changes(self, table: str) -> list[Change]:
        """Return the log of a table, in order."""
        columns = schema.changes.c
        query = select(schema.changes).where(columns.table == table).order_by(columns.version)
        return await self.read(
            lambda connection: [rows.read_change(row) for row in connection.execute(query).mappings()]
        )

    async def answers(self, table: str) -> list[SavedAnswer]:
        """Return the latest answers given at a table, the oldest first."""
        columns = schema.answers.c
        query = select(schema.answers).where(columns.table == table).order_by(columns.version.desc())
        query = query.limit(MOST_ANSWERS)
        latest = await self.read(
            lambda connection: [rows.read_answer(row) for row in connection.execute(query).mappings()]
        )
        return latest[::-1]

    async def tables_of(self, person: str) -> list[SavedTable]:
        """Return the unfinished tables at which a person sits, the latest first."""
        seated = select(schema.seats.c.table).where(schema.seats.c.person == person)
        mine = schema.tables.c.id.in_(seated) | (schema.tables.c.host == person)
        return await self._list(mine & (schema.tables.c.result == ""))

    async def finished(self, person: str) -> list[SavedTable]:
        """Return the finished matches of a person and those between bots, the latest first."""
        seated = select(schema.seats.c.table).where(schema.seats.c.person == person)
        mine = schema.tables.c.id.in_(seated) | (schema.tables.c.host == person)
        return await self._list(mine & (schema.tables.c.result != ""))

    async def orders_of(self, person: str) -> list[Order]:
        """Return what a person asked for at the matches begun last, the latest first."""
        columns = schema.tables.c
        query = select(columns.order).where(columns.host == person).order_by(columns.created.desc()).limit(LISTED)

        def ask(connection: Connection) -> list[Order]:
            return [rows.read_order(text) for text in connection.execute(query).scalars()]

        return await self.read(ask)

    async def going_on(self) -> list[GoingOn]:
        """Return the running tables that go on by themselves after a restart: a bot is asked, or a clock runs.

        Bots among themselves wait until somebody looks.
        """
        columns, seats = schema.tables.c, schema.seats.c
        with_bots = columns.id.in_(select(seats.table).where(seats.bot != ""))
        with_people = columns.id.in_(select(seats.table).where(seats.person != ""))
        with_clock = columns.clock != json.dumps({})
        query = select(columns.id, columns.head, columns.clock).order_by(columns.id)
        query = query.where((with_bots | with_clock) & with_people & (columns.result == ""))
        return await self.read(lambda connection: _going_on(connection, query))

    async def open_count(self, person: str) -> int:
        """Return how many unfinished matches a person has begun."""
        columns = schema.tables.c
        query = select(func.count()).where((columns.host == person) & (columns.result == ""))
        return int(await self.read(lambda connection: connection.execute(query).scalar_one()))

    async def unfinished(self, tables: list[str]) -> set[str]:
        """Return those of some tables at which the match is not over."""
        columns = schema.tables.c
        query = select(columns.id).where(columns.id.in_(tables) & (columns.result == ""))
        return set(await self.read(lambda connection: connection.execute(query).scalars().all()))

    async def _list(self, condition: object) -> list[SavedTable]:
        columns = schema.tables.c
        query = select(columns.id).where(condition).order_by(columns.changed.desc()).limit(LISTED)  # type: ignore[arg-type]

        def ask(connection: Connection) -> list[SavedTable]:
            ids = connection.execute(query).scalars().all()
            return [saved for saved in (_table(connection, table) for table in ids) if saved is not None]

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


def _going_on(connection: Connection, query: Select[tuple[str, str, str]]) -> list[GoingOn]:
    """Return the tables of a query that go on by themselves, read a few at a time."""
    going: list[GoingOn] = []
    columns = schema.seats.c
    for few in connection.execute(query).mappings().partitions(READ_AT_ONCE):
        ids = [row["id"] for row in few]
        asked = select(columns.table, columns.seat, columns.bot).where(columns.table.in_(ids))
        seats: dict[str, dict[int, str]] = {}
        for table, seat, bot in connection.execute(asked):
            seats.setdefault(table, {})[seat] = bot
        goes_on = [rows.going_on(row, seats.get(row["id"], {})) for row in few]
        going += [one for one in goes_on if one is not None]
    return going


def _write_probe(connection: Connection) -> None:
    connection.execute(delete(schema.settings).where(schema.settings.c.name == PROBE))
    connection.execute(insert(schema.settings).values(name=PROBE, value=str(time.time())))


def _write_answer(connection: Connection, change: Change, answer: SavedAnswer) -> None:
    """Remember an answer in the place of an older one to the same id, and forget those that nobody asks for again.

    If that fails, the change still stands.
    """
    columns, row = schema.answers.c, rows.answer_row(change, answer)
    same = [columns[name] == row[name] for name in ("table", "person", "message")]
    try:
        with connection.begin_nested():
            connection.execute(delete(schema.answers).where(and_(*same)))
            connection.execute(insert(schema.answers), row)
            if change.version % ANSWERS_AT_ONCE == 0:
                old = (columns.table == change.table) & (columns.version <= change.version - MOST_ANSWERS)
                connection.execute(delete(schema.answers).where(old))
    except SQLAlchemyError as error:
        logger.warning("table %s: an answer is not remembered: %s", row["table"], error)


def _write_seats(connection: Connection, table: SavedTable) -> None:
    connection.execute(insert(schema.seats), rows.seat_rows(table))


def _table(connection: Connection, table: str) -> SavedTable | None:
    row = connection.execute(select(schema.tables).where(schema.tables.c.id == table)).mappings().one_or_none()
    if row is None:
        return None
    columns = schema.seats.c
    query = select(columns.person, columns.bot).where(columns.table == table).order_by(columns.seat)
    return rows.read_table(row, [Occupant(person, bot) for person, bot in connection.execute(query)])
