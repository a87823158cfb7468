"""Work out the exact odds of a strike."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial
from typing import Final

from warband.games.pocket_tactics.rules.dice import add_die, strikes

# Chances of a combat: only the defender falls, both fall, only the attacker falls, nobody falls.
Chances = tuple[float, float, float, float]
Pool = tuple[int, ...]
Pools = tuple[Pool, Pool, Pool, Pool]

FACES: Final = (1, 2, 3, 4, 5, 6)
# The pools of each side.
OWN: Final = ((0, 3), (2, 1))
# Of a combat that was looked at lately nothing is worked out anew.
MOST_STRIKES: Final = 256
MOST_COMBATS: Final = 512


@lru_cache(maxsize=MOST_STRIKES)
def odds(off: int, defence: int) -> float:
    """Return the exact chance that a strike of so many dice succeeds, without re-rolls."""
    shields = _throws(defence)
    hits = sum(ways * held for dice, ways in _throws(off) for shield, held in shields if strikes(dice, shield))
    whole: int = 6 ** (off + defence)
    return hits / whole


def _throws(count: int) -> list[tuple[list[int], int]]:
    """Return every throw of so many dice, the highest first, and in how many ways it falls."""
    throws: list[tuple[list[int], int]] = []
    for dice in combinations_with_replacement(FACES[::-1], count):
        ways = factorial(count)
        for face in FACES:
            ways //= factorial(dice.count(face))
        throws.append((list(dice), ways))
    return throws


def as_the_dice_lie(pools: Pools) -> Chances:
    """Return the result of dice that nobody rolls again, as chances."""
    strike, shield, counter, guard = (list(pool) for pool in pools)
    hits, answered = strikes(strike, shield), strikes(counter, guard)
    return (
        float(hits and not answered),
        float(hits and answered),
        float(answered and not hits),
        float(not (hits or answered)),
    )


@lru_cache(maxsize=MOST_COMBATS)
def best_play(pools: Pools, left: tuple[int, int], step: int, declined: int) -> Chances:
    """Return the chances of a combat if both sides use their situational re-rolls as well as they can.

    `left` are the re-rolls of attacker and defender, `step` is 0 when the attacker is asked. Each side wants to
    capture more often than to be captured.
    """
    return _Combat().best(pools, left[0], left[1], step, declined)


class _Combat:
    """What was worked out on the way to the odds of one combat, forgotten with them."""

    def __init__(self) -> None:
        self.known: dict[tuple[Pools, int, int, int, int], Chances] = {}
        self.thrown: dict[tuple[Pools, int, int, int, int], Chances] = {}
        self.means: dict[tuple[Pool, Pool, bool], tuple[float, float]] = {}
        self.hits: dict[tuple[Pool, Pool], bool] = {}

    def best(self, pools: Pools, mine: int, theirs: int, step: int, declined: int) -> Chances:
        """Return the chances where a side is asked, with so many re-rolls left to attacker and defender."""
        if (step == 0 and mine == 0) or (step == 1 and theirs == 0):
            # Who has none left passes.
            step, declined = 1 - step, declined + 1
        if declined >= 2 or mine + theirs == 0:
            return self.lie(pools)
        if mine == 0 or theirs == 0:
            # Whether the other side has passed already makes no difference.
            declined = 1
        key = (pools, mine, theirs, step, declined)
        chances = self.known.get(key)
        if chances is None:
            chances = self.known[key] = self.choose(pools, mine, theirs, step, declined)
        return chances

    def choose(self, pools: Pools, mine: int, theirs: int, step: int, declined: int) -> Chances:
        """Return the chances after the choice that is best for the side that is asked: to pass, or a die to re-roll."""
        best = self.best(pools, mine, theirs, 1 - step, declined + 1)
        sign = 1.0 if step == 0 else -1.0
        most = sign * (best[0] - best[2])
        for pool in OWN[step]:
            if pools[pool]:
                # Higher dice are never worse for their side, so a higher die is never the better one to re-roll.
                chances = self.reroll(_replaced(pools, pool, pools[pool][:-1]), pool, mine, theirs, step)
                if sign * (chances[0] - chances[2]) > most:
                    best, most = chances, sign * (chances[0] - chances[2])
        return best

    def reroll(self, pools: Pools, pool: int, mine: int, theirs: int, step: int) -> Chances:
        """Return the mean of the chances after a die that was taken out of a pool is thrown again."""
        key = (pools, pool, mine, theirs, step)
        chances = self.thrown.get(key)
        if chances is None:
            chances = self.thrown[key] = self.throw(pools, pool, mine - (step == 0), theirs - (step == 1), step)
        return chances

    def throw(self, pools: Pools, pool: int, mine: int, theirs: int, step: int) -> Chances:
        """Return the mean of the chances over the faces of a die that joins a pool."""
        if mine + theirs == 0:
            return self.last_throw(pools, pool)
        totals = [0.0, 0.0, 0.0, 0.0]
        for face in FACES:
            chances = self.best(_with(pools, pool, face), mine, theirs, 1 - step, 0)
            for at in range(4):
                totals[at] += chances[at] / 6
        return totals[0], totals[1], totals[2], totals[3]

    def last_throw(self, pools: Pools, pool: int) -> Chances:
        """Return the chances over the faces of the last die that is thrown; one of the two strikes is settled."""
        strike, shield, counter, guard = pools
        if pool < 2:
            hit = self.mean(strike, shield, pool == 0)
            return (0.0, hit[0], hit[1], 0.0) if self.strikes(counter, guard) else (hit[0], 0.0, 0.0, hit[1])
        hit = self.mean(counter, guard, pool == 2)
        return (hit[1], hit[0], 0.0, 0.0) if self.strikes(strike, shield) else (0.0, 0.0, hit[0], hit[1])

    def mean(self, off: Pool, defence: Pool, joins_off: bool) -> tuple[float, float]:
        """Return the chances that a strike succeeds and that it fails when one more die joins one of its pools."""
        key = (off, defence, joins_off)
        chances = self.means.get(key)
        if chances is None:
            hit, fail = 0.0, 0.0
            for face in FACES:
                if (
                    strikes(_joined(off, face), list(defence))
                    if joins_off
                    else strikes(list(off), _joined(defence, face))
                ):
                    hit += 1 / 6
                else:
                    fail += 1 / 6
            chances = self.means[key] = (hit, fail)
        return chances

    def lie(self, pools: Pools) -> Chances:
        """Return how the dice lie, as chances."""
        hits, answered = self.strikes(pools[0], pools[1]), self.strikes(pools[2], pools[3])
        if hits:
            return (0.0, 1.0, 0.0, 0.0) if answered else (1.0, 0.0, 0.0, 0.0)
        return (0.0, 0.0, 1.0, 0.0) if answered else (0.0, 0.0, 0.0, 1.0)

    def strikes(self, off: Pool, defence: Pool) -> bool:
        """Return whether a strike succeeds."""
        key = (off, defence)
        hit = self.hits.get(key)
        if hit is None:
            hit = self.hits[key] = strikes(list(off), list(defence))
        return hit


def _with(pools: Pools, pool: int, face: int) -> Pools:
    return _replaced(pools, pool, tuple(_joined(pools[pool], face)))


def _joined(pool: Pool, face: int) -> list[int]:
    dice = list(pool)
    add_die(dice, face)
    return dice


def _replaced(pools: Pools, pool: int, dice: Pool) -> Pools:
    strike, shield, counter, guard = pools
    if pool == 0:
        return dice, shield, counter, guard
    if pool == 1:
        return strike, dice, counter, guard
    return (strike, shield, dice, guard) if pool == 2 else (strike, shield, counter, dice)
