"""Give tests an empty database: a SQLite file, or a schema of its own on a real PostgreSQL."""

from __future__ import annotations

import contextlib
import os
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from warband.table.live.match_order import Order
from warband.table.live.saved import Change, Occupant, SavedTable
from warband.table.storage.database import make_engine, read_url

VARIABLE = "WARBAND_TEST_POSTGRES"
KINDS = ["sqlite", "postgresql"]
GAME = "pocket-tactics"


@contextlib.contextmanager
def database(kind: str, folder: Path) -> Iterator[str]:
    """Yield the address of an empty database, and take it away afterwards."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'table.db'}"
        return
    server = os.environ.get(VARIABLE, "")
    if not server:
        if "postgres" in os.environ.get("WARBAND_REQUIRE", ""):
            pytest.fail(f"{VARIABLE} is not set, and WARBAND_REQUIRE says that there must be a PostgreSQL")
        pytest.skip(f"no PostgreSQL: {VARIABLE} is not set (.ci/postgres DIR starts one)")
    name = f"warband_{uuid.uuid4().hex}"
    engine = make_engine(read_url(server)).execution_options(isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    try:
        yield read_url(server).set(drivername="postgresql", database=name).render_as_string(hide_password=False)
    finally:
        with engine.connect() as connection:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
        engine.dispose()


def saved(name: str = "t1", **order: object) -> SavedTable:
    wanted = Order(GAME, {"map": "quick"}, "far", (), 0, **order)  # type: ignore[arg-type]
    table = SavedTable(name, GAME, 1, wanted, ["Ann", "Bob"], "host", "commitment", "aa", "bb", created=1.0)
    table.seats = [Occupant("host"), Occupant()]
    return table


def change(number: int, name: str = "t1") -> Change:
    return Change(name, number, "act", 0, {"entries": [], "told": [{"a": "é"}]}, 2.0)


def advanced(table: SavedTable) -> SavedTable:
    table.version += 1
    table.head = {"ply": table.version, "players": ["Ann", "Bob"]}
    return table
