"""Measure our research faces and print one JSON object: game, then face, then figures.

Everything is per second of CPU time, best and median of five windows of uniformly random play, as for the peers. A
step of `aec` is one decision with its observation and mask, as PettingZoo's loop asks for them; of `gymnasium`, one
decision of the learner, the other seat being the `random` bot; of `openspiel`, one decision with its legal actions and
its observation tensor, chance played between; of `batch/N`, one decision in one of N lanes, with observations, masks,
rewards and ends written to their arrays; of `lanes/N` the same without masks: observations (int8, the layout of the
game) and the ids of legal actions (uint16, ascending, room for 128), written to plain memory by compiled code.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable
from functools import partial

import pyspiel
from benchmarks.peer_worker import Figures, Tally, best_and_median, measure_window, play_agents

from warband.agents.lane_memory import new_memory
from warband.agents.lanes import Lanes
from warband.engine import engine
from warband.kernel import registry
from warband.kernel.chance import Rng
from warband.research import pettingzoo
from warband.research.batch import make_batch
from warband.research.gymnasium import WarbandEnv
from warband.research.openspiel import load_game

WINDOWS = 5
SIZES = (1, 64, 1024)
SEED = 7
BLOCK = 1024


def measure_aec(name: str, seconds: float) -> Figures:
    """Measure the AEC face with the loop that the peers get."""
    table = pettingzoo.env(name)
    table.reset(seed=SEED)
    windows = [measure_window(lambda: play_agents(table), seconds) for _ in range(WINDOWS)]
    return {"steps_per_cpu_s": best_and_median(windows, "steps")}


def measure_gymnasium(name: str, seconds: float) -> Figures:
    """Measure the Gymnasium face against the random bot."""
    table = WarbandEnv(name)
    table.reset(seed=SEED)
    windows = [measure_window(lambda: play_learner(table), seconds) for _ in range(WINDOWS)]
    return {"steps_per_cpu_s": best_and_median(windows, "steps")}


def play_learner(table: WarbandEnv) -> Tally:
    """Play one match of the learner at random."""
    table.reset()
    steps = 1
    while not table.step(table.action_space.sample())[2]:
        steps += 1
    return Tally(steps)


def measure_openspiel(name: str, seconds: float) -> Figures:
    """Measure the OpenSpiel face."""
    game, luck = load_game(name), random.Random(SEED)
    windows = [measure_window(lambda: play_nodes(game, luck), seconds) for _ in range(WINDOWS)]
    return {"steps_per_cpu_s": best_and_median(windows, "steps")}


def play_nodes(game: pyspiel.Game, luck: random.Random) -> Tally:
    """Play one match from node to node, looking at each decision as a learner does."""
    state, steps = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(luck.choices(outcomes, shares)[0])
            continue
        state.observation_tensor(state.current_player())
        state.apply_action(luck.choice(state.legal_actions()))
        steps += 1
    return Tally(steps)


def measure_batch(name: str, seconds: float, size: int) -> Figures:
    """Measure the batch face with so many lanes."""
    batch, luck = make_batch(name, size, seed=SEED), Rng(SEED - 1)

    def play() -> Tally:
        for _ in range(max(1, BLOCK // size)):
            batch.step(batch.sample(luck))
        return Tally(size * max(1, BLOCK // size))

    windows = [measure_window(play, seconds) for _ in range(WINDOWS)]
    return {"steps_per_cpu_s": best_and_median(windows, "steps")}


def measure_lanes(name: str, seconds: float, size: int) -> Figures:
    """Measure so many lanes, which choose at random for themselves."""
    game, luck = registry.make_game(name), Rng(SEED - 1)
    lanes = Lanes(game)
    lanes.write_to(new_memory(game, size))
    lanes.reset(list(range(SEED, SEED + size)))

    def play() -> Tally:
        for _ in range(max(1, BLOCK // size)):
            lanes.choose(luck)
            lanes.step()
        return Tally(size * max(1, BLOCK // size))

    windows = [measure_window(play, seconds) for _ in range(WINDOWS)]
    return {"steps_per_cpu_s": best_and_median(windows, "steps")}


def faces() -> dict[str, Callable[[str, float], Figures]]:
    """Return what measures each face, the AEC face first."""
    found: dict[str, Callable[[str, float], Figures]] = {"aec": measure_aec, "gymnasium": measure_gymnasium}
    found["openspiel"] = measure_openspiel
    found |= {f"batch/{size}": partial(measure_batch, size=size) for size in SIZES}
    return found | {f"lanes/{size}": partial(measure_lanes, size=size) for size in SIZES}


def measure_faces(name: str, seconds: float, only: str = "") -> Figures:
    """Return the figures of every face of a game, or of those whose names begin with `only`."""
    print(f"peers: measuring the faces of {name}", file=sys.stderr, flush=True)
    return {face: measure(name, seconds) for face, measure in faces().items() if face.startswith(only)}


def main() -> None:
    """Measure the faces of every game, or of one, and print the figures."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds of each window")
    parser.add_argument("--game", choices=registry.names(), help="measure this game only")
    parser.add_argument("--only", default="", metavar="FACE", help="measure the faces whose names begin so: lanes/64")
    arguments = parser.parse_args()
    games = [arguments.game] if arguments.game else registry.names()
    print(f"peers: measuring the faces on the {engine()} engine", file=sys.stderr, flush=True)
    print(json.dumps({name: measure_faces(name, arguments.seconds, arguments.only) for name in games}))


if __name__ == "__main__":
    main()
