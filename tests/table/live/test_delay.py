"""Spectators are told that they watch, and see late what they are to see late."""

from __future__ import annotations

from tests.table.server import Running, pair, step

from warband.kernel import registry
from warband.kernel.seats import PUBLIC
from warband.table.live.feed import Feed, Status, Step

GAME = "heros-crossing"
OPEN = "pocket-tactics"


def test_a_spectator_is_told_so(server: Running) -> None:
    table, (host, _), (first, _) = pair(server, GAME)
    watcher = server.visitor()
    assert watcher.sit(table).resume()["watch"] == "You watch."
    assert ">You watch.</span>" in watcher.get(f"/table/{table}")[1]
    assert first.state["watch"] is None
    assert "You watch" not in host.get(f"/table/{table}")[1]


def test_spectators_are_kept_behind(server: Running) -> None:
    visitor = server.visitor()
    table = visitor.begin(OPEN, "far", side="first", delay="3", minutes="5")
    watcher = server.visitor().sit(table)
    first = watcher.resume()
    host = visitor.sit(table)
    host.resume()
    guest = server.visitor()
    visitor.invite(table, guest)
    other = guest.sit(table)
    other.resume()
    for _ in range(4):
        for sitting in (host, other):
            if sitting.state["decision"] is not None:
                step(sitting)
        for sitting in (host, other):
            while sitting.state["decision"] is None and sitting.state["version"] < server.version(sitting):
                sitting.receive()
    watcher.send("resume", have=-1)
    late = watcher.wait_for(kind="whole")
    assert len(late["log"]) < len(other.resume()["log"])
    assert first["kind"] == "whole"
    assert (late["watch"], late["clock"]) == ("You watch, 3 decisions behind.", None)
    assert other.state["clock"]["begun"]
    assert not [frame for frame in watcher.frames if '"kind":"presence"' in frame]
    assert late["awaiting"]
    # After a restart they are as far behind as before.
    server.registry.put_away(server.registry.tables[table])
    again = server.visitor().sit(table).resume()
    assert (again["log"], again["version"]) == (late["log"], late["version"])
    assert again["html"] == late["html"]


def test_a_decision_that_was_taken_back_keeps_nobody_less_behind() -> None:
    def made(decides: bool, kept: int | None = None) -> Step:
        status = Status({PUBLIC: 1}, 1, ["A", "B"], ["person", "person"], (0,), (), -1, {})
        return Step(0, [], {}, status, kept, decides=decides)

    feed = Feed(registry.make_game(OPEN), PUBLIC, delay=2)
    first, second, taken, undo, talk = made(True), made(True), made(True), made(False, 2), made(False)
    for one in (first, talk, second, taken, undo):
        feed.add(one)
    assert feed.due() == []
    feed.add(made(True))
    assert feed.due() == [first, talk]
