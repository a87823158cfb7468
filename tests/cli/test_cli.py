"""Every command is found, teaches itself, and refuses bad input in one sentence with exit code 2."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.commands import Capture, assert_refused
from tests.kernel.matches import GAME, TURN, at

import warband.cli
from warband.cli import COMMANDS, main, parse, with_command
from warband.engine import engine
from warband.kernel.record import record_match

BAD_COMMANDS = [
    (["play", "chess"], "unknown game 'chess'; the games are "),
    (["play"], "play: name a game"),
    (["play", GAME, "--option", "colour=red"], "unknown option 'colour'"),
    (["play", GAME, "--option", "health=7"], "option health: 7 is not between 1 and 6"),
    (["play", GAME, "--option", "health=--7"], "option health: '--7' is not a whole number"),
    (["play", GAME, "--option", "health"], "option 'health': expected NAME=VALUE"),
    (["play", GAME, "--option", "pack=nowhere"], "option pack: 'nowhere' is neither a file, nor a folder, nor one of "),
    (["play", GAME, "--option", "pack=nowhere.toml"], "nowhere.toml: there is no such file"),
    (["play", GAME, "--option", "pack=good.yaml"], "good.yaml: unknown field 'scenarios'"),
    (["play", GAME, "--save", "good.json"], "good.json: there is a file already"),
    (["play", GAME, "--save", "good.json/inside.json"], "good.json/inside.json: cannot be written"),
    (["play", "--resume", "nowhere.json"], "nowhere.json: there is no such file"),
    (["play", "--resume", "good.json"], "good.json: the match is over: "),
    (["scenario", "nowhere.yaml"], "nowhere.yaml: there is no such file"),
    (["scenario", "."], ".: this is a folder, not a file"),
    (["scenario", "good.json"], "good.json: unknown field 'warband'"),
    (["rules", "chess"], "unknown game 'chess'"),
    (["rules", GAME, "ATK-99"], f"{GAME} has no clause 'ATK-99'"),
    (["rules", "coverage", "--tests", "nowhere"], "nowhere: there is no such folder"),
    (["rules", GAME, "--tests", "."], "rules: --tests belongs to coverage"),
    (["playthrough", GAME, "--dir", "there"], "playthrough: --dir says where to write; give --write as well"),
    (["record", "verify", "nowhere.json"], "nowhere.json: there is no such file"),
    (["record", "verify", "good.yaml"], "good.yaml:1: not JSON"),
    (["record", "redact", "good.json"], "record redact: say for which seat"),
    (["record", "verify", "good.json", "--seat", "1"], "record verify: the whole record is checked; --seat belongs"),
    (["record", "verify", "good.json", "--option", "health=3"], "--option health: the options of a match stand in"),
    (["record", "redact", "good.json", "--seat", "1", "--option", "pack=tiny"], "made with another pack 'set-one'"),
    (["analyse", "good.json", "--option", "health=3"], "--option health: the options of a match stand in its record"),
    (["play", "--resume", "good.json", "--option", "health=2"], "--option health: the options of a match stand in"),
    (["check", "chess"], "unknown game 'chess'"),
    (["check", GAME, "--matches", "0"], "check: 0 matches; at least 1 is needed"),
    (["pack", "check", "nowhere"], "nowhere: there is no such file or folder"),
    (["pack", "check", "good.yaml", "--matches", "0"], "pack check: 0 matches; at least 1 is needed"),
    (["playthrough", "chess"], "unknown game 'chess'"),
    (["playthrough", GAME, "--write", "--dir", "good.json"], "cannot be written"),
    (["bench", "--game", "chess"], "unknown game 'chess'"),
    (["bench", "--seconds", "0"], "bench: --seconds 0: a window takes more than 0"),
    (["bench", "--seconds", "nan"], "bench: --seconds nan"),
]


@pytest.mark.usefixtures("samples")
@pytest.mark.parametrize(("arguments", "complaint"), BAD_COMMANDS)
def test_bad_arguments_get_one_sentence(arguments: list[str], complaint: str, capsys: Capture) -> None:
    assert_refused(arguments, complaint, capsys)


@pytest.mark.parametrize("command", [["scenario"], ["record", "verify"], ["record", "show"], ["play", "--resume"]])
def test_a_binary_file_gets_one_sentence(samples: Path, command: list[str], capsys: Capture) -> None:
    (samples / "picture.json").write_bytes(b"\x89PNG\r\n\xff\xfe\x00")
    assert_refused([*command, "picture.json"], "picture.json: this is not UTF-8 text", capsys)


@pytest.mark.parametrize("command", [["record", "verify"], ["record", "show"], ["play", "--resume"]])
def test_a_damaged_record_gets_one_sentence(samples: Path, command: list[str], capsys: Capture) -> None:
    text = (samples / "good.json").read_text(encoding="utf-8")
    (samples / "cut.json").write_text(text[:700], encoding="utf-8")
    assert_refused([*command, "cut.json"], "cut.json:", capsys)


@pytest.mark.usefixtures("samples")
@pytest.mark.parametrize(
    ("arguments", "work"),
    [
        (["bench"], "bench.bench"),
        (["playthrough"], "playthrough.playthrough"),
        (["scenario", "good.yaml"], "scenario.run_scenario"),
        (["rules", "coverage", "--tests", "."], "rules.cover"),
    ],
)
def test_ctrl_c_stops_in_one_line(
    arguments: list[str], work: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(f"warband.cli.{work}", stop)
    assert main(arguments) == 130
    assert capsys.readouterr().err.endswith("warband: stopped\n")


def test_a_check_that_is_stopped_says_how_far_it_came(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("warband.cli.check.run_all", stop)
    assert main(["check", GAME, "--matches", "3"]) == 130
    assert capsys.readouterr().out.endswith("stopped: 0 of 3 matches checked\n")


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ([], ["serve"]),
        (["--port", "8100"], ["serve", "--port", "8100"]),
        (["--no-browser"], ["serve", "--no-browser"]),
        (["--version"], ["--version"]),
        (["-h"], ["-h"]),
        (["games"], ["games"]),
    ],
)
def test_options_without_a_command_are_those_of_serve(words: list[str], meant: list[str]) -> None:
    assert with_command(words) == meant


def test_the_version_names_the_engine(capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"warband {warband.__version__}, {engine()} engine\n"


# ---- what is there ----

SHARED = {"__init__", "analyse_many", "arguments", "exit_codes", "files", "line_files", "match_files", "progress"}


def test_every_module_is_a_command_or_shared_by_several() -> None:
    modules = {path.stem for path in Path(str(warband.cli.__file__)).parent.glob("*.py")}
    assert modules == set(COMMANDS) | SHARED


def help_of(words: list[str], capsys: Capture) -> str:
    with pytest.raises(SystemExit) as left:
        main([*words, "--help"])
    assert left.value.code == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("command", COMMANDS)
def test_help_teaches_every_command(command: str, capsys: Capture) -> None:
    text = help_of([command], capsys)
    assert text.startswith(f"usage: warband {command} ")
    assert f"  warband {command}" in text.partition("\nexamples:\n")[2]


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_the_examples_are_commands(command: str, capsys: Capture) -> None:
    examples = help_of([command] if command else [], capsys).partition("\nexamples:\n")[2]
    lines = [line.strip() for line in examples.splitlines() if "warband COMMAND" not in line]
    assert lines
    for line in lines:
        words = shlex.split(line.partition("  ")[0])
        assert words[0] == "warband"
        assert parse(words[1:]).run is not None


def test_help_imports_no_command() -> None:
    program = "import sys; from warband.cli import main\ntry: main(['--help'])\nfinally: print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60)
    loaded = done.stdout.splitlines()[-1].split()
    assert "warband.cli" in loaded
    heavy = {"warband.table", "warband.lab", "warband.agents", "warband.terminal", "yaml", "rich", "multiprocessing"}
    assert heavy.isdisjoint(loaded)


# ---- as a program ----


def run(arguments: list[str], typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "warband", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=False, timeout=60)


def test_the_program_refuses_in_one_line(tmp_path: Path) -> None:
    done = run(["scenario", str(tmp_path / "nowhere.yaml")])
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"warband: {tmp_path / 'nowhere.yaml'}: there is no such file\n"


def test_the_program_plays_from_standard_input(tmp_path: Path) -> None:
    save = tmp_path / "match.json"
    save.write_text(record_match(at(TURN), private=True).to_json(), encoding="utf-8")
    done = run(["play", "--resume", str(save)], "flank west\nresign\nyes\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Red wins: Blue resigned." in done.stdout
    assert json.loads(save.read_text(encoding="utf-8"))["result"] == {"winner": 1, "why": "resigned"}


def test_the_program_names_its_commands() -> None:
    done = run(["--help"])
    assert done.returncode == 0
    for command in ("play", "games", "scenario", "rules", "record", "check", "pack", "playthrough", "bench"):
        assert re.search(rf"^    {command}\s+\S", done.stdout, re.MULTILINE)


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m warband rules {GAME} | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
