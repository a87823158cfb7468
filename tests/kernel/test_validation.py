"""Plain data: every reader returns what fits and names the place of what does not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from warband.kernel.errors import BadInput
from warband.kernel.validation import Node

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
READERS: list[Callable[[Node], object]] = [
    lambda node: node.fields(),
    lambda node: node.only(["a"]),
    lambda node: node.field("a"),
    lambda node: node.items(),
    lambda node: node.integer(0, 9),
    lambda node: node.boolean(),
    lambda node: node.text(),
    lambda node: node.one_of(["a", "b"]),
    lambda node: node.texts(),
    lambda node: node.integers(0, 9),
]


@given(PLAIN, st.sampled_from(READERS))
@settings(deadline=None)
def test_a_reader_returns_or_names_the_place(value: object, read: Callable[[Node], object]) -> None:
    complaint = "here"
    try:
        read(Node(value, "here"))
    except BadInput as error:
        complaint = str(error)
    assert complaint.startswith("here")
    assert "\n" not in complaint


def test_places_are_named_down_to_the_item() -> None:
    node = Node({"seats": [{"health": 6}, {"health": "six"}]}, "file.yaml")
    found = [seat.field("health") for seat in node.field("seats").items()]
    assert found[0].integer() == 6
    with pytest.raises(BadInput, match=r"^file.yaml.seats\[1\].health: expected a whole number, not 'six'$"):
        found[1].integer()


@pytest.mark.parametrize(
    ("read", "value", "complaint"),
    [
        (lambda node: node.integer(1, 3), 4, "here: 4 is not between 1 and 3"),
        (lambda node: node.integer(1, 3), 0, "here: 0 is not between 1 and 3"),
        (lambda node: node.integer(), True, "here: expected a whole number, not True"),
        (lambda node: node.integer(), 1.0, "here: expected a whole number, not 1.0"),
        (lambda node: node.boolean(), 1, "here: expected true or false, not 1"),
        (lambda node: node.text(), 5, "here: expected a text, not 5"),
        (lambda node: node.one_of(["west", "east"]), "north", "here: 'north' is not one of west, east"),
        (lambda node: node.only(["a", "b"]), {"c": 1}, "here: unknown field 'c'; known are a, b"),
        (lambda node: node.field("a"), {"b": 1}, "here: the field 'a' is missing"),
        (lambda node: node.items(), "ab", "here: expected a list, not 'ab'"),
        (lambda node: node.texts(), ["a", 2], "here[1]: expected a text, not 2"),
        (lambda node: node.integers(0, 5), [1, 9], "here[1]: 9 is not between 0 and 5"),
    ],
)
def test_complaints_quote_the_value(read: Callable[[Node], object], value: object, complaint: str) -> None:
    with pytest.raises(BadInput) as found:
        read(Node(value, "here"))
    assert str(found.value) == complaint


def test_what_fits_comes_back() -> None:
    assert Node("east", "").one_of(["west", "east"]) == 1
    assert Node(["a", "b"], "").texts() == ["a", "b"]
    assert Node([0, 5], "").integers(0, 5) == [0, 5]
    assert Node(False, "").boolean() is False
    assert list(Node({1: "x"}, "").fields()) == ["1"]
