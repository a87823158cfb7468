"""Bots and hints are shared fairly: by person and address, people before spectacles, and nothing for nobody."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
from tests.table.server import Visitor, guarded

from warband.table.live.bots import Bots
from warband.table.live.fair_queue import Asker, FairQueue
from warband.table.settings import Limits
from warband.table.workers import FairWorkers


async def served(queue: FairQueue, waiting: list[Asker], seconds: float = 1.0) -> list[Asker]:
    """Return in which order the askers get their turn, one after the other."""
    order: list[Asker] = []

    async def work(asker: Asker) -> None:
        await queue.enter(asker)
        order.append(asker)
        await asyncio.sleep(0)
        queue.leave(asker, seconds)

    await asyncio.gather(*(work(asker) for asker in waiting))
    return order


def test_one_address_does_not_keep_the_others_waiting() -> None:
    hostile = [Asker(f"p{number}", "evil") for number in range(60)]
    innocent = [Asker("me", "home")] * 3
    order = asyncio.run(served(FairQueue(1), hostile + innocent))
    places = [at for at, asker in enumerate(order) if asker.address == "home"]
    # The first of sixty is served before anybody else has come; then they take turns.
    assert places == [1, 3, 5]


def test_people_come_before_spectacles_and_persons_share_an_address() -> None:
    spectacles = [Asker("a", "one", is_spectacle=True), Asker("b", "two", is_spectacle=True)]
    people = [Asker("c", "one"), Asker("c", "one"), Asker("d", "one")]
    order = asyncio.run(served(FairQueue(1), [*spectacles, *people]))
    assert [asker.person for asker in order] == ["a", "c", "d", "c", "b"]


def test_one_address_never_holds_all_workers() -> None:
    async def work() -> list[str]:
        queue = FairQueue(2)
        held = [asyncio.ensure_future(queue.enter(Asker(f"p{number}", "evil"))) for number in range(3)]
        await asyncio.sleep(0)
        await asyncio.wait_for(queue.enter(Asker("me", "home")), 1.0)
        return [str(task.done()) for task in held]

    assert asyncio.run(work()) == ["True", "False", "False"]


def test_who_gives_up_waiting_leaves_no_trace() -> None:
    async def work() -> None:
        queue = FairQueue(1)
        await queue.enter(Asker("a"))
        waiting = asyncio.ensure_future(queue.enter(Asker("b")))
        await asyncio.sleep(0)
        waiting.cancel()
        queue.leave(Asker("a"), 1.0)
        await asyncio.wait_for(queue.enter(Asker("c")), 1.0)
        assert queue.free == 0

    asyncio.run(work())


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
