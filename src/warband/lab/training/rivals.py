"""Networks that play one seat of some lanes and learn nothing: earlier selves, or a mind that is to be beaten."""

from __future__ import annotations

import copy
from typing import Any

import torch
from torch import Tensor

from warband.lab.training.config import Config
from warband.lab.training.network import Assembled, Network, Tables, log_policy

SMALLEST = 1e-20


def drawn(policy: Tensor) -> Tensor:
    """Return for each position one of its actions, drawn by the logarithm of a policy."""
    noise = torch.rand_like(policy).clamp_(SMALLEST, 1.0)
    return (policy - torch.log(-torch.log(noise))).argmax(-1)


class Rival:
    """A network that takes the seat of its lanes: in every other lane the first, else the second."""

    def __init__(self, network: Network, tables: list[Tables], groups: list[Tensor], is_certain: bool) -> None:
        self.network = network
        self.tables = tables
        # It takes what it likes best, as at the table; an earlier self draws by its policy.
        self.is_certain = is_certain
        self.lanes = torch.cat(groups)
        self.sizes = [len(group) for group in groups]
        self.seats = (self.lanes % 2).to(torch.int8)
        self.parts: list[Assembled] = []

    def prepare(self, kind: torch.dtype) -> None:
        """Assemble the network for the next lesson."""
        self.parts = [self.network.assemble(tables).to(kind) for tables in self.tables]

    def decides(self, seats: Tensor) -> Tensor:
        """Return in which lanes of a half it decides, from the seats that do."""
        is_its_own = torch.zeros_like(seats, dtype=torch.bool)
        is_its_own[self.lanes] = seats[self.lanes] == self.seats
        return is_its_own

    def choose(self, seen: Tensor, legal: Tensor, counts: Tensor) -> Tensor:
        """Return which of the legal actions it takes in each of its lanes, from those of a half."""
        rows = list(seen[self.lanes].split(self.sizes))
        policy = log_policy(self.network(rows, self.parts, legal[self.lanes]).scores, counts[self.lanes])
        return policy.argmax(-1) if self.is_certain else drawn(policy)


class Pool:
    """Earlier selves, of which one at a time plays."""

    def __init__(self, config: Config, network: Network, tables: list[Tables], lanes: list[Tensor]) -> None:
        self.config = config
        groups = [group[: round(config.pool * len(group))] for group in lanes]
        self.rival = Rival(copy.deepcopy(network), tables, groups, is_certain=False)
        self.selves: list[dict[str, Tensor]] = []

    def add(self, network: Network) -> None:
        """Keep a network as it is now, in the place of any other where there is no room."""
        kept = {name: value.detach().clone() for name, value in network.state_dict().items()}
        if len(self.selves) < self.config.pool_size:
            self.selves.append(kept)
        else:
            self.selves[int(torch.randint(self.config.pool_size, ()).item())] = kept

    def draw(self) -> Rival | None:
        """Return an earlier self, any of them; None while there is none."""
        if not self.selves:
            return None
        self.rival.network.load_state_dict(self.selves[int(torch.randint(len(self.selves), ()).item())])
        return self.rival

    def to_data(self) -> list[dict[str, Any]]:
        """Return the selves as they are kept."""
        return self.selves

    def restore(self, selves: list[dict[str, Any]], device: torch.device) -> None:
        """Take up the selves of a checkpoint."""
        self.selves = [{name: value.to(device) for name, value in kept.items()} for kept in selves]
