"""The latest decisions in an observation are those that its seat was told, in every adapter."""

from __future__ import annotations

import pickle

import gymnasium
import numpy as np
import pytest

import warband
from warband.agents.lanes import settle
from warband.kernel.chance import Rng
from warband.kernel.errors import BadInput
from warband.kernel.registry import names
from warband.kernel.seats import CHANCE, NOBODY
from warband.research import pettingzoo
from warband.research.batch import Batch, make_batch
from warband.research.gymnasium import env_id
from warband.research.history import History
from warband.research.recent import CELLS, MYSELF, THE_OTHER, Recent

PLIES = 6


def told(history: History, seat: int) -> bytes:
    """Return the cells that a seat's own history would give."""
    plies = [(by, action) for by, action in history.telling(seat).recent if by != CHANCE][::-1][:PLIES]
    cells = [(MYSELF if by == seat else THE_OTHER, (action + 1) // 128, (action + 1) % 128) for by, action in plies]
    return bytes(cell for ply in cells for cell in ply).ljust(CELLS * PLIES, b"\0")


@pytest.mark.parametrize("name", names())
def test_a_seat_has_what_it_was_told(name: str) -> None:
    game = warband.game(name)
    for seed in range(3):
        rng, recent = Rng(seed), Recent(PLIES)
        history = History(game, game.start())
        for _ in range(120):
            if not history.awaiting:
                break
            seat = history.awaiting[0]
            state = history.state
            if seat == CHANCE:
                history = history.after(CHANCE, state.sample(rng))
                continue
            legal = state.legal(seat)
            action = legal[rng.below(len(legal))]
            recent.note(state, seat, action)
            history = history.after(seat, action)
            assert [recent.cells(seat) for seat in (0, 1)] == [told(history, seat) for seat in (0, 1)]


def test_it_is_at_the_end_of_an_observation() -> None:
    env = pettingzoo.env("pixel-tactics", history=PLIES)
    env.reset(seed=3)
    size = warband.game("pixel-tactics").encoder().size
    for agent in env.agent_iter(40):
        observation = env.observe(agent)
        assert observation["observation"].shape == (size + CELLS * PLIES,)
        assert env.observation_space(agent).contains(observation)
        env.step(int(np.flatnonzero(observation["action_mask"])[0]))
    assert env.observe("player_0")["observation"][size] in (MYSELF, THE_OTHER)
    assert env.unwrapped.state().shape == (2 * (size + CELLS * PLIES),)


@pytest.mark.parametrize("name", names())
def test_one_environment_and_many_show_the_same(name: str) -> None:
    one = gymnasium.make(env_id(name), opponent="random", history=PLIES)
    many = gymnasium.make_vec(env_id(name), 2, opponent="random", history=PLIES)
    row, info = one.reset(seed=5)
    rows, _ = many.reset(seed=5)
    for _ in range(30):
        assert rows[0].tolist() == row.tolist()
        action = int(np.flatnonzero(info["action_mask"])[-1])
        drawn = many.action_space.sample()
        drawn[0] = action
        row, _, is_over, _, info = one.step(action)
        rows, *_ = many.step(drawn)
        if is_over:
            return
    assert row[-CELLS * PLIES] in (MYSELF, THE_OTHER)


@pytest.mark.parametrize("name", names())
def test_a_batch_has_it_beside_its_observations(name: str) -> None:
    batch = make_batch(name, 3, seed=4, history=PLIES)
    game, luck, rngs = batch.game, Rng(9), [Rng(4 + lane) for lane in range(3)]
    states, recents = [game.start() for _ in rngs], [Recent(PLIES) for _ in rngs]
    seats = [settle(state, rng) for state, rng in zip(states, rngs, strict=True)]
    for _ in range(60):
        chosen = batch.sample(luck)
        batch.step(chosen)
        for lane, action in enumerate(chosen):
            recents[lane].note(states[lane], seats[lane], action)
            states[lane].apply(seats[lane], action)
            seats[lane] = settle(states[lane], rngs[lane])
            if seats[lane] == NOBODY:
                states[lane], recents[lane] = game.start(), Recent(PLIES)
                seats[lane] = settle(states[lane], rngs[lane])
            assert batch.history[lane].tobytes() == recents[lane].cells(seats[lane])
    twin: Batch = pickle.loads(pickle.dumps(batch))
    assert twin == batch
    assert twin.history.tolist() == batch.history.tolist()


def test_without_it_an_observation_is_what_it_was() -> None:
    assert Recent(0).cells(1) == b""
    assert make_batch("heros-crossing", 2).history.shape == (2, 0)
    with pytest.raises(BadInput, match="history -1: give how many"):
        pettingzoo.env("heros-crossing", history=-1)
