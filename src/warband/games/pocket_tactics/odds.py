"""Work out the exact odds of a strike."""

from __future__ import annotations

from functools import cache
from itertools import product

from warband.games.pocket_tactics.dice import strikes


@cache
def odds(off: int, defence: int) -> float:
    """Return the exact chance that a strike of so many dice succeeds, without re-rolls."""
    hits = 0
    for dice in product(range(1, 7), repeat=off + defence):
        left = sorted(dice[:off], reverse=True)
        hits += strikes(left, sorted(dice[off:], reverse=True))
    whole: int = 6 ** (off + defence)
    return hits / whole
