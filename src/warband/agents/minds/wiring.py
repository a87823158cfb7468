"""Turn what a game says of its cells, actions and things into the index tables that a network is assembled with.

A vocabulary is the list of names that a network has learnt; a game with other cards, options or packs uses the names it
shares with it, and what has no name there is left out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from warband.kernel.encoding import Field
from warband.kernel.features import Aim, Features, Places, Term
from warband.kernel.notation import NONE

Integers = npt.NDArray[np.int64]
# Cells that count things, and names that measure, are worth an eighth of their number.
COUNTS_FOR = 8
# Where a place lies is one number: its first coordinate times this, and its second.
SPREAD = 256


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
    # Where a game has places: the names of what tells of one, and of what actions do there.
    local: Names = Names((), ())
    aims: tuple[str, ...] = ()

    @classmethod
    def of(cls, described: list[Features]) -> Vocabulary:
        """Return the names that these games use, in order."""
        things = {name for features in described for thing in features.things for name in thing}
        always = {name for features in described for name in features.always}
        cells = [terms for features in described for terms in all_cells(features)]
        actions = [terms for features in described for terms in features.actions]
        maps = [features.places for features in described if features.places is not None]
        local = [terms for places in maps for terms in places.terms]
        aims = {aim.name for places in maps for aim in places.aims if aim is not None}
        sides = (_names(cells), _names(actions), _names(local))
        return cls(tuple(sorted(things)), tuple(sorted(always)), *sides, tuple(sorted(aims)))


def all_cells(features: Features) -> list[list[Term]]:
    """Return the terms of all cells, and then of the values that are like cells of their own."""
    return features.cells + [level.terms for level in features.levels]


def _names(all_terms: list[list[Term]]) -> Names:
    rows = {name for terms in all_terms for name, thing in terms if thing == NONE}
    maps = {name for terms in all_terms for name, thing in terms if thing != NONE}
    return Names(tuple(sorted(rows)), tuple(sorted(maps)))


@dataclass(frozen=True)
class PlaceWiring:
    """The index tables of the places of a game, in the same form as those of a wiring.

    `aims` holds for every action the number of its name, `origins` and `targets` places; the number after the last
    one is none. `offsets` is how far from where it starts an action is aimed, 0 where it names its target.
    """

    # Which cells tell of each place: two coordinates, then what is known of it.
    cells: Integers
    rows: Integers
    maps: Integers
    # The sets of offsets that are the same kind of neighbour; the first is a place itself.
    relations: tuple[Integers, ...]
    aims: Integers
    origins: Integers
    targets: Integers
    offsets: Integers

    @classmethod
    def of(cls, places: Places, words: Vocabulary, things: int) -> PlaceWiring:
        """Return the tables of the places of a game under a vocabulary."""
        count = len(places.cells)
        names = {name: number for number, name in enumerate(words.aims)}
        no_aim = Aim("", NONE, NONE)
        aims = [aim or no_aim for aim in places.aims]
        return cls(
            np.array(places.cells, dtype=np.int64),
            *_tables(places.terms, words.local, things),
            tuple(_codes(offsets) for offsets in [[(0, 0)], *places.relations]),
            np.array([names.get(aim.name, len(names)) for aim in aims], dtype=np.int64),
            np.array([count if aim.origin == NONE else aim.origin for aim in aims], dtype=np.int64),
            np.array([count if aim.target == NONE else aim.target for aim in aims], dtype=np.int64),
            _codes([aim.offset or (0, 0) for aim in aims]),
        )


def _codes(offsets: list[tuple[int, int]]) -> Integers:
    return np.array([SPREAD * across + along for across, along in offsets], dtype=np.int64)


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
    # Actions that are alike by their terms share a row.
    action_rows: Integers
    action_maps: Integers
    action_of: Integers
    # How much of the number of a cell counts as one: 1 for marks.
    parts: Integers
    # Cells and the values of them that are like cells of their own.
    levels: Integers
    places: PlaceWiring | None = None

    @classmethod
    def of(cls, features: Features, layout: list[Field], words: Vocabulary) -> Wiring:
        """Return the tables of a game under a vocabulary."""
        count = max(len(features.things), 1)
        return cls(
            _things(features.things, words.things),
            np.array([features.always.get(name, 0) for name in words.always], dtype=np.int64),
            *_tables(all_cells(features), words.cells, count),
            *_shared(*_tables(features.actions, words.actions, count)),
            _parts(features, layout),
            np.array([(level.cell, level.value) for level in features.levels], dtype=np.int64).reshape(-1, 2),
            PlaceWiring.of(features.places, words, count) if features.places is not None and words.aims else None,
        )

    @property
    def cells(self) -> int:
        """Return how many cells an observation has."""
        return len(self.parts) - len(self.levels)


def _parts(features: Features, layout: list[Field]) -> Integers:
    usual = [COUNTS_FOR if field.high > 1 else 1 for field in layout for _ in range(field.size)]
    told = [features.parts.get(cell, part) for cell, part in enumerate(usual)]
    return np.array(told + [1] * len(features.levels), dtype=np.int64)


def _shared(rows: Integers, maps: Integers) -> tuple[Integers, Integers, Integers]:
    """Return the tables with every row once, and which row each action has."""
    both, action_of = np.unique(np.concatenate([rows, maps], 1), axis=0, return_inverse=True)
    return both[:, : rows.shape[1]], both[:, rows.shape[1] :], action_of.reshape(-1)


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
