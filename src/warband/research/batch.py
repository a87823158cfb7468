"""Step many matches together: observations, masks, rewards and ends in NumPy arrays that stay where they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from warband.agents.lane_memory import NO_BYTES, Memory
from warband.agents.lanes import ALL_LEGAL, Lanes
from warband.extras import extra
from warband.kernel.chance import Rng
from warband.kernel.errors import BadInput
from warband.kernel.game import Game, State
from warband.kernel.pickling import Reduced
from warband.kernel.registry import Packs
from warband.research.recent import CELLS, Recent
from warband.research.seating import IllegalMove, check, make, whole_seed

with extra("research"):
    import numpy as np
    from numpy.typing import NDArray

KEYWORDS: Final = ("count", "seed", "packs", "history")
Bytes = NDArray[np.int8]


class Batch:
    """Play a match in every lane; where one ends, the next begins at once, from the same stream of chance.

    All arrays are filled anew by `reset` and `step`: `observations` (lanes, cells) and `masks` (lanes, actions) are of
    the seat that decides, `seats` says which it is, `rewards` (lanes, 2) and `dones` are of the step just taken.
    `history` (lanes, cells) is what that seat knows of the latest decisions, so many of them as were asked for.
    """

    def __init__(self, game: Game, seeds: Sequence[int] | NDArray[np.integer], history: int = 0) -> None:
        if not len(seeds):
            raise BadInput("a batch needs at least one seed")
        self.game = game
        self.count = len(seeds)
        encoder = game.encoder()
        self.observations: Bytes = np.zeros((self.count, encoder.size), np.int8)
        self.masks: Bytes = np.zeros((self.count, game.action_count()), np.int8)
        self.rewards: Bytes = np.zeros((self.count, 2), np.int8)
        self.seats: Bytes = np.zeros(self.count, np.int8)
        self.dones: NDArray[np.bool_] = np.zeros(self.count, np.bool_)
        self._chosen: NDArray[np.uint16] = np.zeros(self.count, np.uint16)
        self._recent = [Recent(history) for _ in range(self.count)]
        self.history: Bytes = np.zeros((self.count, self._recent[0].size), np.int8)
        self._lanes = Lanes(game)
        self._lanes.write_to(self._memory())
        self.reset(seeds)

    def reset(self, seeds: Sequence[int] | NDArray[np.integer]) -> None:
        """Begin anew in every lane, each from its seed."""
        if len(seeds) != self.count:
            raise BadInput(f"{len(seeds)} seeds for {self.count} lanes; give one for each")
        self._lanes.reset([whole_seed(seed) for seed in seeds])
        for recent in self._recent:
            recent.clear()
        self.history[:] = 0

    def step(self, actions: Sequence[int] | NDArray[np.integer]) -> None:
        """Carry out one action in every lane; if one is illegal, raise IllegalMove with the reason, change nothing."""
        array = np.asarray(actions)
        if array.shape != (self.count,) or array.dtype.kind not in "iu":
            raise BadInput(f"actions of shape {array.shape} and type {array.dtype}; give {self.count} whole numbers")
        chosen: list[int] = array.tolist()
        wrong = self._lanes.first_illegal(chosen)
        if wrong != ALL_LEGAL:
            self._refuse(wrong, chosen[wrong])
        self._chosen[:] = array
        if self.history.size:
            self._note(chosen)
        self._lanes.step()
        if self.history.size:
            self._write_history()

    def _note(self, chosen: list[int]) -> None:
        """Take down what is about to be done in every lane."""
        for recent, state, seat, action in zip(
            self._recent, self._lanes.states, self._lanes.seats, chosen, strict=True
        ):
            recent.note(state, seat, action)

    def _write_history(self) -> None:
        """Write what the seats that decide now know of the decisions; where a match ended there are none."""
        for lane, recent in enumerate(self._recent):
            if self.dones[lane]:
                recent.clear()
            self.history[lane] = np.frombuffer(recent.cells(self._lanes.seats[lane]), np.int8)

    def _refuse(self, lane: int, action: int) -> None:
        """Say why the action of a lane is not legal."""
        try:
            check(self.game, self._lanes.states[lane], self._lanes.seats[lane], action)
        except IllegalMove as reason:
            raise IllegalMove(f"lane {lane}: {reason}") from None

    def sample(self, rng: Rng) -> list[int]:
        """Return a random legal action for every lane."""
        return self._lanes.sample(rng)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Batch) or self.game != other.game:
            return False
        mine, theirs = self._lanes, other._lanes
        same = mine.states == theirs.states and mine.rngs == theirs.rngs
        same = same and self._recent == other._recent
        return same and mine.pays == theirs.pays and mine.dones == theirs.dones

    def __reduce__(self) -> Reduced:
        lanes = self._lanes
        return _batch_of, (self.game, lanes.states, lanes.rngs, lanes.pays, lanes.dones, self._recent)

    def _memory(self) -> Memory:
        """Return the memory of the arrays, for the lanes to write to."""
        rows, masks, seats, pays = (
            _bytes(array) for array in (self.observations, self.masks, self.seats, self.rewards)
        )
        dones = _bytes(self.dones.view(np.int8))
        return Memory(rows, NO_BYTES, NO_BYTES, seats, dones, pays, NO_BYTES, _bytes(self._chosen.view(np.int8)), masks)


def _batch_of(
    game: Game, states: list[State], rngs: list[Rng], pays: list[bytes], dones: list[int], recent: list[Recent]
) -> Batch:
    """Return a batch whose lanes stand at these states."""
    batch = Batch(game, range(len(states)), recent[0].size // CELLS)
    batch._lanes.put(states, rngs, pays, dones)
    batch._recent = recent
    if batch.history.size:
        batch._write_history()
    return batch


def _bytes(array: Bytes) -> memoryview:
    """Return the memory of an array as bytes in a row."""
    return array.reshape(-1).data.cast("B")


def make_batch(
    game: str | Game, count: int, seed: int = 0, *, packs: Packs | None = None, history: int = 0, **options: object
) -> Batch:
    """Return a batch of `count` lanes with the seeds `seed`, `seed + 1`, and so on."""
    return Batch(make(game, options, packs, KEYWORDS), range(seed, seed + count), history)
