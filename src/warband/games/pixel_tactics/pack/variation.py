"""Vary cards of Pixel Tactics by chance: other figures, other numbers in their texts, each other's roles."""

from __future__ import annotations

import copy
import re
from typing import Any

from warband.games.pixel_tactics.rules.figures import ROLE_NAMES
from warband.kernel.chance import Rng
from warband.kernel.variation import Data, changed, pass_on, pick

NUMBER = re.compile(r"\d+")
SECOND = "second"
# What a leader is, and not what it does: stays with the card.
FIGURES = ("attack", "life")
# No figure of a card becomes smaller than this or larger than that.
LEAST_LIFE, MOST = 1, 99


def vary_cards(pack: Data, rng: Rng) -> list[Data]:
    """Give ten cards other figures, exchange what they do in each role, and change a number of that where it is one."""
    cards = pick(pack["cards"], rng)
    for card in cards:
        for holder in (card, card["leader"]):
            holder["attack"] = changed(holder["attack"], rng, 0, MOST)
            holder["life"] = changed(holder["life"], rng, LEAST_LIFE, MOST)
    for role in ROLE_NAMES:
        before = {id(card): copy.deepcopy((card.get(role), card.get(SECOND, {}).get(role))) for card in cards}
        for card, giver in pass_on(cards, rng):
            _take(card, role, *before[id(giver)])
            _change_number(card, role, rng)
    return cards


def _take(card: Data, role: str, first: Data | None, second: Data | None) -> None:
    """Give a card what another does in a role, in both printings; its figures as a leader stay."""
    figures = {name: card[role][name] for name in FIGURES if name in card.get(role, {})}
    _put(card, role, None if first is None else {**first, **figures})
    overlays = card.setdefault(SECOND, {})
    _put(overlays, role, None if second is None else {name: second[name] for name in second if name not in FIGURES})
    if not overlays:
        del card[SECOND]


def _put(holder: Data, role: str, does: Data | None) -> None:
    holder.pop(role, None)
    if does is not None:
        holder[role] = does


def _change_number(card: Data, role: str, rng: Rng) -> None:
    """Change the number of a role where its text and its rows have the same one and no other; one printing only."""
    does = card.get(role)
    if does is None or role in card.get(SECOND, {}):
        return
    rows = {name: value for name, value in does.items() if name not in (*FIGURES, "text")}
    told, meant = NUMBER.findall(does.get("text", "")), _numbers(rows)
    if len(told) == 1 and meant == told:
        other = str(changed(int(told[0]), rng, 1, MOST))
        does |= {name: _with_number(value, other) for name, value in rows.items()}
        does["text"] = NUMBER.sub(other, does["text"])


def _numbers(value: Any) -> list[str]:  # noqa: ANN401
    """Return all numbers of a value of a card file, as they are written there."""
    if isinstance(value, dict):
        return _numbers(list(value.values()))
    if isinstance(value, list):
        return [number for item in value for number in _numbers(item)]
    return [] if isinstance(value, bool) else NUMBER.findall(str(value))


def _with_number(value: Any, number: str) -> Any:  # noqa: ANN401
    """Return a value of a card file with another number in the place of its only one."""
    if isinstance(value, list):
        return [_with_number(item, number) for item in value]
    if isinstance(value, str):
        return NUMBER.sub(number, value)
    return value if isinstance(value, bool) else int(number)
