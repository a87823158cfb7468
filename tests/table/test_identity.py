"""People are known by a signed cookie; what the database keeps gives no seat away."""

from __future__ import annotations

from warband.table.budgets import Meter
from warband.table.identity import Identity, fresh_id, fresh_key, person_id, same
from warband.table.settings import Budget


def test_a_cookie_is_read_back_and_a_forged_one_is_somebody_new() -> None:
    identity = Identity(fresh_key())
    new = identity.visitor("")
    assert new.new_cookie
    again = identity.visitor(new.new_cookie)
    assert (again.id, again.new_cookie) == (new.id, "")
    for forged in (new.new_cookie[:-1], "x", new.id, "é", Identity(fresh_key()).visitor("").new_cookie):
        assert identity.visitor(forged).id != new.id
        assert identity.visitor(forged).new_cookie


def test_the_id_does_not_tell_the_secret() -> None:
    new = Identity(fresh_key()).visitor("")
    secret = new.new_cookie.rpartition(".")[0]
    assert secret not in new.id
    assert person_id(secret) == new.id


def test_an_invitation_is_no_key_and_cannot_be_made_up() -> None:
    identity = Identity(fresh_key())
    token = identity.invitation("table1")
    assert identity.invited_to(token) == "table1"
    assert identity.invited_to(token.replace("table1", "table2")) == ""
    assert identity.visitor(token).new_cookie
    assert identity.invited_to("é") == ""


def test_nobody_is_like_nobody() -> None:
    assert same("a", "a")
    assert not same("", "")
    assert not same("a", "b")


def test_ids_are_long_and_fit_into_an_address() -> None:
    found = {fresh_id() for _ in range(500)}
    assert len(found) == 500
    assert all(len(one) == 12 and one.isalnum() for one in found)


def test_a_budget_fills_up_again() -> None:
    now = [0.0]
    meter = Meter(Budget(2, 3), lambda: now[0])
    assert [meter.allows("a") for _ in range(4)] == [True, True, True, False]
    assert meter.allows("b")
    now[0] += 0.5
    assert [meter.allows("a") for _ in range(2)] == [True, False]
