"""The network that is trained: assembled for each variant from what its cells, actions and things are about."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from warband.agents.minds.wiring import COUNTS_FOR, Integers, Names, Vocabulary, Wiring
from warband.lab.training.config import Config

ILLEGAL = -1e9


class Side(nn.Module):
    """One side of a network, its cells or its actions: rows of their own, and maps that take a thing."""

    def __init__(self, names: Names, thing_size: int, width: int, spread: float) -> None:
        super().__init__()
        self.rows = nn.Parameter(torch.randn(len(names.rows), width) * spread)
        self.maps = nn.Parameter(torch.randn(len(names.maps), thing_size, width) * spread / thing_size**0.5)

    def forward(self, things: Tensor, has_row: Tensor, has_map: Tensor) -> Tensor:
        """Return a matrix with a row for each cell or action, from what is known of the things."""
        of_things = torch.einsum("tc,mcd->mtd", things, self.maps).reshape(-1, self.rows.shape[1])
        return has_row @ self.rows + has_map @ of_things


def incidence(table: Integers, count: int) -> Tensor:
    """Return a matrix with how often each number stands in each row of a table; the count itself means nothing."""
    matrix = torch.zeros(len(table), count + 1)
    numbers = torch.from_numpy(table)
    return matrix.scatter_add_(1, numbers, torch.ones_like(numbers, dtype=matrix.dtype))[:, :count]


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
        scale = torch.ones(len(wiring.counts), 1)
        scale[torch.from_numpy(wiring.counts)] = 1 / COUNTS_FOR
        self.register_buffer("scale", scale)


Assembled = tuple[Tensor, Tensor, Tensor]


class Network(nn.Module):
    """One network for all variants of a game: what a seat may know in, a score for every action and a value out."""

    def __init__(self, config: Config, words: Vocabulary) -> None:
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

    def assemble(self, tables: Tables) -> Assembled:
        """Return the first layer, its bias, and the last layer of a variant."""
        things = tables.things @ self.thing
        cells = self.cells(things, tables.cell_rows, tables.cell_maps) * tables.scale
        actions = self.actions(things, tables.action_rows, tables.action_maps)
        return cells, self.first_bias + tables.always @ self.always, actions

    def hidden(self, seen: list[Tensor], parts: list[Assembled]) -> Tensor:
        """Return the last activations; what is seen comes variant by variant."""
        kind = parts[0][0].dtype
        first = [
            torch.addmm(bias, cells.to(kind), weights) for cells, (weights, bias, _) in zip(seen, parts, strict=True)
        ]
        hidden = functional.relu(torch.cat(first))
        for layer in self.layers:
            hidden = hidden + functional.relu(layer(hidden))
        return hidden

    def forward(self, seen: list[Tensor], parts: list[Assembled]) -> tuple[Tensor, Tensor]:
        """Return scores of all actions and values."""
        hidden = self.hidden(seen, parts)
        sizes = [len(cells) for cells in seen]
        scores = [rows @ last.T for rows, (_, _, last) in zip(hidden.split(sizes), parts, strict=True)]
        return torch.cat(scores).float(), torch.tanh(self.value(hidden).float()).squeeze(-1)


def log_policy(scores: Tensor, legal: Tensor, counts: Tensor) -> Tensor:
    """Return the logarithm of the policy over the legal actions alone."""
    mask = legal_mask(legal, counts, scores.shape[1])
    return functional.log_softmax(scores.masked_fill(~mask, ILLEGAL), -1)


def legal_mask(legal: Tensor, counts: Tensor, actions: int) -> Tensor:
    """Return which actions are legal, from lists of their numbers."""
    places = torch.arange(legal.shape[1], device=legal.device)
    numbers = torch.where(places < counts[:, None], legal.long(), actions)
    mask = torch.zeros(len(legal), actions + 1, dtype=torch.bool, device=legal.device)
    return mask.scatter_(1, numbers, value=True)[:, :actions]
