"""Text: pictures compared with snapshots, never too wide, nothing cut, nothing that steers a terminal."""

from __future__ import annotations

import pytest
from tests.scene import toys
from tests.scene.snapshots import compare
from tests.scene.test_html import hostile_scene
from tests.scene.toys import words_of

from warband.kernel.scene import Scene
from warband.scene import text
from warband.scene.text_blocks import clean, size

MAPS = ("campaign", "turned", "sprawl", "hexmap")
WIDTHS = (40, 60, 72, 80, 100, 132)


@pytest.mark.parametrize("name", list(toys.tables()))
@pytest.mark.parametrize("width", [60, 100])
def test_picture(name: str, width: int) -> None:
    """Compare the picture with its snapshot."""
    compare(f"text_{name}_{width}.txt", text.render(toys.tables()[name], width))


@pytest.mark.parametrize("name", list(toys.tables()))
@pytest.mark.parametrize("width", WIDTHS)
def test_width_is_kept(name: str, width: int) -> None:
    """Check that no line is too wide, in plain text and under colour."""
    for line in text.render(toys.tables()[name], width).splitlines():
        assert size(line) <= width, line


@pytest.mark.parametrize("name", [name for name in toys.tables() if name not in MAPS])
def test_nothing_is_cut(name: str) -> None:
    """Check that every word of every piece survives at the narrowest width."""
    scene = toys.tables()[name]
    shown = set(text.render(scene, 40).replace("|", " ").replace(":", " ").replace(",", " ").split())
    for container in scene.containers:
        for piece in container.pieces:
            assert set(clean(piece.name).split()) <= shown, piece.name


def test_odds_are_percentages() -> None:
    """Check the form of odds."""
    assert "Lose [######..............] 28 %" in words_of(toys.campaign(), 60)


def test_track_is_a_bar() -> None:
    """Check the form of a track."""
    assert "Health [#####.] 5 of 6" in text.render(toys.kinds()["track"])


def test_hostile_text_cannot_steer_the_terminal() -> None:
    """Check that control characters are dropped."""
    scene = toys.duel()
    scene.title = "a\x1b[2Jb\x07\u202ec\ue001"
    scene.containers[0].name = "x\ny"
    shown = text.render(scene)
    assert not [character for character in "\x1b\x07\u202e\ue001" if character in shown]
    assert "a[2Jbc" in shown
    assert "x y" in shown
    assert max(size(line) for line in text.render(hostile_scene(), 60).splitlines()) <= 60


def test_colour_adds_codes_and_nothing_else() -> None:
    """Check that colour changes no letter, and that every line ends plain."""
    scene = toys.duel()
    coloured = text.render(scene, colour=True)
    bare = coloured
    for code in ("0", "1", "1;34", "1;31", "33"):
        bare = bare.replace(f"\x1b[{code}m", "")
    assert bare == text.render(scene)
    for line in coloured.splitlines():
        assert "\x1b[" not in line or line.rindex("\x1b[0m") == line.rindex("\x1b[")


def test_an_empty_scene_has_a_title() -> None:
    """Check that an empty scene is drawn."""
    assert text.render(Scene("toy", "A title", 0)).startswith("A title\n")
