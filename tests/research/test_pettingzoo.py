"""The AEC face passes PettingZoo's own tests, tells agents what their seats may know, and refuses with a reason."""

from __future__ import annotations

import copy
import warnings

import numpy as np
import pytest
from pettingzoo import AECEnv
from pettingzoo.test import api_test, seed_test
from tests.research.matches import IDS, SETS, game_of, refuse_illegal

from warband.kernel import registry
from warband.kernel.chance import Rng
from warband.kernel.errors import BadInput
from warband.research import pettingzoo
from warband.research.pettingzoo import AGENTS, WarbandAEC
from warband.research.seating import IllegalMove

# The test suite of PettingZoo knows by name which of its own games have a mask beside the observation.
ABOUT_MASKS = ["Observation is not a NumPy array", "Observation space for each agent probably should be"]


def raw(name: str, option_set: str = "default") -> WarbandAEC:
    return pettingzoo.raw_env(game_of(name, option_set))


@pytest.mark.parametrize(("name", "option_set"), SETS, ids=IDS)
def test_the_api_test_of_pettingzoo_passes(name: str, option_set: str) -> None:
    with warnings.catch_warnings():
        for message in ABOUT_MASKS:
            warnings.filterwarnings("ignore", message)
        api_test(pettingzoo.env(game_of(name, option_set)), num_cycles=150)


@pytest.mark.parametrize(("name", "option_set"), SETS, ids=IDS)
def test_the_seed_test_of_pettingzoo_passes(name: str, option_set: str) -> None:
    seed_test(lambda: pettingzoo.env(game_of(name, option_set)), num_cycles=40)


def play(env: WarbandAEC, seed: int, most: int = 150) -> list[str]:
    """Play a random match and return who decided, step by step."""
    rng = Rng(seed)
    env.reset(seed=seed)
    deciders: list[str] = []
    while not any(env.terminations.values()) and len(deciders) < most:
        legal = env.position.legal(AGENTS.index(env.agent_selection))
        deciders.append(env.agent_selection)
        env.step(legal[rng.below(len(legal))])
    return deciders


@pytest.mark.parametrize("name", registry.names())
def test_masks_are_the_legal_actions_of_whoever_decides(name: str) -> None:
    env = raw(name)
    rng = Rng(1)
    env.reset(seed=4)
    for _ in range(60):
        if env.terminations["player_0"]:
            env.reset()
        seat = AGENTS.index(env.agent_selection)
        observation, _, _, _, info = env.last()
        legal = env.position.legal(seat)
        assert np.flatnonzero(observation["action_mask"]).tolist() == sorted(legal)
        assert np.array_equal(info["action_mask"], observation["action_mask"])
        assert not env.observe(AGENTS[1 - seat])["action_mask"].any()
        env.step(legal[rng.below(len(legal))])


def test_a_mask_is_never_empty_for_whoever_draws_when_a_match_is_over() -> None:
    env = raw("heros-crossing", "tiny")
    play(env, 3)
    assert all(env.terminations.values())
    for agent in AGENTS:
        assert env.observe(agent)["action_mask"].all()


@pytest.mark.parametrize("name", registry.names())
def test_the_state_is_what_both_seats_know(name: str) -> None:
    env = pettingzoo.env(name)
    env.reset(seed=4)
    for agent in env.agent_iter(40):
        state = env.state()
        both = [env.observe(other)["observation"] for other in AGENTS]
        assert np.array_equal(state, np.concatenate(both))
        assert raw(name).state_space.contains(state)
        observation, _, terminated, _, _ = env.last()
        action = None if terminated else int(env.action_space(agent).sample(observation["action_mask"]))
        env.step(action)


@pytest.mark.parametrize("name", registry.names())
def test_an_agent_cannot_tell_what_is_hidden(name: str) -> None:
    env, twin = raw(name), raw(name)
    rng = Rng(9)
    env.reset(seed=2)
    twin.reset(seed=2)
    for _ in range(80):
        if env.terminations["player_0"]:
            env.reset()
        seat = AGENTS.index(env.agent_selection)
        twin.position = env.game.redeal(env.position, seat, rng)
        twin._ask(seat)
        ours, theirs = env.last(), twin.last()
        assert all(np.array_equal(ours[0][key], theirs[0][key]) for key in ours[0])
        assert np.array_equal(ours[4]["action_mask"], theirs[4]["action_mask"])
        legal = env.position.legal(seat)
        env.step(legal[rng.below(len(legal))])


@pytest.mark.parametrize("name", registry.names())
def test_a_joint_secret_choice_is_two_decisions_that_hide_from_each_other(name: str) -> None:
    env = raw(name)
    env.reset(seed=0)
    assert env.position.awaiting() == (0, 1)
    assert env.agent_selection == "player_0"
    before = env.observe("player_1")["observation"]
    seen = []
    for action in env.position.legal(0)[:2]:
        env.reset(seed=0)
        env.step(action)
        assert env.agent_selection == "player_1"
        seen.append(env.observe("player_1")["observation"])
    assert np.array_equal(seen[0], seen[1])
    assert np.array_equal(seen[0], before)


