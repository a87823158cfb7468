"""`warband arena`: what it prints, keeps and refuses, and how Ctrl-C stops it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.cli.commands import Capture, output_of, stop_after
from tests.kernel.matches import GAME, finished
from tests.lab.contests import OPTIONS

from warband.cli import main
from warband.engine import engine
from warband.kernel.record import record_match

pytestmark = pytest.mark.usefixtures("folder")


ARENA = ["arena", GAME, "greedy:2", "random", *OPTIONS, "--jobs", "1"]


FIELDS = ["game", "engine", "matches", "left_wins", "right_wins", "draws", "win_rate", "interval"]


def test_it_tells_the_result(capsys: Capture) -> None:
    lines = output_of([*ARENA, "--matches", "6", "--out", "a.jsonl"], capsys).splitlines()
    assert lines[0] == f"{GAME}: greedy:2 (left) against random (right), seed 0, {engine()} engine"
    assert lines[1].startswith("  6 matches: ")
    assert "(95 % interval " in lines[2]
    assert lines[3].endswith(" in the longest")
    assert lines[4].startswith("  CPU time per choice: greedy:2 ")
    assert lines[5:] == ["  records: a.jsonl"]


def test_json_has_the_fields_and_no_others(capsys: Capture) -> None:
    found = json.loads(output_of([*ARENA, "--matches", "4", "--json"], capsys))
    assert list(found) == FIELDS
    assert (found["game"], found["matches"]) == (GAME, 4)
    assert found["left_wins"] + found["right_wins"] + found["draws"] == 4
    assert 0 <= found["interval"][0] <= found["win_rate"] <= found["interval"][1] <= 1


def test_every_match_is_kept_without_being_asked(capsys: Capture) -> None:
    output_of([*ARENA, "--matches", "4"], capsys)
    files = list(Path("matches").glob(f"arena-{GAME}-*.jsonl"))
    assert len(files) == 1
    assert len(files[0].read_text(encoding="utf-8").splitlines()) == 1 + 4


def test_a_match_of_the_file_is_named_by_its_line(capsys: Capture) -> None:
    output_of([*ARENA, "--matches", "2", "--out", "a.jsonl"], capsys)
    assert output_of(["record", "verify", "a.jsonl:3"], capsys).startswith("a.jsonl:3: true to ply ")
    assert "begins and takes" in output_of(["record", "show", "a.jsonl:2"], capsys)
    assert "against" in output_of(["analyse", "a.jsonl:2", "--budget", "2"], capsys)


@pytest.mark.parametrize(
    ("file", "complaint"),
    [
        ("a.jsonl", "a.jsonl: this is a file of many matches; name one by its line, such as a.jsonl:2"),
        ("a.jsonl:1", "a.jsonl:1: there is no match in this line; the matches are in the lines 2 to 4"),
        ("a.jsonl:5", "a.jsonl:5: there is no match in this line; the matches are in the lines 2 to 4"),
        ("a.jsonl:2", "a.jsonl:2: the match is over: "),
        ("a.jsonl:3", "a.jsonl:3: not JSON: "),
        ("a.jsonl:4", "a.jsonl:4: there is no record in this line"),
        ("b.jsonl:2", "b.jsonl:2: there is no match in this line; there are no matches"),
        ("c.jsonl:2", "c.jsonl: there is no such file"),
    ],
)
def test_a_line_without_a_match_is_told(file: str, complaint: str, capsys: Capture) -> None:
    line = json.dumps({"record": record_match(finished(6)).to_data()})
    Path("a.jsonl").write_text(f'{{"arena": 1}}\n{line}\n{line[:90]}\n{{"match": 0}}\n', encoding="utf-8")
    Path("b.jsonl").write_text('{"arena": 1}\n', encoding="utf-8")
    assert main(["play", "--resume", file]) == 2
    assert capsys.readouterr().err.startswith(f"warband: {complaint}")


def test_the_same_result_for_any_number_of_jobs(capsys: Capture) -> None:
    alone = output_of([*ARENA, "--matches", "8", "--json"], capsys)
    assert output_of([*ARENA, "--matches", "8", "--json", "--jobs", "2"], capsys) == alone


def test_it_goes_on_from_its_file(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = output_of([*ARENA, "--matches", "8", "--json"], capsys)
    output_of([*ARENA, "--matches", "4", "--json", "--out", "a.jsonl"], capsys)
    before = Path("a.jsonl").read_bytes()
    assert output_of([*ARENA, "--matches", "8", "--json", "--out", "a.jsonl"], capsys) == whole
    assert Path("a.jsonl").read_bytes().startswith(before)
    monkeypatch.setattr("warband.lab.pairs.play_match", None)
    assert output_of([*ARENA, "--matches", "8", "--json", "--out", "a.jsonl"], capsys) == whole


def test_a_file_begun_with_other_sources_goes_on_with_a_warning(capsys: Capture) -> None:
    output_of([*ARENA, "--matches", "2", "--out", "a.jsonl"], capsys)
    text = Path("a.jsonl").read_text(encoding="utf-8")
    Path("a.jsonl").write_text(text.replace('"sources":"', '"sources":"x'), encoding="utf-8")
    assert main([*ARENA, "--matches", "2", "--out", "a.jsonl"]) == 0
    assert capsys.readouterr().err.startswith("warband: a.jsonl: it was begun with other sources")


def test_until_decided_stops_early(capsys: Capture) -> None:
    lines = output_of([*ARENA, "--matches", "200", "--until-decided"], capsys).splitlines()
    games = int(lines[1].split()[0])
    assert 20 <= games < 200
    assert lines[-1] == f"decided after {games} of 200 matches"


BAD = [
    (["--matches", "0"], "0 matches: they are played in pairs"),
    (["--matches", "5"], "5 matches: they are played in pairs"),
    (["--jobs", "0"], "--jobs 0: give 1 to 256 worker processes"),
    (["--seed", "-1"], "--seed -1: a seed is a number from 0 to "),
    (["--option", "colour=red"], "unknown option 'colour'"),
    (["--pack", "nowhere"], "option pack: 'nowhere' is neither "),
    (["--pack", "nowhere.toml"], "nowhere.toml: there is no such file"),
    (["--out", "."], ".: this is a folder, not a file"),
]


BAD_COMMANDS = [
    *(([*ARENA, *words], complaint) for words, complaint in BAD),
    (["arena", "chess", "greedy", "random"], "unknown game 'chess'; the games are "),
    (["arena", GAME, "nobody", "random"], "unknown bot 'nobody'; a bot is "),
    (["arena", GAME, "random", "99"], "level 99: there are the levels 1 to 8"),
    (["ladder", "chess"], "unknown game 'chess'; the games are "),
    (["ladder", GAME, "--levels", "1-99"], "levels '1-99': expected two numbers of 1 to 8"),
    (["ladder", GAME, "--matches", "3"], "3 matches: they are played in pairs"),
]


@pytest.mark.parametrize(("arguments", "complaint"), BAD_COMMANDS)
def test_bad_input_gets_one_sentence(arguments: list[str], complaint: str, capsys: Capture) -> None:
    assert main(arguments) == 2
    found = capsys.readouterr()
    assert (found.out, found.err.count("\n")) == ("", 1)
    assert found.err.startswith(f"warband: {complaint}")
    assert list(Path.cwd().iterdir()) == []


def test_without_the_extra_nothing_is_played(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "statsmodels.stats.proportion", None)
    assert main(ARENA) == 2
    assert "pip install 'warband[lab]'" in capsys.readouterr().err
    assert list(Path.cwd().iterdir()) == []


# ---- stopping ----


def test_who_stops_it_hears_what_was_done(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    stop_after(2, monkeypatch)
    lines = output_of([*ARENA, "--out", "a b.jsonl"], capsys, 130).splitlines()
    assert lines[1].startswith("  4 matches: ")
    assert lines[-1] == "stopped: 4 of 100 matches done; go on with --out 'a b.jsonl'"


def test_stopped_before_anything_is_finished(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    stop_after(0, monkeypatch)
    assert "  nothing is finished" in output_of([*ARENA, "--out", "a.jsonl"], capsys, 130)
    stop_after(0, monkeypatch)
    found = json.loads(output_of([*ARENA, "--json"], capsys, 130))
    assert (found["matches"], found["win_rate"], found["interval"]) == (0, None, [0.0, 1.0])


def hear_ctrl_c() -> None:
    """Let a program hear Ctrl-C, also where the tests run in the background and do not."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_reaches_workers_through_the_arena_alone() -> None:
    command = [sys.executable, "-m", "warband", *ARENA, "--matches", "100000", "--jobs", "2", "--out", "a.jsonl"]
    running = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, process_group=0, preexec_fn=hear_ctrl_c
    )
    try:
        while not Path("a.jsonl").exists() or Path("a.jsonl").read_text(encoding="utf-8").count("\n") < 5:
            assert running.poll() is None
            time.sleep(0.1)
        os.killpg(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=60)
    finally:
        running.kill()
    assert (running.returncode, err) == (130, "")
    assert " of 100000 matches done; go on with --out a.jsonl" in out


@pytest.mark.parametrize("command", ["arena", "ladder"])
def test_help_teaches_the_commands(command: str, capsys: Capture) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    assert left.value.code == 0
    found = capsys.readouterr().out
    for word in ("--matches N", "--jobs J", "--seed S", "--timed", "examples:", "95 %"):
        assert word in found
