"""Say for learners what the cells, the actions, the places and the units of Pocket-Tactics are about."""

from __future__ import annotations

from typing import Final

from warband.games.pocket_tactics.documents.encoding import FIGURES, POOL_DICE, SHIFT
from warband.games.pocket_tactics.rules.assault import manner_of, offset_of
from warband.games.pocket_tactics.rules.board import POOL_NAMES
from warband.games.pocket_tactics.rules.figures import ABILITY_NAMES, MANNER_NAMES, TYPE_NAMES, Rules
from warband.games.pocket_tactics.rules.hexes import OFFSETS, q_of, r_of
from warband.games.pocket_tactics.rules.land import PLACES
from warband.kernel.encoding import Field
from warband.kernel.features import Aim, Features, Level, Places, Term, action_terms, cell_terms
from warband.kernel.notation import NONE

# The figures that count turns.
LARGE: Final = ["turns played % 100", "turns left % 100", "quiet turns + 1"]
LARGE_PART: Final = 64
# Fields with one cell for each place.
ON_PLACES: Final = ["origin", "target", "guards", "leaves", "enters"]


def describe(rules: Rules, layout: list[Field]) -> Features:
    """Return the features of a pack of units."""
    units = [_features_of(rules, kind) for kind in range(rules.kinds)]
    features = Features(units, cell_terms(layout), action_terms(rules.notation, "unit"))
    first = _first_cells(layout)
    features.places = _places(rules, first)
    for cells in features.places.cells:
        for cell in cells:
            features.cells[cell] = []
    for action, aim in enumerate(features.places.aims):
        if aim is not None:
            features.actions[action] = [(aim.name, NONE)]
    features.levels = _dice(first)
    features.parts = {first["figures"] + FIGURES.index(name): LARGE_PART for name in LARGE}
    return features


def _first_cells(layout: list[Field]) -> dict[str, int]:
    """Return the first cell of every field."""
    first: dict[str, int] = {}
    cell = 0
    for field in layout:
        first[field.name] = cell
        cell += field.size
    return first


def _dice(first: dict[str, int]) -> list[Level]:
    """Return every value of every die; dice lie sorted, so that it matters which of a pool it is."""
    return [
        Level(first[f"{name} dice"] + number, value, [(f"{name} dice/{number} is {value}", NONE)])
        for name in POOL_NAMES
        for number in range(POOL_DICE)
        for value in range(1, 7)
    ]


# ---- places ----


def _places(rules: Rules, first: dict[str, int]) -> Places:
    """Return the places of a map; no rule of a turn prefers a direction, so neighbours differ by distance alone."""
    ground, units = 8, 2 * rules.kinds
    cells = [
        [
            *range(first[f"place {place} ground"], first[f"place {place} ground"] + ground),
            *range(first[f"place {place} unit"], first[f"place {place} unit"] + units),
            *[first[name] + place for name in ON_PLACES],
        ]
        for place in range(PLACES)
    ]
    local = [Field("ground", ground, 0, 1, ""), Field("unit", units, 0, 1, "", rules.kinds, 2)]
    terms: list[list[Term]] = cell_terms(local)[2:] + [[(name, NONE)] for name in ON_PLACES]
    aims = [_aim(rules, action) for action in range(rules.notation.count)]
    return Places(cells, terms, [OFFSETS[:6], OFFSETS[6:]], aims)


def _aim(rules: Rules, action: int) -> Aim | None:
    deed = rules.notation.decode(action)
    if deed.name == "place":
        return Aim("place", NONE, NONE, (q_of(deed["hex"]) + SHIFT, r_of(deed["hex"]) + SHIFT))
    if deed.name == "move":
        return Aim("move", deed["from"], deed["to"])
    if deed.name == "assault":
        name = f"assault {MANNER_NAMES[manner_of(deed['aim'])]}"
        return Aim(name, deed["from"], NONE, OFFSETS[offset_of(deed["aim"])])
    return None


# ---- units ----


def _features_of(rules: Rules, kind: int) -> dict[str, int]:
    features = {f"faction {rules.factions[kind]}": 1, f"terrain {rules.favoured[kind]}": 1}
    features |= {"#count": rules.counts[kind], "#cost": rules.costs[kind], "living": rules.living[kind]}
    for what, table in (("offense", rules.offense), ("defense", rules.defense), ("range", rules.range)):
        for number, name in enumerate(TYPE_NAMES):
            features[f"#{what} {name}"] = 4 * table[3 * kind + number]
            features[f"{what} {name} {table[3 * kind + number]}"] = 1
    for bit, name in enumerate(ABILITY_NAMES):
        features[name] = rules.abilities[kind] >> bit & 1
    return features
