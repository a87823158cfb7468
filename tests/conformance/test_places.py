"""Places: a complaint about a pack becomes FILE:LINE, whatever the loader calls the place."""

from __future__ import annotations

import pytest

from warband.conformance.places import place

FILE = """\
name = "mine"

[[cards]]
id = "knight"
level = 1

[[cards]]
id = "monk"
level = 4
[cards.symbols]
draw = 1
gold = 2
"""
TEXTS = {
    "my-set/pack.toml": 'game = "chess"\n\n[cubes]\nmagic = 1\n',
    "my-set/knight.toml": 'id = "knight"\n\n[vanguard]\ntraits = [\n  "intercept",\n  "fly",\n]\n',
}


@pytest.mark.parametrize(
    ("complaint", "placed"),
    [
        ("mine.toml.cards[1] (monk).level: 4 is wrong", "mine.toml:9: cards[1] (monk).level: 4 is wrong"),
        ("mine.toml.cards[1] (monk).name: odd", "mine.toml:7: cards[1] (monk).name: odd"),
        ("mine.toml.cards[1] (a) b).level: 4 is wrong", "mine.toml:7: cards[1] (a) b).level: 4 is wrong"),
        ("mine.toml.cards[1] (monk).symbols.draw: odd", "mine.toml:11: cards[1] (monk).symbols.draw: odd"),
        (
            "mine.toml.cards[1] (monk).symbols: unknown field 'gold'; known are draw",
            "mine.toml:12: cards[1] (monk).symbols: unknown field 'gold'; known are draw",
        ),
        ("mine.toml: unknown field 'name'; known are", "mine.toml:1: unknown field 'name'; known are"),
        ("mine.toml: the field 'cubes' is missing", "mine.toml:1: the field 'cubes' is missing"),
        ("mine.toml: cards: level 2 has no cards", "mine.toml:3: cards: level 2 has no cards"),
        ("mine.toml:5: not TOML: odd", "mine.toml:5: not TOML: odd"),
        ("option health: 7 is too much", "mine.toml: option health: 7 is too much"),
    ],
)
def test_a_complaint_about_a_file_gets_its_line(complaint: str, placed: str) -> None:
    assert place(complaint, "mine.toml", {"mine.toml": FILE}) == placed


@pytest.mark.parametrize(
    ("complaint", "placed"),
    [
        ("my-set.cubes.magic: odd", "my-set/pack.toml:4: cubes.magic: odd"),
        ("my-set.game: odd", "my-set/pack.toml:1: game: odd"),
        ("my-set: the field 'name' is missing", "my-set/pack.toml:1: the field 'name' is missing"),
        ("my-set/knight.toml.vanguard.traits[1]: odd", "my-set/knight.toml:6: vanguard.traits[1]: odd"),
        ("knight.toml.vanguard.traits[1]: odd", "my-set/knight.toml:6: vanguard.traits[1]: odd"),
        ("knight.toml.vanguard.power: odd", "my-set/knight.toml:3: vanguard.power: odd"),
        ("my-set/knight.toml: the field 'name' is missing", "my-set/knight.toml:1: the field 'name' is missing"),
        ("my-set/knight.toml:3: not TOML: odd", "my-set/knight.toml:3: not TOML: odd"),
    ],
)
def test_a_complaint_about_a_folder_gets_its_file_and_line(complaint: str, placed: str) -> None:
    assert place(complaint, "my-set", TEXTS) == placed


def test_only_toml_has_lines() -> None:
    text = "name: mine\ncards: []\n"
    assert place("mine.yaml.cards: odd", "mine.yaml", {"mine.yaml": text}) == "mine.yaml: cards: odd"
