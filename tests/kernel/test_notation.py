"""Actions declared once have numbers, texts and a parser that fit together."""

from __future__ import annotations

import pytest

from warband.kernel.errors import NotAnAction
from warband.kernel.notation import NONE, Kind, Notation, Part

CARD = Part("card", ["Imp", "ogre"])
CELL = Part("cell", ["a", "b", "c"])
LEVEL = Part("level", ["1", "2"], low=1)


@pytest.fixture
def notation() -> Notation:
    kinds = [
        Kind("place", "put {card} > {cell}", [CELL, CARD]),
        Kind("draw", "draw {level}", [LEVEL]),
        Kind("pass", "pass"),
    ]
    return Notation("Toy", kinds, [Kind("card", "card {card}", [CARD])])


def test_kinds_follow_each_other_and_chance_comes_last(notation: Notation) -> None:
    assert [notation.first(name) for name in ("place", "draw", "pass", "card")] == [0, 6, 8, 9]
    assert (notation.decisions, notation.count) == (9, 11)


def test_the_first_part_counts_slowest(notation: Notation) -> None:
    assert [notation.text(action) for action in range(4)] == [
        "put Imp > a",
        "put ogre > a",
        "put Imp > b",
        "put ogre > b",
    ]


def test_every_text_parses_back_whatever_its_blanks_and_capitals(notation: Notation) -> None:
    for action in range(notation.count):
        assert notation.parse(notation.text(action)) == action
    assert notation.parse("  PUT imp>B ") == 2


def test_an_action_is_taken_apart(notation: Notation) -> None:
    deed = notation.decode(3)
    assert (deed.kind, deed.name, deed.number, deed["cell"], deed["card"]) == ("put", "place", 3, 1, 1)
    assert deed["level"] == NONE
    assert deed.words() == {"cell": "b", "card": "ogre"}
    assert notation.decode(7)["level"] == 2


def test_other_words_may_stand_for_parts(notation: Notation) -> None:
    assert notation.text(3, {"cell": "the hill"}) == "put ogre > the hill"


def test_a_text_that_means_nothing_is_refused_with_the_nearest(notation: Notation) -> None:
    with pytest.raises(NotAnAction, match=r"'draw 3' is not an action of Toy; did you mean 'draw \d'\?"):
        notation.parse("draw 3")
    with pytest.raises(NotAnAction, match=r"'xyzzy' is not an action of Toy$"):
        notation.parse("xyzzy")
