"""Name what programs wait for: the triggers of cards, and what springs a trap, in the order of the codes."""

from __future__ import annotations

TRIGGER_NAMES = [
    "when_attacked",
    "when_unit_attacked_in_melee",
    "when_order_played",
    "when_hero_recruited",
    "when_own_hero_falls",
    "when_rival_hero_falls",
    "at_end_of_turn",
    "at_end_of_wave",
    "at_end_of_round",
    "when_this_falls",
    "when_this_enters",
    "when_this_is_hit",
    "when_this_attacks",
    "at_start_of_turn",
    "at_start_of_wave",
    "at_start_of_round",
]
# What springs a trap, in the order of the codes.
EVENTS = [
    "rival would attack",
    "rival would order",
    "rival would use a power",
    "rival attacked",
    "rival ordered",
    "rival recruited",
    "own hero fell",
    "rival ended the turn",
]
