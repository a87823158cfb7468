"""Refuse cards that could not be played or would do nothing; whatever passes never breaks a match."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.pixel_tactics.broken import Table, complaint_about, with_role
from tests.games.pixel_tactics.random_cards import play, random_pack
from tools.powers import ops_of, powers_of

from warband.engine import engine
from warband.games.pixel_tactics.pack.reading import load_pack
from warband.games.pixel_tactics.pack.vocabulary import OPS


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"traits": ["heroes ranged"]}, "traits: only an ongoing order has this; add ongoing = true"),
        ({"at_end_of_turn": [["draw", 1]]}, "at_end_of_turn: only an ongoing order has this; add ongoing = true"),
        ({"ongoing": True, "effect": [["draw", 1]]}, "ongoing: an ongoing order has traits or a trigger"),
        ({"ongoing": True, "traits": ["strength +2"]}, "traits[0]: an order has no body of its own; say whose:"),
        ({"ongoing": True, "traits": ["ranged"]}, "traits[0]: an order has no body of its own; say whose: leader,"),
        ({"ongoing": True, "traits": ["copies the rival leader"]}, "traits[0]: only a leader copies the rival leader"),
        ({"ongoing": True, "when_attacked": [["draw", 1]]}, "when_attacked: an order is never attacked;"),
    ],
)
def test_an_order_that_would_do_nothing_is_refused(fields: Table, sentence: str) -> None:
    assert complaint_about("order", **fields).startswith(f"mine/knight.toml.order.{sentence}")


@pytest.mark.engine
@settings(max_examples=12 if engine() == "compiled" else 6, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(["classic", "deluxe", "manual"]), st.sampled_from(["1", "3"]))
def test_random_cards_that_pass_never_break_a_match(seed: int, edition: str, series: str) -> None:
    match = play(random_pack(seed), {"edition": edition, "series": series}, seed)
    assert all(match.log(seat) for seat in range(2))


def test_random_cards_use_every_op() -> None:
    used: set[str] = set()
    for seed in range(60):
        used = used.union(*[ops_of(power) for power in powers_of(random_pack(seed), "random")])
        if used == set(OPS):
            return
    assert used == set(OPS)


HIT = [["each", "rival leader"], ["deal", 1]]
UNFIT: list[tuple[str, Table, str]] = [
    ("vanguard", {"traits": ["free spell"]}, "there is no power here that could be long, free or limited"),
    ("leader", {"traits": ["limited action"]}, "there is no action here that could be long, free or limited"),
    ("leader", {"traits": ["free action"], "power": HIT}, "there is no action here that could be long"),
    ("vanguard", {"traits": ["long attack", "free attack"]}, "nothing is long and free at once"),
    ("vanguard", {"traits": ["long spell", "free spell"], "power": HIT}, "nothing is long and free at once"),
    ("vanguard", {"traits": ["heroes free spell"], "power": HIT}, "the spell is this card's own; only an attack is"),
    ("vanguard", {"traits": ["attack"]}, "say what the attack is: long, free or limited"),
    ("vanguard", {"traits": ["free action"], "power": HIT}, "this trait is for a leader or an ongoing order"),
    ("vanguard", {"traits": ["forerunner free attack"]}, "nobody stands ahead of the vanguard"),
    ("leader", {"traits": ["supporter free attack"]}, "a leader or an order has no forerunner and no supporter"),
    ("order", {"ongoing": True, "traits": ["free spell"]}, "an order has no spell and no action of its own"),
    ("order", {"ongoing": True, "traits": ["free attack"]}, "an order has no body of its own"),
    ("vanguard", {"action": HIT}, "'action'"),
]


@pytest.mark.parametrize(("role", "fields", "told"), UNFIT)
def test_what_could_be_neither_long_nor_free_nor_limited_is_refused(role: str, fields: Table, told: str) -> None:
    assert told in complaint_about(role, **fields)


@pytest.mark.parametrize("phrase", ["free attack", "limited long attack", "heroes limited free attack"])
def test_attacks_take_prefixes(phrase: str) -> None:
    cards = load_pack(with_role("leader", {"traits": [phrase]}), "mine", "first").cards
    assert any(card.roles["leader"].traits.keywords >> 12 for card in cards)
