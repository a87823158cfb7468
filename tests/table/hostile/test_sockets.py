"""Sockets that mean harm: leaks by resuming, message ids, readers that do not read, fragments, pings, floods."""

from __future__ import annotations

import contextlib
import json
import socket
import time
from pathlib import Path

import pytest
from tests.table.server import Running, Sitting, Visitor, guarded, pair
from tests.table.storage.databases import KINDS, database
from websockets.exceptions import ConnectionClosed

from warband.kernel.seats import PUBLIC
from warband.table.live.feed import Feed
from warband.table.settings import Budget, Limits, Settings

TEXT, CONTINUATION, PING = 1, 0, 9
SOON = 5.0
GENEROUS = Limits(seat=Budget(10_000, 10_000), address=Budget(10_000, 10_000), frames=Budget(10_000, 10_000))


def frame(kind: int, data: bytes, last: bool = True) -> bytes:
    return bytes([(0x80 if last else 0) | kind, 0x80 | len(data)]) + b"\0\0\0\0" + data


def bare_socket(visitor: Visitor, table: str) -> socket.socket:
    """Open a WebSocket of which nobody reads or answers anything."""
    opened = socket.socket()
    # A small window, so that few bytes fill it.
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    opened.settimeout(SOON)
    opened.connect(("127.0.0.1", visitor.port))
    lines = [
        f"GET /table/{table}/socket HTTP/1.1",
        f"Host: 127.0.0.1:{visitor.port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        f"Cookie: {visitor.cookie}",
    ]
    opened.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
    assert b" 101 " in opened.recv(4096)
    return opened


def is_ended(opened: socket.socket) -> bool:
    """Return whether the server hangs up soon; what it has sent is read and forgotten."""
    try:
        while opened.recv(65536):
            pass
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


def resume_text(table: str, number: int) -> bytes:
    return json.dumps({"id": f"m{number}", "table": table, "kind": "resume", "have": -1}).encode()


# ---- leaks ----


def test_a_version_that_was_not_shown_tells_nothing(tmp_path: Path) -> None:
    with guarded(tmp_path) as server:
        table, _, (first, second) = pair(server, "pixel-tactics", delay=0)
        version = second.state["version"]
        before = [second.resume(have) for have in (version + 1, version + 2, 10**6)]
        assert first.state["decision"] is not None, "both choose a leader in secret"
        assert first.act()["status"] == "accepted"
        after = [second.resume(have) for have in (version + 1, version + 2, 10**6)]
        assert before == after
        assert server.registry.tables[table].saved.version > version


def test_delayed_spectators_do_not_learn_the_version(tmp_path: Path) -> None:
    with guarded(tmp_path) as server:
        table, _, players = pair(server, "heros-crossing", delay=5)
        watcher = server.visitor().sit(table)
        shown = watcher.resume()["version"]
        for sitting in players:
            if sitting.state.get("decision") is not None:
                sitting.act()
        present = server.registry.tables[table].versions.of(PUBLIC)
        assert present > shown
        answers = [watcher.resume(have) for have in (present, present + 1, 10**6)]
        assert answers[0] == answers[1] == answers[2]


# ---- ids of messages, and clocks ----


@pytest.mark.parametrize("kind", KINDS)
def test_no_message_id_loses_a_table(kind: str, tmp_path: Path) -> None:
    with database(kind, tmp_path) as address, guarded(tmp_path, database=address, limits=GENEROUS) as server:
        _, _, players = pair(server, "heros-crossing", minutes=5)
        mine = next(sitting for sitting in players if sitting.state.get("decision") is not None)
        seat = mine.state["seat"]
        assert (
            mine.ask("act", "one", decision=mine.state["decision"], action=first_choice(mine))["status"] == "accepted"
        )
        # Refusals do not push the answer out of memory, so that the same id is applied once.
        for number in range(450):
            assert mine.ask("bot", f"r{number}", seat=1 - seat)["status"] == "rejected"
        again = mine.ask("act", "one", decision=mine.state["decision"], action=first_choice(mine))
        assert again["status"] == "accepted"
        for odd in ("a\0b", "\x1b[2J", "\ud800"):
            mine.send("undo", odd, decision=mine.state["decision"])
            said = mine.wait_for(kind="error")["text"]
            assert "control characters" in said or "not JSON" in said
        assert not server.registry.tables[mine.table].is_lost
        assert all(not is_closed(sitting) for sitting in players)


