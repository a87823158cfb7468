"""`warband pack`: a good pack is played, a bad one is told with file and line, and one is made by a seed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import pytest
from tests.cli.commands import Capture
from tests.kernel.matches import GAME
from tests.packs import change

from warband.cli import main
from warband.kernel import registry
from warband.kernel.match import Match
from warband.kernel.packaged_game import shipped_pack


def told(arguments: list[str], code: int, capsys: Capture) -> str:
    """Return what the command printed; it must exit with this code and say nothing on standard error."""
    assert main(["pack", "check", *arguments]) == code
    found = capsys.readouterr()
    assert found.err == ""
    return found.out


pytestmark = pytest.mark.usefixtures("packs")


@pytest.mark.parametrize("arguments", [["my-set"], ["my-set/"], ["mine.toml", "--game", GAME]])
def test_a_good_pack_is_played_and_summed_up(arguments: list[str], capsys: Capture) -> None:
    lines = told([*arguments, "--matches", "6"], 0, capsys).splitlines()
    assert lines[0] == f"{arguments[0].strip('/')}: a pack for {GAME}, 31 cards"
    assert lines[1].startswith("  name set-one, hash ")
    assert len(lines[1].split()[-1]) == 32
    assert lines[2] == "  6 random matches (option sets: default 2, dealt 2, scarce 1, short 1)"
    assert lines[3].endswith(" in the longest")
    assert lines[4:] == ["nothing broke"]


def test_the_same_seed_plays_the_same_matches(capsys: Capture) -> None:
    first, again, other = (told(["my-set", "--matches", "4", "--seed", seed], 0, capsys) for seed in ("1", "1", "2"))
    assert first == again != other


BAD = [
    ("knight.toml", "draw = 1", "draw = 12", "my-set/knight.toml:5: symbols.draw: 12 is not between 0 and 9"),
    ("knight.toml", "level", "levle", "my-set/knight.toml:3: unknown field 'levle'; known are id, name,"),
    ("knight.toml", "level = 1\n", "", "my-set/knight.toml:1: the field 'level' is missing"),
    ("knight.toml", "copies = 3", "copies = [3", "my-set/knight.toml:5: not TOML: Unclosed array"),
    ("knight.toml", "copies", 'file = "x"\ncopies', "my-set/knight.toml:4: file: the name of the file stands for"),
    ("knight.toml", '"knight"', '"monk"', "my-set/monk.toml:1: id: the id 'monk' stands twice, here and in my-set/kni"),
    ("pack.toml", "magic = 16", "magic = -1", "my-set/pack.toml:11: cubes.magic: -1 is not between 0 and 99"),
    ("pack.toml", "\nname", "\ncards = []\nname", "my-set/pack.toml:7: cards: in a folder every card has a file"),
    ("pack.toml", f'"{GAME}"', '"chess"', "my-set/pack.toml:1: game: 'chess' is not one of "),
    ("pack.toml", f'"{GAME}"', "5", "my-set/pack.toml:1: game: expected a text, not 5"),
]


@pytest.mark.parametrize(("file", "old", "new", "complaint"), BAD, ids=[case[3][:40] for case in BAD])
def test_a_fault_is_told_with_file_and_line(file: str, old: str, new: str, complaint: str, capsys: Capture) -> None:
    change(Path("my-set") / file, old, new)
    found = told(["my-set"], 1, capsys)
    assert found.startswith(complaint)
    assert found.count("\n") == 1


def test_a_fault_of_a_file_is_told_with_its_line(capsys: Capture) -> None:
    change(Path("mine.toml"), "potion = 1, armor = 0, draw = 2 }", "potion = 1, armor = 0 }")
    complaint = "mine.toml:27: cards[1] (monk).symbols: the field 'draw' is missing\n"
    assert told(["mine.toml", "--game", GAME], 1, capsys) == complaint


def test_a_pack_for_another_game_is_told(capsys: Capture) -> None:
    complaint = f"my-set/pack.toml:1: game: this pack is for '{GAME}', not for pocket-tactics\n"
    assert told(["my-set", "--game", "pocket-tactics"], 1, capsys) == complaint


def test_what_cannot_be_read_is_told_without_a_line(capsys: Capture) -> None:
    Path("my-set/knight.toml").write_bytes(b"\xff\xfe")
    assert told(["my-set"], 1, capsys) == "my-set/knight.toml: this is not UTF-8 text\n"
    Path("my-set/pack.toml").unlink()
    assert told(["my-set"], 1, capsys) == "my-set: a folder is a pack only if it holds pack.toml; there is none\n"
    Path("list.json").write_text("[]", encoding="utf-8")
    assert told(["list.json"], 1, capsys) == "list.json: expected the fields of a pack\n"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["mine.toml"], 'mine.toml: which game is it for? Write game = "NAME" into it or give --game NAME ('),
        (["my-set", "--game", "chess"], "unknown game 'chess'; the games are "),
    ],
)
def test_without_a_game_nothing_is_checked(arguments: list[str], complaint: str, capsys: Capture) -> None:
    assert main(["pack", "check", *arguments]) == 2
    found = capsys.readouterr()
    assert (found.out, found.err.count("\n")) == ("", 1)
    assert found.err.startswith(f"warband: {complaint}")


def break_after(decisions: int, error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the match raise an error once this many decisions were made."""
    play, made = Match.play, list[int]()

    def break_play(match: Match, seat: int, action: int) -> object:
        made.append(action)
        if len(made) > decisions:
            raise error
        return play(match, seat, action)

    monkeypatch.setattr(Match, "play", break_play)


