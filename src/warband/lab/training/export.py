"""Turn a trained network into the whole numbers that ship."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from warband.agents.minds.network import TOP, Doubles, Scaled, SideWeights, Weights
from warband.agents.minds.wiring import Vocabulary
from warband.lab.training.network import Network

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


def export(game: str, network: Network, words: Vocabulary, activations: Tensor) -> Weights:
    """Return the whole numbers of a network; the activations of real positions say how large they become."""
    top = float(torch.quantile(activations.float().flatten()[:4_000_000], 1 - CUT_OFF).item())
    return Weights(
        game,
        words,
        scaled(network.thing, np.int16, by_row=False),
        scaled(network.always, np.int16),
        scaled(network.first_bias, np.int16),
        SideWeights(scaled(network.cells.rows, np.int8), scaled(network.cells.maps, np.int8)),
        SideWeights(scaled(network.actions.rows, np.int8), scaled(network.actions.maps, np.int8)),
        tuple((scaled(layer.weight, np.int16), scaled(layer.bias, np.int16)) for layer in network.layers),
        scaled(network.value.weight, np.int16),
        scaled(network.value.bias, np.int16),
        int(np.floor(np.log2(TOP / max(top, 1e-6)))),
    )
