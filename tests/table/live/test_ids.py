"""Ids cannot be guessed, and nobody is like nobody."""

from __future__ import annotations

from warband.table.live.ids import fresh_id, same


def test_nobody_is_like_nobody() -> None:
    assert same("a", "a")
    assert not same("", "")
    assert not same("a", "b")


def test_ids_are_long_and_fit_into_an_address() -> None:
    found = {fresh_id() for _ in range(500)}
    assert len(found) == 500
    assert all(len(one) == 12 and one.isalnum() for one in found)
