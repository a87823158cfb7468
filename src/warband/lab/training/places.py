"""The part of a network that looks at places, as it is trained: neighbours tell each other what they know."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from warband.agents.minds.wiring import SPREAD, PlaceWiring, Vocabulary
from warband.lab.training.config import Config
from warband.lab.training.sides import Side, incidence

# Offsets lie within this on both sides of 0; those of places that are not there are made to lie outside.
SPAN = 1 << 15
# Products are fast where rows are a multiple of this long.
ALIGNED = 8
# How many places of a relation a place may have, about, so that sums begin as small as what is summed.
USUAL_NEIGHBOURS = (1.0, 4.0, 8.0)


class PlaceTables(nn.Module):
    """The index tables of the places of one variant, where the network is."""

    def __init__(self, wiring: PlaceWiring, words: Vocabulary, things: int) -> None:
        super().__init__()
        cells = torch.from_numpy(wiring.cells)
        # Coordinates come first; cells that only fill a row up come last. Neither has weights.
        self.filled = -cells.shape[1] % ALIGNED
        self.register_buffer("cells", torch.cat([cells, cells[:, : self.filled]], 1))
        self.register_buffer("rows", incidence(wiring.rows, len(words.local.rows)))
        self.register_buffer("maps", incidence(wiring.maps, len(words.local.maps) * things))
        # A row for each distance of codes: which relations it is.
        relations = torch.zeros(2 * SPAN + 1, len(wiring.relations))
        for number, offsets in enumerate(wiring.relations):
            relations[torch.from_numpy(offsets) + SPAN, number] = 1.0
        self.register_buffer("relations", relations)
        self.register_buffer("aims", torch.from_numpy(wiring.aims))
        self.register_buffer("origins", torch.from_numpy(wiring.origins))
        self.register_buffer("targets", torch.from_numpy(wiring.targets))
        self.register_buffer("offsets", torch.from_numpy(wiring.offsets))


class Looked(NamedTuple):
    """What was seen of the places of some positions, and what the network gains by it."""

    places: Tensor
    gained: Tensor


class PlaceNetwork(nn.Module):
    """Look at places: what is on them, what is around them, and what actions bring there."""

    def __init__(self, config: Config, words: Vocabulary, relations: int) -> None:
        super().__init__()
        size, width = config.place_size, config.width
        self.size, self.aims = size, len(words.aims)
        self.local = Side(words.local, config.thing_size, size, 0.3)
        self.context = nn.Linear(width, size)
        usual = [USUAL_NEIGHBOURS[min(number, len(USUAL_NEIGHBOURS) - 1)] for number in range(relations)]
        spread = torch.tensor(usual).reciprocal().repeat_interleave(size) / (relations * size) ** 0.5
        # From a place to what it tells each kind of neighbour.
        self.rounds = nn.ParameterList([torch.randn(size, relations * size) * spread for _ in range(config.rounds)])
        self.round_biases = nn.ParameterList([torch.zeros(size) for _ in range(config.rounds)])
        self.pool = nn.Linear(size, 2 * size)
        self.pooled = nn.Linear(2 * size, width)
        self.judged = nn.Linear(size + width, size)
        self.origins = nn.Linear(size, self.aims * (size // 2))
        self.targets = nn.Linear(size, size // 2)
        for layer, gain in ((self.context, 0.5), (self.pool, 1.0), (self.pooled, 0.1), (self.judged, 1.0)):
            nn.init.orthogonal_(layer.weight, gain)
            nn.init.zeros_(layer.bias)
        nn.init.orthogonal_(self.origins.weight, 0.02)
        nn.init.zeros_(self.origins.bias)

    def assemble(self, things: Tensor, tables: PlaceTables) -> Tensor:
        """Return the matrix from the cells of a place to what is known of it."""
        matrix: Tensor = self.local(things, tables.rows, tables.maps)
        return functional.pad(matrix, (0, 0, 2, tables.filled))

    def look(self, trunk: Tensor, known: Tensor, near: Tensor, is_there: Tensor) -> Looked:
        """Return what lies on and around places; `known` is of each alone, `near` says who is whose neighbour."""
        count, size = known.shape[1], self.size
        places = functional.relu(known + self.context(trunk)[:, None])
        for weights, bias in zip(self.rounds, self.round_biases, strict=True):
            told = (places @ weights).reshape(len(places), -1, size)
            places = places + functional.relu(torch.bmm(near, told) + bias.to(told.dtype))
        pool = functional.relu(self.pool(places.reshape(-1, size))).reshape(-1, count, 2 * size)
        summed = torch.bmm(is_there[:, None].to(pool.dtype), pool).squeeze(1)
        return Looked(places, functional.relu(self.pooled(summed)))

    def judge(self, places: Tensor, trunk: Tensor) -> Tensor:
        """Return what actions are judged by, place after place."""
        of_place, of_trunk = self.judged.weight.split([self.size, trunk.shape[1]], 1)
        given = functional.linear(trunk, of_trunk, self.judged.bias)
        return functional.relu(functional.linear(places, of_place) + given[:, None])

    def scores(self, judged: Tensor) -> Tensor:
        """Return how good every aim looks from every place to every place; the last place is none."""
        judged = functional.pad(judged, (0, 0, 0, 1))
        asked = self.origins(judged).reshape(len(judged), -1, self.size // 2)
        sums = torch.bmm(asked, self.targets(judged).transpose(1, 2))
        # One more, which is nothing, for actions that aim at no place.
        return functional.pad(sums.reshape(len(judged), -1), (0, 1))


def codes_of(cells: Tensor) -> Tensor:
    """Return where places lie, as one number each; 0 for a place that is not there."""
    return cells[:, :, 0].int() * SPREAD + cells[:, :, 1].int()


def neighbours(codes: Tensor, tables: PlaceTables, kind: torch.dtype) -> Tensor:
    """Return for each place a row that picks, relation by relation, what its neighbours tell."""
    count = codes.shape[1]
    far = torch.arange(1, count + 1, device=codes.device, dtype=codes.dtype) * (2 * SPAN)
    spots = torch.where(codes > 0, codes, far)
    apart = (spots[:, None, :] - spots[:, :, None]).clamp(-SPAN, SPAN) + SPAN
    return functional.embedding(apart, tables.relations.to(kind)).reshape(len(codes), count, -1)


def entries(codes: Tensor, legal: Tensor, tables: PlaceTables, aims: int) -> Tensor:
    """Return where the score of each legal action stands: by its start, its aim and its target."""
    count = codes.shape[1]
    origins, offsets, aim = tables.origins[legal], tables.offsets[legal], tables.aims[legal]
    starts = functional.pad(codes, (0, 1)).long()
    wanted = (starts.gather(1, origins) + offsets).int()
    there = (wanted[:, :, None] == codes[:, None, :]).float()
    numbers = torch.arange(-count, 0, device=codes.device, dtype=there.dtype)
    targets = torch.where(offsets == 0, tables.targets[legal], (there @ numbers).long() + count)
    found = (origins * aims + aim) * (count + 1) + targets
    return torch.where(aim < aims, found, (count + 1) * aims * (count + 1))
