"""Lay out flat-top hexes at axial coordinates (q, r): where each is drawn, and in which order they are read."""

from __future__ import annotations

from dataclasses import dataclass

from warband.kernel.scene import Container
from warband.scene.reading import Cell, cells


@dataclass(frozen=True)
class Hex:
    """Hold a cell of a map, its column from the left, and its steps of half a hex from the top."""

    cell: Cell
    column: int
    step: int


def hexes(container: Container) -> list[Hex]:
    """Return the cells of a map in reading order, from the top to the bottom as it is drawn."""
    placed = [_hex(container, cell) for cell in cells(container)]
    left = min((one.column for one in placed), default=0)
    top = min((one.step for one in placed), default=0)
    moved = [Hex(one.cell, one.column - left, one.step - top) for one in placed]
    return sorted(moved, key=lambda one: (one.step, one.column))


def _hex(container: Container, cell: Cell) -> Hex:
    q, r = cell.at
    way = -1 if container.turned else 1
    return Hex(cell, way * q, way * (2 * r + q))


def columns(found: list[Hex]) -> int:
    """Return how many columns a map has."""
    return max(one.column for one in found) + 1


def steps(found: list[Hex]) -> int:
    """Return how many steps of half a hex a map is high."""
    return max(one.step for one in found) + 2
