"""What lanes showed between two lessons, where the network is, and how it gets there."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from warband.lab.training.config import Config
from warband.lab.training.fleet import HALVES, Fleet


class Experience:
    """What was seen, done and got in all lanes since the last lesson, where the network is."""

    def __init__(self, config: Config, fleet: Fleet, device: torch.device) -> None:
        self.lanes = fleet.shape.lanes
        lanes, steps = HALVES * self.lanes, config.horizon

        def room(*shape: int, kind: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros(*shape, dtype=kind, device=device)

        self.seen = room(steps + 1, lanes, fleet.shape.cells, kind=torch.int8)
        # What the seat that does not decide sees, for a critic.
        self.others = room(steps + 1, lanes, fleet.shape.other_cells, kind=torch.int8)
        self.legal = room(steps + 1, lanes, fleet.shape.width, kind=torch.int16)
        self.counts = room(steps + 1, lanes, kind=torch.int16)
        self.seats = room(steps + 1, lanes, kind=torch.int8)
        self.stands = room(steps + 1, lanes)
        self.values = room(steps + 1, lanes)
        self.draws = room(steps + 1, lanes)
        # Whether the network that learns decides there, and not a rival.
        self.mine = torch.ones(steps + 1, lanes, dtype=torch.bool, device=device)
        # Which of the legal actions was chosen.
        self.chosen = room(steps, lanes, kind=torch.int64)
        self.chances = room(steps, lanes)
        self.got = room(steps, lanes)
        self.same = room(steps, lanes)
        self.ended = room(steps, lanes)

    def half(self, number: int) -> slice:
        """Return the lanes of a half."""
        return slice(number * self.lanes, (number + 1) * self.lanes)

    def turn_over(self) -> None:
        """Begin anew with what was seen last."""
        for kept in (self.seen, self.others, self.legal, self.counts, self.seats, self.stands):
            kept[0] = kept[-1].clone()


class Feed:
    """Bring what the workers wrote to the network in one copy, and the chosen actions back."""

    def __init__(self, fleet: Fleet, experience: Experience, device: torch.device) -> None:
        self.fleet = fleet
        self.experience = experience
        self.device = device
        self.shared = [torch.frombuffer(half.buf, dtype=torch.uint8) for half in fleet.halves]
        if device.type == "cuda":
            for block in self.shared:
                # Pages that stay where they are are copied at several times the speed.
                torch.cuda.cudart().cudaHostRegister(block.data_ptr(), block.numel(), 0)
        self.blocks = [torch.empty_like(block, device=device) for block in self.shared]
        self.chosen = [fleet.array(half, "chosen") for half in range(HALVES)]

    def _field(self, half: int, name: str, kind: torch.dtype) -> Tensor:
        first, size = self.fleet.shape.places()[name]
        shape = self.fleet.shape.fields()[name][1]
        return self.blocks[half][first : first + size].view(kind).reshape(shape)

    def take(self, half: int, step: int) -> None:
        """Take in what the lanes of a half show, and what the step before brought."""
        block, kept = self.blocks[half], self.experience
        block.copy_(self.shared[half], non_blocking=True)
        lanes = kept.half(half)
        seats = self._field(half, "seats", torch.int8)
        if step > 0:
            before = kept.seats[step - 1, lanes]
            kept.got[step - 1, lanes] = (
                self._field(half, "pays", torch.int8).gather(1, before.long()[:, None]).squeeze(1).float()
            )
            kept.same[step - 1, lanes] = torch.where(seats == before, 1.0, -1.0)
            kept.ended[step - 1, lanes] = self._field(half, "dones", torch.int8).float()
        kept.seen[step, lanes] = self._field(half, "rows", torch.int8)
        kept.others[step, lanes] = self._field(half, "others", torch.int8)
        kept.legal[step, lanes] = self._field(half, "legal", torch.int16)
        kept.counts[step, lanes] = self._field(half, "counts", torch.int16)
        kept.stands[step, lanes] = self._field(half, "stands", torch.int16).float()
        kept.seats[step, lanes] = seats

    def give(self, half: int, actions: Tensor) -> None:
        """Write the chosen actions where the workers read them."""
        self.chosen[half][:] = actions.to(torch.int16).cpu().numpy().view(np.uint16)
