"""Make another pack out of one, by a seed: a few of its cards get other numbers and each other's powers.

A game says in its entry how that is done to its cards. What comes out is a pack like any other, for measuring how a
bot plays cards that it never saw.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, Final, TypeVar

from warband.kernel.chance import Rng
from warband.kernel.packs import CARDS, FILE

Data = dict[str, Any]
# Changes some cards of a pack, drawing from the generator, and returns those.
Vary = Callable[[Data, Rng], list[Data]]
Item = TypeVar("Item")

COUNT: Final = 10
MOST_CHANGE: Final = 2


def vary_pack(data: Data, vary: Vary, seed: int) -> tuple[Data, list[str]]:
    """Return a pack with another name in which some cards are changed, and the ids of those."""
    twin = copy.deepcopy(data)
    for card in twin[CARDS]:
        # One file holds them all.
        card.pop(FILE, None)
    picked = vary(twin, Rng(seed))
    twin["name"] = f"{data['name']}-{seed}"
    twin["title"] = f"{data.get('title', data['name'])}, varied by {seed}"
    return twin, sorted(str(card["id"]) for card in picked)


def pick(cards: list[Data], rng: Rng) -> list[Data]:
    """Return ten of some cards, or all where there are fewer."""
    return shuffled(cards, rng)[:COUNT]


def shuffled(items: list[Item], rng: Rng) -> list[Item]:
    """Return items in a random order."""
    order = list(range(len(items)))
    rng.shuffle(order)
    return [items[number] for number in order]


def changed(number: int, rng: Rng, low: int, high: int) -> int:
    """Return another number that is not more than two away, from low to high."""
    near = range(number - MOST_CHANGE, number + MOST_CHANGE + 1)
    others = [other for other in near if other != number and low <= other <= high]
    return others[rng.below(len(others))]


def pass_on(items: list[Item], rng: Rng) -> list[tuple[Item, Item]]:
    """Return who gets from whom, so that everybody gets from somebody else: all in one ring."""
    ring = shuffled(items, rng)
    return list(zip(ring, [*ring[1:], ring[0]], strict=True))
