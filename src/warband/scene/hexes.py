"""Lay out flat-top hexes at axial coordinates (q, r): where each is drawn, and in which order they are read."""

from __future__ import annotations

from dataclasses import dataclass

from warband.kernel.scene import Container
from warband.scene.reading import Cell, cells


@dataclass(frozen=True)
class Hex:
    """A cell of a map, its column, and its steps of half a hex; both grow to the right and down."""

    cell: Cell
    column: int
    step: int


def hexes(container: Container) -> list[Hex]:
    """Return the cells of a map in reading order, from the top to the bottom as it is drawn."""
    placed = [_hex(container, cell) for cell in cells(container)]
    return sorted(placed, key=lambda one: (one.step, one.column))


def _hex(container: Container, cell: Cell) -> Hex:
    q, r = cell.at
    way = -1 if container.turned else 1
    return Hex(cell, way * q, way * (2 * r + q))


def cornered(hexes: list[Hex]) -> list[Hex]:
    """Return hexes with columns and steps that count from the corner at the upper left."""
    left, top = corner(hexes)
    return [Hex(one.cell, one.column - left, one.step - top) for one in hexes]


def corner(hexes: list[Hex]) -> tuple[int, int]:
    """Return the first column and the first step of a map."""
    return min(one.column for one in hexes), min(one.step for one in hexes)


def columns(hexes: list[Hex]) -> int:
    """Return how many columns a map has."""
    return max(one.column for one in hexes) - corner(hexes)[0] + 1


def steps(hexes: list[Hex]) -> int:
    """Return how many steps of half a hex a map is high."""
    return max(one.step for one in hexes) - corner(hexes)[1] + 2
