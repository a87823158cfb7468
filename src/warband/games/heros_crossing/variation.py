"""Vary heroes of Hero's Crossing by chance: each other's symbols, and other numbers of them."""

from __future__ import annotations

from warband.games.heros_crossing.pack import SYMBOLS
from warband.kernel.chance import Rng
from warband.kernel.variation import Data, changed, pass_on, pick

MOST_SYMBOLS = 9


def vary_heroes(pack: Data, rng: Rng) -> list[Data]:
    """Exchange the symbols of ten heroes, and change one number of each; level, copies and rank stay."""
    cards = pick([card for card in pack["cards"] if not card.get("monarch")], rng)
    before = {id(card): dict(card["symbols"]) for card in cards}
    for card, giver in pass_on(cards, rng):
        card["symbols"] = dict(before[id(giver)])
        symbol = SYMBOLS[rng.below(len(SYMBOLS))]
        card["symbols"][symbol] = changed(card["symbols"][symbol], rng, 0, MOST_SYMBOLS)
    return cards
