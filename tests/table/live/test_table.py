"""Tables through real sockets: curtains, clocks, restarts, stopping, what goes wrong."""

from __future__ import annotations

import http.client
import json
import time
from pathlib import Path

import pytest
from tests.table.server import Running, Sitting, pair, running, step
from websockets.exceptions import ConnectionClosed

from warband.kernel import registry
from warband.table.settings import Budget, Limits

GAME = "heros-crossing"
OPEN = "pocket-tactics"


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
        server.registry.tables[table].clock.left[0] = 2_000
        step(sitting)
        while not sitting.state["over"]:
            sitting.receive()
        assert sitting.state["over"]["winner"] == 1
        assert sitting.state["over"]["text"].endswith(" wins: Blue's time ran out.")
        assert "Blue's time ran out." in visitor.get(f"/table/{table}/end")[1].replace("&#39;", "'")
        sitting.send("resume", have=-1)
        assert sitting.wait_for(kind="whole")["log"][-1].endswith("</i>Blue forfeits the match: out of time.")


def test_whose_clock_runs_out_gives_the_seat_to_a_bot(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        visitor = server.visitor()
        table = visitor.begin(OPEN, level="greedy:5", side="first", minutes="5", at_zero="bot")
        sitting = visitor.sit(table)
        sitting.resume()
        server.registry.tables[table].clock.left[0] = 2_000
        sitting.act()
        with pytest.raises(ConnectionClosed):
            sitting.wait_for(kind="never")
        again = visitor.sit(table)
        whole = again.resume()
        assert whole["seat"] == -1
        assert whole["players"][0]["kind"] == "bot"


def test_who_has_no_time_left_cannot_decide_any_more(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table, _, sittings = pair(server, OPEN, minutes="5", at_zero="forfeit")
        clock = server.registry.tables[table].clock
        mine = next(sitting for sitting in sittings if sitting.state.get("decision") is not None)
        # The timer rings later: a message must not be quicker than it.
        clock.left[mine.state["seat"]] = 0
        refused = mine.act()
        assert (refused["status"], refused["reason"]["text"]) == ("rejected", "Your time is up.")


def test_a_clock_is_as_it_is_now_however_long_ago_something_happened(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table, _, (first, _) = pair(server, OPEN, minutes="5")
        clock = server.registry.tables[table].clock
        while not clock.running:
            first.receive()
        clock.now = lambda: time.monotonic() + 100
        for have in (-1, first.resume()["version"]):
            assert min(first.resume(have)["clock"]["left"]) <= 200


def test_a_clock_runs_on_after_a_restart_before_anybody_comes_back(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        host, guest = server.visitor(), server.visitor()
        table = host.begin(OPEN, "far", side="first", minutes="5", at_zero="forfeit")
        host.invite(table, guest)
        sitting = host.sit(table)
        sitting.resume()
        guest.sit(table).resume()
        while 0 not in sitting.state["clock"]["running"]:
            sitting.receive()
        assert sitting.act()["status"] == "accepted"
    with running(tmp_path) as server:
        time.sleep(1.5)
        left = server.stored(table).clock["left"]
        clock = server.visitor().sit(table).resume()["clock"]
        # No time is lost but what has run since, and it ran without anybody there.
        assert clock["running"]
        assert all(1000 * clock["left"][seat] < left[seat] - 1000 for seat in clock["running"])  # type: ignore[index]


def test_no_clock_runs_until_both_have_been_at_the_table(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        host, guest = server.visitor(), server.visitor()
        table = host.begin(OPEN, "far", side="first", minutes="5")
        host.invite(table, guest)
        sitting = host.sit(table)
        clock = sitting.resume()["clock"]
        assert (clock["begun"], clock["running"], clock["left"]) == (False, [], [300, 300])
        assert "until both players have been at the table" in clock["zero"]
        other = guest.sit(table)
        clock = other.resume()["clock"]
        assert (clock["begun"], clock["running"]) == (True, [0, 1])
        while not sitting.state["clock"]["begun"]:
            sitting.receive()
        sitting.ask("resign")
        while not other.state["over"]:
            other.receive()
        assert other.state["over"]["rematch"] is None
        # The other player, still at the old table, is told of the new one, where no time runs yet.
        again = host.post(f"/table/{table}/rematch")
        while other.state["over"]["rematch"] != again:
            other.receive()
        assert host.sit(again.split("/")[2]).resume()["clock"]["running"] == []
        server.registry.put_away(server.registry.tables[table])
        assert guest.sit(table).resume()["over"]["rematch"] == again
        assert f'href="{again}"' in guest.get(f"/table/{table}/end")[1]


# ---- spectators ----


def test_two_bots_play_to_the_end_while_somebody_watches(server: Running) -> None:
    visitor = server.visitor()
    table = visitor.begin(OPEN, "watch", level="greedy:5", level2="greedy:5", **{"option-map": "quick"})
    sitting = visitor.sit(table)
    sitting.resume()
    while not sitting.state["over"]:
        sitting.receive()
    record = json.loads(visitor.get(f"/replay/{table}/record.json")[1])
    assert record["result"]["winner"] == sitting.state["over"]["winner"]


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
    version = server.registry.tables[table].saved.version
    sitting.close()
    server.registry.put_away(server.registry.tables[table])
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

        monkeypatch.setattr(server.store.journal, "write", full)
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
        lobby = server.server.application.state.lobby
        before = lobby.sharing()
        assert (before.loopback, before.shared) == (True, False)
        visitor.post(f"/table/{table}/share")
        after = lobby.sharing()
        assert after.shared
        connection = http.client.HTTPConnection("127.0.0.2", int(after.network.rpartition(":")[2]), timeout=20)
        connection.request("GET", "/health")
        assert connection.getresponse().status == 200
        connection.close()
