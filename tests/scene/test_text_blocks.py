"""Lay text out: widths, wrapping, columns."""

from __future__ import annotations

from tests.scene.toy_parts import alone, soldiers

from warband.kernel.scene import COLUMN, Container
from warband.scene import text
from warband.scene.text_blocks import columns, size, wrap


def test_wide_letters_count_twice() -> None:
    """Check that frames stay straight round letters that take two columns."""
    scene = alone(Container("c", COLUMN, "\u5175\u58eb", pieces=soldiers("s", 0, weapon=1)))
    frames = [line for line in text.render(scene, 60).splitlines() if line.startswith(("+", "|"))]
    assert len({size(line) for line in frames}) == 1


def test_wrap_keeps_every_letter() -> None:
    """Check wrapping of long words, and the indent of later lines."""
    assert wrap("abcdefgh ij", 4) == ["abcd", "efgh", "ij"]
    assert wrap("one two three", 8, "  ") == ["one two", "  three"]


def test_choices_fill_columns_downward() -> None:
    """Check the order of choices in columns."""
    assert columns(["1. a", "2. b", "3. c"], 10) == ["1. a  3. c", "2. b"]
