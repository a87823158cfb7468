"""Play Hero's Crossing at random: every match ends, and no card and no cube is lost."""

from __future__ import annotations

import pytest

from warband.engine import engine
from warband.games.heros_crossing.game import ENTRY
from warband.games.heros_crossing.rules.state import Crossing
from warband.kernel.chance import Rng
from warband.kernel.game import Game
from warband.kernel.random_play import Tally, random_match, random_step
from warband.kernel.registry import make_game

pytestmark = pytest.mark.engine

COMPILED = engine() == "compiled"
MATCHES = 20_000 if COMPILED else 2_000
STEPPED = 100 if COMPILED else 10
OPTION_SETS = list(ENTRY.option_sets)


def game_of(option_set: str) -> Game:
    return make_game("heros-crossing", ENTRY.option_sets[option_set])


def check_conserved(state: Crossing) -> None:
    rules = state.rules
    for soldier in range(4):
        standing = sum(state.soldiers[soldier::4])
        assert standing + state.supply[soldier] == rules.cubes[soldier]
    cards = [left + gone for left, gone in zip(state.stack, state.discards, strict=True)]
    for kind in [*state.heroes, *state.hands[0], *state.hands[1], *state.reserves]:
        if kind >= 0:
            cards[kind] += 1
    for kind in [*state.packs[0], *state.packs[1], *state.picks[0], *state.picks[1]]:
        cards[kind] += 1
    assert cards == rules.copies
    assert min(*state.stack, *state.discards, *state.soldiers, *state.supply) >= 0
    assert all(len(hand) <= 5 for hand in state.hands) or state.power or state.kinds(state.seat) == ["discard"]


@pytest.mark.parametrize("part", range(4))
def test_random_matches_end_and_lose_no_card_and_no_cube(part: int) -> None:
    game = game_of(OPTION_SETS[part])
    tally = Tally()
    for seed in range(MATCHES // 4):
        rng = Rng(part * 1_000_000 + seed)
        before = tally.decisions + tally.forced
        state = random_match(game, rng, tally)
        assert isinstance(state, Crossing)
        check_conserved(state)
        assert state.result() is not None
        assert tally.decisions + tally.forced - before <= game.bound()


def test_every_step_loses_no_card_and_no_cube() -> None:
    for seed in range(STEPPED):
        rng, tally = Rng(seed), Tally()
        state = game_of(OPTION_SETS[seed % 4]).start()
        while random_step(state, rng, tally, None):
            assert isinstance(state, Crossing)
            check_conserved(state)
