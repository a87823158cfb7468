"""Sprites: every grid is square, no two look alike in outline, and strangers get the crest."""

from __future__ import annotations

import random
from itertools import combinations
from xml.etree import ElementTree

import pytest

from warband.kernel import registry
from warband.kernel.chance import Chance
from warband.kernel.match import Match
from warband.kernel.scene import Container, Scene
from warband.kernel.seats import PUBLIC
from warband.scene import sprites

HOUSE = "\n".join(["[test_house]", *["Z" * 24] * 24])


def test_every_sprite_is_24_by_24() -> None:
    """Check the size of every grid and that there are all of them."""
    assert len(sprites.names()) >= 76
    for name in sprites.names():
        rows = sprites.sprite(name).rows
        assert [len(row) for row in rows] == [24] * 24, name


def painted(name: str) -> set[int]:
    """Return which pixels of a sprite are black in its silhouette."""
    return {place for place, pixel in enumerate("".join(sprites.sprite(name).silhouette())) if pixel == "#"}


def test_silhouettes_differ_pairwise() -> None:
    """Check that two sprites in pure black differ by at least a tenth of the pixels that either paints."""
    black = {name: painted(name) for name in sprites.names()}
    for one, other in combinations(black, 2):
        assert len(black[one] ^ black[other]) >= 0.1 * len(black[one] | black[other]), (one, other)


def named(containers: list[Container]) -> set[str]:
    """Return every sprite that containers, pieces and slots name."""
    found: set[str] = set()
    for container in containers:
        found |= {container.sprite, *(piece.sprite for piece in container.pieces), *named(container.inside)}
        found |= {slot.sprite for slot in container.slots}
    return found - {""}


def scenes_of(name: str, set_name: str) -> list[Scene]:
    """Return what both seats and a spectator see now and then in a random match."""
    rng = random.Random(set_name)
    match = Match(registry.make_game(name, registry.entry(name).option_sets[set_name]), Chance(b"sprites of a match"))
    match.settle()
    found: list[Scene] = []
    for ply in range(240):
        if ply % 8 == 0:
            found += [match.game.scene(match.view(viewer)) for viewer in (0, 1, PUBLIC)]
        if not match.awaiting():
            break
        seat = rng.choice(match.awaiting())
        match.play(seat, rng.choice(match.actions(seat)))
    return found


@pytest.mark.parametrize("name", registry.names())
def test_everything_on_a_table_has_its_sprite(name: str) -> None:
    """Check that every sprite that a scene names is drawn."""
    for set_name in registry.entry(name).option_sets:
        for scene in scenes_of(name, set_name):
            missing = [sprite for sprite in named(scene.containers) if not sprites.is_known(sprite)]
            assert missing == [], (set_name, missing)


def test_the_sheet_has_every_sprite_and_icon_once() -> None:
    """Check the stylesheet that a page loads: small enough, and every picture in it."""
    sheet = sprites.sheet()
    for name in sprites.names():
        assert sheet.count(f".warband .sp-{name}{{--picture:url(data:image/png;base64,") == 1
    for name in sprites.icon_names():
        assert sheet.count(f".warband .i-{name}{{--icon:url(") == 1
    assert len(sheet) < 80_000


def test_a_fragment_brings_only_the_pictures_it_shows() -> None:
    """Check that pictures are found by class, and strangers bring the crest."""
    shown = str(sprites.sprite_node("knight")) + str(sprites.icon_node("sword")) + str(sprites.sprite_node("nobody"))
    sheet = sprites.sheet_for(shown)
    assert [sheet.count(f".{name}{{") for name in ("sp-knight", "sp-crest", "i-sword", "sp-witch")] == [1, 1, 1, 0]


def test_a_picture_is_a_whole_file() -> None:
    """Check the head and the tail of a picture file."""
    picture = sprites.png(sprites.sprite("knight"))
    assert picture.startswith(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x18\0\0\0\x18")
    assert picture.endswith(b"IEND\xaeB`\x82")


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
