"""Finished tables and closed connections leave memory by themselves: nothing of them is in a cycle."""

from __future__ import annotations

import gc
import subprocess
import sys
import time
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.table.server import guarded, pair

from warband.table.collector import Collector
from warband.table.live.connection import Connection
from warband.table.live.feed import Feed
from warband.table.live.lag import Lag, LoopMonitor

SOON = 20.0


@pytest.fixture
def no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def test_a_finished_table_leaves_memory(tmp_path: Path, no_collector: None) -> None:
    with guarded(tmp_path, idle_seconds=0.3) as server:
        table, people, players = pair(server, "heros-crossing", minutes=5)
        watcher = server.visitor().sit(table)
        watcher.resume()
        for _ in range(3):
            for sitting in players:
                if sitting.state.get("decision") is not None:
                    sitting.ask("preview", action=sitting.state["choices"][0][0])
                    sitting.act()
                    sitting.until("version", server.version(sitting))
        found = server.registry.tables[table]
        gone: list[weakref.ref[Any]] = [weakref.ref(found), *(weakref.ref(feed) for feed in found.feeds.values())]
        del found
        players[0].ask("resign")
        for sitting in (*players, watcher):
            sitting.close()
        people[0].get(f"/replay/{table}")
        wait_until(lambda: table not in server.registry.tables)
        wait_until(lambda: not any(ref() is not None for ref in gone))
        wait_until(lambda: not [one for one in gc.get_objects() if type(one) in (Connection, Feed)])


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SOON
    while not is_so() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert is_so()


class Knot:
    """Something in a cycle, which only the collector finds."""

    def __init__(self) -> None:
        self.me = self


def test_what_is_in_a_cycle_goes_though_it_lived_long(no_collector: None) -> None:
    collector, old = Collector(), Knot()
    collector.seconds_each = 0.0
    gone = weakref.ref(old)
    gc.collect(1)
    gc.collect(1)
    del old
    gc.collect(1)
    assert gone() is not None
    collector.look()
    assert gone() is None


def test_a_server_looks_through_what_came_since_there_was_too_much() -> None:
    code = "import gc\nimport warband.table.serve\nfrom warband.table.collector import Collector\n"
    code += (
        "one = Collector()\none.start()\nassert gc.get_threshold()[0] < 10_000 and gc.get_threshold()[2] > 100_000\n"
    )
    code += "many = [[str(at)] for at in range(200_000)]\nbefore = gc.get_freeze_count()\none.look()\n"
    code += "assert gc.get_freeze_count() > before + 190_000\none.look()\nassert one.seconds_each < 1e-4\n"
    code += "assert sum(len(gc.get_objects(at)) for at in range(3)) < 1_000\n"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_nobody_waits_for_all_objects_to_be_looked_through(no_collector: None) -> None:
    collector, old = Collector(), Knot()
    collector.seconds_each = 1.0
    gone = weakref.ref(old)
    del old
    collector.look()
    try:
        assert gone() is not None
    finally:
        gc.unfreeze()


def test_a_closed_connection_is_in_no_cycle(tmp_path: Path, no_collector: None) -> None:
    with guarded(tmp_path, idle_seconds=0.3) as server:
        for _ in range(3):
            server.visitor().get("/rules")
            _, _, players = pair(server, "heros-crossing", minutes=5)
            players[0].ask("resign")
            for sitting in players:
                sitting.close()
        wait_until(lambda: not left_of_connections())


def left_of_connections() -> list[object]:
    """Return what is still in memory of connections of the server that are closed."""
    kinds = ("ServerProtocol", "GuardedWebSocket", "GuardedHttp")
    closed = [one for one in gc.get_objects() if type(one).__name__ == "_SelectorSocketTransport" and one.is_closing()]
    return closed + [one for one in gc.get_objects() if type(one).__name__ in kinds]


def test_a_stall_is_what_the_loop_computed() -> None:
    monitor = LoopMonitor()
    for lag in (Lag(1.0, 0.01, 0.01), Lag(2.0, 0.30, 0.02), Lag(3.0, 0.08, 0.08)):
        monitor.note(lag)
    assert monitor.to_data() == {"slowest_ms": 300.0, "busiest_ms": 80.0, "stalls": 1}
    monitor.note(Lag(20.0, 0.0, 0.0))
    assert monitor.to_data() == {"slowest_ms": 0.0, "busiest_ms": 0.0, "stalls": 1}
