"""People are known by a signed cookie; what the database keeps gives no seat away."""

from __future__ import annotations

from warband.table.pages.identity import Identity, person_id

KEY = "0f" * 32


def test_a_cookie_is_read_back_and_a_forged_one_is_somebody_new() -> None:
    identity = Identity(KEY)
    new = identity.visitor("")
    assert new.new_cookie
    again = identity.visitor(new.new_cookie)
    assert (again.id, again.new_cookie) == (new.id, "")
    for forged in (new.new_cookie[:-1], "x", new.id, "é", Identity("another").visitor("").new_cookie):
        assert identity.visitor(forged).id != new.id
        assert identity.visitor(forged).new_cookie


def test_the_id_does_not_tell_the_secret() -> None:
    new = Identity(KEY).visitor("")
    secret = new.new_cookie.rpartition(".")[0]
    assert secret not in new.id
    assert person_id(secret) == new.id


def test_an_invitation_is_no_key_and_cannot_be_made_up() -> None:
    identity = Identity(KEY)
    token = identity.invitation("table1")
    assert identity.invited_to(token) == "table1"
    assert identity.invited_to(token.replace("table1", "table2")) == ""
    assert identity.visitor(token).new_cookie
    assert identity.invited_to("é") == ""
