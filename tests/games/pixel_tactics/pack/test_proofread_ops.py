"""Refuse programs that could not be carried out, and pass those that make sense."""

from __future__ import annotations

import pytest
from tests.games.pixel_tactics.broken import Program, complaint_about, with_role

from warband.games.pixel_tactics.pack.reading import load_pack

HERO = ["choose", "own hero"]
UNPLAYABLE: list[tuple[str, str, Program, str]] = [
    # Nothing is chosen, or nothing is done to it.
    ("order", "effect", [["deal", 2]], "[0]: 'deal' follows a choice of what it is done to"),
    ("order", "effect", [["swap"]], "[0]: 'swap' follows a choice of what it is done to"),
    ("order", "effect", [["revive"]], "[0]: 'revive' follows a choice of what it is done to"),
    ("order", "effect", [["copy"]], "[0]: 'copy' follows a choice of what it is done to"),
    ("order", "effect", [["attack", "melee"]], "[0]: 'attack' follows a choice of what it is done to"),
    ("order", "effect", [HERO], ": nothing is done to what is chosen at the end"),
    ("order", "effect", [HERO, ["draw", 1]], "[1]: nothing is done to what is chosen before it"),
    ("order", "effect", [HERO, ["return"], ["deal", 1]], "[2]: 'deal' follows a choice of what it is done to"),
    ("order", "effect", [["each", "heroes"], ["each", "heroes"], ["deal", 1]], "[1]: only 'choose' and a split may"),
    # The wrong thing is chosen.
    ("order", "effect", [["each", "leader"], ["defeat"]], "[1]: 'defeat' is done to heroes, and leader may be"),
    ("order", "effect", [["each", "rival leader"], ["return"]], "[1]: 'return' is done to heroes and corpses, and"),
    ("order", "effect", [["each", "empty slots"], ["deal", 1]], "[1]: 'deal' is done to heroes and leader, and empty"),
    ("order", "effect", [["each", "corpses"], ["strengthen", 1]], "[1]: 'strengthen' is done to heroes and leader,"),
    ("order", "effect", [["each", "heroes"], ["clear"]], "[1]: 'clear' is done to corpses, and heroes may be chosen"),
    ("order", "effect", [["each", "heroes"], ["attack", "melee"]], "[1]: 'attack' is for one's own unit; say 'own'"),
    ("order", "effect", [["each", "empty slots"], ["recruit", "one"]], "[1]: 'recruit' is for one's own unit; say"),
    ("order", "effect", [["each", "own corpses"], ["revive"]], "[1]: 'revive' is done to one card; choose one"),
    ("order", "effect", [["each", "own heroes"], ["swap"]], "[1]: 'swap' follows a choice of two: several 2"),
    ("order", "effect", [HERO, ["choose", "rival hero"], ["swap"]], "[2]: 'swap' works within one unit; say 'own'"),
    ("order", "effect", [["each", "own heroes"], ["rearrange", "unit"]], "[1]: 'rearrange' follows each of 'own"),
    ("order", "effect", [["each", "heroes corpses"], ["rearrange", "unit"]], "[1]: 'rearrange' works within one unit;"),
    ("order", "effect", [["row", "own heroes corpses"], ["rearrange", "column"]], "[1]: 'rearrange' follows column"),
    ("vanguard", "power", [HERO, ["copy"]], "[1]: 'copy' needs a hero 'with power'"),
    # Points.
    ("order", "effect", [["each", "heroes"], ["deal", "split"]], "[1]: 'deal' moves or gives points; choose them"),
    ("order", "effect", [["split", 3, "heroes"], ["return"]], "[1]: after a split comes deal split, heal split,"),
    ("order", "effect", [HERO, ["deal", "all"]], "[1]: 'deal' takes a number or 'split'"),
    ("order", "effect", [HERO, ["split", 2, "heroes"], ["deal", "split"]], "[2]: choose a hero, then split: that is"),
    ("rear", "power", [["split up to", 3, "own heroes"], ["gather"]], "[1]: 'gather' takes damage away; say 'damaged'"),
    ("order", "effect", [HERO, HERO, ["transfer", "all"]], "[2]: 'transfer' takes damage away; say 'damaged' where"),
    (
        "order",
        "effect",
        [HERO, ["split up to", 3, "damaged heroes"], ["transfer"]],
        "[2]: 'transfer' has one source: split among 1, or over one leader",
    ),
    # Queries that find nothing, or too much.
    ("order", "effect", [["each", "other heroes"], ["deal", 1]], "[0]: 'other' and 'of this row' are seen from a"),
    ("order", "effect", [["each", "corpses in melee"], ["clear"]], "[0]: only heroes and leaders are damaged, in"),
    ("rear", "power", [["choose", "empty slot with power"], ["copy"]], "[0]: only heroes are 'with power'"),
    # Numbers.
    ("order", "effect", [HERO, ["deal", -1]], "[1]: 'deal' takes a number from 1 to 99, not -1"),
    ("order", "effect", [HERO, ["strengthen", -5]], "[1]: 'strengthen' takes a number from 1 to 20, not -5"),
    ("order", "effect", [["several", 0, "heroes"], ["deal", 1]], "[0]: 'several' takes a number from 1 to 16, not 0"),
    ("order", "effect", [["split", 60, "heroes"], ["deal", "split"]], "[0]: 'split' takes a number from 1 to 30,"),
    ("order", "effect", [["draw", 0]], "[0]: 'draw' takes a number from 1 to 10, not 0"),
    ("order", "effect", [["count", -1]], "[0]: 'count' takes a number from 1 to 5, not -1"),
    ("order", "effect", [["actions", "own", -3]], "[0]: 'actions' gives oneself 1 to 5 (of any kind, or for orders),"),
    ("order", "effect", [["actions", "rival", 2]], "[0]: 'actions' gives oneself 1 to 5"),
    ("order", "effect", [["draw", 1]] * 21, ": 21 rows; a program has 20 at most"),
    # Cards that would lie in two zones, or in none.
    ("order", "effect", [["carry_out"]], "[0]: 'carry_out' follows 'show', or 'take' to 'none'"),
    ("order", "effect", [["show", "own hand"], ["discard"]], "[1]: 'discard' is for a card taken to 'none' or a"),
    ("order", "effect", [["take", "random rival hand", "none"]], ": the card taken to 'none' must be discarded"),
    ("order", "effect", [["take", "random rival hand", "none"], ["draw", 1]], "[1]: carry out or discard the card"),
    ("order", "effect", [["take", "random rival hand", "none", 2], ["discard"]], "[0]: one card at a time is looked"),
    ("order", "effect", [["take", "deck", "hand"]], ": a deck that was searched is shuffled at once: where the card"),
    ("order", "effect", [["take", "deck", "hand"], ["draw", 1]], "[1]: a deck that was searched is shuffled at once:"),
    ("order", "effect", [["take", "deck", "hand", 2], ["shuffle"]], "[0]: one card at a time is looked for in the"),
    ("order", "effect", [["take", "own hand", "top"]], "[0]: 'own hand' cards are not taken to 'top'"),
    ("order", "effect", [["take", "rival hand", "hand"]], "[0]: 'rival hand' cards are not taken to 'hand'"),
    ("order", "effect", [["take", "rival hand", "discard"]], "[0]: look at the rival hand before you take from it:"),
    ("order", "effect", [["draw", 3, "aside"]], ": 3 of the cards drawn aside are left; take them, or play the one"),
    ("order", "effect", [["draw", 3, "aside"], ["draw", 1]], "[1]: cards are drawn aside and taken from there, all"),
    ("order", "effect", [["draw", 1, "aside"], ["take", "aside", "hand", 2]], "[1]: more cards are taken from aside"),
    ("order", "effect", [["draw", 2, "aside"], ["play", "aside"]], "[1]: one card drawn aside can be played, not"),
    (
        "order",
        "effect",
        [["draw", 1, "to look at"], ["play", "aside"]],
        "[1]: cards drawn 'to look at' go back on top,",
    ),
    ("order", "effect", [["play", "aside"]], "[0]: cards are drawn aside and taken from there, all of them, at once"),
    ("order", "effect", [["discard"]], "[0]: 'discard' is for a card taken to 'none' or a hero just recruited"),
    ("leader", "when_order_played", [["act", "may"]], "[0]: 'act' follows 'recruit one', or stands in"),
    # Ops in a role or trigger that knows nothing of what they need.
    ("order", "effect", [["self"], ["deal", 1]], "[0]: 'self' needs the hero or leader that says it; an order has"),
    ("order", "effect", [["choose", "own corpse"], ["revive", "at a price"]], "[1]: 'revive' needs the hero or leader"),
    ("leader", "at_end_of_turn", [HERO, ["trade_places"]], "[1]: 'trade_places' is for heroes; a leader stays"),
    ("rear", "power", [["attacker"], ["deal", 1]], "[0]: 'attacker' belongs in when_attacked or when_unit_attacked_"),
    ("leader", "at_end_of_turn", [["strike"]], "[0]: 'strike' belongs in when_own_hero_falls"),
    ("leader", "when_own_hero_falls", [["capture"]], "[0]: 'capture' belongs in when_rival_hero_falls"),
    ("leader", "at_end_of_turn", [["if", "first order"]], "[0]: 'first order' belongs in when_order_played"),
]


