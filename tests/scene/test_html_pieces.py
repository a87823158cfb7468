"""Draw pieces as HTML: marks by shape, word and colour, dice by pips."""

from __future__ import annotations

from tests.scene import toys

from warband.kernel.scene import (
    MARKS,
)
from warband.scene import html
from warband.scene.words import MARK_WORDS


def test_marks_are_shape_word_and_colour() -> None:
    """Check that each mark gives its word, an icon and a class that the theme knows."""
    source = html.render(toys.kinds()["grid"])
    for mark in MARKS:
        piece = source.partition(f'aria-label="Marked {mark}')[2].partition("</div>")[0]
        flag = piece.partition('<span class="flag">')[2].partition("</span></span>")[0]
        assert flag.startswith('<i class="ic i-'), mark
        assert f'<span class="w fl-{mark}">{MARK_WORDS[mark]}' in flag, mark
        assert f"is-{mark}" in html.theme() or f"fl-{mark}" in html.theme(), mark


def test_a_die_shows_pips_and_what_became_of_it() -> None:
    """Check the face of a die and its words."""
    source = html.render(toys.campaign())
    die = source.partition('data-handle="strike0"')[2].partition("</div>")[0]
    assert 'aria-label="Die: 6 cancelled"' in die
    assert die.count("<i></i>") == 6
    assert '<span class="cap">Cancelled</span>' in die
