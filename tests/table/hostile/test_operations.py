"""What an operator relies on: health, restarts, one server a database, and replays that show what was played."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from sqlalchemy import text
from tests.table.server import Running, Sitting, guarded, pair
from tests.table.storage.databases import database

from warband.kernel.errors import BadInput
from warband.table.settings import Budget, Limits, Settings, read_limit
from warband.table.storage.database import open_database

GENEROUS = Limits(tables=Budget(10_000, 10_000), pages=Budget(10_000, 10_000), open_tables=10_000)
SOON = 20.0


def test_health_says_when_nothing_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with guarded(tmp_path) as server:
        visitor = server.visitor()
        assert json.loads(visitor.get("/health")[1])["status"] == "ok"
        journal = server.server.application.state.store.journal

        def fail(*_: object) -> BaseException:
            return OSError("the disk is full")

        monkeypatch.setattr(journal, "_try", fail)
        status, _, _ = visitor.request("POST", "/name", {"name": "x"})
        assert status == 500
        assert visitor.get("/health")[0] == 503
        assert json.loads(visitor.get("/health")[1])["status"] == "cannot write"
        monkeypatch.undo()
        visitor.post("/name", name="x")
        assert visitor.get("/health")[0] == 200


def test_every_table_at_which_a_bot_was_to_decide_goes_on(tmp_path: Path) -> None:
    count = 205
    with guarded(tmp_path, limits=GENEROUS) as server:
        visitor = server.visitor()
        # The bot has not had time to think at most of them.
        server.registry.is_closing = True
        tables = [visitor.begin("pocket-tactics", "bot", level="1", side="second") for _ in range(count)]
        waiting = [table for table in tables if 0 in server.registry.tables[table].asked()]
        server.registry.is_closing = False
    assert len(waiting) > 200
    with guarded(tmp_path, limits=GENEROUS, idle_seconds=600) as server:
        deadline = time.monotonic() + 6 * SOON
        while waiting and time.monotonic() < deadline:
            time.sleep(0.1)
            waiting = [table for table in waiting if 0 in server.stored(table).head["awaiting"]]  # type: ignore[operator]
        assert not waiting
        # They leave memory again as they have decided, however long a table may be idle.
        deadline = time.monotonic() + SOON
        while server.registry.tables and time.monotonic() < deadline:
            time.sleep(0.1)
        assert not server.registry.tables


def test_a_replay_after_an_undo_shows_what_was_played(tmp_path: Path) -> None:
    with guarded(tmp_path, limits=Limits(pages=Budget(1000, 1000))) as server:
        table, people, players = pair(server, "heros-crossing", **{"option-fronts": "dealt"})
        mine = decider(server, players)
        taken = 0
        while not mine.state["undo"]:
            taken = len(mine.state["choices"]) // 2
            mine.act(taken)
            mine = decider(server, players)
        viewer = people[mine.state["seat"]]
        before = viewer.get(f"/replay/{table}/record.json")[1], viewer.get(f"/replay/{table}/frame?step=9999")[1]
        assert mine.ask("undo", decision=mine.state["decision"])["status"] == "accepted"
        mine = decider(server, players)
        mine.act(taken - 1 if taken else 1)
        after = viewer.get(f"/replay/{table}/record.json")[1], viewer.get(f"/replay/{table}/frame?step=9999")[1]
        assert before[0] != after[0]
        assert before[1] != after[1]


def decider(server: Running, players: list[Sitting]) -> Sitting:
    """Wait until everybody has seen the newest version; return who is asked."""
    for one in players:
        one.until("version", server.version(one))
    return next(one for one in players if one.state.get("decision") is not None)


def test_replays_are_private(tmp_path: Path) -> None:
    with guarded(tmp_path) as server:
        table, (host, _), _ = pair(server, "heros-crossing")
        for path in (f"/replay/{table}/frame", f"/replay/{table}/record.json"):
            status, headers, _ = host.request("GET", path)
            assert status == 200
            assert headers["cache-control"].startswith("private")


# ---- one server a database ----


def test_a_second_server_takes_no_postgres_unnoticed(tmp_path: Path) -> None:
    with database("postgresql", tmp_path) as address:
        first = open_database(address)
        with pytest.raises(BadInput, match="another Warband server"):
            open_database(address)
        end_sessions(address)
        # PostgreSQL was restarted: the lock has gone with its session, and is taken again.
        first.keep_claim()
        with pytest.raises(BadInput, match="another Warband server"):
            open_database(address)
        end_sessions(address)
        second = open_database(address)
        with pytest.raises(BadInput, match="another Warband server"):
            first.keep_claim()
        with pytest.raises(BadInput, match="another Warband server"), first.engine.begin() as connection:
            first.check_owner(connection)
        assert first.is_taken
        with second.engine.begin() as connection:
            second.check_owner(connection)
        first.close()
        second.close()


def end_sessions(address: str) -> None:
    """End all sessions of a database, as a restart does."""
    from warband.table.storage.database import make_engine, read_url

    engine = make_engine(read_url(address))
    with engine.connect() as connection:
        connection.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        )
    engine.dispose()
    time.sleep(0.3)


# ---- limits ----


def test_limits_are_settings() -> None:
    limits = read_limit("sockets=7", read_limit("seat=2.5/9", Limits()))
    assert limits.sockets == 7
    assert limits.seat == Budget(2.5, 9)
    for wrong in ("seats=1", "seat=3", "sockets=-1", "sockets=many", "body_seconds=inf", "seat=1/0"):
        with pytest.raises(BadInput, match="--limit"):
            read_limit(wrong, Limits())


def test_the_docs_name_every_limit() -> None:
    page = (Path(__file__).parents[3] / "docs" / "server.md").read_text(encoding="utf-8")
    for name, value in vars(Settings().limits).items():
        shown = f"{value.rate:g}/{value.burst}" if isinstance(value, Budget) else f"{value:g}"
        assert f"| `{name}` | {shown} |" in page, name
