"""A critic that sees what both seats know together: it tells good from bad in training, and never plays."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from warband.agents.minds.wiring import Vocabulary
from warband.lab.training.config import Config
from warband.lab.training.network import Assembled, Tables
from warband.lab.training.sides import Side


class Verdict(NamedTuple):
    """What a critic expects for the seat that decides: its value, and how likely a draw is."""

    values: Tensor
    draws: Tensor


class Critic(nn.Module):
    """Expect from what the network makes of one seat's knowledge, and from what the other seat knows."""

    def __init__(self, config: Config, words: Vocabulary) -> None:
        super().__init__()
        width, size = config.width, config.thing_size
        self.thing = nn.Parameter(torch.randn(len(words.things), size) * 0.15)
        self.cells = Side(words.cells, size, width, 0.06)
        self.bias = nn.Parameter(torch.zeros(width))
        self.layers = nn.ModuleList([nn.Linear(width, width) for _ in range(config.critic)])
        self.outputs = nn.Linear(width, 2)
        for layer, gain in [*((layer, 1.0) for layer in self.layers), (self.outputs, 0.1)]:
            nn.init.orthogonal_(layer.weight, gain)
            nn.init.zeros_(layer.bias)

    def assemble(self, tables: Tables) -> Assembled:
        """Return the first layer of the critic for a variant."""
        things = tables.things @ self.thing
        cells = self.cells(things, tables.cell_rows, tables.cell_maps) * tables.scale
        return Assembled(tables, cells, self.bias, cells[:0], None)

    def forward(self, trunk: Tensor, others: list[Tensor], parts: list[Assembled]) -> Verdict:
        """Return what to expect; the network is not changed by it, so that it learns nothing it may not know."""
        known = torch.cat([part.first(rows) for rows, part in zip(others, parts, strict=True)])
        judged = functional.relu(known + trunk.detach())
        for layer in self.layers:
            judged = judged + functional.relu(layer(judged))
        values, draws = self.outputs(judged).float().unbind(-1)
        return Verdict(torch.tanh(values), torch.sigmoid(draws))
