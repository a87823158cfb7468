"""Draw pieces as text: dice in brackets, marks in words."""

from __future__ import annotations

from tests.scene import toys
from tests.scene.toys import words_of

from warband.kernel.scene import MARKS
from warband.scene import text
from warband.scene.words import MARK_WORDS


def test_dice_stand_in_brackets() -> None:
    """Check that a cancelled die is round, a marked one has its sign, and the signs are told."""
    shown = words_of(toys.campaign(), 132)
    assert "(6) [4]+ [1]>" in shown
    assert "( ) cancelled, > Selected, + To pick" in shown
    assert "[5] unused [?]" in shown


def test_every_mark_is_a_word() -> None:
    """Check that marks are told in words."""
    shown = text.render(toys.kinds()["grid"], 100)
    for mark in MARKS:
        assert f"[{MARK_WORDS[mark]}]" in shown
