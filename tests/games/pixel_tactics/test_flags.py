"""Tell every value of every flag of the rules from the others, by what it changes at the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from warband.cli.files import read_options
from warband.games.pixel_tactics.editions import AS_EDITION, FLAGS, load_editions
from warband.kernel.chance import seeded_chance
from warband.kernel.match import Match
from warband.kernel.registry import Packs, make_game
from warband.kernel.scenario_checks import look_up

pytestmark = pytest.mark.engine

NAME = "pixel-tactics"
ONGOING_PACK = Path(__file__).parent / "packs" / "ongoing"
COUNTED = ["series", "round_cap", "fight_cap"]
BARE: dict[str, object] = {"leader": "priestess"}

# Section 13 of the rules: classic, deluxe, manual.
SECTION_13 = {
    "draw_cap": ["none", "5", "none"],
    "ceasefire_orders": ["allowed", "none", "none"],
    "ceasefire_blocks_rival_interaction": ["false", "true", "false"],
    "same_leader": ["allow", "allow", "redraw"],
    "move_to": ["active_row", "any", "any"],
    "switch_action": ["false", "true", "false"],
    "power_is": ["attack", "spell", "attack"],
    "one_act_per_hero": ["false", "true", "false"],
    "ongoing_orders": ["false", "true", "true"],
    "rout_threshold": ["at_least", "at_least", "at_least"],
    "tie_trophies": ["own", "own", "own"],
    "tie_can_win": ["false", "false", "true"],
    "bonus_draw": ["per_rival_trophy", "per_rival_trophy", "trailing"],
    "first_player_next": ["winner", "winner", "winner"],
    "printing": ["first", "second", "first"],
}
EDITIONS = ["classic", "deluxe", "manual"]

Options = dict[str, object]
Seat = dict[str, object]


class Play:
    """A match from a position, played in notation."""

    def __init__(self, options: Options, *seats: Seat, packs: Packs | None = None, **table: object) -> None:
        position = {**table, "seats": list(seats)} if seats else None
        self.match = Match(make_game(NAME, options, packs), seeded_chance(0), None, position)
        self.match.settle()

    def play(self, seat: int, *texts: str) -> Play:
        for text in texts:
            self.match.push(text, seat=seat)
        return self

    def legal(self, seat: int, kind: str) -> list[str]:
        """Return what a seat may do of one kind."""
        texts = [self.match.text(action) for action in self.match.actions(seat)]
        return sorted(text for text in texts if text.split()[0] == kind)

    def at(self, path: str) -> object:
        """Return a value of the position, None where there is none."""
        value = look_up(self.match.state.position(), path)
        return value if isinstance(value, int | str | list | dict) else None

    def winner(self) -> int | None:
        result = self.match.result
        return result.winner if result is not None else None


# ---- what the flags change ----


def sizes_open_to_draw(options: Options) -> object:
    """Return the sizes of hand, of 2, 4 and 6, with which one may draw."""
    hand = ["knight", "fighter", "gunner", "healer", "oracle", "witch"]
    return [size for size in (2, 4, 6) if Play(options, {**BARE, "hand": hand[:size]}, BARE).legal(0, "draw")]


def orders_in_round_one(options: Options) -> object:
    hand = ["homunculus", "pyromancer", "berserker"]
    return Play(options, {**BARE, "hand": hand}, BARE, round=1).legal(0, "order")


def alchemy_in_round_one(options: Options) -> object:
    seats: list[Seat] = [{"leader": "alchemist"}, {**BARE, "unit": {"V1": "fighter"}}]
    play = Play({**options, "printing": "first"}, *seats, round=1, seat=1).play(1, "pass")
    return play.at("seats.1.unit.V1.damage")


def redraws_of_twins(options: Options) -> object:
    """Return how often leaders are chosen anew when both choose the same."""
    hand = ["knight", "fighter", "gunner", "healer", "oracle"]
    stack = [{"step": "set_up", "seat": 0, "at": 2}]
    play = Play(options, {"hand": hand}, {"hand": hand}, round=0, stack=stack)
    return play.play(0, "lead knight").play(1, "lead knight").at("redraws")


def rows_open_to_a_move(options: Options) -> object:
    moves = Play(options, {**BARE, "unit": {"V1": "fighter"}}, BARE).legal(0, "move")
    return sorted({text.split()[2][0] for text in moves})


def switches(options: Options) -> object:
    return Play(options, {**BARE, "unit": {"V1": "fighter", "V2": "knight"}}, BARE).legal(0, "switch")


def acts_of_a_recruit(options: Options) -> object:
    """Return whether a hero that may attack at once may use its power instead, in the first printing."""
    seats: list[Seat] = [{"leader": "mascot", "hand": ["oracle"]}, BARE]
    return Play({**options, "printing": "first"}, *seats).play(0, "recruit oracle V1").legal(0, "power")


def second_moves(options: Options) -> object:
    seats: list[Seat] = [{**BARE, "unit": {"F1": "fighter"}}, BARE]
    return Play(options, *seats, actions=3).play(0, "move F1 V1").legal(0, "move")[-1:]


def ongoing_orders(options: Options) -> object:
    packs = read_options([f"pack={ONGOING_PACK}"])[1]
    name = next(iter(packs))
    seats: list[Seat] = [{"leader": "drummer", "hand": ["banner"]}, {"leader": "drummer"}]
    return Play({**options, "pack": name}, *seats, packs=packs).legal(0, "order")


def end_at_exact_damage(options: Options) -> object:
    seats: list[Seat] = [BARE, {"leader": {"card": "priestess", "damage": 19}}]
    return Play(options, *seats, seat=1).play(1, "pass").winner()


def tied(options: Options, fight: int, trophies: int) -> Play:
    """Return a fight of a series of three after a tie."""
    gone = ["knight"] if trophies else []
    seat: Seat = {"leader": {"card": "priestess", "damage": 19}, "trophies": trophies, "gone": gone}
    return Play({**options, "series": "3"}, seat, seat, fight=fight, seat=1).play(1, "pass")


def trophies_of_a_tie(options: Options) -> object:
    play = tied(options, 1, 0)
    return [play.at("seats.0.trophies"), play.at("seats.0.gone"), play.at("seats.1.trophies")]


def end_of_a_tie_at_the_brink(options: Options) -> object:
    play = tied(options, 2, 1)
    return [play.winner(), play.at("seats.0.trophies"), play.at("seats.1.trophies")]


def hands_at_one_trophy_each(options: Options) -> object:
    play = tied(options, 1, 0)
    hands = [play.at(f"seats.{seat}.hand") for seat in range(2)]
    return [len(hand) if isinstance(hand, list) else 0 for hand in hands]


def won(options: Options, fight: int = 1, trophies: int = 0) -> Play:
    """Return a match after a fight that seat 1 won; it may have trophies from before."""
    gone = ["knight", "witch"][: fight - 1]
    loser: Seat = {"leader": {"card": "priestess", "damage": 19}, "gone": gone}
    winner: Seat = {"leader": "dragon_mage", "trophies": trophies, "gone": gone}
    return Play(options, loser, winner, fight=fight, seat=1).play(1, "pass")


def opener_of_the_next_fight(options: Options) -> object:
    return won({**options, "series": "3"}).at("opener")


def life_of_a_healer_leader(options: Options) -> object:
    return Play(options, {"leader": "healer"}, BARE).at("seats.0.unit.F2.life")


def fights_to_win(options: Options) -> object:
    """Return how many fights in a row win the match."""
    fights = 1
    while won(options, fights, fights - 1).winner() is None:
        fights += 1
    return fights


def end_of_round_two(options: Options) -> object:
    play = Play(options, {"leader": "fighter"}, BARE, round=2, wave="rear", seat=1).play(1, "pass")
    return [play.winner(), play.at("round")]


def end_of_the_first_fight(options: Options) -> object:
    play = won({**options, "series": "3"})
    return [play.winner(), play.at("fight")]


@dataclass(frozen=True)
class Flag:
    """How to look at a flag, and what each of its values shows."""

    observe: Callable[[Options], object]
    shows: dict[str, object]


TABLE = {
    "draw_cap": Flag(sizes_open_to_draw, {"none": [2, 4, 6], "5": [2, 4], "3": [2], "2": []}),
    "ceasefire_orders": Flag(
        orders_in_round_one,
        {"allowed": ["order homunculus", "order pyromancer"], "harmless": ["order homunculus"], "none": []},
    ),
    "ceasefire_blocks_rival_interaction": Flag(alchemy_in_round_one, {"false": 1, "true": None}),
    "same_leader": Flag(redraws_of_twins, {"allow": 0, "redraw": 1}),
    "move_to": Flag(rows_open_to_a_move, {"active_row": ["V"], "any": ["F", "R", "V"]}),
    "switch_action": Flag(switches, {"true": ["switch V1 V2"], "false": []}),
    "power_is": Flag(acts_of_a_recruit, {"attack": ["power V1"], "spell": []}),
    "one_act_per_hero": Flag(second_moves, {"true": [], "false": ["move V1 V3"]}),
    "ongoing_orders": Flag(ongoing_orders, {"true": ["order banner"], "false": []}),
    "rout_threshold": Flag(end_at_exact_damage, {"at_least": 0, "more_than": None}),
    "tie_trophies": Flag(trophies_of_a_tie, {"own": [1, ["priestess"], 1], "none": [0, [], 0]}),
    "tie_can_win": Flag(end_of_a_tie_at_the_brink, {"true": [-1, 2, 2], "false": [None, 1, 1]}),
    "bonus_draw": Flag(hands_at_one_trophy_each, {"per_rival_trophy": [6, 6], "trailing": [5, 5]}),
    "first_player_next": Flag(opener_of_the_next_fight, {"winner": 1, "loser": 0, "random": None}),
    "printing": Flag(life_of_a_healer_leader, {"first": 15, "second": 18}),
    "series": Flag(fights_to_win, {"1": 1, "3": 2, "5": 3}),
    "round_cap": Flag(end_of_round_two, {"2": [0, 2], "12": [None, 3]}),
    "fight_cap": Flag(end_of_the_first_fight, {"1": [1, 1], "7": [None, 2]}),
}
VALUES = [(name, value) for name, flag in TABLE.items() for value in flag.shows]
CHOICES = {flag.name: [value for value in flag.choices if value != AS_EDITION] for flag in FLAGS}


def given(name: str, value: str) -> Options:
    return {name: int(value) if name in ("round_cap", "fight_cap") else value}


@pytest.mark.parametrize(("name", "value"), VALUES)
def test_a_value_shows_at_the_table(name: str, value: str) -> None:
    assert TABLE[name].observe(given(name, value)) == TABLE[name].shows[value]


@pytest.mark.parametrize("name", list(TABLE))
def test_no_two_values_look_alike(name: str) -> None:
    shows = [repr(shown) for shown in TABLE[name].shows.values()]
    assert len(set(shows)) == len(shows) >= 2


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", list(SECTION_13))
def test_an_edition_plays_its_values(name: str, edition: str) -> None:
    value = SECTION_13[name][EDITIONS.index(edition)]
    options: Options = {"edition": edition}
    assert TABLE[name].observe(options) == TABLE[name].shows[value]


def test_the_defaults_are_deluxe_one_fight_twelve_rounds_seven_fights() -> None:
    for name, value in {"series": "1", "round_cap": "12", "fight_cap": "7"}.items():
        assert TABLE[name].observe({}) == TABLE[name].shows[value]
    for name, values in SECTION_13.items():
        assert TABLE[name].observe({}) == TABLE[name].shows[values[EDITIONS.index("deluxe")]]


def test_the_editions_are_those_of_the_rules() -> None:
    columns = {edition: {name: SECTION_13[name][at] for name in SECTION_13} for at, edition in enumerate(EDITIONS)}
    assert load_editions() == columns


def test_every_flag_is_in_the_table() -> None:
    assert set(TABLE) == {flag.name for flag in FLAGS} | set(COUNTED)


@pytest.mark.parametrize("name", [name for name in CHOICES if name != "draw_cap"])
def test_every_value_of_a_flag_is_in_the_table(name: str) -> None:
    assert sorted(TABLE[name].shows) == sorted(CHOICES[name])
