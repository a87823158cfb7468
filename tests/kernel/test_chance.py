"""Chance: repeatable everywhere, even, committed to beforehand, and out of the host's hands."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from warband.kernel.chance import Chance, Rng, fresh_chance, pick_weighted, seeded_chance

# 99.99 % of honest chi-squares with five degrees of freedom lie below this.
CHI_SQUARE_5 = 25.7
GOLDEN = {
    0: [2181329707, 3990078482, 4052579285, 2205652673],
    1: [3167327852, 1086330416, 3723574817, 3136851809],
    -7: [2547441242, 3659666492, 2543489828, 500093271],
}


def chi_square(counts: list[int], expected: list[float]) -> float:
    return sum((count - mean) ** 2 / mean for count, mean in zip(counts, expected, strict=True))


@pytest.mark.engine
@pytest.mark.parametrize("seed", GOLDEN)
def test_a_seed_gives_the_same_words_on_every_engine(seed: int) -> None:
    rng = Rng(seed)
    assert [rng.word() for _ in range(4)] == GOLDEN[seed]


@pytest.mark.engine
def test_a_seed_gives_the_same_shuffle_on_every_engine() -> None:
    items = list(range(10))
    Rng(3).shuffle(items)
    assert items == [0, 3, 9, 2, 1, 5, 7, 8, 4, 6]


@pytest.mark.engine
def test_a_secret_gives_the_same_numbers_on_every_engine() -> None:
    chance = Chance(b"secret", b"salt", ("a", "b"))
    assert [chance.number(ply, 1000) for ply in range(6)] == [510, 165, 903, 678, 821, 627]
    assert chance.commitment() == "7b66217e860b267cabadda919f8d022c065990871682d0296ed83c4369a0ff49"


def test_words_do_not_repeat_soon() -> None:
    rng = Rng(1)
    words = [rng.word() for _ in range(1000)]
    assert len(set(words)) == 1000
    assert max(words) < 2**32


@given(st.integers(), st.integers(1, 2**29 - 1))
@settings(deadline=None)
def test_below_stays_below(seed: int, n: int) -> None:
    assert 0 <= Rng(seed).below(n) < n


def test_below_is_uniform() -> None:
    rng = Rng(11)
    counts = Counter(rng.below(6) for _ in range(60_000))
    assert chi_square([counts[face] for face in range(6)], [10_000.0] * 6) < CHI_SQUARE_5


def test_every_order_is_equally_likely_after_a_shuffle() -> None:
    rng = Rng(12)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(12_000):
        items = [0, 1, 2]
        rng.shuffle(items)
        counts[tuple(items)] += 1
    assert len(counts) == 6
    assert chi_square(list(counts.values()), [2_000.0] * 6) < CHI_SQUARE_5


@given(st.integers(), st.lists(st.integers()))
@settings(deadline=None)
def test_a_shuffle_loses_nothing(seed: int, items: list[int]) -> None:
    shuffled = list(items)
    Rng(seed).shuffle(shuffled)
    assert sorted(shuffled) == sorted(items)


def test_picking_by_weight_gives_each_outcome_its_share() -> None:
    outcomes = [(7, 2), (8, 0), (9, 3)]
    assert [pick_weighted(number, outcomes) for number in range(5)] == [7, 7, 9, 9, 9]
    with pytest.raises(ValueError, match="total weight"):
        pick_weighted(5, outcomes)


@given(st.binary(), st.integers(0, 10_000))
@settings(deadline=None)
def test_an_outcome_follows_from_secret_and_ply(secret: bytes, ply: int) -> None:
    outcomes = [(number, 1) for number in range(1000)]
    assert Chance(secret).choose(ply, outcomes) == Chance(secret, b"other salt").choose(ply, outcomes)


def numbers(chance: Chance) -> list[int]:
    return [chance.number(ply, 2**40) for ply in range(3)]


def test_every_ply_and_every_secret_has_chance_of_its_own() -> None:
    found = numbers(Chance(b"one")) + numbers(Chance(b"two"))
    assert len(set(found)) == 6


def test_each_contribution_changes_the_outcomes() -> None:
    given_by_seats = [("", ""), ("x", ""), ("", "x"), ("x", "x"), ("xx", ""), ("y", "x")]
    found = [numbers(Chance(b"secret", b"", both))[0] for both in given_by_seats]
    assert len(set(found)) == len(found)


def test_choices_follow_the_weights() -> None:
    chance = Chance(b"weights")
    counts = Counter(chance.choose(ply, [(0, 1), (1, 2), (2, 3)]) for ply in range(6_000))
    assert chi_square([counts[0], counts[1], counts[2]], [1_000.0, 2_000.0, 3_000.0]) < CHI_SQUARE_5


def test_the_commitment_binds_secret_and_salt_and_shows_neither() -> None:
    first, again = Chance(b"secret", b"salt"), Chance(b"secret", b"salt", ("x", "y"))
    assert first.commitment() == again.commitment()
    assert first.commitment() != Chance(b"secret", b"tlas").commitment()
    assert first.commitment() != Chance(b"secre1", b"salt").commitment()
    assert b"secret".hex() not in first.commitment()


def test_fresh_chance_is_long_and_never_the_same() -> None:
    one, two = fresh_chance(), fresh_chance(("a", "b"))
    assert len(one.secret) * 8 >= 128
    assert len(one.salt) * 8 >= 128
    assert (one.secret, one.salt) != (two.secret, two.salt)
    assert one.secret != two.secret
    assert two.contributions == ("a", "b")


def test_seeded_chance_repeats() -> None:
    assert numbers(seeded_chance(4)) == numbers(seeded_chance(4)) != numbers(seeded_chance(5))


def test_a_commitment_can_be_opened_in_one_way_only() -> None:
    assert Chance(b"abcdef", b"salt").commitment() != Chance(b"cdef", b"saltab").commitment()


def test_a_copy_of_a_generator_goes_on_as_it_does_and_on_its_own() -> None:
    rng = Rng(7)
    rng.word()
    twin = rng.copy()
    expected = [rng.word() for _ in range(5)]
    assert [twin.word() for _ in range(5)] == expected
    assert rng.word() == twin.word()
