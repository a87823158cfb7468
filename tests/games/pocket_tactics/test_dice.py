"""Compare dice: both readings of the rule agree with the engine on every pool, and the odds are the known ones."""

from __future__ import annotations

import time
from itertools import combinations_with_replacement, product

import pytest

from warband.games.pocket_tactics.rules.dice import add_die, cancelled, strikes
from warband.games.pocket_tactics.rules.odds import Chances, Pools, as_the_dice_lie, best_play, odds
from warband.kernel.clauses import clause

pytestmark = pytest.mark.engine

# Every pool of 0 to 3 dice, from the highest down.
POOLS = [
    sorted(dice, reverse=True)
    for count in range(4)
    for dice in combinations_with_replacement(range(1, 7), count)
]  # fmt: skip
PAIRS = list(product(POOLS, POOLS))

# Offense dice, and the exact chance against 1, 2 and 3 Defense dice.
ODDS = {1: [0.417, 0.255, 0.174], 2: [0.745, 0.475, 0.341], 3: [0.826, 0.659, 0.489]}


def rank_by_rank(off: list[int], defence: list[int]) -> bool:
    """Compare the highest with the highest and so on; equal ones are gone, the first that differ decide."""
    for rank in range(max(len(off), len(defence))):
        if rank >= len(off):
            return False
        if rank >= len(defence):
            return True
        if off[rank] != defence[rank]:
            return off[rank] > defence[rank]
    return False


def cancel_everywhere(off: list[int], defence: list[int]) -> bool:
    """Take away equal values wherever they lie, one for one; then the highest die left decides."""
    mine, theirs = list(off), list(defence)
    for value in off:
        if value in theirs:
            mine.remove(value)
            theirs.remove(value)
    if not mine:
        return False
    return not theirs or max(mine) > max(theirs)


@clause("pocket-tactics:DIE-01", "pocket-tactics:DIE-02")
def test_both_readings_agree_with_the_engine_on_every_pool() -> None:
    assert len(PAIRS) == 84 * 84
    for off, defence in PAIRS:
        assert strikes(off, defence) == rank_by_rank(off, defence) == cancel_everywhere(off, defence)
        assert strikes(off, defence) == (off > defence)


@clause("pocket-tactics:DIE-02")
def test_a_strike_without_dice_never_succeeds_and_one_against_none_always() -> None:
    for pool in POOLS:
        assert not strikes([], pool)
        assert strikes(pool, []) == (len(pool) > 0)


@clause("pocket-tactics:DIE-01")
@pytest.mark.parametrize("off", [1, 2, 3])
def test_the_odds_of_one_strike_are_those_of_the_table(off: int) -> None:
    assert [round(odds(off, defence), 3) for defence in (1, 2, 3)] == ODDS[off]


@pytest.mark.parametrize("off", [1, 2, 3])
def test_the_odds_against_nothing_are_certain(off: int) -> None:
    assert odds(off, 0) == 1
    assert odds(0, off) == 0


def test_a_pool_stays_sorted_whatever_is_added() -> None:
    for dice in product(range(1, 7), repeat=3):
        pool: list[int] = []
        for value in dice:
            add_die(pool, value)
        assert pool == sorted(dice, reverse=True)


def test_the_dice_that_cancel_are_the_equal_ones_from_the_highest_down() -> None:
    assert cancelled([6, 5, 2], [6, 5, 4]) == 2
    assert cancelled([6, 5], [5, 5]) == 0
    assert cancelled([4, 4], [4]) == 1
    assert cancelled([], [4]) == 0


def test_best_play_without_rerolls_is_how_the_dice_lie() -> None:
    pools = ((6, 2), (5,), (4,), (4, 1))
    assert best_play(pools, (0, 0), 0, 0) == as_the_dice_lie(pools) == (1.0, 0.0, 0.0, 0.0)


