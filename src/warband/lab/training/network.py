"""The network that is trained: assembled for each variant from what its cells, actions and things are about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from warband.agents.minds.wiring import COUNTS_FOR, Vocabulary, Wiring
from warband.lab.training.config import Config
from warband.lab.training.places import PlaceNetwork, PlaceTables, codes_of, entries, neighbours
from warband.lab.training.sides import Side, incidence

ILLEGAL = -1e9


class Tables(nn.Module):
    """The index tables of one variant, where the network is."""

    def __init__(self, wiring: Wiring, words: Vocabulary) -> None:
        super().__init__()
        self.register_buffer("things", torch.from_numpy(wiring.things).float() / COUNTS_FOR)
        self.register_buffer("always", torch.from_numpy(wiring.always).float())
        things = len(wiring.things)
        for side, names in (("cell", words.cells), ("action", words.actions)):
            # A product with zeros and ones is many times faster to learn through than looking rows up.
            self.register_buffer(f"{side}_rows", incidence(getattr(wiring, f"{side}_rows"), len(names.rows)))
            self.register_buffer(f"{side}_maps", incidence(getattr(wiring, f"{side}_maps"), len(names.maps) * things))
        self.register_buffer("action_of", torch.from_numpy(wiring.action_of))
        self.register_buffer("scale", torch.from_numpy(wiring.parts).float().reciprocal()[:, None])
        # Cells without any name are left out.
        is_named = (self.cell_rows.sum(1) + self.cell_maps.sum(1) > 0)[: wiring.cells]
        self.register_buffer("named", is_named.nonzero().squeeze(1))
        self.register_buffer("level_cells", torch.from_numpy(wiring.levels[:, 0].copy()))
        self.register_buffer("level_values", torch.from_numpy(wiring.levels[:, 1].copy()))
        self.places = None if wiring.places is None else PlaceTables(wiring.places, words, things)


@dataclass(frozen=True)
class Assembled:
    """What a network is for one variant: its first layer and the bias of that, its last layer, and of places."""

    tables: Tables
    cells: Tensor
    bias: Tensor
    actions: Tensor
    local: Tensor | None

    def to(self, kind: torch.dtype) -> Assembled:
        """Return the same in another type."""
        local = None if self.local is None else self.local.to(kind)
        return Assembled(self.tables, self.cells.to(kind), self.bias.to(kind), self.actions.to(kind), local)

    @property
    def places(self) -> PlaceTables:
        """Return the tables of the places of a game that has any."""
        assert self.tables.places is not None
        return self.tables.places

    def first(self, seen: Tensor) -> Tensor:
        """Return the sums of the first layer for rows of observations."""
        tables = self.tables
        if len(tables.named) == len(self.cells):
            return torch.addmm(self.bias, seen.to(self.cells.dtype), self.cells)
        marks = seen[:, tables.level_cells] == tables.level_values
        rows = torch.cat([seen[:, tables.named], marks], 1).to(self.cells.dtype)
        weights = torch.cat([self.cells[tables.named], self.cells[seen.shape[1] :]])
        return torch.addmm(self.bias, rows, weights)


class Outlook(NamedTuple):
    """What a network says of some positions: scores of the legal actions, values, and how likely a draw is.

    `trunk` is what it made of what it saw, for a critic that sees more.
    """

    scores: Tensor
    values: Tensor
    draws: Tensor
    trunk: Tensor


class Thought(NamedTuple):
    """The last activations of a network; where a game has places, also theirs and where they lie."""

    trunk: Tensor
    places: Tensor | None
    judged: Tensor | None
    codes: Tensor | None


class Network(nn.Module):
    """One network for all variants of a game: what a seat may know in, a score for every action and a value out."""

    def __init__(self, config: Config, words: Vocabulary, relations: int = 0) -> None:
        super().__init__()
        width, size = config.width, config.thing_size
        self.thing = nn.Parameter(torch.randn(len(words.things), size) * 0.15)
        self.always = nn.Parameter(torch.zeros(len(words.always), width))
        self.first_bias = nn.Parameter(torch.zeros(width))
        self.cells = Side(words.cells, size, width, 0.06)
        self.actions = Side(words.actions, size, width, 0.001)
        self.layers = nn.ModuleList([nn.Linear(width, width) for _ in range(config.layers)])
        for layer in self.layers:
            nn.init.orthogonal_(layer.weight, 1.0)
            nn.init.zeros_(layer.bias)
        self.value = nn.Linear(width, 1)
        nn.init.orthogonal_(self.value.weight, 0.1)
        nn.init.zeros_(self.value.bias)
        self.draws = nn.Linear(width, 1) if config.draw else None
        self.places = PlaceNetwork(config, words, relations) if relations else None

    def assemble(self, tables: Tables) -> Assembled:
        """Return the network for a variant."""
        things = tables.things @ self.thing
        cells = self.cells(things, tables.cell_rows, tables.cell_maps) * tables.scale
        actions = self.actions(things, tables.action_rows, tables.action_maps)
        bias = self.first_bias + tables.always @ self.always
        local = None
        if self.places is not None and tables.places is not None:
            local = self.places.assemble(things, tables.places)
        return Assembled(tables, cells, bias, actions, local)

    def think(self, seen: list[Tensor], parts: list[Assembled]) -> Thought:
        """Return the last activations; what is seen comes variant by variant."""
        trunk = functional.relu(torch.cat([part.first(rows) for rows, part in zip(seen, parts, strict=True)]))
        if self.places is None:
            return Thought(self._deepen(trunk), None, None, None)
        known, near, codes = _surroundings(seen, parts)
        looked = self.places.look(trunk, known, near, codes > 0)
        trunk = self._deepen(trunk + looked.gained)
        return Thought(trunk, looked.places, self.places.judge(looked.places, trunk), codes)

    def _deepen(self, trunk: Tensor) -> Tensor:
        for layer in self.layers:
            trunk = trunk + functional.relu(layer(trunk))
        return trunk

    def forward(self, seen: list[Tensor], parts: list[Assembled], legal: Tensor) -> Outlook:
        """Return scores of the legal actions, which are lists of numbers, and what is to be expected."""
        thought = self.think(seen, parts)
        sizes = [len(rows) for rows in seen]
        scores = torch.cat(
            [
                (rows @ part.actions.T).gather(1, part.tables.action_of[actions])
                for rows, actions, part in zip(thought.trunk.split(sizes), legal.split(sizes), parts, strict=True)
            ]
        )
        if self.places is not None:
            scores = scores + self._place_scores(thought, parts, legal, sizes)
        values = torch.tanh(self.value(thought.trunk).float()).squeeze(-1)
        if self.draws is None:
            return Outlook(scores.float(), values, torch.zeros_like(values), thought.trunk)
        draws = torch.sigmoid(self.draws(thought.trunk).float()).squeeze(-1)
        return Outlook(scores.float(), values, draws, thought.trunk)

    def _place_scores(self, thought: Thought, parts: list[Assembled], legal: Tensor, sizes: list[int]) -> Tensor:
        assert self.places is not None
        assert thought.judged is not None
        assert thought.codes is not None
        found = [
            entries(codes, actions, part.places, self.places.aims)
            for codes, actions, part in zip(thought.codes.split(sizes), legal.split(sizes), parts, strict=True)
        ]
        return self.places.scores(thought.judged).gather(1, torch.cat(found))


def _surroundings(seen: list[Tensor], parts: list[Assembled]) -> tuple[Tensor, Tensor, Tensor]:
    """Return what is known of each place alone, who is whose neighbour, and where the places lie."""
    known, near, all_codes = [], [], []
    for rows, part in zip(seen, parts, strict=True):
        tables, local = part.places, part.local
        assert local is not None
        cells = rows[:, tables.cells]
        codes = codes_of(cells)
        known.append(cells.to(local.dtype) @ local)
        near.append(neighbours(codes, tables, local.dtype))
        all_codes.append(codes)
    return torch.cat(known), torch.cat(near), torch.cat(all_codes)


def log_policy(scores: Tensor, counts: Tensor) -> Tensor:
    """Return the logarithm of the policy over lists of legal actions, of which so many count."""
    places = torch.arange(scores.shape[1], device=scores.device)
    return functional.log_softmax(scores.masked_fill(places >= counts[:, None], ILLEGAL), -1)
