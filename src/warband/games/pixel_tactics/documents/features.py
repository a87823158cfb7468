"""Say for learners what the cells, the actions and the cards of Pixel Tactics are about."""

from __future__ import annotations

from warband.games.pixel_tactics.rules.figures import CELL_NAMES, LEADER_CELL, ROLE_NAMES, ROW_NAMES, Rules
from warband.kernel.encoding import Field
from warband.kernel.features import Features, Term, action_terms, cell_terms
from warband.kernel.notation import NONE

# Names that begin with this measure something; the others say what is there.
MEASURE = "#"


def describe(rules: Rules, layout: list[Field]) -> Features:
    """Return the features of a pack in an edition."""
    actions = action_terms(rules.notation, "card")
    for number in range(len(rules.ids) * len(CELL_NAMES)):
        card, cell = divmod(number, len(CELL_NAMES))
        actions[rules.recruit + number].append((f"recruit into the {row_of(cell)}", card))
    features = Features(card_features(rules), [_shared(terms) for terms in cell_terms(layout)], actions)
    features.always = edition_features(rules)
    return features


def _shared(terms: list[Term]) -> list[Term]:
    """Return the terms of a cell, and with a card in a slot those of its row, which every slot there shares."""
    name, thing = terms[-1]
    whose, _, cell = name.partition(" ")
    if thing == NONE or cell not in CELL_NAMES:
        return terms
    return [*terms, (f"{whose} {row_of(CELL_NAMES.index(cell))}", thing)]


def row_of(cell: int) -> str:
    """Return the role that a card has in a cell."""
    return "leader" if cell == LEADER_CELL else ROW_NAMES[cell // 3]


def edition_features(rules: Rules) -> dict[str, int]:
    """Return the flags of the edition, each value by its name."""
    return {f"{name} {getattr(rules.edition, name)}": 1 for name in _FLAGS}


_FLAGS = (
    "draw_cap",
    "ceasefire_orders",
    "ceasefire_blocks_rival_interaction",
    "same_leader_redraw",
    "move_to_any",
    "switch_action",
    "power_is_attack",
    "one_act_per_hero",
    "ongoing_orders",
    "rout_more_than",
)


def card_features(rules: Rules) -> list[dict[str, int]]:
    """Return what each card does: its figures, and in each role its keywords, marks, traits and programs."""
    return [_features_of(rules, kind) for kind in range(rules.kinds)]


def _features_of(rules: Rules, kind: int) -> dict[str, int]:
    figures = zip(("attack", "life"), (rules.attack, rules.life), strict=True)
    features = {f"{MEASURE}{name}": table[kind] for name, table in figures}
    features |= {f"{MEASURE}leader attack": rules.attack[rules.kinds + kind]}
    features |= {f"{MEASURE}leader life": rules.life[rules.kinds + kind]}
    for role, name in enumerate(ROLE_NAMES):
        _add_role(rules, role * rules.kinds + kind, name, features)
    return features


def _add_role(rules: Rules, index: int, role: str, features: dict[str, int]) -> None:
    _add_bits(features, f"{role} keyword", rules.keywords[index])
    _add_bits(features, f"{role} mark", rules.marks[index])
    for what, *rest in rules.traits[index]:
        _add_row(features, f"{role} trait {what}", rest)
    tables = {"power": rules.power, "action": rules.action}
    tables |= {f"trigger {number}": table for number, table in enumerate(rules.triggers)}
    for name, table in tables.items():
        if table[index] != NONE:
            for op, *rest in rules.programs[table[index]]:
                features[f"{role} {name} op {op}"] = 1
                _add_row(features, f"{role} op {op}", rest)


def _add_bits(features: dict[str, int], name: str, bits: int) -> None:
    for bit in range(bits.bit_length()):
        if bits >> bit & 1:
            features[f"{name} {bit}"] = 1


def _add_row(features: dict[str, int], name: str, values: list[int]) -> None:
    """Add a row of a card's text: that it is there, each of its values, and how large they are."""
    features[name] = features.get(name, 0) + 1
    for place, value in enumerate(values):
        features[f"{name} {place} is {value}"] = 1
        if 0 < value < 100:
            features[f"{MEASURE}{name} {place}"] = value
