"""Changes: a page that applies them shows the new table, and they are small."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from statistics import quantiles

import pytest
from tests.scene import toys
from tests.scene.pages import Page, read

from warband.kernel import registry
from warband.kernel.chance import Chance
from warband.kernel.match import Match
from warband.kernel.scene import Scene
from warband.kernel.seats import PUBLIC
from warband.scene import delta, html
from warband.scene.markup import Element, div, span

KILOBYTE = 1024


def shown(node: Element) -> str:
    """Return a tree as a browser keeps it."""
    return str(read(str(node)))


def follow(old: Element, new: Element) -> list[delta.Change]:
    """Check that the changes turn one page into the other, and return them."""
    found: list[delta.Change] = json.loads(json.dumps(delta.changes(old, new)))
    page = Page(str(old))
    page.apply(found)
    assert str(page.top) == shown(new)
    return found


def keyed(*keys: str) -> Element:
    """Return a list of keyed elements."""
    return div("", [div("", span("", f"this is {key}"), key=key) for key in keys], key="list")


def test_nothing_changes_between_equal_trees() -> None:
    assert follow(keyed("a", "b"), keyed("a", "b")) == []


def test_what_goes_is_cut_and_what_comes_is_added_in_its_place() -> None:
    found = follow(keyed("a", "b", "c"), keyed("a", "d", "c"))
    assert [change[:3] for change in found] == [["cut", "b"], ["add", "list", "c"]]


def test_one_that_changes_its_place_moves_alone() -> None:
    assert follow(keyed("a", "b", "c", "d"), keyed("b", "c", "d", "a")) == [["move", "list", None, "a"]]


def test_a_text_is_filled_where_it_stands() -> None:
    old = div("", div("", [span("x", "one"), span("y", "two & more")]), key="root")
    new = div("", div("", [span("x", "one"), span("y", "<three>")]), key="root")
    assert follow(old, new) == [["fill", ["root", 0, 1], "&lt;three&gt;"]]


def test_attributes_are_set_and_taken_away() -> None:
    old = div("card", None, {"title": "old", "role": "img"}, handle="x")
    new = div("card done", None, {"role": "img", "lang": "en"}, handle="x")
    assert follow(old, new) == [["set", "x", {"class": "card done", "lang": "en", "title": None}]]


def test_children_of_another_shape_are_filled_whole() -> None:
    old, new = div("", "text", key="x"), div("", [span("", "text"), " and more"], key="x")
    assert follow(old, new) == [["fill", "x", "<span>text</span> and more"]]


def test_other_roots_are_refused() -> None:
    with pytest.raises(ValueError, match="are not the same element"):
        delta.changes(keyed("a"), div("", None, key="other"))


def test_any_order_becomes_any_other() -> None:
    rng = random.Random(8)
    names = [f"k{number}" for number in range(9)]
    for _ in range(200):
        follow(keyed(*rng.sample(names, rng.randint(0, 9))), keyed(*rng.sample(names, rng.randint(0, 9))))


@pytest.mark.parametrize("name", list(toys.tables()))
def test_every_toy_becomes_every_other(name: str) -> None:
    for other in toys.tables().values():
        follow(html.tree(toys.tables()[name]), html.tree(other))


def check_children(node: Element) -> None:
    """Check that the children of an element have all a key, or none."""
    inside = [child for child in node.children if isinstance(child, Element)]
    assert len({bool(child.key) for child in inside}) < 2, (node.key, node.attributes)
    for child in inside:
        check_children(child)


# ---- matches ----


def scenes(name: str, options: dict[str, object], seed: int, most: int) -> Iterator[list[Scene]]:
    """Yield what both seats and a spectator see, decision by decision, in a random match."""
    rng = random.Random(seed)
    match = Match(registry.make_game(name, options), Chance(b"delta %d" % seed * 2))
    match.settle()
    for _ in range(most):
        yield [match.game.scene(match.view(viewer)) for viewer in (0, 1, PUBLIC)]
        awaiting = match.awaiting()
        if not awaiting:
            return
        seat = rng.choice(awaiting)
        match.play(seat, rng.choice(match.actions(seat)))


def message_size(scene: Scene, before: list[list[object]], found: list[delta.Change]) -> int:
    """Return the bytes of an update: changes, prompt, choices where they differ, and what is always there."""
    choices = html.compact(scene.choices)
    message = {"changes": found, "prompt": html.sentence_html(scene.prompt), "sentence": "x" * 90, "rest": "x" * 350}
    if choices != before:
        message["choices"] = choices
    return len(json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode())


@cache
def sizes(name: str, set_name: str) -> list[int]:
    """Return the sizes of all updates of a random match, each of them followed on a page."""
    found: list[int] = []
    trees: list[Element] = []
    choices: list[list[list[object]]] = [[], [], []]
    for seen in scenes(name, registry.entry(name).option_sets[set_name], len(set_name), 60):
        drawn = [html.tree(scene) for scene in seen]
        for place, scene in enumerate(seen if trees else []):
            found.append(message_size(scene, choices[place], delta.changes(trees[place], drawn[place])))
        if trees and len(found) % 75 == 0:
            follow(trees[0], drawn[0])
            check_children(drawn[0])
        trees, choices = drawn, [html.compact(scene.choices) for scene in seen]
    return found


@pytest.mark.parametrize("name", registry.names())
def test_messages_are_small(name: str) -> None:
    found = [size for set_name in registry.entry(name).option_sets for size in sizes(name, set_name)]
    hundredths = quantiles(found, n=100)
    assert hundredths[49] < 2 * KILOBYTE
    assert hundredths[98] < 16 * KILOBYTE
