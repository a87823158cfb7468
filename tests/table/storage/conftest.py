"""An empty database of each kind, by its address and opened."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.table.storage.databases import KINDS, database

from warband.table.storage.database import Database, open_database


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
