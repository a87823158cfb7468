"""The fixed figures of a match: the hero set and the options, as flat lists the rules read fast."""

from __future__ import annotations

from typing import Final

from warband.kernel.game import Game
from warband.kernel.notation import Notation

MAGIC: Final = 0
WEAPON: Final = 1
POTION: Final = 2
ARMOR: Final = 3
SOLDIER_NAMES: Final = ["magic", "weapon", "potion", "armor"]

WEST: Final = 0
CENTRE: Final = 1
EAST: Final = 2
FRONT_NAMES: Final = ["west", "centre", "east"]

HAND_LIMIT: Final = 5
MOST_HEROES: Final = 3


class Rules:
    """What never changes during a match; heroes are numbered level by level (`kind`)."""

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
        notation: Notation,
    ) -> None:
        # The game that was bound to these figures.
        self.game: Game | None = None
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
        self.notation = notation
        self._number_actions(notation)

    def _number_actions(self, notation: Notation) -> None:
        """Keep the first action of each kind, which the rules add to all the time."""
        self.pick = notation.first("pick")
        self.place = notation.first("place")
        self.draw = notation.first("draw")
        self.done = notation.first("done")
        self.add = notation.first("add")
        self.replace = notation.first("replace")
        self.recruit = notation.first("recruit")
        self.flank = notation.first("flank")
        self.attack = notation.first("attack")
        self.move = notation.first("move")
        self.reserve = notation.first("reserve")
        self.hold = notation.first("hold")
        self.kill = notation.first("kill")
        self.discard = notation.first("discard")
        self.first = notation.first("first")
        self.card = notation.first("card")

    def bound(self) -> int:
        """Return the most decisions one match can take."""
        flank = sum(self.cubes) + 2
        drawing = 3 * max(self.draws)
        recruit = 2 * drawing + 2
        attack = 3 + 2 * max(self.cubes) + 2 * max([max(row[:4]) for row in self.symbols])
        set_up = 8 + 2 * (HAND_LIMIT + 1)
        return set_up + self.rounds * 6 * max(flank, recruit, attack)
