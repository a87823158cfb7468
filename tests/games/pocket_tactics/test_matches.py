"""Play Pocket-Tactics at random under all options: every match ends, and no unit and no tile is lost."""

from __future__ import annotations

import pytest
from tests.games.pocket_tactics.table import check_map, check_table, game_of, lively_match, options_of

from warband.engine import engine
from warband.games.pocket_tactics.board import DEPLOY, OVER
from warband.games.pocket_tactics.state import Skirmish
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
    tally = Tally()
    for number in range(MATCHES // 4):
        seed = part * 1_000_000 + number
        if number % PER_GAME == 0:
            game = game_of(**options_of(seed))
        before = tally.decisions + tally.forced
        state = random_match(game, Rng(seed), tally)
        assert isinstance(state, Skirmish)
        check_table(state)
        check_map(state)
        assert state.result() is not None
        assert 1 <= state.turn <= game.rules.turns
        assert tally.decisions + tally.forced - before <= game.bound()


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
    for seed in range(4 * STEPPED):
        game = game_of(**{**options_of(seed), "turns": 1})
        for state in lively_match(game, seed):
            if state.phase == DEPLOY:
                second = state.hexes[21]
                check_map(state)
                assert hexes_apart(second, state.hexes[20]) >= 4
                break


def hexes_apart(a: int, b: int) -> int:
    """Return the distance of two hexes by their numbers: rows of 23, each shifted by one against the last."""
    rows, columns = a // 23 - b // 23, a % 23 - b % 23
    q, r = columns + rows, -rows
    return max(abs(q), abs(r), abs(q + r))
