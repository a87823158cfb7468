"""Bots and hints are shared fairly: by person and address, people before spectacles, and nothing for nobody."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
from tests.table.server import Visitor, guarded

from warband.table.live.bots import Bots
from warband.table.settings import Limits
from warband.table.workers import FairWorkers


def test_one_hint_at_a_time_and_one_for_a_decision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    hints = Bots.hints

    async def slow(*arguments: object) -> object:
        asked.append("hint")
        await asyncio.sleep(0.5)
        return await hints(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Bots, "hints", slow)
    with guarded(tmp_path) as server:
        visitor = server.visitor()
        sitting = visitor.sit(visitor.begin("heros-crossing", "bot", level="1", side="first"))
        sitting.resume()
        sitting.decide()
        first = sitting.send("hint")
        second = sitting.ask("hint")
        assert second["status"] == "rejected"
        assert "on its way" in second["reason"]["text"]
        answer = sitting.wait_for(kind="answer", id=first)
        assert sitting.ask("hint")["hints"] == answer["hints"]
    assert len(asked) == 1


def test_bots_play_while_somebody_looks(tmp_path: Path) -> None:
    with guarded(tmp_path) as server:
        visitor = server.visitor()
        table = visitor.begin("heros-crossing", "watch", level="1", level2="1")
        time.sleep(1.0)
        found = server.registry.tables[table]
        begun = found.saved.version
        assert begun <= 1, "nobody looks"
        sitting = visitor.sit(table)
        sitting.resume()
        while found.saved.version < begun + 3:
            sitting.receive()
        sitting.close()
        time.sleep(1.5)
        stopped = found.saved.version
        time.sleep(1.0)
        assert found.saved.version == stopped


def test_one_person_watches_so_many_matches(tmp_path: Path) -> None:
    with guarded(tmp_path, limits=Limits(watch_tables=2)) as server:
        visitor = server.visitor()
        for _ in range(2):
            visitor.sit(visitor.begin("heros-crossing", "watch", level="8", level2="8")).resume()
        assert new_watch(visitor) == 429
        other = server.visitor()
        assert new_watch(other) == 303


def new_watch(visitor: Visitor) -> int:
    visitor.get("/")
    form = {"game": "heros-crossing", "mode": "watch", "level": "1", "level2": "1"}
    return visitor.request("POST", "/new", form)[0]


def test_one_person_begins_so_many_matches(tmp_path: Path) -> None:
    with guarded(tmp_path, limits=Limits(open_tables=3)) as server:
        visitor = server.visitor()
        for _ in range(3):
            visitor.begin("heros-crossing", "far")
        status, _, text = visitor.request("POST", "/new", {"game": "heros-crossing", "mode": "far"})
        assert status == 429
        assert "3 unfinished matches" in text


def test_a_bot_that_counts_iterations_has_its_time_too() -> None:
    async def work() -> float:
        from warband.kernel.registry import make_game

        workers = FairWorkers(1)
        bots, game = Bots(workers), make_game("pocket-tactics")
        state, seat = game.start(), 0
        await bots.choose("greedy:1", game, state.view(seat), state.legal(seat), "t/0")
        begun = time.monotonic()
        await bots.choose("search:20000", game, state.view(seat), state.legal(seat), "t/0")
        await workers.close()
        return time.monotonic() - begun

    assert asyncio.run(work()) < 10.0