@pytest.mark.parametrize(
    ("role", "field", "program", "sentence"), UNPLAYABLE, ids=[f"{case[2]}"[:60] for case in UNPLAYABLE]
)
def test_a_program_that_cannot_be_carried_out_is_refused(
    role: str, field: str, program: Program, sentence: str
) -> None:
    assert complaint_about(role, **{field: program}).startswith(f"mine/knight.toml.{role}.{field}{sentence}")


PLAYABLE: list[tuple[str, str, Program]] = [
    ("order", "effect", [HERO, ["deal", 1], ["strengthen", 3]]),
    ("order", "effect", [HERO, ["return"], ["choose", "rival hero"], ["return"]]),
    ("order", "effect", [HERO, ["choose", "own hero"], ["choose", "rival hero"], ["deal", 2]]),
    ("order", "effect", [["each", "own heroes able to melee"], ["strengthen", 1], ["attack", "melee"]]),
    ("order", "effect", [["choose", "own hero", "may"], ["defeat"], ["draw", 2]]),
    ("order", "effect", [["look", "rival hand"], ["take", "rival hand", "discard"], ["take", "rival hand", "discard"]]),
    ("rear", "power", [["self"], ["choose", "own other hero"], ["swap"], ["draw", 1]]),
    ("leader", "when_hero_recruited", [["draw", 1], ["act", "may", "or power"]]),
    ("leader", "when_own_hero_falls", [["draw", 1]]),
    ("leader", "at_end_of_round", [["if", "rear wave"], ["each", "own heroes"], ["heal", "all"]]),
]


@pytest.mark.parametrize(("role", "field", "program"), PLAYABLE, ids=[f"{case[2]}"[:60] for case in PLAYABLE])
def test_what_makes_sense_is_let_through(role: str, field: str, program: Program) -> None:
    assert len(load_pack(with_role(role, {field: program}), "mine", "second").cards) == 25
