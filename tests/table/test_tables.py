"""Tables through real sockets: curtains, clocks, spectators kept behind, rematches, restarts, stopping."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.table.server import Running, Sitting, running
from websockets.exceptions import ConnectionClosed

from warband.kernel import registry
from warband.table.settings import Budget, Limits

GAME = "heros-crossing"
OPEN = "pocket-tactics"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("server")) as found:
        yield found


def step(sitting: Sitting, choice: int = 0) -> None:
    """Make one decision, opening the curtain if it is down."""
    while sitting.state.get("decision") is None and not sitting.state.get("over"):
        if sitting.state.get("curtain"):
            sitting.state["curtain"] = None
            sitting.send("uncurtain")
        sitting.receive()
    if not sitting.state["over"]:
        assert sitting.act(choice % len(sitting.state["choices"]))["status"] == "accepted"
        sitting.state["decision"] = None


def look(sitting: Sitting, before: int) -> None:
    """Wait for a later decision, opening the curtain if it is down."""
    while sitting.state["decision"] in (None, before):
        if sitting.state["curtain"]:
            sitting.state["curtain"] = None
            sitting.send("uncurtain")
        sitting.receive()


# ---- one screen ----


@pytest.mark.parametrize("name", registry.names())
def test_two_at_one_screen_play_behind_a_curtain(server: Running, name: str) -> None:
    visitor = server.visitor()
    sitting = visitor.sit(visitor.begin(name, "screen", name1="Ann", name2="Bob"))
    whole = sitting.resume()
    assert (whole["curtain"], whole["decision"], whole["choices"]) == ({"name": "Ann"}, None, [])
    refused = sitting.ask("act", decision=1, action=0)
    assert "curtain" in refused["reason"]["text"]
    for at in range(25):
        step(sitting, at)
    assert len([frame for frame in sitting.frames if '"curtain":{"name":"Bob"}' in frame]) >= 1


def test_a_closed_curtain_shows_no_hand(server: Running) -> None:
    visitor = server.visitor()
    table = visitor.begin(GAME, "screen")
    sitting = visitor.sit(table)
    closed = json.dumps(sitting.resume())
    sitting.ask("uncurtain")
    while sitting.state["decision"] is None:
        sitting.receive()
    hidden = {handle for choice in sitting.state["choices"] for handle in choice[2:]}
    assert hidden
    assert not [handle for handle in hidden if f'"{handle}\\"' in closed or f'{handle}\\"' in closed]
    assert sitting.ask("uncurtain")["status"] == "rejected"
    # Somebody who only watches gets the public picture.
    assert server.visitor().sit(table).resume()["seat"] == -1


# ---- clocks ----


def test_whose_clock_runs_out_loses(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        visitor = server.visitor()
        table = visitor.begin(OPEN, level="1", side="first", minutes="5", at_zero="forfeit")
        sitting = visitor.sit(table)
        whole = sitting.resume()
        assert whole["clock"]["running"] == [0]
        assert 290 < whole["clock"]["left"][0] <= 300
        server.house.tables[table].clock.left[0] = 1
        step(sitting)
        while not sitting.state["over"]:
            sitting.receive()
        assert sitting.state["over"]["winner"] == 1


def test_whose_clock_runs_out_gives_the_seat_to_a_bot(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        visitor = server.visitor()
        table = visitor.begin(OPEN, level="greedy:5", side="first", minutes="5", at_zero="bot")
        sitting = visitor.sit(table)
        sitting.resume()
        server.house.tables[table].clock.left[0] = 1
        sitting.act()
        with pytest.raises(ConnectionClosed):
            sitting.wait_for(kind="never")
        again = visitor.sit(table)
        whole = again.resume()
        assert whole["seat"] == -1
        assert whole["players"][0]["kind"] == "bot"


def test_a_clock_runs_on_after_a_restart_before_anybody_comes_back(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        host, guest = server.visitor(), server.visitor()
        table = host.begin(OPEN, "far", side="first", minutes="5", at_zero="forfeit")
        host.invite(table, guest)
        sitting = host.sit(table)
        assert 0 in sitting.resume()["clock"]["running"]
        assert sitting.act()["status"] == "accepted"
    with running(tmp_path) as server:
        watcher = server.visitor()
        while watcher.get("/health")[0] == 200 and table not in server.house.tables:
            pass
        assert server.house.tables[table].clock.running


# ---- spectators ----


def test_spectators_are_kept_behind(server: Running) -> None:
    visitor = server.visitor()
    table = visitor.begin(OPEN, "far", side="first", delay="3")
    watcher = server.visitor().sit(table)
    first = watcher.resume()
    host = visitor.sit(table)
    host.resume()
    guest = server.visitor()
    token = visitor.get(f"/table/{table}/invite")[1].split("/join/")[1].split('"')[0].split("<")[0]
    guest.post(f"/join/{token}")
    other = guest.sit(table)
    other.resume()
    for _ in range(4):
        for sitting in (host, other):
            if sitting.state["decision"] is not None:
                step(sitting)
        for sitting in (host, other):
            while (
                sitting.state["decision"] is None
                and sitting.state["version"] < server.house.tables[table].sheet.version
            ):
                sitting.receive()
    watcher.send("resume", have=-1)
    late = watcher.wait_for(kind="whole")
    assert len(late["log"]) < len(other.resume()["log"])
    assert first["kind"] == "whole"


def test_two_bots_play_to_the_end_while_somebody_watches(server: Running) -> None:
    visitor = server.visitor()
    table = visitor.begin(OPEN, "watch", level="greedy:5", level2="greedy:5", **{"option-map": "quick"})
    sitting = visitor.sit(table)
    sitting.resume()
    while not sitting.state["over"]:
        sitting.receive()
    record = json.loads(visitor.get(f"/replay/{table}/record.json")[1])
    assert record["result"]["winner"] == sitting.state["over"]["winner"]


# ---- again ----


def test_a_rematch_changes_sides_and_seats_both(server: Running) -> None:
    host, guest = server.visitor(), server.visitor()
    table = host.begin(OPEN, "far", side="first")
    token = host.get(f"/table/{table}/invite")[1].split("/join/")[1].split('"')[0].split("<")[0]
    guest.post(f"/join/{token}")
    sitting = host.sit(table)
    sitting.resume()
    sitting.ask("resign")
    again = host.post(f"/table/{table}/rematch").split("/")[2]
    assert again != table
    assert guest.post(f"/table/{table}/rematch").split("/")[2] == again
    assert host.sit(again).resume()["seat"] == 1
    assert guest.sit(again).resume()["seat"] == 0


# ---- stopping and starting ----


def test_everybody_hears_that_the_server_stops(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        visitor = server.visitor()
        table = visitor.begin(OPEN, "screen")
        sitting = visitor.sit(table)
        sitting.resume()
        server.server.should_exit = True
        assert "stops" in sitting.wait_for(kind="closing")["text"]
        with pytest.raises(ConnectionClosed) as closed:
            sitting.wait_for(kind="never")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1001


def test_a_table_that_was_put_away_comes_back(server: Running) -> None:
    visitor = server.visitor()
    table = visitor.begin(GAME, "screen")
    sitting = visitor.sit(table)
    sitting.resume()
    step(sitting)
    version = server.house.tables[table].sheet.version
    sitting.close()
    server.house.put_away(server.house.tables[table])
    again = visitor.sit(table)
    assert again.resume()["version"] == version
    step(again)


def test_undo_survives_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        visitor = server.visitor()
        table = visitor.begin(GAME, "screen", **{"option-fronts": "dealt"})
        sitting = visitor.sit(table)
        sitting.resume()
        for at in range(60):
            step(sitting, at // 2)
            while sitting.state["decision"] is None and not sitting.state["curtain"] and not sitting.state["over"]:
                sitting.receive()
            if sitting.state["undo"]:
                break
        assert sitting.state["undo"]
        decision = sitting.state["decision"]
    with running(tmp_path) as server:
        again = server.visitor()
        again.cookie = visitor.cookie
        sitting = again.sit(table)
        sitting.resume()
        look(sitting, 0)
        assert sitting.state["decision"] == decision
        assert sitting.ask("undo", decision=decision)["status"] == "accepted"
        look(sitting, decision)
        assert sitting.state["decision"] > decision


# ---- what goes wrong ----


def test_what_cannot_be_written_is_not_acknowledged_and_nothing_of_it_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path) as server:
        visitor = server.visitor()
        table = visitor.begin(OPEN, "far", side="first")
        sitting = visitor.sit(table)
        version = sitting.resume()["version"]

        async def full(work: object) -> None:
            raise OSError("the disk is full")

        monkeypatch.setattr(server.house.store.journal, "write", full)
        answer = sitting.act()
        assert answer["status"] == "rejected"
        assert "try again" in answer["reason"]["text"]
        with pytest.raises(ConnectionClosed):
            sitting.wait_for(kind="never")
        monkeypatch.undo()
        again = visitor.sit(table)
        assert again.resume()["version"] == version
        assert again.act()["status"] == "accepted"


def test_forms_have_a_budget(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(forms=Budget(0.01, 2))) as server:
        visitor = server.visitor()
        visitor.begin(OPEN, "screen")
        visitor.begin(OPEN, "screen")
        assert visitor.request("POST", "/new", {"game": OPEN, "mode": "screen"})[0] == 429


def test_others_on_the_network_are_let_in_when_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("warband.table.network.local_address", lambda: "127.0.0.2")
    with running(tmp_path) as server:
        visitor = server.visitor()
        table = visitor.begin(OPEN, "far")
        hall = server.server.application.state.hall
        before = hall.sharing()
        assert (before.loopback, before.shared) == (True, False)
        visitor.post(f"/table/{table}/share")
        after = hall.sharing()
        assert after.shared
        connection = http.client.HTTPConnection("127.0.0.2", int(after.network.rpartition(":")[2]), timeout=20)
        connection.request("GET", "/health")
        assert connection.getresponse().status == 200
        connection.close()
