"""Draw hex maps as text: names in full, coordinates that can be typed, shared sides, a list where it is too wide."""

from __future__ import annotations

import re

import pytest
from tests.scene import toys
from tests.scene.toys import words_of

from warband.kernel.scene import HEXMAP, Container, Slot
from warband.scene import text, text_hex
from warband.scene.text_blocks import size

WIDTHS = (40, 60, 72, 80, 100, 132)


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
