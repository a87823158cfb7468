"""Name the two seats, and everyone and everything that is not one of them.

These are the only names of numbers below zero that mean somebody; NONE in `notation.py` is the one that means nothing.
They stay plain numbers, since documents, records and the compiled engine hold them as such.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from warband.kernel.notation import NONE

# Who decides or acts: 0, 1, or CHANCE.
Seat: TypeAlias = int

CHANCE: Final = -1
# Who looks on without a seat: spectators, and everybody once the match is over.
PUBLIC: Final = -2
ALL: Final = -3
# The winner of a drawn match, the owner of a piece that is on neither side, the seat that decides once all is over.
NOBODY: Final = -1
# The winner of a match that goes on.
ONGOING: Final = -2

# What the players of a match are called as long as nobody says otherwise.
SIDE_NAMES: Final = ("Blue", "Red")

# What awaiting() returns: the seats that owe a decision, chance, or none once the match is over.
NO_SEATS: Final[tuple[int, ...]] = ()
BY_CHANCE: Final[tuple[int, ...]] = (CHANCE,)
BOTH: Final[tuple[int, ...]] = (0, 1)
ONE: Final[list[tuple[int, ...]]] = [(0,), (1,)]


def undecided(choices: list[int]) -> tuple[int, ...]:
    """Return the seats whose part of a joint secret decision is still NONE."""
    if choices[0] != NONE:
        return ONE[1]
    return BOTH if choices[1] == NONE else ONE[0]
