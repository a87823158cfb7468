"""Text: pictures compared with snapshots, never too wide, nothing cut, nothing that steers a terminal."""

from __future__ import annotations

import re

import pytest
from tests.scene import toys
from tests.scene.snapshots import compare
from tests.scene.test_html import hostile_scene

from warband.kernel.scene import COLUMN, HEXMAP, MARKS, Container, Scene, Slot
from warband.scene import text, text_hex
from warband.scene.text_blocks import clean, columns, size, wrap
from warband.scene.words import MARK_WORDS

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


def words_of(scene: Scene, width: int) -> str:
    """Return a picture as one line of words."""
    return " ".join(text.render(scene, width).replace("|", " ").split())


def test_hex_names_are_told_in_full() -> None:
    """Check that a name too long for its hex is in the legend."""
    shown = words_of(toys.campaign(), 50)
    for slot in toys.hex_slots():
        assert f"{slot.letter} {slot.name}" in shown, slot.name
    for name in ("(Archer)", "(Shieldmaiden)", "(Conscript)", "<Marauder>", "<Cursed ranger>"):
        assert name in shown


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", ["campaign", "turned", "sprawl"])
def test_every_hex_tells_its_coordinates(name: str, width: int) -> None:
    """Check that a player can read what to type, drawn or listed."""
    scene = toys.tables()[name]
    shown = re.sub(r"[^-,0-9]", " ", text.render(scene, width).partition(". ")[0]).split()
    for container in scene.containers:
        assert {slot.id for slot in container.slots if slot.at} <= set(shown)


def test_flat_top_neighbours_share_their_sides() -> None:
    """Check the drawing of a hex with a neighbour to the south and one to the south-east."""
    slots = [Slot("a", "Hill", (0, 0)), Slot("b", "Lake", (0, 1)), Slot("c", "Moor", (1, 0))]
    shown = text_hex.hexmap_lines(toys.campaign(), Container("m", HEXMAP, "", slots=slots), 20)
    assert shown[:9] == [
        "  ____",
        " / H  \\",
        "/ Hill \\____",
        "\\ 0,0  / M  \\",
        " \\____/ Moor \\",
        " / L  \\ 1,0  /",
        "/ Lake \\____/",
        "\\ 0,1  /",
        " \\____/",
    ]


def test_a_turned_map_has_the_other_base_below() -> None:
    """Check that a turned map is upside down and keeps its coordinates."""
    for scene, last in ((toys.campaign(), "0,0"), (toys.campaign(turned=True), "1,-6")):
        shown = text_hex.hexmap_lines(scene, scene.containers[0], 96)
        drawn = [line for line in shown if "_" in line or "/" in line]
        assert [line for line in drawn if "," in line and ":" not in line][-1].split()[1] == last


def test_a_map_too_wide_becomes_a_list() -> None:
    """Check that a hex map still can be played where it cannot be drawn."""
    scene = toys.campaign()
    scene.containers[0].slots[0].at = (40, 0)
    shown = text.render(scene, 60)
    assert "0,-4 Hill <Druid>" in words_of(scene, 60)
    assert "1,-2 Hill [Here]" in words_of(scene, 60)
    assert max(size(line) for line in shown.splitlines()) <= 60


def test_dice_stand_in_brackets() -> None:
    """Check that a cancelled die is round, a marked one has its sign, and the signs are told."""
    shown = words_of(toys.campaign(), 132)
    assert "(6) [4]+ [1]>" in shown
    assert "( ) cancelled, > Selected, + To pick" in shown
    assert "[5] unused [?]" in shown


def test_odds_are_percentages() -> None:
    """Check the form of odds."""
    assert "Lose [######..............] 28 %" in words_of(toys.campaign(), 60)


def test_every_mark_is_a_word() -> None:
    """Check that marks are told in words."""
    shown = text.render(toys.kinds()["grid"], 100)
    for mark in MARKS:
        assert f"[{MARK_WORDS[mark]}]" in shown


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


def test_wide_letters_count_twice() -> None:
    """Check that frames stay straight round letters that take two columns."""
    scene = toys.alone(Container("c", COLUMN, "\u5175\u58eb", pieces=toys.soldiers("s", 0, weapon=1)))
    frames = [line for line in text.render(scene, 60).splitlines() if line.startswith(("+", "|"))]
    assert len({size(line) for line in frames}) == 1


def test_wrap_keeps_every_letter() -> None:
    """Check wrapping of long words, and the indent of later lines."""
    assert wrap("abcdefgh ij", 4) == ["abcd", "efgh", "ij"]
    assert wrap("one two three", 8, "  ") == ["one two", "  three"]


def test_choices_fill_columns_downward() -> None:
    """Check the order of choices in columns."""
    assert columns(["1. a", "2. b", "3. c"], 10) == ["1. a  3. c", "2. b"]


def test_an_empty_scene_has_a_title() -> None:
    """Check that an empty scene is drawn."""
    assert text.render(Scene("toy", "A title", 0)).startswith("A title\n")