def first_choice(sitting: Sitting) -> int:
    choices = sitting.state["choices"]
    return int(choices[0][0]) if choices else -1


def is_closed(sitting: Sitting) -> bool:
    try:
        sitting.resume()
    except ConnectionClosed:
        return True
    return False


def test_an_old_message_id_is_a_new_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("warband.table.live.table.KEPT_ANSWERS", 2)
    with guarded(tmp_path) as server:
        _, _, players = pair(server, "heros-crossing", **{"option-fronts": "dealt"})
        for number in range(4):
            mine = decider(server, players)
            choice = first_choice(mine)
            # The ids of the first two are forgotten by the time they come again.
            name = f"m{number % 3}"
            assert mine.ask("act", name, decision=mine.state["decision"], action=choice)["status"] == "accepted"
        assert not server.registry.tables[players[0].table].is_lost


def test_a_table_that_is_read_again_keeps_its_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with guarded(tmp_path) as server:
        table, _, players = pair(server, "heros-crossing", minutes=1)
        mine = next(sitting for sitting in players if sitting.state.get("decision") is not None)
        seat = mine.state["seat"]
        time.sleep(2.0)

        async def fail(*_: object) -> None:
            raise OSError("the disk is full")

        monkeypatch.setattr(server.registry.store, "append", fail)
        assert mine.act()["status"] == "rejected"
        monkeypatch.undo()
        deadline = time.monotonic() + SOON
        while table not in server.registry.tables and time.monotonic() < deadline:
            time.sleep(0.05)
        assert server.registry.tables[table].clock.remaining(seat) < 58_500


