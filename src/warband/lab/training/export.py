"""Turn a trained network into the whole numbers that ship."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn

from warband.agents.minds.network import TOP, Weights
from warband.agents.minds.places import PLACE_TOP, Dense, PlaceWeights
from warband.agents.minds.scaled import Doubles, Scaled, SideWeights
from warband.agents.minds.wiring import Vocabulary
from warband.lab.training.network import Network, Thought
from warband.lab.training.places import PlaceNetwork
from warband.lab.training.sides import Side

# Of a million activations so many are cut off at the top.
CUT_OFF = 0.0001
# Finer powers of two would not stay exact when they are multiplied and added up.
FINEST = 14
BITS = {np.int8: 7, np.int16: 15}


def scaled(values: Tensor, kind: type[np.int8] | type[np.int16], by_row: bool = True) -> Scaled:
    """Return numbers as whole numbers of a type, each row (or all) with the finest power of two that it allows."""
    array: Doubles = values.detach().double().cpu().numpy()
    if array.ndim == 1:
        array = array[None]
    largest = np.abs(array).reshape(len(array), -1).max(1) if array.size else np.zeros(len(array))
    if not by_row and len(largest):
        largest[:] = largest.max()
    exponents = np.floor(BITS[kind] - np.log2(np.maximum(largest, 1e-12))).clip(0, FINEST).astype(np.int32)
    shape = (-1, *[1] * (array.ndim - 1))
    most = (1 << BITS[kind]) - 1
    numbers = np.rint(np.ldexp(array, exponents.reshape(shape))).clip(-most, most)
    return Scaled(numbers.astype(kind), exponents.astype(np.int8))


def export(game: str, network: Network, words: Vocabulary, thoughts: list[Thought]) -> Weights:
    """Return the whole numbers of a network; what it thinks of real positions says how large activations become."""
    trunks = torch.cat([thought.trunk for thought in thoughts])
    top = float(torch.quantile(trunks.float().flatten()[:4_000_000], 1 - CUT_OFF).item())
    return Weights(
        game,
        words,
        scaled(network.thing, np.int16, by_row=False),
        scaled(network.always, np.int16),
        scaled(network.first_bias, np.int16),
        side(network.cells),
        side(network.actions),
        tuple(dense(layer) for layer in network.layers if isinstance(layer, nn.Linear)),
        scaled(network.value.weight, np.int16),
        scaled(network.value.bias, np.int16),
        steps_under(TOP, top),
        None if network.places is None else export_places(network.places, thoughts),
    )


def side(trained: Side) -> SideWeights:
    """Return the whole numbers of one side."""
    return SideWeights(scaled(trained.rows, np.int8), scaled(trained.maps, np.int8))


def dense(layer: nn.Linear) -> Dense:
    """Return the whole numbers of a layer and its bias."""
    return scaled(layer.weight, np.int16), scaled(layer.bias, np.int16)


def steps_under(most: int, top: float) -> int:
    """Return the finest parts, as a power of two, of which most make the largest activation."""
    return int(np.floor(np.log2(most / max(top, 1e-6))))


def export_places(network: PlaceNetwork, thoughts: list[Thought]) -> PlaceWeights:
    """Return the whole numbers of the part of a network that looks at places."""
    seen = [one for thought in thoughts for one in (thought.places, thought.judged) if one is not None]
    rounds = []
    for weights, bias in zip(network.rounds, network.round_biases, strict=True):
        # From what a place tells each neighbour to what it hears from each.
        heard = weights.reshape(network.size, -1, network.size).permute(2, 1, 0).reshape(network.size, -1)
        rounds.append((scaled(heard, np.int16), scaled(bias, np.int16)))
    return PlaceWeights(
        local=side(network.local),
        context=dense(network.context),
        rounds=tuple(rounds),
        pool=dense(network.pool),
        pooled=dense(network.pooled),
        judged=dense(network.judged),
        origins=dense(network.origins),
        targets=dense(network.targets),
        steps=steps_under(PLACE_TOP, max(float(one.max().item()) for one in seen)),
    )
