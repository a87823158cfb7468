"""Write what a seat may know as a row of small numbers: the layout of such a row, and ready pieces to join it from.

A cell is one byte, 0 to 127, so that a row is an int8 array as it stands. Rows are joined from pieces that lie ready,
which is many times faster than writing cell by cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from warband.kernel.pickling import Reduced, reduce
from warband.kernel.seats import Seat

if TYPE_CHECKING:
    from warband.kernel.game import State

MOST: Final = 127
CHUNK: Final = 10


class Field:
    """One run of cells of an observation: how many, the values they may have, what they say.

    Where it begins with blocks of one cell for each thing (a kind of card, hero or unit), `things` is their number.
    """

    def __init__(self, name: str, size: int, low: int, high: int, note: str, things: int = 0, blocks: int = 1) -> None:
        self.name = name
        self.size = size
        self.low = low
        self.high = high
        self.note = note
        self.things = things
        self.blocks = blocks

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Field) and self.to_data() == other.to_data()

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"Field({self.name!r}, {self.size}, {self.low}, {self.high}, {self.note!r})"

    def to_data(self) -> dict[str, object]:
        """Return the field as plain data."""
        return {"name": self.name, "size": self.size, "low": self.low, "high": self.high, "note": self.note}


def layout_size(layout: list[Field]) -> int:
    """Return how many cells a layout has."""
    return sum([field.size for field in layout])


@mypyc_attr(allow_interpreted_subclasses=True)
class Encoder:
    """What writes all that a seat may know as a row of small numbers, by a layout that game and options fix."""

    def __init__(self, layout: list[Field]) -> None:
        self.layout = layout
        self.size = layout_size(layout)

    def encode(self, state: State, seat: Seat) -> bytes:
        """Return the row of a seat, its own side first; a game without an encoding of its own has an empty one."""
        return b""

    def add_row(self, state: State, seat: Seat, pieces: list[bytes]) -> None:
        """Append the pieces that make the row of a seat, for whoever joins many rows at a time."""
        pieces.append(self.encode(state, seat))

    def __reduce_ex__(self, protocol: object) -> Reduced:
        return reduce(self)


class PieceEncoder(Encoder):
    """An encoder that is written as `add_row`: its rows are joined from ready pieces."""

    def encode(self, state: State, seat: Seat) -> bytes:
        """Return the row of a seat."""
        pieces: list[bytes] = []
        self.add_row(state, seat, pieces)
        return b"".join(pieces)


def cell(number: int) -> int:
    """Return a number as a cell holds it: what is below 0 is 0, what is above 127 is 127."""
    if number < 0:
        return 0
    return number if number < MOST else MOST


def is_rising(numbers: list[int]) -> bool:
    """Return whether numbers from 0 on stand in ascending order, none of them twice."""
    before: i64 = -1
    for number in numbers:
        following: i64 = number
        if following <= before:
            return False
        before = following
    return True


def one_hots(size: int) -> list[bytes]:
    """Return the pieces that mark one of some things; piece 0 marks none of them, piece n + 1 thing n."""
    return [bytes(size)] + [bytes(thing) + b"\x01" + bytes(size - thing - 1) for thing in range(size)]


def _bits(mask: int, size: int) -> bytes:
    return bytes([mask >> place & 1 for place in range(size)])


# The pieces of every set of eight flags, the first flag first.
EIGHTS: Final[list[bytes]] = [_bits(mask, 8) for mask in range(256)]
# The pieces of every single cell.
CELLS: Final[list[bytes]] = [bytes([number]) for number in range(MOST + 1)]
# SETS[size][mask]: the pieces of every set of up to ten things.
SETS: Final[list[list[bytes]]] = [[_bits(mask, size) for mask in range(1 << size)] for size in range(CHUNK + 1)]
# PAIRS[64 * a + b]: the pieces of two numbers below 64.
PAIRS: Final[list[bytes]] = [bytes([one, other]) for one in range(64) for other in range(64)]
# QUADS[512 * a + 64 * b + 8 * c + d]: the pieces of four numbers below 8.
QUADS: Final[list[bytes]] = [
    PAIRS[one // 8 << 6 | one % 8] + PAIRS[two // 8 << 6 | two % 8] for one in range(64) for two in range(64)
]


def pair(one: i64, other: i64) -> bytes:
    """Return the piece of two numbers, as cells hold them."""
    if (one | other) & ~63 == 0:
        return PAIRS[one << 6 | other]
    return CELLS[cell(one)] + CELLS[cell(other)]


def quad(one: i64, two: i64, three: i64, four: i64) -> bytes:
    """Return the piece of four numbers, as cells hold them."""
    if (one | two | three | four) & ~7 == 0:
        return QUADS[one << 9 | two << 6 | three << 3 | four]
    return pair(one, two) + pair(three, four)


class Spread:
    """Writes sets of up to thirty things, as masks, one cell for each thing."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.none = bytes(size)
        self.first: list[bytes] = SETS[min(size, CHUNK)]
        self.second: list[bytes] = SETS[min(max(size - CHUNK, 0), CHUNK)]
        self.third: list[bytes] = SETS[max(size - 2 * CHUNK, 0)]

    def add(self, pieces: list[bytes], mask: int) -> None:
        """Append the pieces of a set."""
        bits: i64 = mask
        if bits == 0:
            pieces.append(self.none)
            return
        pieces.append(self.first[bits & 1023])
        pieces.append(self.second[bits >> 10 & 1023])
        pieces.append(self.third[bits >> 20])
