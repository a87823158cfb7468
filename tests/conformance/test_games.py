"""Check every registered game and option set: the laws, trajectories alike on both engines, random matches."""

from __future__ import annotations

import hashlib
import json
import os
import tomllib
from pathlib import Path

import pytest

from warband.conformance import check_game
from warband.engine import engine
from warband.kernel.chance import Rng
from warband.kernel.events import Event
from warband.kernel.game import Game
from warband.kernel.random_play import Tally, random_match, random_step
from warband.kernel.registry import entry, make_game, names

pytestmark = pytest.mark.engine

# On the plain engine a part of what the compiled one does; the laws are checked at every decision, which takes long.
SHARE = 10 if engine() == "compiled" else 1
WALKS = 4 if engine() == "compiled" else 1
# Of a game with shorter matches than this more are walked, so that something is hidden in one of them.
SHORT = 1000
SETS = [(name, option_set) for name in names() for option_set in entry(name).option_sets]

# Digests of seeded random matches; a change of rules changes them, an engine must not.
# WARBAND_WRITE_TRAJECTORIES=1 prints what to put into the file.
TRAJECTORIES = Path(__file__).with_name("trajectories.toml")


def game_of(name: str, option_set: str) -> Game:
    return make_game(name, entry(name).option_sets[option_set])


@pytest.mark.parametrize(("name", "option_set"), SETS)
def test_a_game_keeps_the_laws(name: str, option_set: str) -> None:
    game = game_of(name, option_set)
    walks = WALKS if game.bound() > SHORT else 4 * WALKS
    report = check_game(game, matches=walks, seed=len(option_set))
    assert report.matches == walks
    assert report.imagined == 2 * report.decisions
    assert report.leak_windows > 0
    assert report.undone > 0


@pytest.mark.parametrize(("name", "option_set"), SETS)
def test_random_matches_end_within_the_bound(name: str, option_set: str) -> None:
    game = game_of(name, option_set)
    for seed in range(100 * SHARE):
        tally = Tally()
        state = random_match(game, Rng(seed), tally)
        assert state.result() is not None
        assert tally.decisions + tally.forced <= game.bound()


def trajectory(game: Game) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for seed in range(40):
        rng, tally, sink = Rng(seed), Tally(), list[Event]()
        state = game.start()
        while random_step(state, rng, tally, sink):
            digest.update(json.dumps(state.position()).encode())
            digest.update(json.dumps([event.seen(seed % 2) for event in sink]).encode())
            sink.clear()
    return digest.hexdigest()


@pytest.mark.parametrize(("name", "option_set"), SETS)
def test_trajectories_are_alike_on_both_engines(name: str, option_set: str) -> None:
    known = tomllib.loads(TRAJECTORIES.read_text(encoding="utf-8"))
    found = trajectory(game_of(name, option_set))
    if os.environ.get("WARBAND_WRITE_TRAJECTORIES"):
        print(f'{name}.{option_set} = "{found}"')
    assert found == known.get(name, {}).get(option_set)
