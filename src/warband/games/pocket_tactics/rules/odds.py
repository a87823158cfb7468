"""Work out the exact odds of a strike."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product

from warband.games.pocket_tactics.rules.dice import strikes


@cache
def odds(off: int, defence: int) -> float:
    """Return the exact chance that a strike of so many dice succeeds, without re-rolls."""
    hits = 0
    for dice in product(range(1, 7), repeat=off + defence):
        left = sorted(dice[:off], reverse=True)
        hits += strikes(left, sorted(dice[off:], reverse=True))
    whole: int = 6 ** (off + defence)
    return hits / whole


# Chances of a combat: only the defender falls, both fall, only the attacker falls, nobody falls.
Chances = tuple[float, float, float, float]
Pool = tuple[int, ...]


def as_the_dice_lie(pools: tuple[Pool, Pool, Pool, Pool]) -> Chances:
    """Return the result of dice that nobody rolls again, as chances."""
    strike, shield, counter, guard = (list(pool) for pool in pools)
    hits, answered = strikes(strike, shield), strikes(counter, guard)
    return (
        float(hits and not answered),
        float(hits and answered),
        float(answered and not hits),
        float(not (hits or answered)),
    )


@lru_cache(maxsize=100_000)
def best_play(pools: tuple[Pool, Pool, Pool, Pool], left: tuple[int, int], step: int, declined: int) -> Chances:
    """Return the chances of a combat if both sides use their situational re-rolls as well as they can.

    `left` are the re-rolls of attacker and defender, `step` is 0 when the attacker is asked. Each side wants to
    capture more often than to be captured.
    """
    if declined == 2 or left == (0, 0):
        return as_the_dice_lie(pools)
    passed = best_play(pools, left, 1 - step, declined + 1)
    if left[step] == 0:
        return passed
    outcomes = [passed]
    after = (left[0] - 1, left[1]) if step == 0 else (left[0], left[1] - 1)
    for pool in (0, 3) if step == 0 else (2, 1):
        outcomes += [_rolled_again(pools, pool, value, after, step) for value in sorted(set(pools[pool]))]
    return max(outcomes, key=lambda chances: (chances[0] - chances[2]) * (1 if step == 0 else -1))


def _rolled_again(
    pools: tuple[Pool, Pool, Pool, Pool], pool: int, value: int, left: tuple[int, int], step: int
) -> Chances:
    """Return the mean of the chances after one die of a pool is rolled again."""
    rest = list(pools[pool])
    rest.remove(value)
    totals = [0.0, 0.0, 0.0, 0.0]
    for face in range(1, 7):
        dice = list(pools)
        dice[pool] = tuple(sorted([*rest, face], reverse=True))
        chances = best_play((dice[0], dice[1], dice[2], dice[3]), left, 1 - step, 0)
        totals = [total + chance / 6 for total, chance in zip(totals, chances, strict=True)]
    return totals[0], totals[1], totals[2], totals[3]
