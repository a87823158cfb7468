"""What one visitor's tables may cost: memory while nobody looks, and rows of the database."""

from __future__ import annotations

import asyncio
import gc
import time
import weakref
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import func, select
from tests.table.hostile.test_memory import wait_until
from tests.table.hostile.test_operations import decider
from tests.table.server import ROOMY, Running, Sitting, Visitor, guarded, pair

from warband.table.live.table import Table
from warband.table.settings import Budget, Limits
from warband.table.storage import schema, store

GAME = "heros-crossing"
FAST = replace(ROOMY, seat=Budget(10_000, 10_000))


def leave_for_long(server: Running, table: str, players: list[Sitting]) -> None:
    """Let everybody go and wait until the table has left memory, with no help from the collector."""
    gone: weakref.ref[Table] = weakref.ref(server.registry.tables[table])
    gc.disable()
    try:
        for player in players:
            player.close()
        wait_until(lambda: table not in server.registry.tables)
        wait_until(lambda: gone() is None)
    finally:
        gc.enable()


def thinker(server: Running, table: str) -> int:
    """Return the seat whose clock runs."""
    return next(iter(server.registry.tables[table].clock.running))


def test_a_table_whose_clock_runs_leaves_memory_and_its_time_goes_on(tmp_path: Path) -> None:
    with guarded(tmp_path, idle_seconds=0.2) as server:
        table, people, players = pair(server, GAME, minutes=5)
        seat = thinker(server, table)
        before, begun = server.registry.tables[table].clock.remaining(seat), time.monotonic()
        leave_for_long(server, table, players)
        time.sleep(0.5)
        people[0].sit(table).resume()
        clock = server.registry.tables[table].clock
        assert thinker(server, table) == seat
        assert before - clock.remaining(seat) == pytest.approx(1000 * (time.monotonic() - begun), abs=100)


def test_time_runs_out_at_a_table_that_is_not_in_memory(tmp_path: Path) -> None:
    with guarded(tmp_path, idle_seconds=0.2) as server:
        table, _, players = pair(server, GAME, minutes=5)
        seat = thinker(server, table)
        run_short(server, table, players[seat], 3_000)
        loser = thinker(server, table)
        leave_for_long(server, table, players)
        wait_until(lambda: server.stored(table).result is not None)
        assert (server.stored(table).result or {})["winner"] == 1 - loser
        wait_until(lambda: table not in server.registry.tables)


def run_short(server: Running, table: str, player: Sitting, left: int) -> None:
    """Leave both seats so many milliseconds, from their next decision on."""
    server.registry.tables[table].clock.left[:] = [left, left]
    # A secret choice stores nothing of the other's clock.
    assert player.ask("offer_draw")["status"] == "accepted"
    assert player.act()["status"] == "accepted"


def test_after_a_restart_a_clock_runs_without_its_table(tmp_path: Path) -> None:
    with guarded(tmp_path) as server:
        table, _, players = pair(server, GAME, minutes=5)
        run_short(server, table, players[thinker(server, table)], 4_000)
        loser = thinker(server, table)
    with guarded(tmp_path, idle_seconds=0.2) as server:
        assert table not in server.registry.tables
        assert server.stored(table).result is None
        wait_until(lambda: server.stored(table).result is not None)
        assert (server.stored(table).result or {})["winner"] == 1 - loser


def test_who_waits_at_a_table_that_has_left_memory_is_sent_back_to_it(tmp_path: Path) -> None:
    with guarded(tmp_path, idle_seconds=0.2) as server:
        visitor = server.visitor()
        table = visitor.begin(GAME, "bot", side="first", level="1")
        idler = visitor.sit(table)
        wait_until(lambda: table not in server.registry.tables)
        idler.send("resign")
        with pytest.raises(Exception, match="4000"):
            idler.receive()
        assert visitor.sit(table).resume()["over"] is None


def test_an_address_begins_only_so_many_matches_whoever_asks(tmp_path: Path) -> None:
    with guarded(tmp_path, limits=Limits(address_tables=2)) as server:
        first = server.visitor()
        table = first.begin(GAME, "screen")
        server.visitor().begin(GAME, "screen")
        stranger = server.visitor()
        status, _, page = ask_for_another(stranger)
        assert status == 429
        assert "Your address has 2 unfinished matches" in page
        sitting = first.sit(table)
        sitting.resume()
        sitting.send("uncurtain")
        assert sitting.ask("resign")["status"] == "accepted"
        assert ask_for_another(stranger)[0] == 303


def ask_for_another(visitor: Visitor) -> tuple[int, dict[str, str], str]:
    visitor.get("/")
    return visitor.request("POST", "/new", {"game": GAME, "mode": "screen"})


def test_a_match_is_not_done_and_undone_for_ever(tmp_path: Path) -> None:
    with guarded(tmp_path, limits=replace(FAST, match_changes=40)) as server:
        table, _, players = pair(server, GAME, **{"option-fronts": "dealt"})
        mine, refused = decider(server, players), ""
        for _ in range(200):
            if mine.state["undo"]:
                answer = mine.ask("undo", decision=mine.state["decision"])
                refused = answer["reason"]["text"] if answer["status"] == "rejected" else ""
            if refused or not mine.state["undo"]:
                assert mine.act(len(mine.state["choices"]) // 2)["status"] == "accepted"
            if refused:
                break
            mine = decider(server, players)
        assert "taken back" in refused
        assert server.registry.tables[table].saved.version <= 42


def test_talk_does_not_go_on_for_ever(tmp_path: Path) -> None:
    with guarded(tmp_path, limits=replace(FAST, match_changes=6)) as server:
        table, _, players = pair(server, GAME)
        player = players[0] if players[0].state["decision"] is not None else players[1]
        for _ in range(20):
            if not offer(player):
                break
            assert other(players, player).ask("answer_draw", accept=False)["status"] == "accepted"
        assert server.registry.tables[table].saved.version <= 7
        # What the rules bound goes on.
        assert player.act()["status"] == "accepted"
        assert player.ask("resign")["status"] == "accepted"


def other(players: list[Sitting], player: Sitting) -> Sitting:
    return players[1] if player is players[0] else players[0]


def offer(player: Sitting) -> bool:
    """Offer a draw; return whether that was accepted."""
    answer = player.ask("offer_draw")
    assert answer["status"] == "accepted" or "taken back" in answer["reason"]["text"]
    return bool(answer["status"] == "accepted")


def test_changes_have_a_budget_by_address(tmp_path: Path) -> None:
    with guarded(tmp_path, limits=replace(ROOMY, changes=Budget(0.001, 2))) as server:
        table, _, players = pair(server, GAME)
        player = players[0] if players[0].state["decision"] is not None else players[1]
        assert player.ask("offer_draw")["status"] == "accepted"
        assert other(players, player).ask("answer_draw", accept=False)["status"] == "accepted"
        refused = player.act()
        assert refused["status"] == "rejected"
        assert "faster" in refused["reason"]["text"]
        assert server.registry.tables[table].saved.version == 4


def test_old_answers_leave_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST_ANSWERS", 4)
    monkeypatch.setattr(store, "ANSWERS_AT_ONCE", 2)
    with guarded(tmp_path, limits=FAST) as server:
        table, _, players = pair(server, GAME)
        for _ in range(6):
            assert players[0].ask("offer_draw")["status"] == "accepted"
            assert players[1].ask("answer_draw", accept=False)["status"] == "accepted"
        query = select(func.count()).where(schema.answers.c.table == table)
        count = asyncio.run(server.store.read(lambda connection: connection.execute(query).scalar_one()))
        assert count <= 6