def test_a_match_that_breaks_is_told_with_its_seed(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    break_after(0, ZeroDivisionError("by\nzero"), monkeypatch)
    lines = told(["my-set", "--seed", "8"], 1, capsys).splitlines()
    assert lines[2] == "  0 random matches"
    assert lines[3:] == ["broken: match 1 of 200 (option set default, seed 8): ZeroDivisionError: by zero"]


def test_who_stops_it_hears_what_was_done(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    break_after(500, KeyboardInterrupt(), monkeypatch)
    lines = told(["my-set"], 130, capsys).splitlines()
    done = int(lines[2].split()[0])
    assert 0 < done < 200
    assert lines[-1] == f"stopped: {done} of 200 matches done, nothing broke so far"


def test_help_teaches_the_command(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as left:
        main(["pack", "check", "--help"])
    assert left.value.code == 0
    found = capsys.readouterr().out
    for word in ("pack.toml", 'game = "NAME"', "FILE:LINE", "--matches N", "examples:", "exit code"):
        assert word in found


VARIED = ["pixel-tactics", "heros-crossing"]


@pytest.mark.parametrize("game", VARIED)
def test_a_varied_pack_is_the_same_for_a_seed_and_passes_the_check(game: str, capsys: Capture) -> None:
    for path, seed in (("new.json", "7"), ("again.json", "7"), ("other.json", "8")):
        assert main(["pack", "vary", path, "--game", game, "--seed", seed]) == 0
    assert "10 cards changed" in capsys.readouterr().out
    assert Path("new.json").read_text() == Path("again.json").read_text() != Path("other.json").read_text()
    assert "nothing broke" in told(["new.json", "--matches", "7"], 0, capsys)


@pytest.mark.parametrize("game", VARIED)
def test_a_varied_pack_has_ten_cards_with_numbers_changed_by_up_to_two(game: str) -> None:
    entry = registry.entry(game)
    base, _ = shipped_pack(entry.package, "set-one")
    before = {str(card["id"]): card for card in cast(list[dict[str, Any]], base["cards"])}
    for seed in range(5):
        assert main(["pack", "vary", "new.json", "--game", game, "--seed", str(seed)]) == 0
        made = {card["id"]: card for card in json.loads(Path("new.json").read_text())["cards"]}
        assert list(made) == list(before)
        differ = [name for name in made if {**before[name], "file": 0} != {**made[name], "file": 0}]
        assert len(differ) == 10
        for name in differ if game == "pixel-tactics" else []:
            for figure in ("attack", "life"):
                assert 1 <= abs(made[name][figure] - before[name][figure]) <= 2
            assert made[name]["order"] != before[name]["order"]


def test_a_pack_that_cannot_be_varied_is_refused(capsys: Capture) -> None:
    assert main(["pack", "vary", "new.json", "--game", "pocket-tactics"]) == 2
    assert "Pocket-Tactics does not say how its packs are varied" in capsys.readouterr().err
    assert main(["pack", "vary", "new.toml", "--game", "pixel-tactics"]) == 2
    assert "ends with .json" in capsys.readouterr().err
