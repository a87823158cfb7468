"""Turn what a game says of its cells, actions and things into the index tables that a network is assembled with.

A vocabulary is the list of names that a network has learnt; a game with other cards, options or packs uses the names it
shares with it, and what has no name there is left out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from warband.kernel.encoding import Field
from warband.kernel.features import Features, Term
from warband.kernel.notation import NONE

Integers = npt.NDArray[np.int64]
# Cells that count things, and names that measure, are worth an eighth of their number.
COUNTS_FOR = 8


@dataclass(frozen=True)
class Names:
    """The names of one side of a network: rows of its own, and maps that take a thing."""

    rows: tuple[str, ...]
    maps: tuple[str, ...]


@dataclass(frozen=True)
class Vocabulary:
    """All names that a network has learnt."""

    things: tuple[str, ...]
    always: tuple[str, ...]
    cells: Names
    actions: Names

    @classmethod
    def of(cls, described: list[Features]) -> Vocabulary:
        """Return the names that these games use, in order."""
        things = {name for features in described for thing in features.things for name in thing}
        always = {name for features in described for name in features.always}
        cells = [terms for features in described for terms in features.cells]
        actions = [terms for features in described for terms in features.actions]
        return cls(tuple(sorted(things)), tuple(sorted(always)), _names(cells), _names(actions))


def _names(all_terms: list[list[Term]]) -> Names:
    rows = {name for terms in all_terms for name, thing in terms if thing == NONE}
    maps = {name for terms in all_terms for name, thing in terms if thing != NONE}
    return Names(tuple(sorted(rows)), tuple(sorted(maps)))


@dataclass(frozen=True)
class Wiring:
    """The index tables of one game with its options and pack.

    `cell_rows` and `action_rows` hold rows of the network, `cell_maps` and `action_maps` a map and a thing as
    `map * things + thing`; a place that is not needed holds the number after the last one, which is nothing.
    """

    things: Integers
    always: Integers
    cell_rows: Integers
    cell_maps: Integers
    action_rows: Integers
    action_maps: Integers
    # Which cells hold counts rather than marks.
    counts: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, features: Features, layout: list[Field], words: Vocabulary) -> Wiring:
        """Return the tables of a game under a vocabulary."""
        count = max(len(features.things), 1)
        return cls(
            _things(features.things, words.things),
            np.array([features.always.get(name, 0) for name in words.always], dtype=np.int64),
            *_tables(features.cells, words.cells, count),
            *_tables(features.actions, words.actions, count),
            np.array([field.high > 1 for field in layout for _ in range(field.size)], dtype=np.bool_),
        )


def _things(things: list[dict[str, int]], names: tuple[str, ...]) -> Integers:
    """Return what things do in eighths: a mark is worth eight, a measure its number."""
    table = np.zeros((max(len(things), 1), len(names)), dtype=np.int64)
    places = {name: place for place, name in enumerate(names)}
    for row, thing in zip(table, things, strict=False):
        for name, value in thing.items():
            if name in places:
                row[places[name]] = value if name.startswith("#") else COUNTS_FOR * value
    return table


def _tables(all_terms: list[list[Term]], names: Names, things: int) -> tuple[Integers, Integers]:
    rows = {name: number for number, name in enumerate(names.rows)}
    maps = {name: number for number, name in enumerate(names.maps)}
    row_lists = [[rows[name] for name, thing in terms if thing == NONE and name in rows] for terms in all_terms]
    map_lists = [
        [maps[name] * things + thing for name, thing in terms if thing != NONE and name in maps] for terms in all_terms
    ]
    return _padded(row_lists, len(rows)), _padded(map_lists, len(maps) * things)


def _padded(lists: list[list[int]], nothing: int) -> Integers:
    width = max(map(len, lists), default=0)
    return np.array([numbers + [nothing] * (width - len(numbers)) for numbers in lists], dtype=np.int64)
