"""What a viewer's next picture keeps of the last: the same elements where nothing has changed, and only there."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from dataclasses import fields

import pytest
from tests.scene import toys

from warband.kernel.scene import Container, Number, Piece, Scene, Slot
from warband.scene import html
from warband.scene.drawn import MOST_OF_ONE, Memory, remembering
from warband.scene.markup import Element
from warband.scene.reading import every_piece

Thing = Container | Piece | Slot | Number


def drawn_with(memory: Memory, scene: Scene) -> Element:
    with remembering(memory, scene):
        return html.tree(scene)


def element_of(node: Element, key: str) -> Element:
    """Return the element with a key."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if node.key == key:
            return node
        waiting += [child for child in node.children if isinstance(child, Element)]
    raise KeyError(key)


def test_what_looks_the_same_is_the_same_element() -> None:
    memory, changed = Memory(), toys.duel()
    before = drawn_with(memory, toys.duel())
    assert element_of(before, "hand") is element_of(drawn_with(memory, toys.duel()), "hand")
    hand = next(box for box in changed.containers if box.id == "hand")
    first, *rest = [piece.id for piece in hand.pieces]
    hand.pieces[0].marks = ["falls"]
    after = drawn_with(memory, changed)
    assert "fl-falls" in str(element_of(after, first))
    assert all(element_of(after, key) is element_of(before, key) for key in rest)


def test_nothing_is_remembered_of_other_names_or_eyes() -> None:
    memory = Memory()
    for name, seat in (("Anne", 0), ("Cleo", 0), ("Cleo", 1), ("Cleo", -1)):
        scene = toys.duel()
        scene.players, scene.seat = [name, "Berta"], seat
        assert str(drawn_with(memory, scene)) == str(html.tree(scene))


def test_a_memory_does_not_grow_for_ever() -> None:
    memory, scene = Memory(), toys.duel()
    for number in range(MOST_OF_ONE):
        scene.containers[0].id = f"other/{number}"
        drawn_with(memory, scene)
    assert len(memory.boxes) + len(memory.pieces) + len(memory.places) < MOST_OF_ONE + 200


@pytest.mark.parametrize("toy", [toys.duel, toys.campaign, toys.squads])
def test_nothing_is_kept_of_pictures_that_are_gone(toy: Callable[[], Scene]) -> None:
    def draw_many() -> int:
        for number in range(20):
            scene = toy()
            for piece in every_piece(scene.containers):
                piece.note = f"note {number}"
            drawn_with(Memory(), scene)
        return sum(1 for one in gc.get_objects() if type(one) is Element)

    assert draw_many() == draw_many()


def things(boxes: list[Container]) -> Iterator[Thing]:
    """Yield everything whose look could change."""
    for box in boxes:
        yield box
        yield from box.pieces
        yield from box.slots
        yield from box.numbers
        for piece in box.pieces:
            yield from piece.numbers
        yield from things(box.inside)


def changed(name: str, value: object) -> object:
    """Return another value for a field; None where it is no more than a list of things changed by themselves."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1 if name != "side" else (-1 if value == 0 else 0)
    if isinstance(value, str):
        return f"{value} two" if name != "kind" else None
    if name in ("badges", "marks"):
        return ["done"]
    if name == "details":
        return [("Once", "Does another thing.")]
    if name == "at":
        return (7, 7) if value is not None else None
    return 9 if name == "most" else None


@pytest.mark.parametrize("name", toys.tables())
def test_every_difference_is_seen(name: str) -> None:
    """Change each field of each thing in turn: the picture is the same as one drawn from nothing."""
    memory, count = Memory(), len(list(things(toys.tables()[name].containers)))
    for number in range(count):
        for field in fields(list(things(toys.tables()[name].containers))[number]):
            scene = toys.tables()[name]
            drawn_with(memory, scene)
            other = toys.tables()[name]
            thing = list(things(other.containers))[number]
            value = changed(field.name, getattr(thing, field.name))
            if value is not None:
                setattr(thing, field.name, value)
                assert str(drawn_with(memory, other)) == str(html.tree(other)), (field.name, thing)
