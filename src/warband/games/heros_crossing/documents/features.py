"""Say for learners what the cells, the actions and the heroes of Hero's Crossing are about."""

from __future__ import annotations

from warband.games.heros_crossing.rules.figures import SOLDIER_NAMES, Rules
from warband.kernel.encoding import Field
from warband.kernel.features import Features, action_terms, cell_terms


def describe(rules: Rules, layout: list[Field]) -> Features:
    """Return the features of a hero set."""
    actions = action_terms(rules.notation, "card")
    for number in range(9 * rules.kinds):
        front, hero = divmod(number, 3 * rules.kinds)
        actions[rules.replace + number].append((f"replace in front {front}", hero % rules.kinds))
    for number in range(3 * rules.kinds):
        front, hero = divmod(number, rules.kinds)
        actions[rules.add + number].append((f"add to front {front}", hero))
    return Features([_features_of(rules, kind) for kind in range(rules.kinds)], cell_terms(layout), actions)


def _features_of(rules: Rules, kind: int) -> dict[str, int]:
    features = {f"level {rules.levels[kind]}": 1, f"copies {rules.copies[kind]}": 1}
    for name, count in zip([*SOLDIER_NAMES, "draw"], rules.symbols[kind], strict=True):
        features[f"#{name}"] = 4 * count
        features[f"{name} {count}"] = 1
    return features