@pytest.mark.parametrize("name", registry.names())
def test_an_illegal_action_raises_with_the_reason_and_changes_nothing(name: str) -> None:
    env = raw(name)
    refuse_illegal(env)
    before = env.position.position()
    with pytest.raises(IllegalMove, match="None is for agents whose match is over"):
        env.step(None)
    assert env.position.position() == before
    assert play(env, 3)


@pytest.mark.parametrize("action", [3.5, "3", np.zeros(1, np.int64)])
def test_what_is_no_whole_number_is_no_action(action: object) -> None:
    env = raw("heros-crossing")
    env.reset(seed=3)
    with pytest.raises(IllegalMove, match="is not an action; actions are whole numbers from 0 to 586"):
        env.step(action)  # type: ignore[arg-type]


def test_a_mask_that_is_written_over_makes_nothing_legal() -> None:
    env = raw("pixel-tactics")
    env.reset(seed=3)
    illegal = int(np.flatnonzero(env.last()[4]["action_mask"] == 0)[0])
    env.last()[4]["action_mask"][:] = 1
    with pytest.raises(IllegalMove):
        env.step(illegal)


def test_a_seed_may_be_any_whole_number() -> None:
    env = raw("pixel-tactics")
    env.reset(seed=7)
    first = env.observe("player_0")["observation"]
    env.reset(seed=np.int64(7))  # type: ignore[arg-type]
    assert np.array_equal(env.observe("player_0")["observation"], first)
    with pytest.raises(BadInput, match=r"seed 1\.5 is not a whole number"):
        env.reset(seed=1.5)  # type: ignore[arg-type]


@pytest.mark.engine
@pytest.mark.parametrize("name", registry.names())
def test_a_copy_goes_on_by_itself(name: str) -> None:
    """Whoever looks ahead copies the environment, on either engine."""
    env = pettingzoo.env(name)
    env.reset(seed=5)
    twin = copy.deepcopy(env)
    before = env.observe("player_0")["observation"]
    ends = [endings(copied, 9) for copied in (twin, copy.deepcopy(env))]
    assert ends[0] == ends[1]
    assert np.array_equal(env.observe("player_0")["observation"], before)
    assert endings(env, 9) == ends[0]


def endings(env: AECEnv[str, pettingzoo.Observation, int], seed: int) -> list[bytes]:
    """Play on at random and return what was seen."""
    rng, seen = Rng(seed), list[bytes]()
    for _ in range(60):
        observation, _, is_over, _, _ = env.last()
        assert observation is not None
        seen.append(observation["observation"].tobytes())
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if is_over else int(legal[rng.below(len(legal))]))
        if not env.agents:
            env.reset()
    return seen


def test_rewards_come_at_the_end_and_each_agent_steps_once_more() -> None:
    env = raw("heros-crossing", "tiny")
    wins = 0
    for seed in range(20):
        play(env, seed)
        result = env.position.result()
        assert result is not None
        expected = dict.fromkeys(AGENTS, 0.0)
        if result.winner >= 0:
            expected = {agent: 1.0 if AGENTS.index(agent) == result.winner else -1.0 for agent in AGENTS}
            wins += 1
        assert env.rewards == expected
        for _ in AGENTS:
            _, reward, terminated, truncated, _ = env.last()
            assert (reward, terminated, truncated) == (expected[env.agent_selection], True, False)
            env.step(None)
        assert env.agents == []
    assert wins


def test_a_wrong_game_or_option_is_refused_with_the_right_ones() -> None:
    with pytest.raises(BadInput, match="unknown game 'chess'; the games are heros-crossing, pixel-tactics"):
        pettingzoo.env("chess")
    with pytest.raises(BadInput, match="unknown option 'editon'; the options are edition, pack"):
        pettingzoo.env("pixel-tactics", editon="deluxe")
    with pytest.raises(BadInput, match="option edition: 'gold' is not one of classic, deluxe, manual"):
        pettingzoo.env("pixel-tactics", edition="gold")
    with pytest.raises(BadInput, match=r"unknown option 'render'; .*; beside them there are render_mode, packs"):
        pettingzoo.env("pixel-tactics", render="ansi")
    with pytest.raises(BadInput, match="None is no game; give the name of one or a game that is made already"):
        pettingzoo.env(None)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="render mode 'human' is not one of ansi"):
        pettingzoo.env("pixel-tactics", render_mode="human")


def test_options_are_keywords() -> None:
    options = pettingzoo.raw_env("pixel-tactics", edition="manual", series=3).game.options
    assert (options["edition"], options["series"]) == ("manual", "3")


def test_a_game_that_is_made_passes_as_it_is() -> None:
    game = registry.make_game("pixel-tactics", {"edition": "manual"})
    assert pettingzoo.raw_env(game).game is game
    with pytest.raises(TypeError, match="Pixel Tactics is made already; give its options where it is made"):
        pettingzoo.raw_env(game, edition="classic")


def test_the_table_is_rendered_as_a_spectator_sees_it() -> None:
    env = pettingzoo.env("heros-crossing", render_mode="ansi")
    env.reset(seed=1)
    assert "Hero's Crossing" in str(env.render())
    assert raw("heros-crossing").render() is None


def test_matches_without_a_seed_differ_from_each_other() -> None:
    env = raw("pixel-tactics")
    starts = []
    for _ in range(8):
        env.reset()
        starts.append(env.observe("player_0")["observation"].tobytes())
    assert len(set(starts)) > 1
