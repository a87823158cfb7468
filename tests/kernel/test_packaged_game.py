"""Shipped packs: a file or a folder in `cards` is found by its name."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.kernel.matches import GAME

from warband.kernel.errors import BadInput
from warband.kernel.packaged_game import shipped_pack
from warband.kernel.registry import make_game


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Make a package that ships the file `one`, the folder `two` and a folder that is no pack."""
    cards = tmp_path / "guest_cards" / "cards"
    for folder in ("two", "notes"):
        (cards / folder).mkdir(parents=True)
    (tmp_path / "guest_cards" / "__init__.py").touch()
    (cards / "one.toml").write_text('name = "one"\n', encoding="utf-8")
    (cards / "two" / "pack.toml").write_text('name = "two"\n', encoding="utf-8")
    (cards / "two" / "witch.toml").write_text('id = "witch"\n', encoding="utf-8")
    (cards / "two" / "knight.toml").write_text('id = "knight"\n', encoding="utf-8")
    (cards / "two" / "readme.txt").write_text("not a card", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return "guest_cards"


def test_a_shipped_file_is_read(package: str) -> None:
    assert shipped_pack(package, "one") == ({"name": "one"}, "one.toml")


def test_a_shipped_folder_is_read(package: str) -> None:
    cards = [{"file": "knight.toml", "id": "knight"}, {"file": "witch.toml", "id": "witch"}]
    assert shipped_pack(package, "two") == ({"name": "two", "cards": cards}, "two")


@pytest.mark.parametrize("name", ["three", "notes", "one.toml", "two/witch", "", ".", ".."])
def test_an_unknown_pack_is_named_with_those_there_are(package: str, name: str) -> None:
    with pytest.raises(BadInput) as caught:
        shipped_pack(package, name)
    assert str(caught.value) == f"option pack: {name!r} is neither a file, nor a folder, nor one of one, two"


def test_a_pack_for_another_game_is_refused() -> None:
    with pytest.raises(BadInput, match=f"^mine.toml.game: this pack is for 'chess', not for {GAME}$"):
        make_game(GAME, {"pack": "mine.toml"}, {"mine.toml": ({"game": "chess"}, "mine.toml")})
