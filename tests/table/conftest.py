"""Serve a table for the tests of a module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.table.server import Running, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Return a server that all tests of a module share."""
    with running(tmp_path_factory.mktemp("server")) as server:
        yield server
