"""Prove the clauses that a scenario cannot express: odds, what exists at all, options and packs."""

from __future__ import annotations

import pytest
from tests.games.pocket_tactics.table import NAME, game_of, lively_match, restore, start

from warband.games.pocket_tactics.game import PocketTactics
from warband.games.pocket_tactics.rules import board
from warband.games.pocket_tactics.rules.state import Skirmish
from warband.kernel.clauses import clause
from warband.kernel.errors import BadInput
from warband.kernel.registry import make_game
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


# ---- set-up ----


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


# ---- dice ----


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


# ---- options ----


@clause("pocket-tactics:DRW-04")
def test_the_last_turn_is_400_unless_the_option_says_otherwise() -> None:
    assert game_of().rules.turns == 400
    assert game_of(turns=240).rules.turns == 240


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"turns": 0}, "option turns: 0 is not between 1 and 1000"),
        ({"turns": 1001}, "option turns: 1001 is not between 1 and 1000"),
        ({"map": "drawn"}, "option map: 'drawn' is not one of built, quick"),
        ({"compact": "yes"}, "option compact: 'yes' is not one of auto, on, off"),
        ({"placing": "loose"}, "option placing: 'loose' is not one of lenient, strict"),
        ({"witch": "hand"}, "option witch: 'hand' is not one of reserves, tile"),
        ({"stuck": "draws"}, "option stuck: 'draws' is not one of passes, loses"),
        ({"pack": "set-two"}, "option pack: 'set-two' is neither a file, nor a folder, nor one of set-one"),
    ],
)
def test_an_option_out_of_bounds_is_refused(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadInput) as caught:
        make_game(NAME, options)
    assert str(caught.value) == sentence


# ---- notation ----


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("dance", "'dance' is not an action of Pocket-Tactics; write for example 'move archer 2,-3 > 2,-4'"),
        ("move druid 0,-1 > 0,-2", "'move druid 0,-1 > 0,-2': there is no druid on 0,-1"),
        ("move archer 0,-1 > 5,-5", "'move archer 0,-1 > 5,-5': there is no tile on 5,-5"),
        ("move 0,0 > 0,-1", "'move 0,0 > 0,-1': a base does not act"),
        ("summon druid", "'summon druid': the druid is not a unit of the seat that decides"),
        (
            "assault archer 0,-1 > 0,-2",
            "'assault archer 0,-1 > 0,-2': an assault names its manner, one of melee, magic",
        ),
        (
            "assault archer 0,-1 > 0,-3 melee",
            "'assault archer 0,-1 > 0,-3 melee': 0,-3 is too far for an assault by melee",
        ),
        ("move archer 0,-1 > " + "9" * 5000 + ",0", "'move archer 0,-1 > 9999"),
    ],
)
def test_a_text_that_means_nothing_here_is_refused_in_one_sentence(text: str, sentence: str) -> None:
    game = game_of()
    state = restore(game, {"seats": [{"units": {"0,-1": "archer"}}, {}]})
    with pytest.raises(BadInput) as caught:
        game.parse(text, state)
    assert str(caught.value).startswith(sentence)


def test_every_legal_action_of_lively_matches_reads_back() -> None:
    for seed in range(6):
        game = game_of(map="quick" if seed % 2 else "built")
        for state in lively_match(game, seed):
            for seat in state.awaiting():
                for action in state.legal(seat) if seat != CHANCE else []:
                    assert game.parse(game.text(action, state), state) == action
                    assert state.why_not(seat, action) is None
