"""Write the shipped hero set of Hero's Crossing into a folder of a test, as one file and as a pack of many files."""

from __future__ import annotations

import tomllib
from pathlib import Path

from tests.kernel.matches import GAME

import warband.games.heros_crossing

SHIPPED = Path(str(warband.games.heros_crossing.__file__)).parent / "cards" / "set-one.toml"
HEADER = "[[cards]]\n"


def write_file(folder: Path) -> Path:
    """Write mine.toml, which does not say its game."""
    path = folder / "mine.toml"
    path.write_text(SHIPPED.read_text(encoding="utf-8"), encoding="utf-8")
    return path


def write_folder(folder: Path) -> Path:
    """Write the folder my-set; its pack.toml says in line 1 which game it is for, and each card has a file."""
    path = folder / "my-set"
    path.mkdir()
    head, *cards = SHIPPED.read_text(encoding="utf-8").split(HEADER)
    (path / "pack.toml").write_text(f'game = "{GAME}"\n{head}', encoding="utf-8")
    for card in cards:
        (path / f"{tomllib.loads(card)['id']}.toml").write_text(card, encoding="utf-8")
    return path


def change(path: Path, old: str, new: str) -> None:
    """Replace a part of a file that must be there."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
