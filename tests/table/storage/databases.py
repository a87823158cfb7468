"""Give tests an empty database: a SQLite file, or a schema of its own on a real PostgreSQL."""

from __future__ import annotations

import contextlib
import os
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from warband.table.storage.database import make_engine, read_url

VARIABLE = "WARBAND_TEST_POSTGRES"
KINDS = ["sqlite", "postgresql"]


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
