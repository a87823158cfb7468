"""Tables that nobody needs leave memory, without waiting for the garbage collector."""

from __future__ import annotations

import gc
import time
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.table.server import PATIENCE, pair, running


@pytest.fixture
def no_collector() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


def test_a_table_that_is_put_away_is_in_no_cycle(tmp_path: Path, no_collector: None) -> None:
    with running(tmp_path, leaver_seconds=0.0) as server:
        table, _, (first, second) = pair(server, "pocket-tactics")
        first.act()
        second.act()
        first.ask("preview", action=-1)
        first.ask("hint")
        first.ask("resign")
        second.until("draw", None)
        first.close()
        second.close()
        kept = weakref.ref(server.registry.tables[table])
        server.registry.put_away(server.registry.tables[table])
        deadline = time.monotonic() + PATIENCE
        while kept() is not None and time.monotonic() < deadline:
            time.sleep(0.02)
        assert kept() is None
