"""Prove the clauses that a scenario cannot express: odds, what exists at all, options and packs."""

from __future__ import annotations

import pytest
from tests.games.pocket_tactics.table import game_of, lively_match, restore, start

from warband.games.pocket_tactics.game import PocketTactics
from warband.games.pocket_tactics.rules import board
from warband.games.pocket_tactics.rules.state import Skirmish
from warband.kernel.clauses import clause
from warband.kernel.seats import BY_CHANCE, CHANCE

pytestmark = pytest.mark.engine
DICE = {f"die {value}": 1 for value in range(1, 7)}
FILE = ["0,-1 forest", "0,-2 forest"]


def odds(game: PocketTactics, state: Skirmish) -> dict[str, int]:
    assert state.awaiting() == BY_CHANCE
    return {game.text(outcome): weight for outcome, weight in state.outcomes()}


def play(game: PocketTactics, state: Skirmish, seat: int, text: str) -> None:
    action = game.parse(text, state)
    if seat == CHANCE:
        assert action in [outcome for outcome, _ in state.outcomes()]
        state.apply(CHANCE, action)
    else:
        state.play(seat, action)


@clause("pocket-tactics:SET-01")
def test_no_pool_exceeds_three_dice_and_every_unit_defends() -> None:
    for unit in game_of().set.units:
        assert max(unit.offense + unit.defense) <= 3
        assert min(unit.defense) >= 1
        assert max(unit.offense) >= 1


@clause("pocket-tactics:SET-10")
def test_the_first_player_is_rolled_with_even_dice() -> None:
    game = game_of()
    state = start(game)
    play(game, state, 0, "faction legion")
    play(game, state, 1, "faction tribes")
    assert odds(game, state) == DICE
    play(game, state, CHANCE, "die 4")
    assert odds(game, state) == DICE
    play(game, state, CHANCE, "die 4")
    assert odds(game, state) == DICE
    assert state.first == -1


@clause("pocket-tactics:SET-12", "pocket-tactics:SET-02")
def test_a_tile_is_drawn_from_what_the_bag_holds() -> None:
    game = game_of()
    everything = {"tile water": 3, "tile field": 5, "tile hill": 3, "tile forest": 9}
    assert odds(game, restore(game, {"phase": "tile"})) == everything
    tiles = [*FILE, "0,-3 water", "0,-4 water", "0,-5 water", "0,-6 hill"]
    left = {"tile field": 5, "tile hill": 2, "tile forest": 7}
    assert odds(game, restore(game, {"phase": "tile", "tiles": tiles})) == left


@clause("pocket-tactics:SET-17")
def test_a_quick_map_lays_a_tile_on_every_compact_place_with_equal_weight() -> None:
    game = game_of(map="quick")
    state = restore(game, {"phase": "spot", "drawn": "hill", "tiles": FILE})
    assert odds(game, state) == {f"place {where}": 1 for where in ("1,-1", "-1,0", "1,-2", "-1,-1")}


@clause("pocket-tactics:SET-17")
def test_without_compactness_a_quick_map_uses_every_legal_place() -> None:
    game = game_of(map="quick", compact="off")
    state = restore(game, {"phase": "spot", "drawn": "hill", "tiles": FILE})
    places = ("1,-1", "-1,0", "1,-2", "-1,-1", "0,-3", "1,-3", "-1,-2")
    assert odds(game, state) == {f"place {where}": 1 for where in places}


@clause("pocket-tactics:SET-17", "pocket-tactics:SET-14")
def test_chance_also_picks_the_second_base_of_a_quick_map() -> None:
    game = game_of(map="quick")
    found = 0
    for seed in range(60):
        for state in lively_match(game, seed):
            if state.phase == board.SPOT and len(state.terrain) == 20:
                spots = odds(game, state)
                assert set(spots.values()) == {1}
                assert len(spots) > 1
                found += 1
            if state.phase > board.CITADEL:
                break
    assert found > 10


@clause("pocket-tactics:WAT-01")
@pytest.mark.parametrize("value", range(1, 7))
def test_half_of_the_faces_drown(value: int) -> None:
    game = game_of()
    state = restore(game, {"seats": [{"units": {"1,-1": "archer"}}, {}]})
    play(game, state, 0, "move archer 1,-1 > 2,-2")
    assert odds(game, state) == DICE
    play(game, state, CHANCE, f"die {value}")
    assert (sum(state.captured) == 1) == (value <= 3)
    assert state.awaiting() == (1,)


@clause("pocket-tactics:ability/undead")
@pytest.mark.parametrize(
    ("dice", "saved"), [((6, 1, 1), True), ((1, 6, 1), True), ((1, 1, 6), True), ((6, 6, 6), True), ((5, 5, 5), False)]
)
def test_any_six_among_three_dice_saves_and_all_are_rolled(dice: tuple[int, int, int], saved: bool) -> None:
    game = game_of()
    state = restore(game, {"seat": 1, "seats": [{}, {"units": {"1,-1": "cursed_ranger"}}]})
    play(game, state, 1, "move cursed_ranger 1,-1 > 2,-2")
    play(game, state, CHANCE, "die 1")
    for value in dice:
        assert odds(game, state) == DICE
        play(game, state, CHANCE, f"die {value}")
    assert state.awaiting() == (0,)
    assert (sum(state.captured) == 0) == saved


@clause("pocket-tactics:ASL-06")
def test_all_dice_are_rolled_with_even_odds_before_anyone_decides() -> None:
    game = game_of()
    state = restore(game, {"seats": [{"units": {"1,-2": "swordsman"}}, {"units": {"1,-3": "marauder"}}]})
    play(game, state, 0, "assault swordsman 1,-2 > 1,-3 melee")
    for _ in range(3 + 2 + 3 + 2):
        assert odds(game, state) == DICE
        play(game, state, CHANCE, "die 3")
    assert state.awaiting() == (0,)
