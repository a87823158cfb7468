"""Turn the whole numbers that ship back into a network that is trained."""

from __future__ import annotations

from dataclasses import replace

import torch
from torch import Tensor, nn

from warband.agents.minds.network import Weights
from warband.agents.minds.places import Dense, PlaceWeights
from warband.agents.minds.scaled import Scaled, SideWeights
from warband.agents.minds.wiring import Names, Vocabulary
from warband.kernel.errors import BadInput
from warband.lab.training.config import Config
from warband.lab.training.network import Network
from warband.lab.training.places import PlaceNetwork
from warband.lab.training.sides import Side


def shaped(config: Config, weights: Weights) -> Config:
    """Return a recipe for a network as large as the one that some weights are of."""
    if weights.game != config.game:
        raise BadInput(f"these weights are of a mind for {weights.game}, not for {config.game}")
    shape = {"width": weights.first_bias.numbers.shape[1], "layers": len(weights.layers)}
    shape |= {"thing_size": weights.thing.numbers.shape[1]}
    if weights.places is not None:
        shape |= {"place_size": weights.places.local.rows.numbers.shape[1], "rounds": len(weights.places.rounds)}
    return replace(config, **shape)


def both(one: Vocabulary, other: Vocabulary) -> Vocabulary:
    """Return the names of two vocabularies."""

    def names(left: tuple[str, ...], right: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(sorted({*left, *right}))

    def sides(left: Names, right: Names) -> Names:
        return Names(names(left.rows, right.rows), names(left.maps, right.maps))

    return Vocabulary(
        names(one.things, other.things),
        names(one.always, other.always),
        sides(one.cells, other.cells),
        sides(one.actions, other.actions),
        sides(one.local, other.local),
        names(one.aims, other.aims),
    )


@torch.no_grad()
def load(network: Network, words: Vocabulary, weights: Weights) -> None:
    """Give a network what weights have learnt, name by name; what they have no name for stays as it is."""
    known = weights.words
    _rows(network.thing, words.things, known.things, weights.thing)
    _rows(network.always, words.always, known.always, weights.always)
    network.first_bias.copy_(_exact(weights.first_bias)[0])
    _side(network.cells, words.cells, known.cells, weights.cells)
    _side(network.actions, words.actions, known.actions, weights.actions)
    for layer, given in zip(network.layers, weights.layers, strict=True):
        assert isinstance(layer, nn.Linear)
        _dense(layer, given)
    _dense(network.value, (weights.value, weights.value_bias))
    if network.places is not None and weights.places is not None:
        _places(network.places, words, known, weights.places)


def _exact(scaled: Scaled) -> Tensor:
    return torch.from_numpy(scaled.exactly()).float()


def _rows(trained: Tensor, names: tuple[str, ...], known: tuple[str, ...], given: Scaled) -> None:
    at = {name: number for number, name in enumerate(names)}
    # Where nothing is known there is a row that stands for nothing.
    if known:
        trained[[at[name] for name in known]] = _exact(given).to(trained.device)


def _side(trained: Side, names: Names, known: Names, given: SideWeights) -> None:
    _rows(trained.rows, names.rows, known.rows, given.rows)
    _rows(trained.maps, names.maps, known.maps, given.maps)


def _dense(layer: nn.Linear, given: Dense) -> None:
    layer.weight.copy_(_exact(given[0]))
    layer.bias.copy_(_exact(given[1])[0])


def _places(network: PlaceNetwork, words: Vocabulary, known: Vocabulary, given: PlaceWeights) -> None:
    _side(network.local, words.local, known.local, given.local)
    for name in ("context", "pool", "pooled", "judged", "targets"):
        _dense(getattr(network, name), getattr(given, name))
    size = network.size
    for weights, bias, (rows, offsets) in zip(network.rounds, network.round_biases, given.rounds, strict=True):
        # From what a place hears from each neighbour to what it tells each.
        weights.copy_(_exact(rows).reshape(size, -1, size).permute(2, 1, 0).reshape(size, -1))
        bias.copy_(_exact(offsets)[0])
    # What an action asks comes aim by aim.
    for trained, scaled in ((network.origins.weight, given.origins[0]), (network.origins.bias, given.origins[1])):
        half = size // 2
        blocks = trained.reshape(len(words.aims), half, -1)
        asked = _exact(scaled).reshape(len(known.aims), half, -1).to(trained.device)
        for name, block in zip(known.aims, asked, strict=True):
            blocks[words.aims.index(name)] = block


def network_of(weights: Weights, config: Config, words: Vocabulary, relations: int) -> Network:
    """Return a network with these words that has learnt what some weights have."""
    network = Network(shaped(config, weights), words, relations)
    load(network, words, weights)
    return network
