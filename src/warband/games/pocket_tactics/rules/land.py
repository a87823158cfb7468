"""A finished map: which places touch, how far apart they are, what lies where."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from warband.games.pocket_tactics.rules.hexes import HEXES, OFFSETS, REACHED
from warband.kernel.notation import NONE

PLACES: Final = 22
FIRST_BASE: Final = 20
SECOND_BASE: Final = 21
FAR: Final = 99

WATER: Final = 0
FIELD: Final = 1
HILL: Final = 2
FOREST: Final = 3
BASE: Final = 4
TERRAIN_NAMES: Final = ["water", "field", "hill", "forest"]

ALL_TILES: Final = (1 << FIRST_BASE) - 1
MOST_KNOWN: Final = 256


class Land:
    """A map that no longer changes; states of one match share it.

    A set of places is an int with a bit per place. `touching[p]` are the neighbours of p, `near2[p]` the places
    two tiles away, `reach[18 * p + offset]` the place at an offset from p or NONE.
    """

    def __init__(self, hexes: list[int], terrain: list[int]) -> None:
        self.hexes = hexes
        self.terrain = [*terrain, BASE, BASE]
        self.touching: list[int] = [0] * PLACES
        self.near2: list[int] = [0] * PLACES
        self.reach: list[int] = [NONE] * (PLACES * len(OFFSETS))
        self.distances: list[int] = [FAR] * (PLACES * PLACES)
        self.forests = 0
        self.waters = 0
        # The ground as observations write it, once one was asked for: for the first player, and for the second.
        self.rows: list[bytes] = []
        self._join()
        self._measure()

    def _join(self) -> None:
        place_at: list[int] = [NONE] * HEXES
        for place in range(PLACES):
            place_at[self.hexes[place]] = place
        for place in range(PLACES):
            self._look_round(place, place_at)
            if self.terrain[place] == FOREST:
                self.forests |= 1 << place
            if self.terrain[place] == WATER:
                self.waters |= 1 << place

    def _look_round(self, place: int, place_at: list[int]) -> None:
        """Note what lies at every offset from a place; the first six are its neighbours."""
        around = REACHED[self.hexes[place]]
        touching = 0
        for index in range(len(OFFSETS)):
            there = around[index]
            if there != NONE and place_at[there] != NONE:
                self.reach[len(OFFSETS) * place + index] = place_at[there]
                if index < 6:
                    touching |= 1 << place_at[there]
        self.touching[place] = touching

    def _measure(self) -> None:
        """Count the fewest steps through tiles in play between all places."""
        for start in range(PLACES):
            seen = 1 << start
            edge = seen
            steps = 0
            while edge:
                following = 0
                for place in range(PLACES):
                    if edge >> place & 1:
                        self.distances[PLACES * start + place] = steps
                        following |= self.touching[place]
                edge = following & ~seen
                seen |= edge
                steps += 1
            for place in range(PLACES):
                if self.distances[PLACES * start + place] == 2:
                    self.near2[start] |= 1 << place

    def distance(self, a: int, b: int) -> int:
        """Return the fewest steps between two places through tiles in play."""
        return self.distances[PLACES * a + b]


def land_of(hexes: list[int], terrain: list[int]) -> Land:
    """Return the land of a map; one that was measured lately is the same land."""
    return _measured(tuple(hexes), tuple(terrain))


@lru_cache(maxsize=MOST_KNOWN)
def _measured(hexes: tuple[int, ...], terrain: tuple[int, ...]) -> Land:
    return Land(list(hexes), list(terrain))
