"""Run a trained network on NumPy with whole numbers alone, so that every machine, batch and thread count agrees.

Weights are whole numbers times a power of two. What is assembled for a game from them stays exact in 64-bit floats,
which hold 53 bits; then every layer works on activations from 0 to 255, and its weights are so small that no partial
sum reaches 2^24, up to which 32-bit floats hold every whole number. So the order of additions cannot matter.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from warband.agents.minds.places import PlaceNetwork, PlaceWeights
from warband.agents.minds.scaled import Cells, Doubles, Floats, Scaled, SideWeights
from warband.agents.minds.wiring import COUNTS_FOR, Vocabulary, Wiring

TOP = 255
EXACT = 1 << 24
# The first layer is kept in parts of an activation this small.
FIRST_PART = 64
# Values are told in this many parts.
VALUES = 1 << 12


@dataclass(frozen=True)
class Weights:
    """All that a network has learnt, as it lies in a file."""

    game: str
    words: Vocabulary
    thing: Scaled
    always: Scaled
    first_bias: Scaled
    cells: SideWeights
    actions: SideWeights
    layers: tuple[tuple[Scaled, Scaled], ...]
    value: Scaled
    value_bias: Scaled
    # Activations count parts of 1 / 2^steps.
    steps: int
    # What is learnt of places, where the game has any.
    places: PlaceWeights | None = None


class Layer:
    """One residual layer of whole numbers; each of its outputs has a scale of its own."""

    def __init__(self, weights: Doubles, bias: Doubles, steps: int) -> None:
        # weights[out, in]; activations count 2^-steps, so that the bias counts for as many.
        reach = TOP * np.abs(weights).sum(1) + np.abs(np.ldexp(bias, steps)) + 1.0
        self.parts = np.frexp(EXACT / reach)[1] - 1
        self.weights = np.rint(np.ldexp(weights, self.parts[:, None])).T.astype(np.float32).copy()
        # Half a part more, since sums are rounded down.
        self.bias = (np.rint(np.ldexp(bias, steps + self.parts)) + np.ldexp(0.5, self.parts)).astype(np.float32)
        self.scale = np.ldexp(1.0, -self.parts).astype(np.float32)
        _fit(self.weights, self.bias, self.scale)

    def __call__(self, hidden: Floats) -> Floats:
        """Return the activations after this layer."""
        gained = np.floor((hidden @ self.weights + self.bias) * self.scale)
        after: Floats = np.minimum(hidden + np.maximum(gained, 0), TOP).astype(np.float32, copy=False)
        return after


def _fit(weights: Floats, bias: Floats, scale: Floats) -> None:
    """Halve an output until no sum of it can leave what a 32-bit float holds exactly."""
    while (over := TOP * np.abs(weights).sum(0, dtype=np.float64) + np.abs(bias) >= EXACT).any():
        weights[:, over] = np.rint(weights[:, over] / 2)
        bias[over] = np.rint(bias[over] / 2)
        scale[over] *= 2


class Network:
    """A network assembled for one game with its options and pack."""

    def __init__(self, weights: Weights, wiring: Wiring) -> None:
        steps = weights.steps
        things = wiring.things.astype(np.float64) / COUNTS_FOR @ weights.thing.exactly()
        cells = weights.cells.assemble(things, wiring.cell_rows, wiring.cell_maps)
        cells = cells / wiring.parts[:, None]
        bias = weights.first_bias.exactly()[0] + wiring.always.astype(np.float64) @ weights.always.exactly()
        # Cells that only places are known by have no weights here.
        self.named = np.flatnonzero(np.abs(cells).max(1)) if wiring.places is not None else None
        if self.named is not None:
            cells = cells[self.named]
        self.cells = np.rint(np.ldexp(cells, steps) * FIRST_PART)
        # Half a part more, since sums are rounded down.
        self.first_bias = np.rint(np.ldexp(bias, steps) * FIRST_PART) + FIRST_PART // 2
        self.narrow_cells = self.cells.astype(np.float32)
        self.reach = np.abs(self.cells).max(1)
        self.layers = [Layer(rows.exactly(), bias.exactly()[0], steps) for rows, bias in weights.layers]
        self.actions, self.action_part = _outputs(
            weights.actions.assemble(things, wiring.action_rows, wiring.action_maps)
        )
        self.action_of = wiring.action_of
        value = weights.value.exactly()
        self.value, self.value_part = _outputs(value)
        self.value_bias = float(np.rint(np.ldexp(float(weights.value_bias.exactly()[0, 0]), steps) * self.value_part))
        self.steps = steps
        self.width = len(self.first_bias)
        self.levels = wiring.levels
        self.places: PlaceNetwork | None = None
        if weights.places is not None and wiring.places is not None:
            self.places = PlaceNetwork(weights.places, wiring.places, things, steps)

    def hidden(self, seen: Cells) -> Floats:
        """Return the last activations for rows of observations; after them comes what is kept of the places."""
        first = np.floor((self._first(self._with_levels(seen)) + self.first_bias) / FIRST_PART)
        hidden: Floats = np.clip(first, 0, TOP).astype(np.float32)
        if self.places is None:
            return self._deepen(hidden)
        looked = self.places.look(seen, hidden)
        hidden = self._deepen(np.minimum(hidden + looked.gained, TOP).astype(np.float32))
        return np.concatenate([hidden, self.places.judge(looked, hidden)], 1)

    def _deepen(self, hidden: Floats) -> Floats:
        for layer in self.layers:
            hidden = layer(hidden)
        return hidden

    def _with_levels(self, seen: Cells) -> Cells:
        """Return rows with a mark after them for each value that is like a cell of its own, less cells of places."""
        if len(self.levels):
            marks = seen[:, self.levels[:, 0]] == self.levels[:, 1]
            seen = np.concatenate([seen, marks.astype(np.int8)], 1)
        return seen if self.named is None else seen[:, self.named]

    def _first(self, seen: Cells) -> Doubles:
        """Return the sums of the first layer: in 32 bits where they fit, which is faster, else in 64."""
        if len(seen) == 1:
            there = np.flatnonzero(seen[0])
            alone: Doubles = (seen[0, there].astype(np.float64) @ self.cells[there])[None]
            return alone
        if (seen.astype(np.float64) @ self.reach).max() < EXACT:
            narrow: Doubles = (seen.astype(np.float32) @ self.narrow_cells).astype(np.float64)
            return narrow
        wide: Doubles = seen.astype(np.float64) @ self.cells
        return wide

    def scores(self, hidden: Floats, actions: list[int]) -> Doubles:
        """Return how good some actions look in one position: logarithms of chances, but for a constant."""
        sums: Doubles = (self.actions[self.action_of[actions]] @ hidden[: self.width]).astype(np.float64)
        scores: Doubles = sums / (self.action_part * (1 << self.steps))
        if self.places is not None:
            scores = scores + self.places.scores(hidden[None, self.width :])[0, actions]
        return scores

    def all_scores(self, hidden: Floats) -> Doubles:
        """Return how good all actions look in many positions."""
        sums: Doubles = (hidden[:, : self.width] @ self.actions.T).astype(np.float64)
        scores: Doubles = sums[:, self.action_of] / (self.action_part * (1 << self.steps))
        if self.places is not None:
            scores = scores + self.places.scores(hidden[:, self.width :])
        return scores

    def values(self, hidden: Floats) -> Doubles:
        """Return what the deciding seat may expect in many positions, -1 to 1."""
        sums: Doubles = (hidden[:, : self.width] @ self.value[0]).astype(np.float64) + self.value_bias
        # Rounded, since the last bit of a tangent is not the same everywhere.
        exact: Doubles = np.rint(np.tanh(sums / (self.value_part * (1 << self.steps))) * VALUES) / VALUES
        return exact


def _outputs(matrix: Doubles) -> tuple[Floats, float]:
    """Return rows of whole numbers whose sums stay exact, and how many of them make one."""
    part = 2.0 ** (np.frexp(EXACT / (TOP * np.abs(matrix).sum(1).max() + 1e-9))[1] - 1)
    whole = np.rint(matrix * part)
    while TOP * np.abs(whole).sum(1).max() >= EXACT:
        part /= 2
        whole = np.rint(matrix * part)
    return whole.astype(np.float32), float(part)
