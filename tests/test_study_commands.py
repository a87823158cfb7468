"""`warband analyse` and `warband balance`: what they print, write and keep, and how they refuse what is wrong."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from tests.kernel.matches import GAME, SHORT, begin, finished
from tests.lab.contests import OPTIONS
from tests.packs import change, write_file

from warband.cli import main
from warband.kernel.game import Game
from warband.kernel.match import Match
from warband.kernel.record import record_match
from warband.lab.balance import Fact, SelfPlay

Capture = pytest.CaptureFixture[str]
pytestmark = pytest.mark.usefixtures("folder")
FEW = ["--budget", "20"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(match: Match, name: str = "match.json") -> str:
    Path(name).write_text(record_match(match).to_json(), encoding="utf-8")
    return name


def refused(arguments: list[str], capsys: Capture) -> str:
    """Return the one sentence with which a command refuses its arguments."""
    assert main(arguments) == 2
    found = capsys.readouterr()
    assert found.out == ""
    assert found.err.count("\n") == 1
    return found.err


# ---- analyse ----


def test_a_match_is_told_decision_by_decision_with_its_swings(capsys: Capture) -> None:
    match = finished(5, SHORT)
    assert main(["analyse", write(match), *FEW, "--swings", "2"]) == 0
    found = capsys.readouterr()
    assert found.err == ""
    lines = found.out.splitlines()
    assert lines[0].startswith("Hero's Crossing: Tactics: Blue against Red. ")
    assert lines[3].split() == ["ply", "who", "decision", "Blue", "wins", "Red", "wins", "change"]
    assert lines[-5] == "The largest swings:"
    assert all("the bot" in line for line in (lines[-3], lines[-1]))


def test_json_holds_chances_spreads_lines_and_swings(capsys: Capture) -> None:
    assert main(["analyse", write(finished(5, SHORT)), *FEW, "--json", "--seed", "3"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["game"], data["players"]) == (GAME, ["Blue", "Red"])
    decision = data["decisions"][0]
    assert set(decision) == {"ply", "seat", "do", "chance", "spread", "swing", "played", "bot"}
    assert set(decision["chance"]) == set(data["start"]) == {"0", "1"}
    assert decision["bot"]["line"][0] == {"seat": decision["seat"], "do": decision["bot"]["do"]}
    assert len(data["swings"]) == 5


def test_one_seat_is_told_alone(capsys: Capture) -> None:
    assert main(["analyse", write(finished(5, SHORT)), *FEW, "--json", "--seat", "1"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert {seat for decision in data["decisions"] for seat in decision["chance"]} == {"1"}
    assert {decision["seat"] for decision in data["decisions"] if "bot" in decision} == {1}


def test_ctrl_c_stops_an_analysis_in_one_line(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    def stop(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("warband.study_commands.review", stop)
    assert main(["analyse", write(finished(5, SHORT))]) == 130
    assert capsys.readouterr() == ("", "warband: stopped\n")


def test_plots_are_svg_or_png(capsys: Capture) -> None:
    path = write(finished(5, SHORT))
    assert main(["analyse", path, "--budget", "2", "--plot", "plots/match.svg"]) == 0
    assert "who was winning" in Path("plots/match.svg").read_text(encoding="utf-8")
    assert main(["analyse", path, "--budget", "2", "--plot", "match.png"]) == 0
    assert Path("match.png").read_bytes().startswith(b"\x89PNG")


def test_records_that_cannot_be_analysed_are_refused_in_a_sentence(capsys: Capture) -> None:
    assert "only a finished one" in refused(["analyse", write(begin(3, SHORT))], capsys)
    path = write(finished(5, SHORT))
    text = Path(path).read_text(encoding="utf-8")
    Path("old.json").write_text(text.replace('"version": 1', '"version": 99'), encoding="utf-8")
    assert "old.json: the record was made under rules version 99" in refused(["analyse", "old.json"], capsys)
    Path("lie.json").write_text(text.replace('"do": "done"', '"do": "hold"', 1), encoding="utf-8")
    assert "lie.json: ply" in refused(["analyse", "lie.json"], capsys)
    redacted = record_match(finished(5, SHORT)).redact(0)
    Path("half.json").write_text(redacted.to_json(), encoding="utf-8")
    assert "redacted for seat 0" in refused(["analyse", "half.json"], capsys)
    Path("other.json").write_text(text.replace(f'"game": "{GAME}"', '"game": "chess"'), encoding="utf-8")
    assert "unknown game 'chess'" in refused(["analyse", "other.json"], capsys)
    assert "there is no such file" in refused(["analyse", "nothing.json"], capsys)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--budget", "0"], "--budget 0: give a number from 1"),
        (["--swings", "-1"], "--swings -1"),
        (["--seed", "-1"], "--seed -1"),
        (["--plot", "match.gif"], "ends with .png or .svg"),
    ],
)
def test_wrong_arguments_of_analyse_are_refused(arguments: list[str], words: str, capsys: Capture) -> None:
    assert words in refused(["analyse", write(finished(5, SHORT)), *arguments], capsys)


# ---- balance ----

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
    assert main([*SELF_PLAY, "--games", "8", "--out", "found"]) == 0
    found = capsys.readouterr()
    assert found.err == ""
    assert "greedy" not in found.out
    assert "random: 8 matches" in found.out
    assert "takes the turn" in found.out
    assert sorted(path.name for path in Path("found").iterdir()) == ["balance.csv", "balance.html", "matches.jsonl"]
    rows = list(csv.DictReader(Path("found/balance.csv").read_text(encoding="utf-8").splitlines()))
    assert {row["kind"] for row in rows} > {"seat", "draw"}
    assert len(Path("found/matches.jsonl").read_text(encoding="utf-8").splitlines()) == 9


def test_what_is_there_is_kept_and_what_is_missing_is_played(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    played = play_times(monkeypatch)
    assert main([*SELF_PLAY, "--games", "3", "--out", "found"]) == 0
    assert main([*SELF_PLAY, "--games", "5", "--out", "found"]) == 0
    assert played == [0, 1, 2, 3, 4]
    twice = capsys.readouterr().out.split("Hero's Crossing")[-1]
    assert main([*SELF_PLAY, "--games", "5", "--out", "fresh"]) == 0
    assert capsys.readouterr().out.replace("fresh", "found").endswith(twice)


def test_ctrl_c_keeps_and_tells_what_is_done(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    with monkeypatch.context() as patch:
        play_times(patch, 3)
        assert main([*SELF_PLAY, "--games", "6", "--out", "found"]) == 130
    assert capsys.readouterr().out.endswith("stopped: 3 of 6 matches done; the same command goes on\n")
    played = play_times(monkeypatch)
    assert main([*SELF_PLAY, "--games", "6", "--out", "found"]) == 0
    assert played == [3, 4, 5]


def test_ctrl_c_before_anything_is_done_tells_just_that(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    play_times(monkeypatch, 0)
    assert main([*SELF_PLAY, "--games", "6"]) == 130
    assert capsys.readouterr().out == "stopped: 0 of 6 matches done; the same command goes on\n"


def test_two_packs_stand_side_by_side(folder: Path, capsys: Capture) -> None:
    write_file(folder).rename("old.toml")
    change(write_file(folder), "weapon = 2", "weapon = 0")
    assert main([*SELF_PLAY, "--games", "6", "--pack", "mine.toml", "--against", "old.toml", "--out", "found"]) == 0
    told = capsys.readouterr().out
    assert "old.toml: 6 matches" in told
    assert "mine.toml: 6 matches" in told
    assert told.index("old.toml: 6") < told.index("mine.toml: 6")
    assert {path.name for path in Path("found").iterdir()} >= {"before.jsonl", "matches.jsonl"}


def test_the_pack_of_the_game_has_its_name_beside_another(folder: Path, capsys: Capture) -> None:
    change(write_file(folder), "weapon = 2", "weapon = 0")
    for pack, now in ((["--option", "pack=mine.toml"], "mine.toml: 2"), ([], "set-one (now): 2")):
        assert main([*SELF_PLAY, *pack, "--games", "2", "--against", "set-one", "--out", now]) == 0
        told = capsys.readouterr().out
        assert f"\n  {now} matches" in told
        assert "random: 2" not in told


def test_a_kind_is_told_in_full_when_asked_for(capsys: Capture) -> None:
    assert main([*SELF_PLAY, "--games", "4", "--kind", "draw"]) == 0
    table = capsys.readouterr().out.partition("What stands out")[0]
    assert table.count("\ndraw ") > 3


def test_a_folder_of_other_arguments_is_refused(capsys: Capture) -> None:
    assert main([*SELF_PLAY, "--games", "2", "--out", "found"]) == 0
    capsys.readouterr()
    assert "other arguments (seed: 0, not 4)" in refused([*SELF_PLAY, "--seed", "4", "--out", "found"], capsys)
    Path("found/matches.jsonl").write_text('{"arena": 1}\n', encoding="utf-8")
    assert "this is not the file of `warband balance`" in refused([*SELF_PLAY, "--out", "found"], capsys)


def test_a_damaged_line_is_named(capsys: Capture) -> None:
    assert main([*SELF_PLAY, "--games", "2", "--out", "found"]) == 0
    capsys.readouterr()
    path = Path("found/matches.jsonl")
    change(path, '"winner":', '"loser":')
    assert "found/matches.jsonl:2" in refused([*SELF_PLAY, "--games", "2", "--out", "found"], capsys)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([GAME, "--games", "0"], "--games 0: give a number from 1"),
        ([GAME, "--jobs", "0"], "--jobs 0"),
        ([GAME, "--seed", "-1"], "--seed -1"),
        ([GAME, "--bot", "99"], "level 99"),
        ([GAME, "--bot", "gredy"], "unknown bot 'gredy'"),
        ([GAME, "--pack", "nowhere.toml"], "nowhere.toml: there is no such file"),
        ([GAME, "--against", "nowhere.toml"], "nowhere.toml: there is no such file"),
        ([GAME, "--kind", "dance", "--games", "1", "--jobs", "1", "--bot", "random"], "--kind dance"),
        (["chess"], "unknown game 'chess'"),
    ],
)
def test_wrong_arguments_of_balance_are_refused(arguments: list[str], words: str, capsys: Capture) -> None:
    assert words in refused(["balance", *arguments], capsys)
