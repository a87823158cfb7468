"""What the server says over a real socket: to stale, repeated, foreign, broken and simultaneous messages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.table.server import Running, Sitting, Visitor, pair, running
from websockets.exceptions import ConnectionClosed, InvalidStatus

from warband.kernel import registry
from warband.table.settings import Budget, Limits

GAME = "heros-crossing"
OPEN = "pocket-tactics"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("server"), leaver_seconds=0.0) as found:
        yield found


# ---- answers ----


def test_an_action_is_acknowledged_before_it_is_shown(server: Running) -> None:
    _, _, (first, second) = pair(server, OPEN)
    first.send("act", "mine", decision=first.state["decision"], action=first.state["choices"][0][0])
    second.act()
    kinds = [json.loads(frame) for frame in first.frames]
    first.wait_for(kind="update")
    answers = [at for at, frame in enumerate(first.frames) if json.loads(frame)["kind"] == "answer"]
    updates = [at for at, frame in enumerate(first.frames) if json.loads(frame)["kind"] == "update"]
    assert kinds
    assert answers[0] < updates[-1]


def test_a_stale_decision_gets_the_whole_table(server: Running) -> None:
    _, _, (first, _) = pair(server, OPEN)
    answer = first.ask("act", decision=first.state["decision"] + 7, action=0)
    assert answer["status"] == "resync"
    assert first.receive()["kind"] == "whole"


def test_a_repeated_message_is_answered_again_and_not_applied_again(server: Running) -> None:
    table, _, (first, second) = pair(server, OPEN)
    fields = {"decision": first.state["decision"], "action": first.state["choices"][0][0]}
    assert first.ask("act", "once", **fields)["status"] == "accepted"
    version = server.registry.tables[table].saved.version
    for _ in range(3):
        assert first.ask("act", "once", **fields)["status"] == "accepted"
    assert server.registry.tables[table].saved.version == version
    # The same id of another person is another message.
    assert second.ask("act", "once", **fields)["status"] == "accepted"
    assert server.registry.tables[table].saved.version == version + 1


def test_an_illegal_action_is_rejected_with_its_clause_and_its_place_in_the_rulebook(server: Running) -> None:
    _, _, sittings = pair(server, GAME, **{"option-fronts": "dealt"})
    asked = next(sitting for sitting in sittings if sitting.state["decision"] is not None)
    legal = {choice[0] for choice in asked.state["choices"]}
    answer = asked.ask("act", decision=asked.state["decision"], action=min(set(range(500)) - legal))
    assert answer["status"] == "rejected"
    assert answer["reason"]["text"]
    assert answer["reason"]["clause"].startswith(f"{GAME}:")
    assert answer["reason"]["url"].startswith(f"/rules/{GAME}")
    assert "#" in answer["reason"]["url"]
    other = sittings[1 - asked.state["seat"]]
    assert other.ask("act", decision=asked.state["decision"], action=min(legal))["status"] == "rejected"


def test_an_action_that_does_not_exist_is_rejected(server: Running) -> None:
    _, _, (first, _) = pair(server, OPEN)
    for action in (10**6, -1):
        answer = first.ask("act", decision=first.state["decision"], action=action)
        assert answer["status"] == "rejected"
        assert "no action" in answer["reason"]["text"]


# ---- who may ----


def test_an_unknown_table_is_an_error(server: Running) -> None:
    visitor = server.visitor()
    sitting = visitor.sit("nosuchtable")
    assert "no such table" in sitting.receive()["text"]
    with pytest.raises(ConnectionClosed) as closed:
        sitting.receive()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404
    assert visitor.get("/table/nosuchtable")[0] == 404


def test_a_spectator_sees_what_is_public_and_may_not_act(server: Running) -> None:
    table, _, (first, _) = pair(server, GAME)
    watcher = server.visitor().sit(table)
    whole = watcher.resume()
    assert (whole["seat"], whole["decision"], whole["choices"]) == (-1, None, [])
    for kind in ("resign", "offer_draw", "hint"):
        answer = watcher.ask(kind)
        assert answer["status"] == "rejected"
        assert "watching" in answer["reason"]["text"]
    decision, action = first.state["decision"], first.state["choices"][0][0]
    assert watcher.ask("act", decision=decision, action=action)["status"] == "rejected"


def test_another_table_cannot_be_named_on_a_socket(server: Running) -> None:
    _, _, (first, _) = pair(server, OPEN)
    other, _, _ = pair(server, OPEN)
    first.send_text(json.dumps({"id": "x", "table": other, "kind": "resign"}))
    answer = first.wait_for(kind="answer", id="x")
    assert answer["status"] == "rejected"
    assert server.registry.tables[other].match.result is None


def test_a_forged_cookie_is_nobody(server: Running) -> None:
    table, (host, _), _ = pair(server, GAME)
    name, _, value = host.cookie.partition("=")
    for forged in (value[:-2] + "xx", "", "A" * 500, value.replace(".", "x")):
        thief = Visitor(server.settings.port, f"{name}={forged}", server.stack)
        assert thief.sit(table).resume()["seat"] == -1


def test_another_site_cannot_open_a_socket_or_send_a_form(server: Running) -> None:
    table, (host, _), _ = pair(server, GAME)
    with pytest.raises(InvalidStatus):
        host.sit(table, Origin="https://evil.example")
    assert host.sit(table, Origin=f"http://127.0.0.1:{server.settings.port}").resume()["seat"] == 0
    evil = {"Origin": "https://evil.example"}
    assert host.request("POST", "/new", {"game": GAME, "mode": "screen"}, evil)[0] == 403
    assert host.request("POST", "/new", {"game": GAME}, {"Sec-Fetch-Site": "cross-site"})[0] == 403


def test_pages_say_what_they_may_do(server: Running) -> None:
    _, headers, _ = server.visitor().request("GET", "/")
    assert "script-src 'self'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert "HttpOnly" in headers["set-cookie"]
    assert "SameSite=Lax" in headers["set-cookie"]
    assert "set-cookie" not in server.visitor().request("GET", "/health")[1]


# ---- frames that are no messages ----

GARBAGE = [
    "",
    "hello",
    "[]",
    "{}",
    "[" * 3000,
    '{"id": 1}',
    '{"id": "a", "kind": "act"}',
    '{"id": "a", "kind": "fly", "table": "x"}',
    '{"id": "a", "kind": "act", "table": "x", "decision": "1", "action": 0}',
    '{"id": "a", "kind": "act", "table": "x", "decision": 1, "action": 1e99}',
    '{"id": "a", "kind": "hint", "table": "x", "more": 1}',
    '{"id": "", "kind": "hint", "table": "x"}',
    '{"id": null, "kind": "hint", "table": "x"}',
    '{"id": "a", "kind": ["hint"], "table": "x"}',
    '{"id": "a", "kind": "resume", "table": "x", "have": 99999999999999999999}',
    '{"id": "a", "kind": "attempt", "table": "x", "handles": [1, 2]}',
    '{"id": "\\ud800", "kind": "hint", "table": "x"}',
    "x" * 5000,
]


def complaint(sitting: Sitting) -> str:
    """Wait for what is said to a frame that is no good."""
    while (message := sitting.receive())["kind"] not in ("error", "answer"):
        pass
    return str(message.get("text") or message["reason"]["text"])


def test_garbage_is_answered_and_does_no_harm(server: Running) -> None:
    _, _, (first, _) = pair(server, OPEN)
    for frame in GARBAGE:
        first.send_text(frame)
        assert complaint(first), frame
    first.socket.send(b"\x00\x01")
    assert complaint(first)
    assert first.act()["status"] == "accepted"


def test_a_frame_that_is_far_too_long_ends_the_connection_only(server: Running) -> None:
    _, (host, _), (first, _) = pair(server, OPEN)
    first.send_text("x" * 100_000)
    with pytest.raises(ConnectionClosed):
        first.wait_for(kind="never")
    again = host.sit(first.table)
    again.resume()
    assert again.act()["status"] == "accepted"


def test_a_flood_is_told_to_wait(tmp_path: Path) -> None:
    limits = Limits(seat=Budget(1, 5))
    with running(tmp_path, limits=limits) as server:
        visitor = server.visitor()
        sitting = visitor.sit(visitor.begin(OPEN, "screen"))
        for _ in range(8):
            sitting.send("hint")
        assert "Too many" in sitting.wait_for(kind="error")["text"]


# ---- both at once ----


@pytest.mark.parametrize("name", registry.names())
def test_both_choose_at_once_in_secret(server: Running, name: str) -> None:
    _, _, (first, second) = pair(server, name)
    assert first.state["decision"] == second.state["decision"]
    decision = first.state["decision"]
    names = [
        sitting.send("act", decision=decision, action=sitting.state["choices"][-1][0]) for sitting in (first, second)
    ]
    for sitting, sent in zip((first, second), names, strict=True):
        assert sitting.wait_for(kind="answer", id=sent)["status"] == "accepted"
    for sitting in (first, second):
        while sitting.state["version"] < server.version(sitting):
            sitting.receive()


def test_who_has_chosen_waits_and_the_other_learns_nothing(server: Running) -> None:
    table, (_, guest), (first, second) = pair(server, GAME)
    before = len(second.frames)
    first.act()
    update = first.wait_for(kind="update")
    assert (update["decision"], update["choices"], update["awaiting"]) == (None, [], [1])
    watcher = guest.sit(table)
    whole = watcher.resume()
    assert (whole["decision"], whole["awaiting"]) == (second.state["decision"], [0, 1])
    # Whatever came to the other seat since then tells of presence only.
    second.send("attempt", "mark", handles=[])
    second.wait_for(kind="answer", id="mark")
    kinds = {json.loads(frame)["kind"] for frame in second.frames[before:]}
    assert kinds <= {"presence", "answer"}
    action = second.state["choices"][0][0]
    assert first.ask("act", decision=second.state["decision"], action=action)["status"] == "rejected"


# ---- coming back ----


def test_who_comes_back_gets_what_is_missing(server: Running) -> None:
    table, (host, guest), (first, second) = pair(server, OPEN)
    watcher = server.visitor().sit(table)
    have = watcher.resume()["version"]
    first.act()
    second.act()
    watcher.wait_for(kind="update")
    updates = [frame for frame in watcher.frames if json.loads(frame)["kind"] == "update"]
    late = server.visitor().sit(table)
    late.send("resume", have=have)
    late.wait_for(kind="update")
    assert updates[0] in late.frames
    assert "whole" not in {json.loads(frame)["kind"] for frame in late.frames}
    # From long ago, or from the future: the whole table.
    assert guest.sit(table).resume(10**6)["kind"] == "whole"
    whole = host.sit(table).resume(0)
    assert whole["kind"] == "whole"
    assert whole["missed"] == len(whole["log"])


def test_nothing_missing_is_said_too(server: Running) -> None:
    table, (host, _), (first, _) = pair(server, OPEN)
    again = host.sit(table).resume(first.state["version"])
    assert (again["kind"], again["steps"]) == ("update", [])