def test_one_reroll_is_used_where_it_helps_and_left_where_it_does_not() -> None:
    assert best_play(((1,), (3,), (), ()), (1, 0), 0, 0) == pytest.approx((0.5, 0, 0, 0.5))
    assert best_play(((4,), (3,), (), ()), (1, 0), 0, 0) == (1.0, 0.0, 0.0, 0.0)
    assert best_play(((4,), (3,), (), ()), (0, 1), 0, 0) == pytest.approx((0.5, 0, 0, 0.5))


def test_an_archer_with_three_rerolls_against_one() -> None:
    """Two fours against a five and a one: the odds of EX6 before the first re-roll."""
    chances = best_play(((4, 4), (5, 1), (), ()), (3, 1), 0, 0)
    assert chances[0] == pytest.approx(0.5147, abs=0.0001)
    assert sum(chances) == pytest.approx(1)


def plain_best_play(pools: Pools, left: tuple[int, int], step: int, declined: int) -> Chances:
    """Return the chances by trying everything, without any short cut."""
    if declined == 2 or left == (0, 0):
        return as_the_dice_lie(pools)
    choices = [plain_best_play(pools, left, 1 - step, declined + 1)]
    for pool in ((0, 3), (2, 1))[step] if left[step] else ():
        for die in range(len(pools[pool])):
            choices.append(plain_reroll(pools, left, step, pool, die))
    return max(choices, key=lambda chances: (chances[0] - chances[2]) * (1 if step == 0 else -1))


def plain_reroll(pools: Pools, left: tuple[int, int], step: int, pool: int, die: int) -> Chances:
    after = (left[0] - 1, left[1]) if step == 0 else (left[0], left[1] - 1)
    totals = [0.0] * 4
    for face in range(1, 7):
        dice = [list(one) for one in pools]
        dice[pool] = sorted([*pools[pool][:die], *pools[pool][die + 1 :], face], reverse=True)
        strike, shield, counter, guard = (tuple(one) for one in dice)
        chances = plain_best_play((strike, shield, counter, guard), after, 1 - step, 0)
        totals = [total + chance / 6 for total, chance in zip(totals, chances, strict=True)]
    return totals[0], totals[1], totals[2], totals[3]


@pytest.mark.parametrize("left", [(1, 0), (0, 1), (1, 1), (2, 0)])
@pytest.mark.parametrize("asked", [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_best_play_is_what_trying_everything_finds(left: tuple[int, int], asked: tuple[int, int]) -> None:
    for pools in (
        ((4,), (3,), (2,), (5,)),
        ((5, 3), (5,), (4,), (6, 1)),
        ((2, 2), (6, 4), (), ()),
        ((1,), (1,), (1,), (1,)),
    ):
        expected = plain_best_play(pools, left, *asked)
        found = best_play(pools, left, *asked)
        assert found[0] - found[2] == pytest.approx(expected[0] - expected[2])
        assert sum(found) == pytest.approx(1)


def test_the_most_that_is_ever_worked_out_is_no_long_wait() -> None:
    best_play.cache_clear()
    used = time.process_time()
    best_play(((3, 2, 1), (4, 3, 2), (5, 2, 1), (6, 4, 3)), (2, 1), 0, 0)
    best_play(((3, 2), (4,), (5,), (6,)), (2, 2), 0, 0)
    odds.cache_clear()
    odds(4, 4)
    # It took seconds once; it takes 0.08 s in plain Python.
    assert time.process_time() - used < 0.5


@pytest.mark.parametrize("step", [0, 1])
def test_a_reroll_more_never_hurts_its_owner(step: int) -> None:
    pools = ((5, 3), (5, 2), (4,), (3,))
    few, more = ((1, 1), (2, 1)) if step == 0 else ((1, 1), (1, 2))
    gain = [chances[0] - chances[2] for chances in (best_play(pools, left, 0, 0) for left in (few, more))]
    assert (gain[1] - gain[0]) * (1 if step == 0 else -1) >= -1e-12
