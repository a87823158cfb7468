"""Spoken lines: sentences in reading order, compared with snapshots."""

from __future__ import annotations

import pytest
from tests.scene import toys
from tests.scene.snapshots import compare

from warband.kernel.scene import MARKS, Scene
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
