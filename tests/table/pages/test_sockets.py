"""Lessons go through the same door as tables: origin, limits, garbage."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.table.server import PATIENCE, Running, Visitor, running
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from warband.table.settings import Budget, Limits

GARBAGE = ["", "[]", "{", '{"kind":"act"}', "x" * 5000, '{"id":"1","table":"t","kind":"dance"}']


def lesson(server: Running, game: str = "heros-crossing", **headers: str) -> ClientConnection:
    visitor: Visitor = server.visitor()
    visitor.get("/")
    address = f"ws://127.0.0.1:{server.settings.port}/learn/{game}/socket?course=abc"
    given = {"Cookie": visitor.cookie, **headers}
    return server.stack.enter_context(connect(address, additional_headers=given, proxy=None))


def receive(socket: ClientConnection) -> dict[str, object]:
    data: dict[str, object] = json.loads(socket.recv(timeout=PATIENCE))
    return data


def test_a_lesson_answers_garbage_and_goes_on(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        socket = lesson(server)
        for frame in GARBAGE:
            socket.send(frame)
            assert receive(socket)["kind"] == "error"
        socket.send(json.dumps({"id": 1, "table": "learn", "kind": "resume", "have": -1}))
        assert receive(socket)["kind"] == "whole"


def test_another_site_opens_no_lesson(tmp_path: Path) -> None:
    with running(tmp_path) as server, pytest.raises(InvalidStatus):
        lesson(server, Origin="http://elsewhere.example")


def test_a_game_without_a_lesson_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        socket = lesson(server, "chess")
        assert "chess" in str(receive(socket)["text"])
        with pytest.raises(ConnectionClosed):
            receive(socket)


def test_lessons_have_the_limits_of_tables(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(sockets=1, seat=Budget(0.01, 2))) as server:
        socket = lesson(server)
        for expected in ("whole", "whole", "error"):
            socket.send(json.dumps({"id": 1, "table": "learn", "kind": "resume", "have": -1}))
            assert receive(socket)["kind"] == expected
        second = lesson(server)
        assert "Too many connections" in str(receive(second)["text"])
