"""Look at the places of a map that differs from match to match: what lies on each, what lies around it.

Places are known by what is on them and by their neighbours, never by their numbers. All sums here are of whole numbers
times powers of two, and so small that 64-bit floats hold them exactly: activations have 10 bits, weights 15 and the
power of two of their row, and no sum has more than 2^13 parts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from warband.agents.minds.scaled import Cells, Doubles, Floats, Scaled, SideWeights
from warband.agents.minds.wiring import SPREAD, Integers, PlaceWiring

PLACE_TOP = 1023
# What is asked of a target and what it answers is rounded to so fine a part of an activation, and cut off.
FINE = 64
ANSWER_TOP = 1 << 20
# Positions that are looked at together: more would not stay in the fast cache.
BLOCK = 16
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
        # One product of two matrices is faster than many small ones.
        sums: Doubles = given.reshape(-1, given.shape[-1]) @ self.weights
        sums += self.bias
        return sums.reshape(*given.shape[:-1], -1)


def rounded(sums: Doubles) -> Doubles:
    """Return sums as activations, in their place: whole numbers from 0 to the top."""
    sums += 0.5
    return np.clip(np.floor(sums, out=sums), 0, PLACE_TOP, out=sums)


@dataclass(frozen=True)
class Ground:
    """One map: who is whose neighbour, relation after relation, and which entry of all scores each action has."""

    near: Doubles
    entries: Integers


class Looked(NamedTuple):
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

    def _grounds_of(self, codes: Integers) -> list[Ground]:
        """Return the map of each row, or the one map of all of them."""
        if (codes == codes[0]).all():
            return [self.ground(codes[0])]
        return [self.ground(row) for row in codes]

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
        looks = [self._look(seen[block], trunk[block]) for block in _blocks(len(seen))]
        return looks[0] if len(looks) == 1 else Looked(*map(np.concatenate, zip(*looks, strict=True)))

    def _look(self, seen: Cells, trunk: Floats) -> Looked:
        cells = seen[:, self.wiring.cells]
        codes = cells[:, :, 0].astype(np.int64) * SPREAD + cells[:, :, 1]
        near = np.stack([ground.near for ground in self._grounds_of(codes)], 1)
        known: Doubles = cells[:, :, 2:].astype(np.float64) @ self.local
        places = rounded(known + self.context(trunk.astype(np.float64))[:, None])
        for layer in self.rounds:
            around = [places, *[relation @ places for relation in near]]
            places = np.minimum(places + rounded(layer(np.concatenate(around, 2))), PLACE_TOP)
        pool = (rounded(self.pool(places)) * (codes > 0)[:, :, None]).sum(1)
        return Looked(places, codes, np.maximum(np.floor(self.pooled(pool) + 0.5), 0))

    def judge(self, looked: Looked, trunk: Floats) -> Floats:
        """Return what actions are judged by, place after place, and where the places lie, in one row a position."""
        by_trunk: Doubles = trunk.astype(np.float64) @ self.by_trunk
        rows = np.empty((len(trunk), self.count * (self.size + 1)), dtype=np.float32)
        for block in _blocks(len(trunk)):
            judged = rounded(self.judged(looked.places[block]) + by_trunk[block, None])
            rows[block, : -self.count] = judged.reshape(len(judged), -1)
        rows[:, -self.count :] = looked.codes
        return rows

    def scores(self, kept: Floats) -> Doubles:
        """Return how good all actions look by the places they are about, from what was kept of some positions."""
        return np.concatenate([self._scores(kept[block]) for block in _blocks(len(kept))])

    def _scores(self, kept: Floats) -> Doubles:
        count = self.count
        judged = np.zeros((len(kept), count + 1, self.size))
        judged[:, :count] = kept[:, :-count].reshape(len(kept), count, self.size)
        asked = _finer(self.origins(judged)).reshape(len(kept), (count + 1) * self.aims, -1)
        sums = np.zeros((len(kept), asked.shape[1] * (count + 1) + 1))
        sums[:, :-1] = (asked @ _finer(self.targets(judged)).transpose(0, 2, 1)).reshape(len(kept), -1)
        grounds = self._grounds_of(kept[:, -count:].astype(np.int64))
        entries = np.stack([ground.entries for ground in grounds])
        picked: Doubles = sums[:, entries[0]] if len(entries) == 1 else np.take_along_axis(sums, entries, 1)
        return picked / (FINE << self.steps) ** 2


def _blocks(count: int) -> list[slice]:
    return [slice(first, first + BLOCK) for first in range(0, count, BLOCK)]


def _finer(sums: Doubles) -> Doubles:
    sums *= FINE
    return np.clip(np.rint(sums, out=sums), -ANSWER_TOP, ANSWER_TOP, out=sums)
