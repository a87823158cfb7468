"""Prove the clauses on words, set-up and turns that a scenario cannot express: odds, and packs of other cards."""

from __future__ import annotations

import copy

import pytest

from warband.kernel.chance import seeded_chance
from warband.kernel.clauses import clause
from warband.kernel.errors import BadInput
from warband.kernel.game import Game, State
from warband.kernel.match import Match
from warband.kernel.packaged_game import shipped_pack
from warband.kernel.registry import make_game
from warband.kernel.scenario_checks import look_up
from warband.kernel.seats import BY_CHANCE, CHANCE

pytestmark = pytest.mark.engine

NAME = "pixel-tactics"
FIRST_PRINTING: dict[str, object] = {"edition": "classic"}
CARDS = [
    "alchemist",
    "assassin",
    "berserker",
    "doppelganger",
    "dragon_mage",
    "fighter",
    "gunner",
    "healer",
    "homunculus",
    "illusionist",
    "knight",
    "mascot",
    "mystic",
    "oracle",
    "overlord",
    "paladin",
    "planestalker",
    "priestess",
    "pyromancer",
    "scientist",
    "summoner",
    "templar",
    "trapper",
    "vampire",
    "witch",
]

Card = dict[str, object]


def odds(game: Game, state: State) -> dict[str, int]:
    assert state.awaiting() == BY_CHANCE
    return {game.text(outcome): weight for outcome, weight in state.outcomes()}


def settle(game: Game, state: State, *texts: str) -> None:
    for text in texts:
        state.apply(CHANCE, game.parse(text))


def shipped_cards() -> list[Card]:
    cards = copy.deepcopy(shipped_pack("warband.games.pixel_tactics", "set-one")[0]["cards"])
    assert isinstance(cards, list)
    return cards


def game_with(cards: list[Card], options: dict[str, object] | None = None) -> Game:
    pack: dict[str, object] = {"name": "mine", "cards": cards}
    return make_game(NAME, {**FIRST_PRINTING, **(options or {}), "pack": "mine"}, {"mine": (pack, "mine.toml")})


def game_in_which(card_id: str, role: str, **fields: object) -> Game:
    """Return the game with the shipped cards, but for one role of one card, in the first printing."""
    cards = shipped_cards()
    for card in cards:
        found = card[role]
        if card["id"] == card_id and isinstance(found, dict):
            found.update(fields)
    return game_with(cards)


# ---- set-up ----


@clause("pixel-tactics:SET-1", "pixel-tactics:SET-2")
def test_each_deck_holds_the_same_twenty_five_cards() -> None:
    game = make_game(NAME)
    state = game.start()
    assert odds(game, state) == {f"card {card}": 1 for card in CARDS}
    settle(game, state, "card knight", "card witch", "card oracle", "card mystic", "card healer")
    assert odds(game, state) == {f"card {card}": 1 for card in CARDS}
    assert len(CARDS) == 25


@clause("pixel-tactics:SET-1")
def test_a_set_may_have_another_number_of_cards() -> None:
    game = game_with(shipped_cards()[:12])
    assert odds(game, game.start()) == {f"card {card}": 1 for card in CARDS[:12]}
    with pytest.raises(BadInput, match="11 cards; a deck has 12 to 30"):
        game_with(shipped_cards()[:11])


@clause("pixel-tactics:SET-4")
def test_a_deck_is_shuffled_so_that_each_card_left_is_as_likely() -> None:
    game = make_game(NAME)
    state = game.start()
    settle(game, state, "card knight", "card witch")
    assert odds(game, state) == {f"card {card}": 1 for card in CARDS if card not in ("knight", "witch")}


@clause("pixel-tactics:SET-8")
def test_either_seat_is_as_likely_to_be_first() -> None:
    game = make_game(NAME)
    state = game.start()
    while state.awaiting() == BY_CHANCE:
        state.apply(CHANCE, state.outcomes()[0][0])
    for seat in range(2):
        state.play(seat, state.legal(seat)[0])
    assert odds(game, state) == {"first 0": 1, "first 1": 1}


