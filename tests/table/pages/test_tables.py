from __future__ import annotations

import pytest
from tests.table.pages.browser import Browser, seen
from tests.table.pages.memory_lobby import MemoryLobby

from warband.kernel import registry
from warband.table.live.match_order import Person
from warband.table.pages.tables import qr_code


def test_the_host_gets_a_link_and_is_told_who_can_reach_it(client: Browser, lobby: MemoryLobby) -> None:
    client.post("/new", {"game": "pocket-tactics", "mode": "far"})
    page = client.get("/table/t1/invite").text
    assert "http://127.0.0.1:8700/join/token-t1" in page
    assert "Only this computer." in seen(page)
    assert "http://192.0.2.7:8700" in page
    assert "<svg" not in page.partition('class="qr"')[2][:10]


def test_others_on_the_network_are_let_in_with_a_code(client: Browser, lobby: MemoryLobby) -> None:
    client.post("/new", {"game": "pocket-tactics", "mode": "far"})
    assert client.post("/table/t1/share").headers["location"] == "/table/t1/invite"
    page = client.get("/table/t1/invite").text
    assert "http://192.0.2.7:8700/join/token-t1" in page
    assert 'aria-label="The link as a QR code"' in page


def test_only_the_host_sees_the_invitation(client: Browser, lobby: MemoryLobby) -> None:
    client.post("/new", {"game": "pocket-tactics", "mode": "far"})
    lobby.me = Person("zoe", "Zoe")
    assert client.get("/table/t1/invite").status_code == 404
    assert client.post("/table/t1/share").status_code == 404
    assert not lobby.lan


def test_a_link_alone_seats_nobody(client: Browser, lobby: MemoryLobby) -> None:
    client.post("/new", {"game": "pocket-tactics", "mode": "far"})
    lobby.me = Person("zoe", "")
    page = client.get("/join/token-t1").text
    assert "Take the seat" in seen(page)
    answer = client.post("/join/token-t1", {"name": "Zoe"})
    assert answer.headers["location"] == "/table/t1"
    assert lobby.me.name == "Zoe"


def test_an_invitation_says_who_invites_and_to_what(client: Browser, lobby: MemoryLobby) -> None:
    clock = {"minutes": "10", "added": "5", "at_zero": "bot"}
    client.post("/new", {"game": "pocket-tactics", "mode": "far", "option-map": "quick", "delay": "3"} | clock)
    client.post("/new", {"game": "pixel-tactics", "mode": "far", "option-edition": "classic", "hints": "on"})
    lobby.me = Person("zoe", "")
    page = seen(client.get("/join/token-t1").text)
    assert "Anne invites you to Pocket-Tactics" in page
    assert "Each player has 10 minutes, and 5 seconds more after each decision." in page
    assert "Whose clock runs out gives the seat to a bot." in page
    assert "No time runs until both players have been at the table." in page
    assert "The map: Laid out by chance, quick." in page
    assert "Who watches sees the match 3 decisions late." in page
    assert "There are no hints." in page
    page = seen(client.get("/join/token-t2").text)
    assert "There is no clock." in page
    assert "Both players may ask for hints." in page
    assert "Rules: Classic." in page
    assert "Orders in round 1" not in page


def test_an_invitation_leads_those_to_the_table_who_cannot_sit_down(client: Browser) -> None:
    client.post("/new", {"game": "pocket-tactics", "mode": "far"})
    answer = client.get("/join/token-t1")
    assert (answer.status_code, answer.headers["location"]) == (303, "/table/t1")


def test_an_invitation_that_nobody_wrote_says_so(client: Browser) -> None:
    answer = client.get("/join/nothing")
    assert answer.status_code == 404
    assert "There is no such invitation." in seen(answer.text)
    answer = client.post("/join/nothing", {})
    assert answer.status_code == 400
    assert "the link may be cut off" in seen(answer.text)


@pytest.mark.parametrize("game", registry.names())
def test_the_end_page_tells_the_match_in_numbers(client: Browser, lobby: MemoryLobby, game: str) -> None:
    table = lobby.add_finished(game, 4)
    page = seen(client.get(f"/table/{table}/end").text)
    assert "The match in numbers" in page
    assert "Decisions" in page
    assert "in 14 minutes" in page
    match = lobby.matches[table]
    result = match.result
    assert result is not None
    assert match.game.say_result(result, match.players) in page


def test_the_end_page_holds_the_curve_who_judged_it_and_where_it_turned(client: Browser, lobby: MemoryLobby) -> None:
    table = lobby.add_finished("heros-crossing", 5, {"health": 1, "rounds": 3})
    page = ""
    for _ in range(60):
        page = client.get(f"/table/{table}/end").text
        if 'class="chance"' in page:
            break
    assert "as a network trained by self-play judged it" in page
    assert f'href="/replay/{table}?step=' in page
    assert "Where it turned" in page


def test_a_match_without_a_decision_has_no_numbers(client: Browser, lobby: MemoryLobby) -> None:
    client.post("/new", {"game": "pocket-tactics"})
    lobby.matches["t1"].resign(0)
    page = client.get("/table/t1/end").text
    assert "1 step in 14 minutes" in seen(page)
    assert "there is nothing to count" in seen(page)
    assert "<table>" not in page


def test_a_rematch_leads_to_a_new_table(client: Browser, lobby: MemoryLobby) -> None:
    table = lobby.add_finished("heros-crossing", 4)
    assert "Play again, sides changed" in seen(client.get(f"/table/{table}/end").text)
    assert client.post(f"/table/{table}/rematch").headers["location"] == "/table/t2"
    page = client.get(f"/table/{table}/end").text
    assert '<a class="btn main" href="/table/t2">To the rematch</a>' in page
    assert "sides changed" not in seen(page)


def test_the_end_of_a_running_match_is_its_table(client: Browser, lobby: MemoryLobby) -> None:
    client.post("/new", {"game": "pocket-tactics"})
    assert client.get("/table/t1/end").headers["location"] == "/table/t1"


def test_a_code_can_be_drawn() -> None:
    assert qr_code("http://192.0.2.7:8700/join/abc").startswith("<svg")
