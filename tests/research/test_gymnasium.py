"""The Gymnasium face passes Gymnasium's own checks, draws legal actions, and refuses with a reason."""

from __future__ import annotations

from typing import Final

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from tests.research.matches import IDS, SETS, refuse_illegal

from warband.agents.bot import Bot, Budget
from warband.kernel import registry
from warband.kernel.chance import Rng
from warband.kernel.errors import BadInput
from warband.kernel.game import Game
from warband.research.gymnasium import Draw, WarbandEnv, env_id, register_games
from warband.research.seating import IllegalMove


def made(name: str, **keywords: object) -> WarbandEnv:
    found = gymnasium.make(env_id(name), **keywords).unwrapped  # type: ignore[arg-type]
    assert isinstance(found, WarbandEnv)
    return found


@pytest.mark.parametrize(("name", "option_set"), SETS, ids=IDS)
def test_the_checks_of_gymnasium_pass(name: str, option_set: str) -> None:
    check_env(made(name, **registry.entry(name).option_sets[option_set]))


@pytest.mark.parametrize("seat", [1, None])
def test_the_checks_of_gymnasium_pass_from_the_other_seat(seat: int | None) -> None:
    check_env(made("pixel-tactics", seat=seat, opponent="greedy"))


def test_ids_are_those_that_were_promised() -> None:
    ids = {"warband/PocketTactics-v0", "warband/PixelTactics-v0", "warband/HerosCrossing-v0"}
    register_games()
    assert {found for found in gymnasium.registry if found.startswith("warband/")} == ids


@pytest.mark.parametrize("name", registry.names())
def test_samples_are_legal_and_masks_are_the_legal_actions(name: str) -> None:
    env = made(name)
    _, info = env.reset(seed=6)
    for _ in range(60):
        legal = env.position.legal(env.seat)
        assert np.flatnonzero(info["action_mask"]).tolist() == sorted(legal)
        assert np.array_equal(env.action_masks(), info["action_mask"].astype(bool))
        action = env.action_space.sample()
        assert int(action) in legal
        _, _, terminated, truncated, info = env.step(action)
        assert not truncated
        if terminated:
            # Nothing is asked, and whoever draws from the mask all the same draws something.
            assert info["action_mask"].all()
            assert env.action_masks().all()
            _, info = env.reset()


def test_samples_come_from_all_legal_actions_and_a_mask_goes_before() -> None:
    env = made("pixel-tactics")
    env.reset(seed=1)
    env.action_space.seed(3)
    drawn = {int(env.action_space.sample()) for _ in range(300)}
    assert drawn == set(env.position.legal(0))
    mask = np.zeros(env.game.action_count(), np.int8)
    mask[700] = 1
    assert int(env.action_space.sample(mask)) == 700


def test_a_sample_taken_before_a_reset_draws_from_what_is_legal_after_it() -> None:
    env = made("pixel-tactics")
    for seed in range(10):
        env.reset(seed=seed)
        stale = env.action_space.sample()
        env.reset(seed=seed + 100)
        env.step(stale)


@pytest.mark.parametrize("name", registry.names())
def test_an_illegal_action_raises_with_the_reason_and_changes_nothing(name: str) -> None:
    env = made(name)
    refuse_illegal(env)
    env.step(env.action_space.sample())


def test_a_sample_that_is_still_legal_is_played_as_it_is() -> None:
    env = made("pixel-tactics")
    env.reset(seed=1)
    env.action_space.seed(1)
    drawn = env.action_space.sample()
    env.reset(seed=1)
    others = [action for action in env.legal_actions.legal if action != drawn]
    assert isinstance(drawn, Draw)
    env.legal_actions.legal = [*others, *others, int(drawn)]
    assert env.legal_actions.pick(drawn.share) != drawn
    assert env.checked(drawn) == int(drawn)


@pytest.mark.parametrize("action", [3.5, "3", None, np.zeros(1, np.int64)])
def test_what_is_no_whole_number_is_no_action(action: object) -> None:
    env = made("heros-crossing")
    env.reset(seed=3)
    with pytest.raises(IllegalMove, match="is not an action; actions are whole numbers from 0 to 586"):
        env.step(action)  # type: ignore[arg-type]
    env.step(env.action_space.sample())


class Stubborn(Bot):
    """Choose the first action, or one that is not legal."""

    is_wrong = False

    def choose(self, view: dict[str, object], legal: list[int], budget: Budget) -> int:
        return -5 if self.is_wrong else legal[0]


def test_the_opponent_may_be_a_level_or_a_class() -> None:
    assert made("pixel-tactics", opponent=2)._bot.name == "Squire"
    env = made("pixel-tactics", opponent=Stubborn, seat=1)
    env.reset(seed=1)
    env.step(env.action_space.sample())
    with pytest.raises(BadInput, match="is neither the name of a bot nor a subclass"):
        made("pixel-tactics", opponent=Game)


class Picky(Bot):
    """Choose at random and remember which of how many."""

    picked: Final[list[tuple[int, int]]] = []

    def choose(self, view: dict[str, object], legal: list[int], budget: Budget) -> int:
        chosen = self.rng.below(len(legal))
        self.picked.append((chosen, len(legal)))
        return legal[chosen]


