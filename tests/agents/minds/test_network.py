"""A network gives the same numbers whatever the batch, the number of threads or the path that adds them up."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import numpy as np
import pytest

import warband
from warband.agents.lane_memory import new_memory
from warband.agents.lanes import Lanes
from warband.agents.minds.bot import shipped_network
from warband.agents.minds.network import EXACT, TOP, Layer, Network
from warband.agents.minds.scaled import Cells
from warband.kernel.chance import Rng
from warband.kernel.game import Game

GAMES = ("heros-crossing", "pixel-tactics", "pocket-tactics")
ROWS = 256


def positions(game: Game, steps: int = 8) -> Cells:
    """Return observations of random matches, some steps into them."""
    lanes = Lanes(game)
    memory = new_memory(game, ROWS)
    lanes.write_to(memory)
    lanes.reset(list(range(ROWS)))
    rng = Rng(1)
    for _ in range(steps):
        memory.chosen.cast("H")[:] = np.array(lanes.sample(rng), dtype=np.uint16).data
        lanes.step()
    return np.frombuffer(memory.rows, dtype=np.int8).reshape(ROWS, -1).copy()


def outputs(network: Network, seen: Cells, size: int) -> bytes:
    """Return all scores and values as bytes, computed in batches of a size."""
    parts = [network.hidden(seen[first : first + size]) for first in range(0, len(seen), size)]
    return b"".join(network.all_scores(part).tobytes() + network.values(part).tobytes() for part in parts)


def one_by_one(network: Network, seen: Cells, size: int) -> bytes:
    """Return the activations of all rows, computed in batches of a size."""
    return b"".join(network.hidden(seen[first : first + size]).tobytes() for first in range(0, len(seen), size))


@pytest.mark.parametrize("name", GAMES)
def test_batches_of_any_size_agree(name: str) -> None:
    game = warband.game(name)
    network, seen = shipped_network(game), positions(game)
    assert one_by_one(network, seen, 1) == one_by_one(network, seen, 7) == one_by_one(network, seen, 256)
    scores = network.all_scores(network.hidden(seen))
    for row, expected in zip(seen[:20], scores[:20], strict=True):
        alone = network.scores(network.hidden(row[None])[0], list(range(game.action_count())))
        assert (alone == expected).all()


def test_sums_beyond_32_bits_are_added_in_64() -> None:
    game = warband.game("heros-crossing")
    network, seen = shipped_network(game), positions(game)[:8]
    wide = seen.astype(np.float64) @ network.cells
    assert (network._first(seen) == wide).all()
    network.reach = network.reach + EXACT
    assert (network._first(seen) == wide).all()


@pytest.mark.parametrize("name", GAMES)
def test_no_sum_of_a_layer_can_leave_what_is_exact(name: str) -> None:
    for layer in shipped_network(warband.game(name)).layers:
        assert (TOP * np.abs(layer.weights).sum(0, dtype=np.float64) + np.abs(layer.bias)).max() < EXACT
        assert (layer.weights == np.rint(layer.weights)).all()


def test_a_layer_of_large_weights_is_halved_until_it_fits() -> None:
    layer = Layer(np.full((2, 512), 3.0), np.array([0.25, 1e6]), 4)
    assert (TOP * np.abs(layer.weights).sum(0, dtype=np.float64) + np.abs(layer.bias)).max() < EXACT


DIGEST = """
import hashlib, sys, warband
from tests.agents.minds.test_network import outputs, positions
from warband.agents.minds.bot import shipped_network
game = warband.game(sys.argv[1])
print(hashlib.sha256(outputs(shipped_network(game), positions(game), 256)).hexdigest())
"""


@pytest.mark.parametrize("name", ["pixel-tactics", "pocket-tactics"])
@pytest.mark.parametrize("threads", ["1", "2"])
def test_one_and_two_threads_agree(threads: str, name: str) -> None:
    variables = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), threads)
    command = [sys.executable, "-c", DIGEST, name]
    ran = subprocess.run(command, env={**os.environ, **variables}, capture_output=True, text=True, check=True)
    game = warband.game(name)
    here = hashlib.sha256(outputs(shipped_network(game), positions(game), 256)).hexdigest()
    assert ran.stdout.strip() == here
