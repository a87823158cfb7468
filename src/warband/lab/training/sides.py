"""One side of a network that is trained, from the names its cells or actions have."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from warband.agents.minds.wiring import Integers, Names


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
