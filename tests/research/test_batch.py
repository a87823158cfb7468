"""Matches stepped together are the matches stepped one by one, however many there are."""

from __future__ import annotations

import numpy as np
import pytest
from tests.research.matches import IDS, SETS, game_of

from warband.agents.lanes import settle
from warband.kernel import registry
from warband.kernel.chance import Rng
from warband.kernel.errors import BadInput
from warband.kernel.game import Game
from warband.kernel.packaged_game import shipped_pack
from warband.kernel.seats import NOBODY
from warband.research.batch import Batch, make_batch
from warband.research.encoding import action_mask, flat
from warband.research.seating import IllegalMove, returns

pytestmark = pytest.mark.engine


class Single:
    """Play one match after another by hand, as a lane of a batch should."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.rng = Rng(seed)
        self.begin()

    def begin(self) -> None:
        self.state = self.game.start()
        self.seat = settle(self.state, self.rng)

    def step(self, action: int) -> tuple[tuple[int, int], bool]:
        self.state.apply(self.seat, action)
        self.seat = settle(self.state, self.rng)
        pay, done = returns(self.state.result()), self.seat == NOBODY
        if done:
            self.begin()
        return pay, done


@pytest.mark.parametrize(("name", "option_set"), SETS, ids=IDS)
def test_a_batch_equals_matches_played_one_by_one(name: str, option_set: str) -> None:
    game = game_of(name, option_set)
    seeds = [3, 14, 15]
    batch, singles, luck = Batch(game, seeds), [Single(game, seed) for seed in seeds], Rng(1)
    for _ in range(120):
        actions = batch.sample(luck)
        outcomes = [single.step(action) for single, action in zip(singles, actions, strict=True)]
        batch.step(actions)
        assert batch.rewards.tolist() == [list(pay) for pay, _ in outcomes]
        assert batch.dones.tolist() == [done for _, done in outcomes]
        for lane, single in enumerate(singles):
            assert batch.seats[lane] == single.seat
            assert np.array_equal(batch.observations[lane], flat(game, single.state, single.seat))
            assert np.array_equal(batch.masks[lane], action_mask(game, single.state.legal(single.seat)))


def trace(batch: Batch, lane: int, steps: int) -> list[object]:
    """Return what happens in a lane whose actions depend on nothing but its own masks."""
    found: list[object] = []
    for step in range(steps):
        legal = [np.flatnonzero(mask) for mask in batch.masks]
        batch.step(np.array([options[step % len(options)] for options in legal]))
        lanes = (batch.observations, batch.masks, batch.rewards, batch.dones, batch.seats)
        found.append([array[lane].tolist() for array in lanes])
    return found


@pytest.mark.parametrize("name", registry.names())
def test_what_happens_in_a_lane_does_not_depend_on_the_others(name: str) -> None:
    alone = trace(make_batch(name, 1, seed=7), 0, 200)
    assert trace(make_batch(name, 40, seed=0), 7, 200) == alone
    assert trace(make_batch(name, 17, seed=5), 2, 200) == alone


def test_rewards_and_ends_are_there_when_a_match_ends() -> None:
    batch, luck = make_batch(game_of("heros-crossing", "tiny"), 30), Rng(2)
    pays = []
    for _ in range(100):
        batch.step(batch.sample(luck))
        assert not batch.rewards[~batch.dones].any()
        assert batch.masks.any(axis=1).all()
        pays.extend(batch.rewards[batch.dones].tolist())
    assert {tuple(pay) for pay in pays} == {(1, -1), (-1, 1), (0, 0)}


def test_arrays_stay_where_they_are() -> None:
    batch, luck = make_batch("pocket-tactics", 20, map="quick"), Rng(2)
    arrays = [batch.observations, batch.masks, batch.rewards, batch.dones, batch.seats]
    kinds = [array.dtype for array in arrays]
    batch.step(batch.sample(luck))
    batch.reset(range(20))
    assert [id(array) for array in arrays] == [
        id(array) for array in (batch.observations, batch.masks, batch.rewards, batch.dones, batch.seats)
    ]
    assert kinds == [np.int8, np.int8, np.int8, np.bool_, np.int8]


def test_a_reset_begins_anew_from_the_seeds() -> None:
    batch, luck = make_batch("pixel-tactics", 5), Rng(2)
    first = batch.observations.copy()
    batch.step(batch.sample(luck))
    batch.reset(range(5))
    assert np.array_equal(batch.observations, first)


def test_an_illegal_action_raises_with_the_reason_and_changes_nothing() -> None:
    batch, luck = make_batch("pixel-tactics", 5), Rng(2)
    before = batch.observations.copy()
    actions = batch.sample(luck)
    wrong = [*actions[:3], 711, actions[4]]
    with pytest.raises(IllegalMove, match=r"^lane 3: card \w+: "):
        batch.step(wrong)
    with pytest.raises(IllegalMove, match="lane 3: 712 is not an action; actions are 0 to 711"):
        batch.step([*actions[:3], 712, actions[4]])
    assert np.array_equal(batch.observations, before)
    batch.step(actions)


def test_seeds_and_actions_may_be_arrays_of_any_whole_numbers() -> None:
    batch, twin = Batch(game_of("pixel-tactics", "default"), np.arange(4)), make_batch("pixel-tactics", 4)
    assert np.array_equal(batch.observations, twin.observations)
    actions = batch.sample(Rng(1))
    batch.step(np.array(actions, np.uint16))
    twin.step(actions)
    assert np.array_equal(batch.observations, twin.observations)


def test_a_pack_of_ones_own_is_played() -> None:
    packs = {"mine": shipped_pack(registry.entry("heros-crossing").package, "tiny")}
    batch = make_batch("heros-crossing", 2, packs=packs, pack="mine", fronts="dealt")
    twin = make_batch("heros-crossing", 2, pack="tiny", fronts="dealt")
    assert np.array_equal(batch.observations, twin.observations)


def test_wrong_input_is_refused() -> None:
    batch = make_batch("pixel-tactics", 2)
    with pytest.raises(BadInput, match=r"actions of shape \(3,\) and type int64; give 2 whole numbers"):
        batch.step([1, 2, 3])
    with pytest.raises(BadInput, match=r"actions of shape \(2,\) and type float64; give 2 whole numbers"):
        batch.step(np.zeros(2))  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="3 seeds for 2 lanes; give one for each"):
        batch.reset([1, 2, 3])
    with pytest.raises(BadInput, match="a batch needs at least one seed"):
        make_batch("pixel-tactics", 0)
    with pytest.raises(BadInput, match=r"seed 1\.5 is not a whole number"):
        Batch(batch.game, [1.5])  # type: ignore[list-item]
    with pytest.raises(BadInput, match=r"unknown option 'seeds'; .*; beside them there are count, seed, packs"):
        make_batch("pixel-tactics", 2, seeds=[3])
    with pytest.raises(BadInput, match="unknown option 'rounds'; the options are edition"):
        make_batch("pixel-tactics", 2, rounds=3)
