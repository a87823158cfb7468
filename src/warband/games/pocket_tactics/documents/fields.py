"""The fields of a position that stand in documents: one table for views, positions and restoring.

`Board.take_over` copies the same attributes one by one, which is many times faster; a test
holds them against the table. Tiles and forces are written in view.py and read in position.py.
"""

from __future__ import annotations

from typing import Final

from warband.games.pocket_tactics.documents.notation import hex_number
from warband.games.pocket_tactics.rules.board import NOT_QUIET, PHASE_NAMES, POOL_NAMES, SPECIAL_NAMES, Board
from warband.games.pocket_tactics.rules.figures import MANNER_NAMES
from warband.games.pocket_tactics.rules.hexes import TILES, text_of
from warband.kernel.documents import (
    VIEW_ONLY,
    CountsField,
    DocumentField,
    NumbersField,
    TextField,
    WordField,
    field_names,
)
from warband.kernel.notation import NONE
from warband.kernel.seats import NOBODY, ONGOING
from warband.kernel.validation import Node


def hex_name(b: Board, place: int) -> object:
    """Return where a place lies, or None."""
    return text_of(b.hexes[place]) if place != NONE and b.hexes[place] != NONE else None


def read_place(b: Board, node: Node) -> int:
    """Return the place on a hex."""
    number = hex_number(node.text())
    if number == NONE or number not in b.hexes:
        raise node.wrong(f"there is no tile on {node.value}")
    return b.hexes.index(number)


class TurnField(DocumentField[Board]):
    """The turn, up to the last one."""

    def read_value(self, state: Board, node: Node) -> int:
        """Return a turn that the options allow."""
        return node.integer(0, state.rules.turns)


class UnitField(WordField[Board]):
    """A kind of unit, by its id."""

    def names_in(self, state: Board) -> list[str]:
        """Return the ids of the pack."""
        return state.rules.ids


class PlaceField(DocumentField[Board]):
    """A place, by the hex on which it lies."""

    def write_value(self, state: Board, value: int) -> object:
        """Return the hex of a place."""
        return hex_name(state, value)

    def read_value(self, state: Board, node: Node) -> int:
        """Return the place on a hex."""
        return read_place(state, node)


class StepsField(DocumentField[Board]):
    """The declared moves, from and to by turns."""

    def write(self, state: Board) -> object:
        """Return the hexes."""
        return [hex_name(state, place) for place in state.steps]

    def read(self, state: Board, node: Node) -> None:
        """Set the places on the hexes."""
        state.steps = [read_place(state, item) for item in node.items()]


class GuardsField(DocumentField[Board]):
    """The set of guardians that may still step in."""

    def write(self, state: Board) -> object:
        """Return the hexes of the guardians."""
        return [hex_name(state, place) for place in range(TILES) if state.guards >> place & 1]

    def read(self, state: Board, node: Node) -> None:
        """Set the guardians on the hexes."""
        for item in node.items():
            state.guards |= 1 << read_place(state, item)


class DiceField(DocumentField[Board]):
    """The dice of a combat by pool, the highest first."""

    def write(self, state: Board) -> object:
        """Return the dice of each pool."""
        return {name: list(pool) for name, pool in zip(POOL_NAMES, state.pools, strict=True)}

    def read(self, state: Board, node: Node) -> None:
        """Set the dice of each pool."""
        state.pools = [sorted(node.field(name).integers(1, 6), reverse=True) for name in POOL_NAMES]


class SpecialField(DocumentField[Board]):
    """The special re-rolls that each seat has left."""

    def write(self, state: Board) -> object:
        """Return the special re-rolls of both seats by name."""
        return [dict(zip(SPECIAL_NAMES, state.special[4 * seat : 4 * seat + 4], strict=True)) for seat in range(2)]

    def read(self, state: Board, node: Node) -> None:
        """Set the special re-rolls of both seats."""
        state.special = [side.field(name).integer(0, 20) for side in node.items() for name in SPECIAL_NAMES]


class CursesField(DocumentField[Board]):
    """The seats whose Witch has captured somebody."""

    def write(self, state: Board) -> object:
        """Return the seats."""
        return [seat for seat in range(2) if state.curses >> seat & 1]

    def read(self, state: Board, node: Node) -> None:
        """Set the seats."""
        for seat in node.integers(0, 1):
            state.curses |= 1 << seat


TABLE: Final[list[DocumentField[Board]]] = [
    WordField("phase", PHASE_NAMES),
    TurnField("turn"),
    DocumentField("first", 0, 1, NONE),
    DocumentField("seat", 0, 1, NONE),
    DocumentField("winner", NOBODY, 1, ONGOING),
    TextField("why"),
    DocumentField("quiet", NOT_QUIET, 60),
    DocumentField("passes", 0, 2),
    NumbersField("rolls", 1, 6),
]
ACTION: Final[list[DocumentField[Board]]] = [
    UnitField("chosen", [], NONE),
    StepsField("steps"),
    DocumentField("step", 0, 2 * TILES),
    PlaceField("origin", none=NONE),
    PlaceField("target", none=NONE),
    WordField("manner", MANNER_NAMES, NONE),
    UnitField("attacker", [], NONE),
    UnitField("defender", [], NONE),
    GuardsField("guards"),
    DiceField("dice", attribute="pools"),
    CountsField("wanted", POOL_NAMES, 3),
    SpecialField("special"),
    NumbersField("situational", 0, 40),
    WordField("stage", PHASE_NAMES, NONE),
    DocumentField("stepper", 0, 1, NONE),
    DocumentField("declined", 0, 2),
    NumbersField("fallen", 0, 1),
    DocumentField("saving", 0, 1, NONE),
    DocumentField("saves", 0, 3),
    DocumentField("saved", 0, 1),
    CursesField("curses"),
]

TABLE_NAMES: Final = ["game", *field_names(TABLE), "tiles", "bag", "drawn", "seats", "action", "choices"]
VIEW_NAMES: Final = [*TABLE_NAMES, *VIEW_ONLY]
SEAT_NAMES: Final = ["faction", "base", "units", "reserves", "captured"]
