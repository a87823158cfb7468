"""Remember what was drawn for a viewer: a piece or container that still looks the same is the very same element."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Final, Protocol

from warband.kernel.scene import NO_SIDE, Container, Number, Piece, Scene, Slot
from warband.scene.markup import Node

# How many places are remembered by value, and how many pieces and containers of one viewer.
MOST: Final = 20_000
MOST_OF_ONE: Final = 1_000

Draw = Callable[[Scene, Piece], Node]


class Memory:
    """Hold what was last drawn for one viewer, by the way it was drawn and its handle."""

    def __init__(self) -> None:
        self.seat = NO_SIDE
        self.players: list[str] = []
        self.pieces: dict[tuple[str, str], tuple[Piece, Node]] = {}
        self.boxes: dict[str, tuple[Container, int, Node]] = {}

    def look(self, scene: Scene) -> None:
        """Get ready for a scene; what others saw, or saw under other names, looks different."""
        is_other = self.seat != scene.seat or self.players != scene.players
        if is_other or len(self.pieces) + len(self.boxes) > MOST_OF_ONE:
            self.pieces.clear()
            self.boxes.clear()
        self.seat, self.players = scene.seat, list(scene.players)


_current: ContextVar[Memory | None] = ContextVar("memory", default=None)


@contextmanager
def remembering(memory: Memory, scene: Scene) -> Iterator[None]:
    """Draw with what is remembered of the same viewer's last pictures; nobody changes an element afterwards."""
    memory.look(scene)
    token = _current.set(memory)
    try:
        yield
    finally:
        _current.reset(token)


def remembered(draw: Draw) -> Draw:
    """Let a piece that looks as it did be the element it was."""
    name = draw.__name__

    @wraps(draw)
    def redraw(scene: Scene, piece: Piece) -> Node:
        memory = _current.get()
        if memory is None:
            return draw(scene, piece)
        key = (name, piece.id)
        known = memory.pieces.get(key)
        if known is not None and _same_piece(known[0], piece):
            return known[1]
        found = draw(scene, piece)
        memory.pieces[key] = (piece, found)
        return found

    return redraw


class DrawBox(Protocol):
    """Draw a container; `around` is the side of what it lies in."""

    def __call__(self, scene: Scene, container: Container, around: int = NO_SIDE) -> Node:
        """Draw it."""


def remembered_box(draw: DrawBox) -> DrawBox:
    """Let a container in which everything looks as it did be the element it was."""

    @wraps(draw)
    def redraw(scene: Scene, container: Container, around: int = NO_SIDE) -> Node:
        memory = _current.get()
        if memory is None:
            return draw(scene, container, around)
        known = memory.boxes.get(container.id)
        if known is not None and known[1] == around and _same_box(known[0], container):
            return known[2]
        found = draw(scene, container, around)
        memory.boxes[container.id] = (container, around, found)
        return found

    return redraw


# ---- does it look the same? ----


def _same_piece(one: Piece, other: Piece) -> bool:
    return (
        one.kind == other.kind
        and one.name == other.name
        and one.side == other.side
        and one.sprite == other.sprite
        and one.note == other.note
        and one.count == other.count
        and one.said == other.said
        and one.now == other.now
        and one.badges == other.badges
        and one.marks == other.marks
        and one.details == other.details
        and _same_numbers(one.numbers, other.numbers)
    )


def _same_numbers(one: list[Number], other: list[Number]) -> bool:
    if len(one) != len(other):
        return False
    for at, number in enumerate(other):
        if not _same_number(one[at], number):
            return False
    return True


def _same_number(one: Number, other: Number) -> bool:
    return one.value == other.value and one.most == other.most and one.label == other.label and one.icon == other.icon


def _same_box(one: Container, other: Container) -> bool:
    return (
        one.kind == other.kind
        and one.name == other.name
        and one.side == other.side
        and one.sprite == other.sprite
        and one.turned == other.turned
        and one.badges == other.badges
        and one.marks == other.marks
        and _same_numbers(one.numbers, other.numbers)
        and _same_pieces(one.pieces, other.pieces)
        and _same_slots(one.slots, other.slots)
        and _same_boxes(one.inside, other.inside)
    )


def _same_pieces(one: list[Piece], other: list[Piece]) -> bool:
    if len(one) != len(other):
        return False
    for at, piece in enumerate(other):
        if one[at].id != piece.id or one[at].at != piece.at or not _same_piece(one[at], piece):
            return False
    return True


def _same_slots(one: list[Slot], other: list[Slot]) -> bool:
    if len(one) != len(other):
        return False
    for at, slot in enumerate(other):
        if not _same_slot(one[at], slot):
            return False
    return True


def _same_slot(one: Slot, other: Slot) -> bool:
    return (
        one.id == other.id
        and one.name == other.name
        and one.at == other.at
        and one.sprite == other.sprite
        and one.letter == other.letter
        and one.marks == other.marks
    )


def _same_boxes(one: list[Container], other: list[Container]) -> bool:
    if len(one) != len(other):
        return False
    for at, box in enumerate(other):
        if one[at].id != box.id or not _same_box(one[at], box):
            return False
    return True
