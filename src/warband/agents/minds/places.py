"""Look at the places of a map that differs from match to match: what lies on each, what lies around it.

Places are known by what is on them and by their neighbours, never by their numbers. All sums here are of whole numbers
times powers of two, and so small that 64-bit floats hold them exactly: activations have 10 bits, weights 15 and the
power of two of their row, and no sum has more than 2^13 parts.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from warband.agents.minds.scaled import Cells, Doubles, Floats, Scaled, SideWeights
from warband.agents.minds.wiring import SPREAD, Integers, PlaceWiring

PLACE_TOP = 1023
# What is asked of a target and what it answers is rounded to so fine a part of an activation, and cut off.
FINE = 64
ANSWER_TOP = 1 << 20
# How many maps are kept in mind.
MOST_MAPS = 256

Dense = tuple[Scaled, Scaled]


@dataclass(frozen=True)
class PlaceWeights:
    """What a network has learnt of places: layers are rows of weights, one for each output, and a bias."""

    local: SideWeights
    # From the network to every place.
    context: Dense
    # From a place and its neighbours, relation by relation, to the place.
    rounds: tuple[Dense, ...]
    # From places to a sum over them, and from that to the network.
    pool: Dense
    pooled: Dense
    # From a place and the network to what actions are judged by.
    judged: Dense
    # What an action asks, by its aim, where it starts, and what the place it is aimed at answers.
    origins: Dense
    targets: Dense
    # Activations count parts of 1 / 2^steps.
    steps: int


class Sums:
    """One layer: sums of inputs that count parts of one size, as whole parts of another."""

    def __init__(self, weights: Dense, finer: int, steps: int) -> None:
        rows, bias = weights
        self.weights: Doubles = np.ldexp(rows.exactly().T, finer)
        self.bias: Doubles = np.ldexp(bias.exactly()[0], steps)

    def __call__(self, given: Doubles) -> Doubles:
        """Return the sums of rows of inputs."""
        sums: Doubles = given @ self.weights + self.bias
        return sums


def rounded(sums: Doubles) -> Doubles:
    """Return sums as activations: whole numbers from 0 to the top."""
    return np.clip(np.floor(sums + 0.5), 0, PLACE_TOP)


@dataclass(frozen=True)
class Ground:
    """One map: who is whose neighbour, relation after relation, and which entry of all scores each action has."""

    near: Doubles
    entries: Integers


@dataclass(frozen=True)
class Looked:
    """What was seen of the places of some positions, and what the network gains by it."""

    places: Doubles
    codes: Integers
    gained: Doubles


class PlaceNetwork:
    """The part of a network that looks at places, assembled for one game."""

    def __init__(self, weights: PlaceWeights, wiring: PlaceWiring, things: Doubles, trunk_steps: int) -> None:
        steps = weights.steps
        self.steps = steps
        self.wiring = wiring
        self.count = len(wiring.cells)
        local = weights.local.assemble(things, wiring.rows, wiring.maps)
        self.local: Doubles = np.rint(np.ldexp(local, steps) * FINE) / FINE
        self.context = Sums(weights.context, steps - trunk_steps, steps)
        self.rounds = [Sums(one, 0, steps) for one in weights.rounds]
        self.pool = Sums(weights.pool, 0, steps)
        self.pooled = Sums(weights.pooled, trunk_steps - steps, trunk_steps)
        self.size = len(weights.targets[0].numbers[0])
        self.judged = Sums(weights.judged, 0, steps)
        self.by_trunk: Doubles = np.ldexp(self.judged.weights[self.size :], steps - trunk_steps)
        self.judged.weights = self.judged.weights[: self.size]
        self.origins = Sums(weights.origins, 0, steps)
        self.targets = Sums(weights.targets, 0, steps)
        self.aims = len(weights.origins[0].numbers) // len(weights.targets[0].numbers)
        self._grounds: dict[bytes, Ground] = {}

    # ---- maps ----

    def ground(self, codes: Integers) -> Ground:
        """Return the map on which places lie so; one that was asked for lately is kept."""
        key = codes.tobytes()
        known = self._grounds.get(key)
        if known is None:
            if len(self._grounds) >= MOST_MAPS:
                self._grounds.clear()
            known = self._grounds[key] = Ground(self._near(codes), self._entries(codes))
        return known

    def _near(self, codes: Integers) -> Doubles:
        """Return a matrix for each relation but the first: 1 where the second place is such a neighbour."""
        apart = codes[None, :] - codes[:, None]
        both = (codes > 0)[None, :] & (codes > 0)[:, None]
        return np.array([np.isin(apart, offsets) & both for offsets in self.wiring.relations[1:]], dtype=np.float64)

    def _entries(self, codes: Integers) -> Integers:
        """Return where the score of each action stands: by its start, its aim and its target."""
        wiring, count = self.wiring, self.count
        wanted = np.append(codes, 0)[wiring.origins] + wiring.offsets
        there = wanted[:, None] == codes[None, :]
        found = np.where(there.any(1), there.argmax(1), count)
        targets = np.where(wiring.offsets == 0, wiring.targets, found)
        entries = (wiring.origins * self.aims + wiring.aims) * (count + 1) + targets
        nothing = (count + 1) * self.aims * (count + 1)
        return np.where(wiring.aims < self.aims, entries, nothing)

    # ---- looking ----

    def look(self, seen: Cells, trunk: Floats) -> Looked:
        """Return what lies on and around the places of rows of observations."""
        cells = seen[:, self.wiring.cells]
        codes = cells[:, :, 0].astype(np.int64) * SPREAD + cells[:, :, 1]
        near = np.stack([self.ground(row).near for row in codes])
        known = cells[:, :, 2:].astype(np.float64) @ self.local
        places = rounded(known + self.context(trunk.astype(np.float64))[:, None])
        for layer in self.rounds:
            around = [places, *[near[:, relation] @ places for relation in range(near.shape[1])]]
            places = np.minimum(places + rounded(layer(np.concatenate(around, 2))), PLACE_TOP)
        pool = (rounded(self.pool(places)) * (codes > 0)[:, :, None]).sum(1)
        return Looked(places, codes, np.maximum(np.floor(self.pooled(pool) + 0.5), 0))

    def judge(self, looked: Looked, trunk: Floats) -> Floats:
        """Return what actions are judged by, place after place, and where the places lie, in one row a position."""
        judged = rounded(self.judged(looked.places) + (trunk.astype(np.float64) @ self.by_trunk)[:, None])
        return np.concatenate([judged.reshape(len(trunk), -1), looked.codes], 1).astype(np.float32)

    def scores(self, kept: Floats) -> Doubles:
        """Return how good all actions look by the places they are about, from what was kept of some positions."""
        count = self.count
        judged = np.zeros((len(kept), count + 1, self.size))
        judged[:, :count] = kept[:, :-count].reshape(len(kept), count, self.size)
        asked = _finer(self.origins(judged)).reshape(len(kept), (count + 1) * self.aims, -1)
        sums = (asked @ _finer(self.targets(judged)).transpose(0, 2, 1)).reshape(len(kept), -1)
        sums = np.concatenate([sums, np.zeros((len(kept), 1))], 1)
        entries = np.stack([self.ground(row).entries for row in kept[:, -count:].astype(np.int64)])
        picked: Doubles = np.take_along_axis(sums, entries, 1)
        return picked / (FINE << self.steps) ** 2


def _finer(sums: Doubles) -> Doubles:
    return np.clip(np.rint(sums * FINE), -ANSWER_TOP, ANSWER_TOP)
