"""Pickle and copy what native classes are made of, alike on both engines.

A native class forgets what a subclass in plain Python adds, so what a guest may subclass pickles through here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from warband.kernel.game import Game, State

T = TypeVar("T")
# What `__reduce_ex__` returns: a function, and what to call it with to have the object again.
Reduced = tuple[Callable[..., object], tuple[object, ...]]


def reduce(thing: object) -> Reduced:
    """Return how to make an object again from the values of its attributes."""
    return rebuild, (type(thing), attributes_of(thing))


def attributes_of(thing: object) -> dict[str, object]:
    """Return the attributes of an object: those of its native classes, its slots and its own."""
    native = [name for kind in type(thing).__mro__ for name in vars(kind).get("__mypyc_attrs__", ())]
    held = {name: getattr(thing, name) for name in native if name != "__dict__" and hasattr(thing, name)}
    state: object = object.__getstate__(thing)
    for part in state if isinstance(state, tuple) else (state,):
        held.update(part or {})
    return held


def rebuild(kind: type[T], held: dict[str, object]) -> T:
    """Return an object of a class with these attributes; its constructor is not called."""
    twin = kind.__new__(kind)
    for name, value in held.items():
        setattr(twin, name, value)
    return twin


def restore_state(game: Game, position: dict[str, object]) -> State:
    """Return the state of a game at a position."""
    return game.restore(position, "pickle")
