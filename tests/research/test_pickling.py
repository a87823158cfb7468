"""Environments and batches pickle, copy and cross processes, and play on alike."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np
import pytest
from tests.research.matches import IDS, SETS, game_of

from warband.kernel.chance import Rng
from warband.kernel.registry import names
from warband.research.batch import Batch
from warband.research.gymnasium import WarbandEnv
from warband.research.pettingzoo import AGENTS, WarbandAEC, env, raw_env

pytestmark = pytest.mark.engine

WAYS: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


def spawned(things: Any) -> Any:  # noqa: ANN401
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as executor:
        return executor.submit(copy.deepcopy, things).result()


# ---- PettingZoo ----


def begun_aec(made: Any) -> Any:  # noqa: ANN401
    made.reset(seed=3)
    play_aec(made, 9)
    return made


def play_aec(made: Any, steps: int) -> list[str]:  # noqa: ANN401
    """Take the last legal action so many times; return what was observed."""
    told: list[str] = []
    for _ in range(steps):
        seen, reward, ended, cut, _ = made.last()
        told.append(str((made.agent_selection, seen["observation"].tolist(), reward, ended, cut)))
        if ended:
            break
        made.step(int(np.flatnonzero(seen["action_mask"])[-1]))
    return told


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("name", "option_set"), SETS, ids=IDS)
def test_a_pettingzoo_environment_plays_on_alike(name: str, option_set: str, way: str) -> None:
    made = begun_aec(raw_env(game_of(name, option_set)))
    twin = WAYS[way](made)
    assert isinstance(twin, WarbandAEC)
    expected = play_aec(WAYS["deepcopy"](made), 25)
    assert play_aec(twin, 25) == expected
    # What the copy did left the original where it was.
    assert play_aec(made, 25) == expected


def test_the_guarded_environment_pickles() -> None:
    made = begun_aec(env(names()[0]))
    assert play_aec(pickle.loads(pickle.dumps(made)), 20) == play_aec(made, 20)
    assert made.possible_agents == AGENTS


# ---- Gymnasium ----


def play_gym(made: WarbandEnv, steps: int) -> list[str]:
    told: list[str] = []
    for _ in range(steps):
        seen, reward, ended, _, info = made.step(int(np.flatnonzero(made.action_masks())[-1]))
        told.append(str((seen.tolist(), reward, ended, info["action_mask"].tolist())))
        if ended:
            made.reset()
    return told


@pytest.mark.parametrize("opponent", ["random", "greedy:8", "search:6", "2"])
@pytest.mark.parametrize("way", WAYS)
def test_a_gymnasium_environment_plays_on_alike(way: str, opponent: str) -> None:
    for name in names():
        made = WarbandEnv(name, opponent=opponent, seat=None)
        made.reset(seed=2)
        play_gym(made, 3)
        twin = WAYS[way](made)
        assert isinstance(twin, WarbandEnv)
        expected = play_gym(WAYS["deepcopy"](made), 6)
        assert play_gym(twin, 6) == expected
        assert play_gym(made, 6) == expected


# ---- the batch ----


def play_batch(made: Batch, steps: int) -> list[str]:
    told: list[str] = []
    for _ in range(steps):
        made.step(made.masks.argmax(axis=1))
        arrays = (made.observations, made.masks, made.rewards, made.seats, made.dones)
        told.append(str([array.tobytes() for array in arrays]))
    return told


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("name", "option_set"), SETS, ids=IDS)
def test_a_batch_plays_on_alike(name: str, option_set: str, way: str) -> None:
    made = Batch(game_of(name, option_set), range(5))
    play_batch(made, 11)
    twin = WAYS[way](made)
    assert isinstance(twin, Batch)
    assert twin == made
    assert np.array_equal(twin.observations, made.observations)
    assert np.array_equal(twin.rewards, made.rewards)
    expected = play_batch(WAYS["pickle"](made), 20)
    assert play_batch(twin, 20) == expected
    assert twin != made
    assert play_batch(made, 20) == expected
    assert twin == made


# ---- other processes ----


def test_environments_cross_into_another_process_and_back() -> None:
    name = names()[-1]
    single = WarbandEnv(name, opponent="search:6")
    single.reset(seed=2)
    batch = Batch(game_of(name, "default"), range(3))
    two = begun_aec(raw_env(name))
    back = spawned((two, single, batch))
    assert play_aec(back[0], 20) == play_aec(two, 20)
    assert play_gym(back[1], 5) == play_gym(single, 5)
    assert back[2] == batch


def test_an_openspiel_state_crosses_into_another_process_and_back() -> None:
    pytest.importorskip("pyspiel", reason="the extra research has no OpenSpiel here")
    from warband.research.openspiel import load_game

    states = [load_game(name).new_initial_state() for name in names()]
    for state in states:
        rng = Rng(4)
        for _ in range(20):
            legal = state.legal_actions()
            state.apply_action(legal[rng.below(len(legal))])
    for twins in (spawned(states), *([way(state) for state in states] for way in WAYS.values())):
        for state, twin in zip(states, twins, strict=True):
            assert str(twin) == str(state)
            assert str(twin.get_game()) == str(state.get_game())
            assert twin.legal_actions() == state.legal_actions()
