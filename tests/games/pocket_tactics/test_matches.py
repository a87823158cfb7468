"""Play Pocket-Tactics at random under all options: every match ends, and no unit and no tile is lost."""

from __future__ import annotations

import pytest
from tests.games.pocket_tactics.oracle import read_hex
from tests.games.pocket_tactics.table import check_map, check_table, game_of, lively_match, options_of

from warband.engine import engine
from warband.games.pocket_tactics.game import PocketTactics
from warband.games.pocket_tactics.rules.board import DEPLOY, OVER
from warband.games.pocket_tactics.rules.hexes import text_of
from warband.games.pocket_tactics.rules.state import Skirmish
from warband.kernel.chance import Rng
from warband.kernel.clauses import clause
from warband.kernel.random_play import Tally, random_match

pytestmark = pytest.mark.engine

COMPILED = engine() == "compiled"
MATCHES = 20_000 if COMPILED else 2_000
STEPPED = 400 if COMPILED else 60
# So many matches are played with one option set before the next one is drawn.
PER_GAME = 10


@pytest.mark.parametrize("part", range(4))
def test_random_matches_end_and_lose_no_unit_and_no_tile(part: int) -> None:
    for first in range(0, MATCHES // 4, PER_GAME):
        seed = part * 1_000_000 + first
        game = game_of(**options_of(seed))
        for number in range(PER_GAME):
            check_match(game, seed + number)


def check_match(game: PocketTactics, seed: int) -> None:
    tally = Tally()
    state = random_match(game, Rng(seed), tally)
    assert isinstance(state, Skirmish)
    check_table(state)
    check_map(state)
    assert state.result() is not None
    assert 1 <= state.turn <= game.rules.turns
    assert tally.decisions + tally.forced <= game.bound()


def test_every_step_loses_no_unit_and_no_tile() -> None:
    for seed in range(STEPPED):
        for state in lively_match(game_of(**options_of(seed)), seed):
            check_table(state)


def test_lively_matches_come_to_every_end() -> None:
    ends = set()
    for seed in range(STEPPED):
        for state in lively_match(game_of(**options_of(seed)), seed):
            if state.phase == OVER:
                ends.add(state.why)
    assert {"base", "force", "passes", "turns"} <= ends


@clause("pocket-tactics:SET-13", "pocket-tactics:SET-14")
def test_bases_stand_at_least_four_apart_and_a_tile_always_has_a_place() -> None:
    for seed in range(2 * STEPPED):
        game = game_of(**{**options_of(seed), "turns": 1})
        for state in lively_match(game, seed):
            if state.phase == DEPLOY:
                check_map(state)
                assert apart(state) >= 4
                break


def apart(state: Skirmish) -> int:
    """Return how many hexes the bases are apart, tiles or not."""
    (q, r), (second_q, second_r) = (read_hex(text_of(state.hexes[place])) for place in (20, 21))
    return max(abs(q - second_q), abs(r - second_r), abs(q + r - second_q - second_r))
