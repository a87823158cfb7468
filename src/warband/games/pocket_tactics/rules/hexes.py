"""Number the hexes that a map can reach: flat-top, axial (q, r), the first base at (0, 0), forward is north."""

from __future__ import annotations

from typing import Final

from warband.kernel.notation import NONE

TILES: Final = 20
# The hexes that 20 tiles can reach, and one more all round for the second base.
SIDE: Final = TILES + 3
HEXES: Final = SIDE * SIDE

# N, NE, SE, S, SW, NW.
DIRECTIONS: Final = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]
FORWARD: Final = [0, 1, 5]
BACKWARD: Final = [2, 3, 4]


def number_of(q: int, r: int) -> int:
    """Return the number of a hex, or NONE."""
    row = 1 - r
    column = q + r + TILES + 1
    if row < 0 or row >= SIDE or column < 0 or column >= SIDE:
        return NONE
    return row * SIDE + column


def q_of(number: int) -> int:
    """Return the q of a hex."""
    return number % SIDE - TILES - 1 - r_of(number)


def r_of(number: int) -> int:
    """Return the r of a hex."""
    return 1 - number // SIDE


def text_of(number: int) -> str:
    """Return a hex as people write it: `2,-3`."""
    return f"{q_of(number)},{r_of(number)}"


def hex_distance(a: int, b: int) -> int:
    """Return the distance of two hexes, whether tiles lie between them or not."""
    dq = q_of(a) - q_of(b)
    dr = r_of(a) - r_of(b)
    return max(abs(dq), abs(dr), abs(dq + dr))


def neighbours_of(number: int) -> list[int]:
    """Return the six neighbours of a hex, in the order of DIRECTIONS; NONE where there is none."""
    return [number_of(q_of(number) + dq, r_of(number) + dr) for dq, dr in DIRECTIONS]


NEIGHBOURS: Final[list[list[int]]] = [neighbours_of(number) for number in range(HEXES)]
ORIGIN: Final = number_of(0, 0)


def ring_offsets() -> list[tuple[int, int]]:
    """Return the offsets of the twelve hexes at distance two, clockwise from the north."""
    offsets: list[tuple[int, int]] = []
    for turn in range(6):
        dq, dr = DIRECTIONS[turn]
        eq, er = DIRECTIONS[(turn + 1) % 6]
        offsets.append((2 * dq, 2 * dr))
        offsets.append((dq + eq, dr + er))
    return offsets


# The hexes an assault can reach: six at distance one, twelve at distance two.
OFFSETS: Final[list[tuple[int, int]]] = DIRECTIONS + ring_offsets()


def reached_from(number: int) -> list[int]:
    """Return the hexes at OFFSETS from a hex; NONE where there is none."""
    return [number_of(q_of(number) + dq, r_of(number) + dr) for dq, dr in OFFSETS]


REACHED: Final[list[list[int]]] = [reached_from(number) for number in range(HEXES)]
