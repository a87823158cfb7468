"""Spoken lines: sentences in reading order, compared with snapshots."""

from __future__ import annotations

import pytest
from tests.scene import toys
from tests.scene.snapshots import compare
from tests.scene.toy_parts import says

from warband.kernel.scene import CARD, HAND, MARKS, Choice, Container, Number, Piece, Scene
from warband.scene import spoken
from warband.scene.words import MARK_WORDS


@pytest.mark.parametrize("name", list(toys.tables()))
def test_lines(name: str) -> None:
    """Compare the lines with their snapshot."""
    compare(f"spoken_{name}.txt", "\n".join(spoken.render(toys.tables()[name])) + "\n")


@pytest.mark.parametrize("name", list(toys.tables()))
def test_every_line_is_a_sentence(name: str) -> None:
    """Check that each line begins large, ends with a stop, and is one line."""
    for line in spoken.render(toys.tables()[name]):
        assert line[0] == line[0].upper()
        assert line[-1] in ".!?:"
        assert "\n" not in line


def test_reading_order() -> None:
    """Check that heading, pieces, prompt and choices follow one another."""
    lines = spoken.render(toys.duel())
    marks = ["Three Fronts, round 4, attack phase.", "You are Blue, against Red.", "Your hand."]
    marks += [toys.duel().prompt.plain(), "1 of 5: Attack West with a weapon.", "5 of 5: End the turn."]
    places = [lines.index(mark) for mark in marks]
    assert places == sorted(places)


def test_states_are_words() -> None:
    """Check that every mark is said."""
    said = " ".join(spoken.render(toys.kinds()["grid"]))
    for mark in MARKS:
        assert f", {MARK_WORDS[mark].lower()}" in said


def test_a_spectator_watches() -> None:
    """Check the heading of somebody without a seat."""
    assert spoken.render(Scene("toy", "Toy", -1))[1] == "You watch Blue against Red."


def table(life: int, prompt: str, choices: list[Choice]) -> Scene:
    """Return a table with one card and a question."""
    knight = Piece("k", CARD, "Knight", 0, numbers=[Number("life", life, 7)])
    held = Container("hand", HAND, "Hand", side=0, pieces=[knight])
    return Scene("toy", "Toy", 0, containers=[held], prompt=says(prompt), choices=choices)


def test_what_happened_and_what_is_asked_are_announced() -> None:
    """Check that sentences come first and the question last, each as a sentence."""
    choice = [Choice(1, "pass", "Pass")]
    before, after = table(7, "Waiting", []), table(4, "What do you do?", choice)
    told = [says("red strikes"), says(""), says("Your Knight takes 3 damage.")]
    assert spoken.announce(before, after, told) == "Red strikes. Your Knight takes 3 damage. What do you do?"


def test_figures_are_announced_where_no_sentence_tells_of_them() -> None:
    """Check that a figure that changed is said, and a question is not said twice or to those who only wait."""
    assert spoken.announce(table(7, "Wait", []), table(4, "Wait", []), []) == "Knight, yours, life 4 of 7."
    choice = [Choice(1, "pass", "Pass")]
    assert spoken.announce(table(4, "Go on?", choice), table(4, "Go on?", choice), []) == ""
    assert spoken.announce(table(4, "Wait", []), table(4, "Wait still", []), []) == ""
