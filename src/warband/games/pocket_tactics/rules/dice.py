"""Compare dice: a strike against a defence (DIE-01, DIE-02)."""

from __future__ import annotations


def strikes(off: list[int], defence: list[int]) -> bool:
    """Return whether a strike succeeds; both pools are sorted from the highest die down.

    Dice are matched from the highest down and ties cancel; the first pair that differs decides. An Offense die
    that nothing is left to face succeeds.
    """
    for place in range(len(off)):
        if place >= len(defence):
            return True
        if off[place] != defence[place]:
            return off[place] > defence[place]
    return False


def add_die(pool: list[int], value: int) -> None:
    """Put a die into a pool, which stays sorted from the highest down."""
    place = len(pool)
    pool.append(value)
    while place > 0 and pool[place - 1] < value:
        pool[place] = pool[place - 1]
        place -= 1
    pool[place] = value


def cancelled(off: list[int], defence: list[int]) -> int:
    """Return how many dice from the highest down cancel each other."""
    count = 0
    while count < min(len(off), len(defence)) and off[count] == defence[count]:
        count += 1
    return count
