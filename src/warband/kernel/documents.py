"""Declare the fields of a state once: the name in documents, the attribute, how it is written and read back.

A game lists its fields in a table; views and positions are written from it, and positions are read with it.
"""

from __future__ import annotations

from typing import Final, Generic, TypeVar

from warband.kernel.seats import Seat
from warband.kernel.validation import ENOUGH, Node

S = TypeVar("S")
# A number that no field has: what stands for "nothing" where every number means something.
NEVER: Final = -(1 << 40)
# What a view has beside the fields of a position.
VIEW_ONLY: Final = ["viewer", "awaiting", "ending", "players"]


class DocumentField(Generic[S]):
    """A whole number of a state and its place in documents; `none` is the number that documents write as null."""

    def __init__(self, name: str, low: int = 0, high: int = ENOUGH, none: int = NEVER, attribute: str = "") -> None:
        self.name = name
        self.low = low
        self.high = high
        self.none = none
        self.attribute = attribute or name

    def write(self, state: S) -> object:
        """Return the value as documents write it."""
        value: int = getattr(state, self.attribute)
        return None if value == self.none else self.write_value(state, value)

    def read(self, state: S, node: Node) -> None:
        """Set the value that a document gives."""
        is_none = node.value is None and self.none != NEVER
        setattr(state, self.attribute, self.none if is_none else self.read_value(state, node))

    def write_value(self, state: S, value: int) -> object:
        """Return a number as documents write it."""
        return value

    def read_value(self, state: S, node: Node) -> int:
        """Return the number that a document gives."""
        return node.integer(self.low, self.high)


class TruthField(DocumentField[S]):
    """A number that is 1 for true and 0 for false."""

    def write_value(self, state: S, value: int) -> object:
        """Return true for 1."""
        return value == 1

    def read_value(self, state: S, node: Node) -> int:
        """Return 1 for true, 0 for false."""
        return 1 if node.boolean() else 0


class WordField(DocumentField[S]):
    """A number that documents write as the name of what it stands for."""

    def __init__(self, name: str, names: list[str], none: int = NEVER, attribute: str = "") -> None:
        super().__init__(name, none=none, attribute=attribute)
        self.names = names

    def names_in(self, state: S) -> list[str]:
        """Return the names that the numbers stand for."""
        return self.names

    def write_value(self, state: S, value: int) -> object:
        """Return the name of a number."""
        return self.names_in(state)[value]

    def read_value(self, state: S, node: Node) -> int:
        """Return the number of a name."""
        return node.one_of(self.names_in(state))


class TextField(DocumentField[S]):
    """A text."""

    def write(self, state: S) -> object:
        """Return the text."""
        return str(getattr(state, self.attribute))

    def read(self, state: S, node: Node) -> None:
        """Set the text that a document gives."""
        setattr(state, self.attribute, node.text())


class NumbersField(DocumentField[S]):
    """A list of whole numbers."""

    def write(self, state: S) -> object:
        """Return the numbers."""
        numbers: list[int] = getattr(state, self.attribute)
        return list(numbers)

    def read(self, state: S, node: Node) -> None:
        """Set the numbers that a document gives."""
        setattr(state, self.attribute, node.integers(self.low, self.high))


class CountsField(NumbersField[S]):
    """A list of whole numbers, one for each of some names."""

    def __init__(self, name: str, names: list[str], high: int = ENOUGH, attribute: str = "") -> None:
        super().__init__(name, 0, high, attribute=attribute)
        self.names = names

    def write(self, state: S) -> object:
        """Return the number of each name."""
        numbers: list[int] = getattr(state, self.attribute)
        return dict(zip(self.names, numbers, strict=True))

    def read(self, state: S, node: Node) -> None:
        """Set the numbers that a document gives; names that it leaves out have none."""
        fields = node.only(self.names)
        numbers = [fields[name].integer(0, self.high) if name in fields else 0 for name in self.names]
        setattr(state, self.attribute, numbers)


def write_fields(fields: list[DocumentField[S]], state: S) -> dict[str, object]:
    """Return the fields of a state as a document, in the order of the table."""
    return {field.name: field.write(state) for field in fields}


def write_changes(fields: list[DocumentField[S]], state: S, usual: S) -> dict[str, object]:
    """Return the fields of a state that differ from those of a usual one, as a document."""
    beginning = write_fields(fields, usual)
    return {name: value for name, value in write_fields(fields, state).items() if value != beginning[name]}


def read_fields(fields: list[DocumentField[S]], state: S, nodes: dict[str, Node]) -> None:
    """Set the fields that a document gives; the others stay as they are."""
    for field in fields:
        if field.name in nodes:
            field.read(state, nodes[field.name])


def field_names(fields: list[DocumentField[S]]) -> list[str]:
    """Return the names of fields in documents."""
    return [field.name for field in fields]


def seat_nodes(node: Node, known: list[str]) -> list[Node]:
    """Return the documents of the two seats, empty ones where none are given; they may have no other fields."""
    seats = node.field("seats").items() if "seats" in node.fields() else [Node({}, node.where)] * 2
    if len(seats) != 2:
        raise node.field("seats").wrong(f"there are 2, not {len(seats)}")
    for seat in seats:
        seat.only(known)
    return seats


def imagining_seat(node: Node) -> Seat:
    """Return the seat whose view this is; nobody else can imagine what it does not see."""
    viewer = node.field("viewer").value
    if viewer not in (0, 1) or not isinstance(viewer, int):
        raise node.wrong("only a seat can imagine what it does not see")
    return viewer
