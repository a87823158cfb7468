"""Draw containers as HTML: the own hand off the mat, odds as one bar."""

from __future__ import annotations

from tests.scene import toys
from tests.scene.toy_parts import alone

from warband.scene import html


def test_odds_that_make_a_whole_share_a_bar() -> None:
    """Check that parts of a hundred lie in one bar, and chances that are no parts in bars of their own."""
    for shares, bars in (({"win": 58, "tie": 14, "lose": 28}, 1), ({"hit": 60, "answer": 55}, 2), ({"win": 58}, 1)):
        source = html.render(alone(toys.odds(**shares)))
        assert source.count('<span class="share"') == bars
        assert "<b>58 %</b>" in source or "hit" in shares


def test_own_hand_lies_off_the_mat() -> None:
    """Check that the viewer's hand is in the dock and the rival's is not."""
    mat, _, dock = html.render(toys.duel()).partition('<div class="dock"')
    assert 'data-handle="hand"' in dock
    assert 'data-handle="rhand"' in mat