def test_taking_back_earns_no_time(tmp_path: Path) -> None:
    with guarded(tmp_path, limits=GENEROUS) as server:
        table, _, players = pair(server, "heros-crossing", minutes=10, added=30, **{"option-fronts": "dealt"})
        mine = decider(server, players)
        for _ in range(60):
            if mine.state["undo"]:
                break
            mine.act(len(mine.state["choices"]) // 2)
            mine = decider(server, players)
        seat, clock = mine.state["seat"], server.registry.tables[table].clock
        before = clock.remaining(seat)
        assert mine.ask("undo", decision=mine.state["decision"])["status"] == "accepted"
        # What the decision earned goes with it.
        assert clock.remaining(seat) <= before - 29_000


def decider(server: Running, players: list[Sitting]) -> Sitting:
    """Wait until everybody has seen the newest version; return who is asked."""
    for one in players:
        one.until("version", server.version(one))
    return next(one for one in players if one.state.get("decision") is not None)


# ---- readers that do not read ----


def test_who_reads_nothing_is_dropped_and_costs_little(tmp_path: Path) -> None:
    limits = Limits(unread_seconds=1.0, seat=Budget(1000, 1000), address=Budget(1000, 1000), frames=Budget(1000, 1000))
    with guarded(tmp_path, limits=limits) as server:
        visitor = server.visitor()
        table = visitor.begin("pixel-tactics", "far")
        deaf = bare_socket(visitor, table)
        for number in range(300):
            deaf.sendall(frame(TEXT, resume_text(table, number)))
        time.sleep(0.5)
        (line,) = server.server.application.state.connections.open
        assert line._unsent <= limits.unsent_bytes + 200_000
        deadline = time.monotonic() + 3 * SOON
        while server.server.application.state.connections.open and time.monotonic() < deadline:
            time.sleep(0.1)
        assert not server.server.application.state.connections.open
        deaf.close()


def test_who_reads_nothing_does_not_keep_the_server_from_stopping(tmp_path: Path) -> None:
    with contextlib.ExitStack() as stack:
        with guarded(tmp_path) as server:
            visitor = server.visitor()
            table = visitor.begin("pixel-tactics", "far")
            for _ in range(3):
                deaf = stack.enter_context(bare_socket(visitor, table))
                for number in range(50):
                    deaf.sendall(frame(TEXT, resume_text(table, number)))
            time.sleep(0.5)
            begun = time.monotonic()
        assert time.monotonic() - begun < 12.0


# ---- frames ----


def test_endless_fragments_end_the_socket(tmp_path: Path) -> None:
    with guarded(tmp_path) as server:
        visitor = server.visitor()
        with bare_socket(visitor, visitor.begin("heros-crossing", "far")) as opened:
            opened.sendall(frame(TEXT, b"", last=False))
            with contextlib.suppress(OSError):
                for _ in range(100):
                    opened.sendall(frame(CONTINUATION, b"", last=False) * 100)
            assert is_ended(opened)


def test_a_flood_of_pings_ends_the_socket(tmp_path: Path) -> None:
    with guarded(tmp_path) as server:
        visitor = server.visitor()
        with bare_socket(visitor, visitor.begin("heros-crossing", "far")) as opened:
            with contextlib.suppress(OSError):
                for _ in range(100):
                    opened.sendall(frame(PING, b"a" * 100) * 50)
            assert is_ended(opened)
        # Once in a while is fine.
        with bare_socket(visitor, visitor.begin("heros-crossing", "far")) as opened:
            opened.sendall(frame(PING, b"a"))
            assert opened.recv(100)[0] == 0x8A


def test_compression_is_not_offered(tmp_path: Path) -> None:
    with guarded(tmp_path) as server:
        visitor = server.visitor()
        sitting = visitor.sit(visitor.begin("heros-crossing", "far"))
        response = sitting.socket.response
        assert response is not None
        assert "Sec-WebSocket-Extensions" not in response.headers


# ---- many sockets ----


def test_lessons_have_the_budgets_of_tables(tmp_path: Path) -> None:
    limits = Limits(seat=Budget(0.01, 20), address=Budget(0.01, 20), sockets=2)
    with guarded(tmp_path, limits=limits) as server:
        visitor = server.visitor()
        visitor.get("/")
        lessons = [lesson_socket(server, visitor) for _ in range(2)]
        first = lessons[0]
        for number in range(40):
            first.send_text(json.dumps({"id": f"m{number}", "table": first.table, "kind": "resume", "have": -1}))
        assert "Too many messages" in first.wait_for(kind="error")["text"]
        third = lesson_socket(server, visitor)
        assert "Too many connections" in third.wait_for(kind="error")["text"]


def lesson_socket(server: Running, visitor: Visitor) -> Sitting:
    from websockets.sync.client import connect

    address = f"ws://127.0.0.1:{server.settings.port}/learn/heros-crossing/socket?course=abc"
    stack = contextlib.ExitStack()
    server.stack.push(stack)
    opened = stack.enter_context(connect(address, additional_headers={"Cookie": visitor.cookie}, proxy=None))
    return Sitting(opened, "learn-heros-crossing", stack)


def test_arrivals_are_news_to_nobody_else(tmp_path: Path) -> None:
    with guarded(tmp_path) as server:
        table, _, (first, _) = pair(server, "heros-crossing")
        first.resume()
        seen = len(first.frames)
        watchers = [server.visitor().sit(table) for _ in range(20)]
        for watcher in watchers:
            watcher.resume()
            assert '"kind":"presence","here":[true,true]' in "".join(watcher.frames)
        time.sleep(0.5)
        first.resume()
        kinds = [json.loads(one)["kind"] for one in first.frames[seen:]]
        assert kinds.count("presence") <= 2


def test_asking_again_draws_nothing_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with guarded(tmp_path) as server:
        _, _, (first, _) = pair(server, "heros-crossing")
        drawn = []
        whole = Feed.whole

        def counted(feed: Feed, state: dict[str, object]) -> dict[str, object]:
            drawn.append(feed)
            return whole(feed, state)

        monkeypatch.setattr(Feed, "whole", counted)
        pictures = [first.resume() for _ in range(10)]
        assert len(drawn) <= 1
        assert all(picture == pictures[0] for picture in pictures)


def test_the_usual_limits_are_sane() -> None:
    limits = Settings().limits
    assert limits.sockets < limits.connections < limits.all_connections
    assert limits.message_bytes < limits.form_bytes
