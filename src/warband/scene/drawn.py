"""Remember what was drawn, by value: a piece or container that looks the same is the very same element."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Final, Protocol

from warband.kernel.scene import NO_SIDE, Container, Number, Piece, Scene
from warband.scene.markup import Node

MOST: Final = 20_000
MOST_BOXES: Final = 8_000

Draw = Callable[[Scene, Piece], Node]


def remembered(draw: Draw) -> Draw:
    """Let a piece that looks as one drawn before be that element; whoever gets it never changes it."""
    known: dict[object, Node] = {}

    @wraps(draw)
    def redraw(scene: Scene, piece: Piece) -> Node:
        value = (scene.seat, *scene.players, _piece(piece))
        found = known.get(value)
        if found is None:
            if len(known) >= MOST:
                known.clear()
            found = known[value] = draw(scene, piece)
        return found

    return redraw


class DrawBox(Protocol):
    """Draw a container; `around` is the side of what it lies in."""

    def __call__(self, scene: Scene, container: Container, around: int = NO_SIDE) -> Node:
        """Draw it."""


def remembered_box(draw: DrawBox) -> DrawBox:
    """Let a container in which everything looks as before be that element."""
    known: dict[object, Node] = {}

    @wraps(draw)
    def redraw(scene: Scene, container: Container, around: int = NO_SIDE) -> Node:
        value = (scene.seat, *scene.players, around, _box(container))
        found = known.get(value)
        if found is None:
            if len(known) >= MOST_BOXES:
                known.clear()
            found = known[value] = draw(scene, container, around)
        return found

    return redraw


def _piece(piece: Piece) -> object:
    """Return all that the look of a piece depends on."""
    return (
        (piece.id, piece.kind, piece.name, piece.side, piece.sprite, piece.note, piece.count, piece.said, piece.now),
        _numbers(piece.numbers),
        tuple(piece.badges),
        tuple(piece.marks),
        tuple(piece.details),
    )


def _numbers(numbers: list[Number]) -> object:
    return tuple([(number.label, number.value, number.most, number.icon) for number in numbers])


def _box(box: Container) -> object:
    """Return all that the look of a container depends on."""
    return (
        (box.id, box.kind, box.name, box.side, box.sprite, box.turned),
        tuple([(piece.at, _piece(piece)) for piece in box.pieces]),
        tuple([(slot.id, slot.name, slot.at, slot.sprite, slot.letter, *slot.marks) for slot in box.slots]),
        tuple([_box(child) for child in box.inside]),
        _numbers(box.numbers),
        tuple(box.badges),
        tuple(box.marks),
    )
