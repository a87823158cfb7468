"""Whole numbers times powers of two, which is what the weights of a network are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from warband.agents.minds.wiring import Integers

Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]
Cells = npt.NDArray[np.int8]


@dataclass(frozen=True)
class Scaled:
    """Whole numbers and the power of two that each row of them is divided by."""

    numbers: npt.NDArray[np.int8] | npt.NDArray[np.int16] | npt.NDArray[np.int32]
    exponents: npt.NDArray[np.int8]

    def exactly(self) -> Doubles:
        """Return the numbers that are meant."""
        shape = (-1, *[1] * (self.numbers.ndim - 1))
        return np.ldexp(self.numbers.astype(np.float64), -self.exponents.astype(np.int32).reshape(shape))


@dataclass(frozen=True)
class SideWeights:
    """What is known of the cells or of the actions: rows of their own, and maps that take a thing."""

    rows: Scaled
    maps: Scaled

    def assemble(self, things: Doubles, row_table: Integers, map_table: Integers) -> Doubles:
        """Return a matrix with a row for each cell or action."""
        rows = self.rows.exactly()
        width = rows.shape[1]
        nothing = np.zeros((1, width))
        matrix: Doubles = np.concatenate([rows, nothing])[row_table].sum(1)
        if map_table.shape[1] == 0:
            return matrix
        maps = self.maps.exactly()
        of_things = np.concatenate([*[things @ one for one in maps], nothing])
        matrix += of_things[map_table].sum(1)
        return matrix
