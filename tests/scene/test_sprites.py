"""Sprites: every grid is square, no two look alike in outline, and strangers get the crest."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree

import pytest

from warband.scene import sprites

HOUSE = "\n".join(["[test_house]", *["Z" * 24] * 24])


def test_every_sprite_is_24_by_24() -> None:
    """Check the size of every grid and that there are all of them."""
    assert len(sprites.names()) >= 76
    for name in sprites.names():
        rows = sprites.sprite(name).rows
        assert [len(row) for row in rows] == [24] * 24, name


def test_silhouettes_differ_pairwise() -> None:
    """Check that no two sprites share an outline."""
    for one, other in combinations(sprites.names(), 2):
        assert sprites.sprite(one).silhouette() != sprites.sprite(other).silhouette(), (one, other)


@pytest.mark.parametrize("name", sprites.names())
def test_svg_paints_every_pixel_once(name: str) -> None:
    """Check that the runs of the SVG cover exactly the painted pixels."""
    drawn = sprites.sprite(name)
    painted = [(x + step, y) for x, y, length, _ in sprites.runs(drawn) for step in range(length)]
    wanted = [(x, y) for y, row in enumerate(drawn.rows) for x, pixel in enumerate(row) if pixel != "."]
    assert sorted(painted) == sorted(wanted)
    ElementTree.fromstring(sprites.sprite_svg(name))


def test_title_names_the_picture() -> None:
    """Check that a title is said, and that a sprite without one is hidden from a screen reader."""
    assert 'aria-label="A &lt;knight&gt;"' in sprites.sprite_svg("knight", "A <knight>")
    assert 'aria-hidden="true"' in sprites.sprite_svg("knight")


def test_unknown_name_gives_the_crest() -> None:
    """Check the fallback."""
    assert sprites.sprite_svg("no_such_thing") == sprites.sprite_svg("crest")


def test_register_adds_sprites() -> None:
    """Check that a pack may add sprites with a palette of its own, and use the shared one."""
    assert sprites.register(f"@Z #123456 blue\n{HOUSE}") == ["test_house"]
    try:
        assert "test_house" in sprites.names()
        assert "#123456" in sprites.sprite_svg("test_house")
    finally:
        sprites._sprites().pop("test_house")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (HOUSE, "unknown colours"),
        ("[short]\nKKK\n", "not 24 x 24"),
        ("[Bad Name]\n" + "\n".join(["K" * 24] * 24), "is not made of"),
        ('@Z red"/><script>\n' + HOUSE, "not like #1d1820"),
    ],
)
def test_register_refuses_bad_grids(text: str, complaint: str) -> None:
    """Check that a bad grid is refused with what is wrong in it."""
    with pytest.raises(ValueError, match=complaint):
        sprites.register(text)


def test_icons_are_9_by_9() -> None:
    """Check the icons, which take the colour of the text."""
    for name in sprites.icon_names():
        assert 'viewBox="0 0 9 9"' in sprites.icon_svg(name)
        assert "currentColor" in sprites.icon_svg(name)


def test_small_things_are_shown_by_their_middle() -> None:
    """Check that a soldier is cropped and a knight is not."""
    assert 'viewBox="6 6 12 12"' in sprites.glyph_svg("soldier_weapon")
    assert 'viewBox="0 0 24 24"' in sprites.glyph_svg("knight")
