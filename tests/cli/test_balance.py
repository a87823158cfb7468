"""`warband balance`: what it prints, writes and keeps, and how it refuses what is wrong."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from tests.cli.commands import Capture, refusal_of
from tests.kernel.matches import GAME
from tests.lab.contests import OPTIONS
from tests.packs import change, write_file

from warband.cli import main
from warband.engine import engine
from warband.kernel.game import Game
from warband.lab.balance import Fact, SelfPlay

pytestmark = pytest.mark.usefixtures("folder")


SELF_PLAY = ["balance", GAME, "--bot", "random", *OPTIONS, "--jobs", "1"]


def play_times(monkeypatch: pytest.MonkeyPatch, most: int = 1000) -> list[int]:
    """Return the list in which every match played from now on is noted; Ctrl-C comes after so many."""
    played: list[int] = []
    real = SelfPlay.play

    def play(self: SelfPlay, game: Game, number: int) -> Fact:
        if len(played) == most:
            raise KeyboardInterrupt
        played.append(number)
        return real(self, game, number)

    monkeypatch.setattr(SelfPlay, "play", play)
    return played


def test_a_balance_is_told_and_written(capsys: Capture) -> None:
    assert main([*SELF_PLAY, "--matches", "8", "--out", "found"]) == 0
    found = capsys.readouterr()
    assert found.err == ""
    assert "greedy" not in found.out
    assert "random: 8 matches" in found.out
    assert found.out.splitlines()[0].endswith(f", {engine()} engine")
    assert "takes the turn" in found.out
    assert sorted(path.name for path in Path("found").iterdir()) == ["balance.csv", "balance.html", "matches.jsonl"]
    rows = list(csv.DictReader(Path("found/balance.csv").read_text(encoding="utf-8").splitlines()))
    assert {row["kind"] for row in rows} > {"seat", "draw"}
    assert len(Path("found/matches.jsonl").read_text(encoding="utf-8").splitlines()) == 9


def test_the_mind_plays_unless_somebody_says_otherwise(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["balance", GAME, *OPTIONS, "--jobs", "1", "--matches", "4", "--out"]
    assert main([*words, "found"]) == 0
    assert "--bot mind" in capsys.readouterr().out.splitlines()[0]
    monkeypatch.setattr("warband.lab.balance.plays_mind", lambda game: False)
    assert main([*words, "other"]) == 0
    assert "--bot greedy" in capsys.readouterr().out.splitlines()[0]


def test_what_is_there_is_kept_and_what_is_missing_is_played(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    played = play_times(monkeypatch)
    assert main([*SELF_PLAY, "--matches", "3", "--out", "found"]) == 0
    assert main([*SELF_PLAY, "--matches", "5", "--out", "found"]) == 0
    assert played == [0, 1, 2, 3, 4]
    twice = capsys.readouterr().out.split("Hero's Crossing")[-1]
    assert main([*SELF_PLAY, "--matches", "5", "--out", "fresh"]) == 0
    assert capsys.readouterr().out.replace("fresh", "found").endswith(twice)


def test_ctrl_c_keeps_and_tells_what_is_done(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    with monkeypatch.context() as patch:
        play_times(patch, 3)
        assert main([*SELF_PLAY, "--matches", "6", "--out", "found"]) == 130
    assert capsys.readouterr().out.endswith("stopped: 3 of 6 matches done; the same command goes on\n")
    played = play_times(monkeypatch)
    assert main([*SELF_PLAY, "--matches", "6", "--out", "found"]) == 0
    assert played == [3, 4, 5]


def test_ctrl_c_before_anything_is_done_tells_just_that(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    play_times(monkeypatch, 0)
    assert main([*SELF_PLAY, "--matches", "6"]) == 130
    assert capsys.readouterr().out == "stopped: 0 of 6 matches done; the same command goes on\n"


def test_two_packs_stand_side_by_side(folder: Path, capsys: Capture) -> None:
    write_file(folder).rename("old.toml")
    change(write_file(folder), "weapon = 2", "weapon = 0")
    assert main([*SELF_PLAY, "--matches", "6", "--pack", "mine.toml", "--against", "old.toml", "--out", "found"]) == 0
    told = capsys.readouterr().out
    assert "old.toml: 6 matches" in told
    assert "mine.toml: 6 matches" in told
    assert told.index("old.toml: 6") < told.index("mine.toml: 6")
    assert {path.name for path in Path("found").iterdir()} >= {"before.jsonl", "matches.jsonl"}


def test_the_pack_of_the_game_has_its_name_beside_another(folder: Path, capsys: Capture) -> None:
    change(write_file(folder), "weapon = 2", "weapon = 0")
    for pack, now in ((["--option", "pack=mine.toml"], "mine.toml: 2"), ([], "set-one (now): 2")):
        assert main([*SELF_PLAY, *pack, "--matches", "2", "--against", "set-one", "--out", now]) == 0
        told = capsys.readouterr().out
        assert f"\n  {now} matches" in told
        assert "random: 2" not in told


def test_a_kind_is_told_in_full_when_asked_for(capsys: Capture) -> None:
    assert main([*SELF_PLAY, "--matches", "4", "--kind", "draw"]) == 0
    table = capsys.readouterr().out.partition("What stands out")[0]
    assert table.count("\ndraw ") > 3


def test_a_folder_of_other_arguments_is_refused(capsys: Capture) -> None:
    assert main([*SELF_PLAY, "--matches", "2", "--out", "found"]) == 0
    capsys.readouterr()
    assert "other arguments (seed: 0, not 4)" in refusal_of([*SELF_PLAY, "--seed", "4", "--out", "found"], capsys)
    Path("found/matches.jsonl").write_text('{"arena": 1}\n', encoding="utf-8")
    assert "this is not the file of `warband balance`" in refusal_of([*SELF_PLAY, "--out", "found"], capsys)


def test_a_damaged_line_is_named(capsys: Capture) -> None:
    assert main([*SELF_PLAY, "--matches", "2", "--out", "found"]) == 0
    capsys.readouterr()
    path = Path("found/matches.jsonl")
    change(path, '"winner":', '"loser":')
    assert "found/matches.jsonl:2" in refusal_of([*SELF_PLAY, "--matches", "2", "--out", "found"], capsys)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([GAME, "--matches", "0"], "--matches 0: give a number from 1"),
        ([GAME, "--jobs", "0"], "--jobs 0"),
        ([GAME, "--seed", "-1"], "--seed -1"),
        ([GAME, "--bot", "99"], "level 99"),
        ([GAME, "--bot", "gredy"], "unknown bot 'gredy'"),
        ([GAME, "--pack", "nowhere.toml"], "nowhere.toml: there is no such file"),
        ([GAME, "--against", "nowhere.toml"], "nowhere.toml: there is no such file"),
        ([GAME, "--kind", "dance", "--matches", "1", "--jobs", "1", "--bot", "random"], "--kind dance"),
        (["chess"], "unknown game 'chess'"),
    ],
)
def test_wrong_arguments_of_balance_are_refused(arguments: list[str], words: str, capsys: Capture) -> None:
    assert words in refusal_of(["balance", *arguments], capsys)
