"""A lobby in memory and a browser in front of it, for every test of a page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.table.pages.browser import Browser
from tests.table.pages.memory_lobby import MemoryLobby, make_app


@pytest.fixture
def lobby() -> MemoryLobby:
    return MemoryLobby()


@pytest.fixture
def client(lobby: MemoryLobby) -> Iterator[Browser]:
    found = Browser(make_app(lobby))
    yield found
    found.close()
