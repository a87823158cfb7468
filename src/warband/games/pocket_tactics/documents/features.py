"""Say for learners what the cells, the actions and the units of Pocket-Tactics are about."""

from __future__ import annotations

from warband.games.pocket_tactics.rules.figures import ABILITY_NAMES, TYPE_NAMES, Rules
from warband.kernel.encoding import Field
from warband.kernel.features import Features, action_terms, cell_terms


def describe(rules: Rules, layout: list[Field]) -> Features:
    """Return the features of a pack of units."""
    units = [_features_of(rules, kind) for kind in range(rules.kinds)]
    return Features(units, cell_terms(layout), action_terms(rules.notation, "unit"))


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
