"""Remember what was drawn for a viewer: a piece or container that still looks the same is the very same element."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Final, Protocol

from warband.kernel.scene import Container, Piece, Scene
from warband.kernel.seats import NOBODY
from warband.scene.markup import Element

# How many empty places are remembered for everybody, and how many places, pieces and containers of one viewer.
MOST: Final = 500
MOST_OF_ONE: Final = 1_000

Draw = Callable[[Scene, Piece], Element]
# All that a place is drawn from, the elements of the pieces that stand there among it.
Looks = tuple[object, ...]


class Memory:
    """What was last drawn for one viewer, by drawing function and handle."""

    def __init__(self) -> None:
        self.seat = NOBODY
        self.players: list[str] = []
        self.pieces: dict[tuple[str, str], tuple[Piece, Element]] = {}
        self.boxes: dict[str, tuple[Container, int, Element]] = {}
        self.places: dict[str, tuple[Looks, Element]] = {}

    def look(self, scene: Scene) -> None:
        """Get ready for a scene; what others saw, or saw under other names, looks different."""
        is_other = self.seat != scene.seat or self.players != scene.players
        if is_other or len(self.pieces) + len(self.boxes) + len(self.places) > MOST_OF_ONE:
            self.pieces.clear()
            self.boxes.clear()
            self.places.clear()
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
    """Return the element of a piece: the one drawn last, if the piece has not changed."""
    name = draw.__name__

    @wraps(draw)
    def redraw(scene: Scene, piece: Piece) -> Element:
        memory = _current.get()
        if memory is None:
            return draw(scene, piece)
        key = (name, piece.id)
        known = memory.pieces.get(key)
        if known is not None and known[0] == piece:
            return known[1]
        node = draw(scene, piece)
        memory.pieces[key] = (piece, node)
        return node

    return redraw


class DrawBox(Protocol):
    """Draw a container; `around` is the side of what it lies in."""

    def __call__(self, scene: Scene, container: Container, around: int = NOBODY) -> Element:
        """Draw it."""


def remembered_box(draw: DrawBox) -> DrawBox:
    """Return the element of a container: the one drawn last, if nothing in it has changed."""

    @wraps(draw)
    def redraw(scene: Scene, container: Container, around: int = NOBODY) -> Element:
        memory = _current.get()
        if memory is None:
            return draw(scene, container, around)
        known = memory.boxes.get(container.id)
        if known is not None and known[1] == around and known[0] == container:
            return known[2]
        node = draw(scene, container, around)
        memory.boxes[container.id] = (container, around, node)
        return node

    return redraw


def remembered_place(handle: str, looks: Looks, draw: Callable[[], Element]) -> Element:
    """Return the element of a place where pieces stand: the viewer's last one, if it looks as it did.

    It is kept with the viewer and no longer: it holds the elements of its pieces.
    """
    memory = _current.get()
    known = memory.places.get(handle) if memory is not None else None
    if known is not None and known[0] == looks:
        return known[1]
    drawn = draw()
    if memory is not None:
        memory.places[handle] = (looks, drawn)
    return drawn
