"""The lobby through a real server: invitations, rematches, forms sent twice, what home says."""

from __future__ import annotations

import pytest
from tests.table.server import Running, Visitor

GAME = "heros-crossing"
OPEN = "pocket-tactics"


def test_an_invitation_seats_one_and_dies(server: Running) -> None:
    host, guest, late = server.visitor(), server.visitor(), server.visitor()
    table = host.begin(GAME, "far", side="second")
    token = host.invitation(table)
    assert host.cookie.split("=")[1] not in token
    assert host.post(f"/join/{token}") == f"/table/{table}"
    assert guest.post(f"/join/{token}") == f"/table/{table}"
    assert guest.sit(table).resume()["seat"] == 0
    # From now on the link is a way to the table and no key to a seat.
    for visitor, seat in ((host, 1), (guest, 0), (late, -1)):
        status, headers, _ = visitor.request("GET", f"/join/{token}")
        assert (status, headers["location"]) == (303, f"/table/{table}")
        assert visitor.post(f"/join/{token}") == f"/table/{table}"
        assert visitor.sit(table).resume()["seat"] == seat
    assert late.get(f"/join/{token[:-1]}")[0] == 404
    assert late.request("POST", f"/join/{token[:-1]}", {})[0] in (400, 404)


def rematch(host: Visitor, guest: Visitor, table: str, token: str) -> str:
    """Let the guest join and the host resign; return the table of the rematch."""
    guest.post(f"/join/{token}")
    sitting = host.sit(table)
    sitting.resume()
    sitting.ask("resign")
    return host.post(f"/table/{table}/rematch").split("/")[2]


def test_a_used_invitation_is_no_key_after_a_rematch(server: Running) -> None:
    host, guest, late = server.visitor(), server.visitor(), server.visitor()
    table = host.begin(OPEN, "far")
    token = host.invitation(table)
    again = rematch(host, guest, table, token)
    assert late.post(f"/join/{token}") == f"/table/{table}"
    assert late.sit(again).resume()["seat"] == -1
    assert guest.sit(again).resume()["seat"] >= 0


def test_a_rematch_changes_sides_and_seats_both(server: Running) -> None:
    host, guest = server.visitor(), server.visitor()
    table = host.begin(OPEN, "far", side="first")
    again = rematch(host, guest, table, host.invitation(table))
    assert again != table
    assert guest.post(f"/table/{table}/rematch").split("/")[2] == again
    assert host.sit(again).resume()["seat"] == 1
    assert guest.sit(again).resume()["seat"] == 0


def test_a_form_that_is_sent_twice_begins_one_match(server: Running) -> None:
    visitor = server.visitor()
    tables = [visitor.begin(OPEN, "screen", once="abc", name1=name) for name in ("Ann", "Ann", "Bob")]
    assert tables[0] == tables[1] != tables[2]
    assert visitor.begin(OPEN, "screen", once="abd", name1="Ann") not in tables


def test_home_says_for_whom_a_table_waits(server: Running) -> None:
    host, guest = server.visitor(), server.visitor()
    table = host.begin(OPEN, "far", side="first")
    sitting = host.sit(table)
    sitting.resume()
    sitting.act()
    assert "Nobody has taken the other seat yet." in host.get("/")[1]
    host.invite(table, guest)
    assert "Waiting for Red." in host.get("/")[1]
    assert "It is your turn." in guest.get("/")[1]


def test_home_says_that_a_bot_is_thinking(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server.registry, "changed", lambda table: None)
    visitor = server.visitor()
    visitor.begin(OPEN, "watch", level="Scout", level2="Guard")
    assert "Scout and Guard are thinking." in visitor.get("/")[1]