def test_the_luck_of_the_opponent_is_not_that_of_the_deal() -> None:
    """Who begins, which the learner sees, tells nothing of what the bot picked in secret."""
    env = made("heros-crossing", opponent=Picky, seat=1)
    seen = set()
    for seed in range(100):
        Picky.picked.clear()
        env.reset(seed=seed)
        pick, among = Picky.picked[0]
        if among == 3:
            seen.add((env.position.view(1)["first"], pick))
    assert seen == {(begins, pick) for begins in (0, 1) for pick in range(3)}


def test_an_opponent_that_breaks_the_rules_is_named_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    env = made("pocket-tactics", opponent=Stubborn)
    env.reset(seed=1)
    monkeypatch.setattr(Stubborn, "is_wrong", True)
    with pytest.raises(BadInput, match="bot Stubborn: it answered -5, which is not legal; reset the environment"):
        env.step(env.action_space.sample())
    with pytest.raises(IllegalMove):
        env.step(0)
    monkeypatch.undo()
    env.reset(seed=1)
    env.step(env.action_space.sample())


def test_a_step_after_the_end_is_refused() -> None:
    env = made("heros-crossing", **registry.entry("heros-crossing").option_sets["tiny"])
    env.reset(seed=0)
    terminated = False
    while not terminated:
        _, _, terminated, _, _ = env.step(env.action_space.sample())
    with pytest.raises(IllegalMove, match=r"The match is over\."):
        env.step(0)
    env.reset()
    env.step(env.action_space.sample())


def test_the_reward_is_that_of_the_learner() -> None:
    rewards = set()
    for seat in (0, 1):
        env = made("heros-crossing", seat=seat, health=1, fronts="dealt")
        for seed in range(6):
            _, info = env.reset(seed=seed)
            assert info["seat"] == seat
            terminated, reward = False, 0.0
            while not terminated:
                assert reward == 0.0
                _, reward, terminated, _, _ = env.step(env.action_space.sample())
            result = env.position.result()
            assert result is not None
            assert reward == (0.0 if result.winner < 0 else 1.0 if result.winner == seat else -1.0)
            rewards.add(reward)
    assert {1.0, -1.0} <= rewards


def test_a_learner_without_a_seat_gets_either() -> None:
    env = made("heros-crossing", seat=None)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(12)} == {0, 1}


@pytest.mark.parametrize("name", registry.names())
def test_a_learner_cannot_tell_what_is_hidden(name: str) -> None:
    env, rng = made(name), Rng(4)
    env.reset(seed=8)
    for _ in range(40):
        real, info = env._observe(), env._info()
        kept, env.position = env.position, env.game.redeal(env.position, env.seat, rng)
        env.legal_actions.legal = env.position.legal(env.seat)
        assert np.array_equal(env._observe(), real)
        assert np.array_equal(env._info()["action_mask"], info["action_mask"])
        env.position = kept
        if env.step(env.action_space.sample())[2]:
            env.reset()


def test_wrong_names_are_refused_with_the_right_ones() -> None:
    with pytest.raises(BadInput, match="unknown option 'map'; the options are edition, pack"):
        made("pixel-tactics", map="quick")
    with pytest.raises(BadInput, match=r"'oponent'; .*; beside them there are opponent, seat, render_mode, packs"):
        made("pixel-tactics", oponent="greedy")
    with pytest.raises(BadInput, match="there is no seat 2"):
        made("pixel-tactics", seat=2)
    with pytest.raises(BadInput, match="clever"):
        made("pixel-tactics", opponent="clever")
    env = made("pixel-tactics")
    with pytest.raises(BadInput, match="reset takes no options, so not depth; give them where the game is made"):
        env.reset(options={"depth": 3})


def test_the_table_is_rendered_as_the_learner_sees_it() -> None:
    env = made("pixel-tactics", render_mode="ansi")
    env.reset(seed=1)
    assert "Pixel Tactics" in str(env.render())
    assert made("pixel-tactics").render() is None


def test_the_table_is_printed_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    env = made("pixel-tactics", render_mode="human")
    env.reset(seed=1)
    first = capsys.readouterr().out
    assert "Pixel Tactics" in first
    env.step(env.action_space.sample())
    assert "Pixel Tactics" in capsys.readouterr().out != first
    assert env.render() is None


def test_the_table_is_drawn_as_a_picture() -> None:
    env = made("heros-crossing", render_mode="rgb_array")
    env.reset(seed=1)
    first = env.render()
    assert isinstance(first, np.ndarray)
    assert first.shape == (1120, 800, 3)
    assert first.dtype == np.uint8
    assert 0.01 < (first < 128).mean() < 0.5
    env.step(env.action_space.sample())
    second = env.render()
    assert isinstance(second, np.ndarray)
    assert not np.array_equal(second, first)


def test_an_unknown_render_mode_is_told_and_draws_nothing() -> None:
    """Helpers of other libraries ask for whatever mode they know."""
    with pytest.warns(UserWarning, match="render mode 'depth' is not one of human, ansi, rgb_array: nothing is drawn"):
        env = WarbandEnv("pixel-tactics", render_mode="depth")
    env.reset(seed=1)
    assert env.render() is None
