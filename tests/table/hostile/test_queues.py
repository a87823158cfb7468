"""Whoever asks for much work waits behind their own, and what nobody waits for any more is not done."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.table.server import Running, Visitor, guarded

from warband.kernel.record import Record
from warband.table.live.fair_queue import Asker, FairQueue, QueueFull
from warband.table.pages import replay_cache
from warband.table.pages.curve import KEPT, Curves
from warband.table.pages.errors import TooMany
from warband.table.pages.replay_cache import ReplayCache
from warband.table.settings import Limits

FLOOD = Asker("flood", "203.0.113.9")
WORK_SECONDS = 0.4


def record(number: int) -> Record:
    return Record("heros-crossing", 1, {}, {}, ["Ann", "Bob"], str(number), result={"winner": 0, "why": "resigned"})


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def main() -> None:
        await work()

    asyncio.run(main())


async def turns(count: int = 5) -> None:
    """Let everything that can go on go on."""
    for _ in range(count):
        await asyncio.sleep(0)


# ---- lines ----


def test_an_address_has_so_many_in_line_and_a_person_half_of_them() -> None:
    async def work() -> None:
        queue = FairQueue(1, most_waiting=4)
        await queue.enter(Asker("first", "1"))
        waiting = [asyncio.ensure_future(queue.enter(FLOOD)) for _ in range(2)]
        await turns()
        with pytest.raises(QueueFull):
            await queue.enter(FLOOD)
        waiting += [asyncio.ensure_future(queue.enter(Asker("neighbour", FLOOD.address))) for _ in range(2)]
        await turns()
        with pytest.raises(QueueFull):
            await queue.enter(Asker("third", FLOOD.address))
        other = asyncio.ensure_future(queue.enter(Asker("other", "2")))
        await turns()
        queue.leave(Asker("first", "1"), 1.0)
        await turns()
        assert [one.done() for one in waiting] == [True, False, False, False]
        # The flood has been served; now the one who has had nothing yet.
        queue.leave(FLOOD, 1.0)
        await turns()
        assert other.done()
        for one in waiting:
            one.cancel()

    run(work)


# ---- replays and checks ----


class Slow:
    """Stand for work in a thread that goes on until it is told to end."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun: list[str] = []
        self.gate = asyncio.Event()
        monkeypatch.setattr(replay_cache, "run_in_threadpool", self.work)

    async def work(self, do: object, record: Record) -> Any:  # noqa: ANN401
        self.begun.append(record.commitment)
        await self.gate.wait()
        return f"verdict {record.commitment}"


def test_what_is_known_waits_for_nobody_and_the_same_is_done_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        slow, cache = Slow(monkeypatch), ReplayCache(Limits())
        asked = [asyncio.ensure_future(cache.verdict("t1", record(1), FLOOD)) for _ in range(50)]
        await turns()
        slow.gate.set()
        assert set(await asyncio.gather(*asked)) == {"verdict 1"}
        assert slow.begun == ["1"]
        slow.gate.clear()
        other = asyncio.ensure_future(cache.verdict("t2", record(2), FLOOD))
        await turns()
        assert await asyncio.wait_for(cache.verdict("t1", record(1), FLOOD), 0.1) == "verdict 1"
        slow.gate.set()
        await other

    run(work)


def test_what_nobody_waits_for_any_more_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        slow, cache = Slow(monkeypatch), ReplayCache(Limits())
        first = asyncio.ensure_future(cache.verdict("t0", record(0), FLOOD))
        abandoned = [asyncio.ensure_future(cache.verdict(f"t{at}", record(at), FLOOD)) for at in range(1, 4)]
        shared = asyncio.ensure_future(cache.verdict("t3", record(3), Asker("other", "2")))
        await turns()
        for one in abandoned:
            one.cancel()
        await turns()
        slow.gate.set()
        assert await first == "verdict 0"
        assert await shared == "verdict 3"
        assert slow.begun == ["0", "3"]
        assert not cache.verdicts.jobs

    run(work)


def test_too_many_in_line_are_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        slow, cache = Slow(monkeypatch), ReplayCache(Limits(replays=4))
        asked = [asyncio.ensure_future(cache.verdict(f"t{at}", record(at), FLOOD)) for at in range(10)]
        await turns()
        slow.gate.set()
        found = await asyncio.gather(*asked, return_exceptions=True)
        assert sum(isinstance(one, TooMany) for one in found) == 7
        assert len(slow.begun) == 3

    run(work)


def hang_up_on(visitor: Visitor, path: str) -> socket.socket:
    """Ask for a page from an address of one's own; whoever gets the socket may hang up."""
    opened = socket.create_connection(("127.0.0.1", visitor.port), timeout=5, source_address=("127.0.0.7", 0))
    opened.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {visitor.cookie}\r\n\r\n".encode())
    return opened


def finished(server: Running, count: int) -> tuple[Visitor, list[str]]:
    """Return somebody and matches of theirs that are over."""
    visitor = server.visitor()
    tables = [visitor.begin("heros-crossing", "screen") for _ in range(count)]
    for table in tables:
        sitting = visitor.sit(table)
        sitting.resume()
        sitting.ask("uncurtain")
        assert sitting.ask("resign")["status"] == "accepted"
        sitting.close()
    return visitor, tables


def test_checks_that_were_abandoned_keep_nobody_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[str] = []

    def check(record: Record) -> str:
        checked.append(record.commitment)
        time.sleep(WORK_SECONDS)
        return ""

    monkeypatch.setattr(replay_cache, "_check", check)
    with guarded(tmp_path) as server:
        visitor, tables = finished(server, 8)
        opened = [hang_up_on(visitor, f"/replay/{table}/verify") for table in tables]
        time.sleep(0.2)
        for one in opened:
            one.close()
        begun = time.monotonic()
        assert visitor.get(f"/table/{tables[-1]}/end")[0] == 200
        assert time.monotonic() - begun < len(tables) * WORK_SECONDS - 1
        assert visitor.get(f"/replay/{tables[-1]}/verify")[0] == 200
        assert len(checked) < len(tables) - 2


# ---- curves ----


def test_curves_in_line_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        curves, never = Curves(4), asyncio.Event()
        asked: list[object] = []

        async def ask(kind: str, work: object, values: tuple[object, ...], patience: float) -> Any:  # noqa: ANN401
            asked.append(values)
            await never.wait()

        monkeypatch.setattr(curves._workers, "ask", ask)
        for number in range(300):
            assert curves.get(f"t{number}", record(number), Asker(f"p{number % 3}", FLOOD.address)) is None
            await turns()
            assert len(curves._found) <= KEPT
        assert len(curves._queue._waiting) == 4
        mine = Asker("me", "2")
        assert await curves.within("mine", record(0), 0.01, mine) is None
        assert [waiting.asker for waiting in curves._queue._waiting].count(mine) == 1
        await curves.close()

    run(work)
