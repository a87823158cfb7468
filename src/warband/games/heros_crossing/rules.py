"""Hold the fixed figures of a match: the hero set and the options, as flat lists the rules read fast."""

from __future__ import annotations

from typing import Final

MAGIC: Final = 0
WEAPON: Final = 1
POTION: Final = 2
ARMOR: Final = 3
SOLDIER_NAMES: Final = ["magic", "weapon", "potion", "armor"]

WEST: Final = 0
CENTRE: Final = 1
EAST: Final = 2
FRONT_NAMES: Final = ["west", "centre", "east"]

NONE: Final = -1
HAND_LIMIT: Final = 5
MOST_HEROES: Final = 3


class Rules:
    """Hold what never changes during a match; heroes are numbered level by level (`kind`)."""

    def __init__(
        self,
        ids: list[str],
        levels: list[int],
        copies: list[int],
        symbols: list[list[int]],
        cubes: list[int],
        health: int,
        rounds: int,
        dealt: bool,
        columns: int,
    ) -> None:
        self.ids = ids
        self.levels = levels
        self.copies = copies
        self.symbols = symbols
        self.cubes = cubes
        self.health = health
        self.rounds = rounds
        self.dealt = dealt
        self.columns = columns
        # Which Fronts count as activated when a round begins: those of closed columns (ACT-9).
        self.ready: list[int] = ([0] * columns + [1] * (3 - columns)) * 2
        self.kinds = len(ids)
        self.draws: list[int] = [row[4] for row in symbols]
        # The kinds of a level are those from starts[level] up to starts[level + 1].
        self.starts: list[int] = [0, 0] + [sum([1 for other in levels if other <= level]) for level in (1, 2, 3)]
        self._number_actions()

    def _number_actions(self) -> None:
        kinds = self.kinds
        self.pick = 0
        self.place = self.pick + kinds
        self.draw = self.place + 3 * kinds
        self.done = self.draw + 3
        self.add = self.done + 1
        self.replace = self.add + 3 * kinds
        self.recruit = self.replace + 9 * kinds
        self.flank = self.recruit + 3
        self.attack = self.flank + 3
        self.move = self.attack + 9
        self.reserve = self.move + 12
        self.hold = self.reserve + kinds
        self.kill = self.hold + 1
        self.discard = self.kill + 2
        self.first = self.discard + kinds
        self.card = self.first + 2
        self.actions = self.card + kinds

    def bound(self) -> int:
        """Return the most decisions one match can take."""
        flank = sum(self.cubes) + 2
        drawing = 3 * max(self.draws)
        recruit = 2 * drawing + 2
        attack = 3 + 2 * max(self.cubes) + 2 * max([max(row[:4]) for row in self.symbols])
        set_up = 8 + 2 * (HAND_LIMIT + 1)
        return set_up + self.rounds * 6 * max(flank, recruit, attack)
