"""A hall in memory and a browser in front of it, for every test of a page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.table.memory_hall import MemoryHall, make_app
from tests.table.pages.browser import Browser


@pytest.fixture
def hall() -> MemoryHall:
    return MemoryHall()


@pytest.fixture
def client(hall: MemoryHall) -> Iterator[Browser]:
    found = Browser(make_app(hall))
    yield found
    found.close()
