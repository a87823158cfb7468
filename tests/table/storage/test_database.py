"""Open databases: bring them up to date, refuse newer ones and second servers, say what is wrong with an address."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from sqlalchemy import inspect, text

from warband.kernel.errors import BadInput
from warband.table.storage import schema
from warband.table.storage.database import Database, make_engine, migrate, open_database, read_url


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


def test_the_database_is_for_its_owner_alone(tmp_path: Path) -> None:
    found = open_database(f"sqlite:///{tmp_path / 'table.db'}")
    found.close()
    mode = stat.S_IMODE(os.stat(tmp_path / "table.db").st_mode)
    assert mode & 0o077 == 0
