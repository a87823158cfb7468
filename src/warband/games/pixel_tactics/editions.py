"""Declare the options of Pixel Tactics and bind the flags of an edition."""

from __future__ import annotations

import tomllib
from importlib import resources

from warband.games.pixel_tactics.rules.figures import (
    ALLOWED,
    BY_LOT,
    FORBIDDEN,
    HARMLESS,
    LOSER,
    MOST_CARDS,
    WINNER,
    Edition,
)
from warband.kernel.notation import NONE
from warband.kernel.options import Option, bind_options

EDITIONS = ("classic", "deluxe", "manual")
AS_EDITION = "edition"
YES_NO = (AS_EDITION, "true", "false")
CAPS = (AS_EDITION, "none", *[str(number) for number in range(1, MOST_CARDS + 1)])


def _flag(name: str, text: str, *choices: str) -> Option:
    return Option(name, AS_EDITION, f"{text}; `edition` takes what the edition says", (AS_EDITION, *choices))


FLAGS = [
    Option("draw_cap", AS_EDITION, "hand size at which the draw action closes, or none", CAPS),
    _flag("ceasefire_orders", "which orders round 1 allows", "allowed", "harmless", "none"),
    Option("ceasefire_blocks_rival_interaction", AS_EDITION, "whether round 1 lets nobody touch the rival", YES_NO),
    _flag("same_leader", "what happens when both choose the same leader", "allow", "redraw"),
    _flag("move_to", "where a hero may move: the row of the wave, or any empty slot", "active_row", "any"),
    Option("switch_action", AS_EDITION, "whether there is the long action that switches two cards", YES_NO),
    _flag("power_is", "whether a power counts as an attack or as a spell", "attack", "spell"),
    Option("one_act_per_hero", AS_EDITION, "whether a hero does one thing a turn at most", YES_NO),
    Option("ongoing_orders", AS_EDITION, "whether ongoing orders may be played", YES_NO),
    _flag("rout_threshold", "when a leader falls: damage at least its life, or more", "at_least", "more_than"),
    _flag("tie_trophies", "what a tied fight gives: each the own leader, or nothing", "own", "none"),
    Option("tie_can_win", AS_EDITION, "whether a tied fight may win the series", YES_NO),
    _flag("bonus_draw", "who draws more for trophies of the rival", "per_rival_trophy", "trailing"),
    _flag("first_player_next", "who is first in the next fight", "winner", "loser", "random"),
    _flag("printing", "which printing of the cards is played", "first", "second"),
]
OPTIONS = [
    Option("edition", "deluxe", "the rules: classic, deluxe or manual; it sets all flags below", EDITIONS),
    Option("pack", "set-one", "the cards: those that ship with the game, or a folder or file of your own"),
    Option("series", "1", "one fight (drawn where it is tied, TIE-4), the best of three or of five", ("1", "3", "5")),
    Option("round_cap", 12, "a fight is decided by comparison after this round", low=2, high=50),
    Option("fight_cap", 7, "a series is decided by comparison after this fight", low=1, high=15),
    *FLAGS,
]


def load_editions() -> dict[str, dict[str, object]]:
    """Return the flags of each edition."""
    path = resources.files("warband.games.pixel_tactics") / "editions.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def bind(values: dict[str, object]) -> dict[str, object]:
    """Return a value for every option; a flag that is not given takes what the edition says."""
    options = bind_options(OPTIONS, values)
    edition = load_editions()[str(options["edition"])]
    return {name: edition[name] if value == AS_EDITION else value for name, value in options.items()}


def edition_of(options: dict[str, object]) -> Edition:
    """Return the flags of bound options, as the rules read them."""
    edition = Edition()
    cap = str(options["draw_cap"])
    edition.draw_cap = NONE if cap == "none" else int(cap)
    orders = {"allowed": ALLOWED, "harmless": HARMLESS, "none": FORBIDDEN}
    edition.ceasefire_orders = orders[str(options["ceasefire_orders"])]
    edition.first_player_next = {"winner": WINNER, "loser": LOSER, "random": BY_LOT}[str(options["first_player_next"])]
    edition.series = int(str(options["series"]))
    edition.round_cap = int(str(options["round_cap"]))
    edition.fight_cap = int(str(options["fight_cap"]))
    _bind_truths(edition, options)
    return edition


def _bind_truths(edition: Edition, options: dict[str, object]) -> None:
    edition.ceasefire_blocks_rival_interaction = options["ceasefire_blocks_rival_interaction"] == "true"
    edition.same_leader_redraw = options["same_leader"] == "redraw"
    edition.move_to_any = options["move_to"] == "any"
    edition.switch_action = options["switch_action"] == "true"
    edition.power_is_attack = options["power_is"] == "attack"
    edition.one_act_per_hero = options["one_act_per_hero"] == "true"
    edition.ongoing_orders = options["ongoing_orders"] == "true"
    edition.rout_more_than = options["rout_threshold"] == "more_than"
    edition.tie_trophies_own = options["tie_trophies"] == "own"
    edition.tie_can_win = options["tie_can_win"] == "true"
    edition.bonus_trailing = options["bonus_draw"] == "trailing"