@clause("pixel-tactics:SET-14")
@pytest.mark.parametrize("text", ["mulligan", "redraw", "discard knight"])
def test_no_action_exchanges_a_hand(text: str) -> None:
    with pytest.raises(BadInput, match=text):
        make_game(NAME).parse(text)


# ---- forerunner and supporter, with cards that give from the vanguard and the rear ----


def damage_of_attack(game: Game, attack: str, **unit: object) -> object:
    """Return the damage on the rival's leader after an attack by a hero or the leader of seat 0."""
    wave = {"V": "vanguard", "F": "flank", "R": "rear"}[attack.split()[1][0]]
    seats = [{"leader": "dragon_mage", "unit": unit}, {"leader": "priestess"}]
    match = Match(game, seeded_chance(0), None, {"wave": wave, "seats": seats})
    match.push(attack, seat=0)
    return look_up(match.state.position(), "seats.1.unit.F2.damage")


@clause("pixel-tactics:TRM-7")
def test_a_leader_is_nobodys_supporter() -> None:
    game = game_in_which("gunner", "vanguard", traits=["supporter ranged", "supporter strength +3"])
    assert damage_of_attack(game, "shoot F1 > F2", V1="gunner", F1="fighter") == 9
    seats = [{"leader": "dragon_mage", "unit": {"V2": "gunner"}}, {"leader": "priestess"}]
    state = game.restore({"wave": "flank", "seats": seats})
    assert not [text for text in map(game.text, state.legal(0)) if text.startswith("shoot")]


@clause("pixel-tactics:TRM-7")
def test_a_leader_is_nobodys_forerunner() -> None:
    game = game_in_which("mystic", "rear", traits=["forerunner strength +2"])
    assert damage_of_attack(game, "attack F1 > F2", F1="knight", R1="mystic") == 5
    assert damage_of_attack(game, "attack F2 > F2", F1="knight", R2="mystic") == 4


@clause("pixel-tactics:TRM-7")
@pytest.mark.parametrize("between", [{}, {"F1": {"card": "witch", "corpse": True}}, {"F1": "oracle"}])
def test_whoever_stands_two_slots_before_is_no_forerunner(between: dict[str, object]) -> None:
    game = game_in_which("mystic", "rear", traits=["forerunner strength +2"])
    assert damage_of_attack(game, "attack V1 > F2", V1="knight", R1="mystic", **between) == 3


@clause("pixel-tactics:TRM-7")
@pytest.mark.parametrize("between", [{}, {"F1": {"card": "witch", "corpse": True}}])
def test_whoever_stands_two_slots_behind_is_no_supporter(between: dict[str, object]) -> None:
    game = game_in_which("trapper", "vanguard", traits=["supporter strength +3"])
    assert damage_of_attack(game, "shoot R1 > F2", V1="trapper", R1="gunner", **between) == 5


# ---- the end of a wave ----


@clause("pixel-tactics:FLW-8")
def test_what_waits_for_the_end_of_the_turn_comes_before_what_waits_for_the_end_of_the_wave() -> None:
    """The second player's healing waits for the turn, so it precedes the first player's damage of the wave."""
    healing = [["each", "own heroes of this wave"], ["heal", 2]]
    game = game_in_which("healer", "leader", at_end_of_wave=[], at_end_of_turn=healing)
    seats = [{"leader": "alchemist"}, {"leader": "healer", "unit": {"V1": {"card": "fighter", "damage": 1}}}]
    match = Match(game, seeded_chance(0), None, {"seat": 1, "seats": seats})
    match.push("pass", seat=1)
    assert look_up(match.state.position(), "wave") == "flank"
    assert look_up(match.state.position(), "seats.1.unit.V1.damage") == 1
