"""A database of 0.1.0 is served: its tables open, or say under which rules version they were played."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.table.server import Data, Running, Sitting, running
from websockets.exceptions import ConnectionClosed

DUMP = Path(__file__).parents[2] / "fixtures" / "0.1.0" / "table.sql"
NAMED = "rules version"


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("old") / "warband.db"
    connection = sqlite3.connect(path)
    connection.executescript(DUMP.read_text(encoding="utf-8"))
    connection.close()
    return path


@pytest.fixture(scope="module")
def served(database: Path) -> Iterator[Running]:
    with running(database.parent, database=f"sqlite:///{database}") as server:
        yield server


def tables(database: Path) -> list[str]:
    connection = sqlite3.connect(database)
    found = [str(row[0]) for row in connection.execute("select id from tables order by id")]
    connection.close()
    return found


def first_message(sitting: Sitting) -> Data:
    """Return what a table says first; one that cannot be opened says why and hangs up, maybe before it is asked."""
    with contextlib.suppress(ConnectionClosed):
        sitting.send("resume", have=-1)
    return next(data for data in iter(sitting.receive, None) if data["kind"] != "presence")


def test_every_table_opens_or_names_its_version(database: Path, served: Running) -> None:
    ids = tables(database)
    assert len(ids) == 6
    for table in ids:
        first = first_message(served.visitor().sit(table))
        assert first["kind"] == "whole" or NAMED in str(first), first


def test_every_page_of_an_old_table_answers(database: Path, served: Running) -> None:
    for table in tables(database):
        for page in (f"/table/{table}", f"/replay/{table}"):
            status, text = served.visitor().get(page)
            assert status in (200, 303) or (status < 500 and NAMED in text), (page, status, text)
