"""Many environments in one play as so many of their own would, from the same seeds."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from numpy.typing import NDArray

from warband.kernel import registry
from warband.kernel.errors import BadInput
from warband.research.gymnasium import WarbandEnv, env_id
from warband.research.gymnasium_vector import WarbandVectorEnv
from warband.research.seating import IllegalMove


def vector(name: str, count: int, **keywords: object) -> WarbandVectorEnv:
    found = gymnasium.make_vec(env_id(name), count, "vector_entry_point", **keywords)  # type: ignore[arg-type]
    assert isinstance(found, WarbandVectorEnv)
    return found


def tiny(count: int, **keywords: object) -> WarbandVectorEnv:
    return vector("heros-crossing", count, **registry.entry("heros-crossing").option_sets["tiny"], **keywords)


def first_legal(masks: NDArray[np.int8], step: int) -> NDArray[np.int64]:
    """Return a legal action for each row of masks, another one with every step."""
    legal = [np.flatnonzero(mask) for mask in masks]
    return np.array([actions[step % len(actions)] for actions in legal])


@pytest.mark.parametrize("seat", [0, None])
@pytest.mark.parametrize("name", registry.names())
def test_a_vector_plays_as_gymnasium_would_step_its_environments(name: str, seat: int | None) -> None:
    options = registry.entry(name).option_sets.get("tiny", {})
    mine = vector(name, 3, seat=seat, **options)
    game = registry.make_game(name, options)
    theirs = SyncVectorEnv([lambda: WarbandEnv(game, seat=seat) for _ in range(3)])
    seen: tuple[Any, ...] = mine.reset(seed=5)
    shown: tuple[Any, ...] = theirs.reset(seed=5)
    ends = 0
    for step in range(120):
        assert np.array_equal(seen[0], shown[0])
        for key in ("action_mask", "_action_mask", "seat", "_seat"):
            assert np.array_equal(seen[-1][key], shown[-1][key])
        actions = first_legal(seen[-1]["action_mask"], step)
        seen, shown = mine.step(actions), theirs.step(actions)
        for figures, others in zip(seen[1:4], shown[1:4], strict=True):
            assert figures.dtype == others.dtype
            assert np.array_equal(figures, others)
        ends += int(seen[2].sum())
    assert ends > 0 or not options


def test_spaces_and_metadata_are_those_of_a_vector() -> None:
    env = vector("pixel-tactics", 4)
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert env.num_envs == 4
    seen, info = env.reset(seed=[1, 2, None, 4])
    assert env.observation_space.contains(seen)
    assert env.single_observation_space.contains(seen[0])
    assert env.action_space.contains(env.action_space.sample())
    assert np.array_equal(env.action_masks(), info["action_mask"].astype(bool))
    assert gymnasium.make_vec(env_id("pixel-tactics"), 2).unwrapped.__class__ is WarbandVectorEnv


def test_samples_are_legal_and_whole_matches_are_played() -> None:
    env = tiny(5)
    env.action_space.seed(1)
    _, info = env.reset(seed=3)
    ends = 0
    for _ in range(60):
        actions = env.action_space.sample()
        assert info["action_mask"][np.arange(5), actions].all()
        _, rewards, terminations, truncations, info = env.step(actions)
        assert not rewards[~terminations].any()
        assert not truncations.any()
        assert info["action_mask"].any(axis=1).all()
        ends += int(terminations.sum())
    assert ends > 5


def test_an_illegal_action_is_named_and_nothing_is_carried_out() -> None:
    env = vector("pixel-tactics", 3)
    before, info = env.reset(seed=1)
    actions = first_legal(info["action_mask"], 0)
    wrong = actions.copy()
    wrong[1] = 711
    with pytest.raises(IllegalMove, match=r"^environment 1: card \w+: "):
        env.step(wrong)
    assert all(
        np.array_equal(env.game.encode(one.position, 0), row.tobytes())
        for one, row in zip(env.envs, before, strict=True)
    )
    env.step(actions)


def test_arrays_are_copied_unless_told_otherwise() -> None:
    kept, _ = (env := tiny(2)).reset(seed=1)
    before = kept.copy()
    env.step(env.action_space.sample())
    assert np.array_equal(kept, before)
    shared, _ = (other := tiny(2, copy=False)).reset(seed=1)
    assert np.array_equal(shared, before)
    assert other.step(other.action_space.sample())[0] is shared


def test_a_vector_goes_on_from_a_pickle() -> None:
    env = tiny(2)
    _, info = env.reset(seed=1)
    twin = pickle.loads(pickle.dumps(env))
    actions = first_legal(info["action_mask"], 1)
    assert np.array_equal(env.step(actions)[0], twin.step(actions)[0])


def test_tables_are_drawn() -> None:
    env = tiny(2, render_mode="ansi")
    env.reset(seed=1)
    assert [str(table)[:6] for table in env.render() or ()] == ["Hero's"] * 2
    assert tiny(2).render() is None


def test_wrong_input_is_refused() -> None:
    with pytest.raises(BadInput, match="0 environments; give at least 1"):
        tiny(0)
    with pytest.raises(BadInput, match=r"'oponent'; .*; beside them there are num_envs, opponent, seat"):
        vector("pixel-tactics", 2, oponent="greedy")
    with pytest.raises(BadInput, match="render mode 'human' prints one table; many have ansi and rgb_array"):
        tiny(2, render_mode="human")
    env = tiny(2)
    with pytest.raises(BadInput, match="3 seeds for 2 environments; give one for each"):
        env.reset(seed=[1, 2, 3])
    with pytest.raises(BadInput, match="reset takes no options, so not depth"):
        env.reset(options={"depth": 3})
    env.reset(seed=1)
    with pytest.raises(BadInput, match="1 actions for 2 environments; give one for each"):
        env.step(np.zeros(1, np.int64))
