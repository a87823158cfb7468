"""Files: a pack is read from a file or from a folder, and what is wrong with it gets one sentence."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from tests.kernel.matches import GAME
from tests.packs import SHIPPED, change, write_file, write_folder

from warband.cli.files import pack_files, read_document, read_options, read_pack
from warband.kernel.errors import BadInput
from warband.kernel.registry import make_game


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a folder with mine.toml and my-set/."""
    monkeypatch.chdir(tmp_path)
    write_file(tmp_path)
    write_folder(tmp_path)
    return tmp_path


def refusal(pair: str) -> str:
    with pytest.raises(BadInput) as caught:
        read_options([pair])
    return str(caught.value)


@pytest.mark.usefixtures("folder")
def test_a_folder_holds_what_the_file_holds() -> None:
    shipped = tomllib.loads(SHIPPED.read_text(encoding="utf-8"))
    cards = sorted(({"file": f"{card['id']}.toml", **card} for card in shipped["cards"]), key=lambda card: card["file"])
    assert read_pack(Path("my-set")) == {**shipped, "game": GAME, "cards": cards}
    assert read_pack(Path("mine.toml")) == shipped


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("value", ["mine.toml", "my-set", "my-set/", "./my-set"])
def test_a_pack_in_the_options_is_read_along(value: str) -> None:
    options, packs = read_options([f"pack={value}", "health=3"])
    assert options == {"pack": value, "health": "3"}
    assert packs == {value: (read_pack(Path(value)), value.strip("./"))}
    assert list(make_game(GAME, options, packs).packs) == ["set-one"]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("value", ["set-one", "", "nowhere", "\0"])
def test_a_name_that_is_no_path_is_left_to_the_game(value: str) -> None:
    assert read_options([f"pack={value}"]) == ({"pack": value}, {})


def test_a_file_and_a_folder_are_packs_of_the_same_heroes(folder: Path) -> None:
    games = [make_game(GAME, *read_options([f"pack={name}"])) for name in ("mine.toml", "my-set")]
    assert games[0].packs["set-one"] != games[1].packs["set-one"]
    assert len(list((folder / "my-set").iterdir())) == 32
    assert games[0].action_count() == games[1].action_count()


def test_only_toml_files_of_the_folder_itself_belong_to_a_pack(folder: Path) -> None:
    pack = folder / "my-set"
    count = len(pack_files(pack))
    (pack / "art").mkdir()
    (pack / "art" / "old.toml").touch()
    (pack / "notes.md").touch()
    (pack / ".#knight.toml").touch()
    assert len(pack_files(pack)) == count
    assert pack_files(folder / "mine.toml") == [folder / "mine.toml"]


def test_a_folder_without_its_pack_file_is_refused(folder: Path) -> None:
    (folder / "my-set" / "pack.toml").unlink()
    (folder / "my-set" / "knight.toml").write_text("broken", encoding="utf-8")
    assert refusal("pack=my-set") == "my-set: a folder is a pack only if it holds pack.toml; there is none"


def test_a_broken_card_of_a_folder_is_named_with_its_line(folder: Path) -> None:
    change(folder / "my-set" / "knight.toml", "level = 1", "level = ")
    assert refusal("pack=my-set") == "my-set/knight.toml:3: not TOML: Invalid value"


def test_a_wrong_field_of_a_card_is_named_with_its_file(folder: Path) -> None:
    change(folder / "my-set" / "knight.toml", "draw = 1", "draw = 12")
    with pytest.raises(BadInput, match=r"^my-set/knight.toml.symbols.draw: 12 is not between 0 and 9$"):
        make_game(GAME, *read_options(["pack=my-set"]))


@pytest.mark.parametrize(
    ("text", "line"),
    [("a = \n", 1), ("a = 1\nb\n", 2), ("a = 1\na = 2\n", 2), ("a = [\n1,\n", 2), ('\na = """\nx', 3), ("=", 1)],
)
def test_toml_that_is_none_is_told_with_its_line(tmp_path: Path, text: str, line: int) -> None:
    path = tmp_path / "broken.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        read_document(path)
    assert str(caught.value).startswith(f"{path}:{line}: not TOML: ")
    assert "(at " not in str(caught.value)


@pytest.mark.parametrize("data", [[], 5, None])
def test_a_pack_is_a_table_of_fields(folder: Path, data: object) -> None:
    (folder / "list.json").write_text(json.dumps(data), encoding="utf-8")
    assert refusal("pack=list.json") == "list.json: expected the fields of a pack"
