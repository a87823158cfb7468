"""Name the seats, and the viewers who are not a seat."""

from __future__ import annotations

from typing import Final, TypeAlias

# Who decides or acts: 0, 1, or CHANCE.
Seat: TypeAlias = int

CHANCE: Final = -1
PUBLIC: Final = -2
ALL: Final = -3

# What awaiting() returns: the seats that owe a decision, chance, or nobody once the match is over.
NOBODY: Final[tuple[int, ...]] = ()
BY_CHANCE: Final[tuple[int, ...]] = (CHANCE,)
BOTH: Final[tuple[int, ...]] = (0, 1)
ONE: Final[list[tuple[int, ...]]] = [(0,), (1,)]

# The winner of a match that nobody won.
DRAW: Final = -1
