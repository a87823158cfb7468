"""What the desk answers over a real socket: draws, resigning, leaving, undo, previews, hints."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.table.server import Running, Sitting, pair, running

GAME = "heros-crossing"
OPEN = "pocket-tactics"
# Whose a line of the log is.
FIRST, SECOND = '<i class="shape first"></i>', '<i class="shape second"></i>'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("server"), leaver_seconds=0.0) as found:
        yield found


def number(sitting: Sitting) -> int:
    seat: int = sitting.state["seat"]
    return seat


def whose_turn(server: Running, table: str, sittings: list[Sitting]) -> Sitting:
    """Wait until everybody has seen the newest version; return who is asked."""
    for sitting in sittings:
        while sitting.state["version"] < server.version(sitting):
            sitting.receive()
    return next(sitting for sitting in sittings if sitting.state["decision"] is not None)


def test_a_draw_is_offered_declined_offered_and_taken(server: Running) -> None:
    _, _, (first, second) = pair(server, OPEN)
    assert first.ask("offer_draw")["status"] == "accepted"
    second.until("draw", 0)
    assert second.ask("answer_draw", accept=False)["status"] == "accepted"
    first.until("draw", None)
    for sitting in (first, second):
        sitting.send("resume", have=-1)
        assert sitting.wait_for(kind="whole")["log"][-2:] == [f"{FIRST}Blue offers a draw.", f"{SECOND}Red plays on."]
    refused = second.ask("answer_draw", accept=True)
    assert refused["reason"]["text"] == "Blue has offered no draw"
    assert first.ask("offer_draw")["status"] == "accepted"
    assert second.ask("answer_draw", accept=True)["status"] == "accepted"
    first.wait_for(kind="update")
    while not first.state["over"]:
        first.receive()
    assert first.state["over"]["winner"] == -1
    assert first.ask("resign")["status"] == "rejected"


def test_an_offer_is_gone_once_the_match_is_over(server: Running) -> None:
    _, _, (first, second) = pair(server, OPEN)
    first.ask("offer_draw")
    second.until("draw", 0)
    second.ask("resign")
    while not second.state["over"]:
        second.receive()
    assert second.state["draw"] is None


def test_an_offer_takes_no_undo_away(server: Running) -> None:
    table, _, sittings = pair(server, GAME, **{"option-fronts": "dealt"})
    asked = whose_turn(server, table, sittings)
    while not asked.state["undo"]:
        asked.act(len(asked.state["choices"]) // 2)
        asked = whose_turn(server, table, sittings)
    seat, other = number(asked), sittings[1 - number(asked)]
    assert asked.ask("offer_draw")["status"] == "accepted"
    asked.until("draw", seat)
    assert asked.state["undo"]
    lines = asked.state["lines"]
    assert asked.ask("undo", decision=asked.state["decision"])["status"] == "accepted"
    whose_turn(server, table, sittings)
    # The action is taken back; what was said stays said, and can be answered.
    assert asked.state["lines"] < lines
    assert other.state["draw"] == seat
    other.send("resume", have=-1)
    assert other.wait_for(kind="whole")["log"][-1].endswith(" offers a draw.")
    assert other.ask("answer_draw", accept=False)["status"] == "accepted"


def test_a_refused_draw_stays_refused_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        host, guest = server.visitor(), server.visitor()
        table = host.begin(OPEN, "far", side="first")
        host.invite(table, guest)
        first, second = host.sit(table), guest.sit(table)
        first.resume()
        second.resume()
        first.ask("offer_draw")
        assert second.ask("answer_draw", "no", accept=False)["status"] == "accepted"
    with running(tmp_path) as server:
        again = server.visitor()
        again.cookie = guest.cookie
        sitting = again.sit(table)
        whole = sitting.resume()
        assert (whole["draw"], whole["log"][-1]) == (None, f"{SECOND}Red plays on.")
        assert sitting.ask("answer_draw", "no", accept=False)["status"] == "accepted"
        assert sitting.ask("answer_draw", accept=True)["status"] == "rejected"


def test_resigning_ends_the_match_and_the_record_verifies(server: Running) -> None:
    table, (host, _), (first, second) = pair(server, OPEN)
    first.ask("resign")
    while not second.state["over"]:
        second.receive()
    assert second.state["over"]["winner"] == 1
    status, text = host.get(f"/replay/{table}/record.json")
    assert status == 200
    assert json.loads(text)["secret"]


def test_a_bot_takes_no_draw(server: Running) -> None:
    visitor = server.visitor()
    sitting = visitor.sit(visitor.begin(OPEN, level="1"))
    sitting.resume()
    assert "bot" in sitting.ask("offer_draw")["reason"]["text"]


def test_a_leavers_seat_is_given_to_a_bot_and_the_match_goes_on(server: Running) -> None:
    _, (host, _), (first, second) = pair(server, OPEN)
    assert first.ask("bot", seat=1)["status"] == "rejected"
    first.act()
    assert second.act()["status"] == "accepted"
    second.close()
    while first.wait_for(kind="presence")["may_replace"] != [1]:
        pass
    assert first.ask("bot", seat=1)["status"] == "accepted"
    first.wait_for(kind="update")
    while first.state["players"][1]["kind"] != "bot":
        first.receive()
    told = [step["sentence"] for frame in first.frames for step in json.loads(frame).get("steps", [])]
    assert f"{SECOND}Red&#x27;s seat is given to Guard." in told
    # What was done before is told under the name of who did it, also to those who come later.
    log = host.sit(first.table).resume()["log"]
    given = log.index(f"{SECOND}Red&#x27;s seat is given to Guard.")
    assert any("Red" in line for line in log[:given])
    assert not any("Guard" in line for line in log[:given])
    for _ in range(3):
        assert first.decide()
        assert first.act()["status"] == "accepted"
        first.state["decision"] = None


def test_undo_never_brings_a_decision_back(server: Running) -> None:
    table, _, sittings = pair(server, GAME, **{"option-fronts": "dealt"})
    seen: set[int] = set()
    asked = whose_turn(server, table, sittings)
    for _ in range(60):
        if asked.state["undo"]:
            break
        seen.add(asked.state["decision"])
        asked.act(len(asked.state["choices"]) // 2)
        asked = whose_turn(server, table, sittings)
    assert asked.state["undo"]
    before = asked.state["decision"]
    assert asked.ask("undo", decision=before)["status"] == "accepted"
    after = whose_turn(server, table, sittings).state["decision"]
    assert after > before
    assert after not in seen
    assert asked.ask("undo", decision=before)["status"] == "resync"


def test_a_preview_an_attempt_and_a_hint(server: Running) -> None:
    visitor = server.visitor()
    sitting = visitor.sit(visitor.begin(OPEN, level="1", side="first"))
    sitting.resume()
    action = sitting.state["choices"][0][0]
    preview = sitting.ask("preview", action=action)
    assert preview["status"] == "accepted"
    # The label is left out of the choices where what is touched can mean nothing else.
    assert preview["label"]
    assert sitting.state["choices"][0][1] in ("", preview["label"])
    attempt = sitting.ask("attempt", handles=["no/such/piece"])
    assert attempt["status"] == "rejected"
    assert attempt["reason"]["text"]
    assert sitting.state["hints"] is True
    answer = sitting.ask("hint")
    assert answer["hints"][0]["action"] in [choice[0] for choice in sitting.state["choices"]]
    assert answer["judge"] == "a network trained by self-play"
    assert answer["why"][0].endswith("% to win with it, says a network trained by self-play.")


def test_two_people_have_hints_only_where_they_agreed_to_them(server: Running) -> None:
    _, _, (first, _) = pair(server, OPEN)
    assert first.state["hints"] is False
    assert "both agree" in first.ask("hint")["reason"]["text"]
    _, _, (agreed, _) = pair(server, OPEN, hints="on")
    assert agreed.state["hints"] is True
    assert agreed.ask("hint")["hints"]
