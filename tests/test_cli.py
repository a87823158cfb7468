"""The command line: every command does its work, and bad input gets one sentence and exit code 2."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.kernel.matches import GAME, SHORT, TURN, at, begin, finished
from tests.packs import write_file, write_folder

from warband.cli import main, with_command
from warband.commands import clauses_of, told_coverage
from warband.files import read_options
from warband.kernel.chance import seeded_chance
from warband.kernel.clauses import Clause
from warband.kernel.match import Match
from warband.kernel.record import record_match
from warband.kernel.registry import make_game

Capture = pytest.CaptureFixture[str]

SCENARIO = f"""\
game: {GAME}
scenarios:
  - name: flanking asks which soldiers move
    position: {{round: 2}}
    steps:
      - 0: flank west
      - expect: {{phase: flank, awaiting: [0]}}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in an empty folder with one good scenario and one good record."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.yaml").write_text(SCENARIO, encoding="utf-8")
    (tmp_path / "good.json").write_text(record_match(finished(6)).to_json(), encoding="utf-8")
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def position(text: str) -> str:
    return SCENARIO.replace("{round: 2}", text)


# ---- bad input ----

FOUR_HEROES = "{seats: [{west: {heroes: [knight, monk, bard, hexer]}}, {}]}"
MANY_CUBES = "{seats: [{west: {soldiers: {magic: 20}}}, {}]}"

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

BAD_FILES = [
    ("broken.yaml", "game: x\nscenarios: [\n", "broken.yaml:3: not YAML: "),
    ("tabs.yaml", "game:\n\t- x\n", "tabs.yaml:2: not YAML: "),
    ("list.yaml", "- one\n- two\n", "list.yaml: expected fields, not "),
    ("empty.yaml", "", "empty.yaml: expected fields, not None"),
    ("words.yaml", "game: x\n", "words.yaml: the field 'scenarios' is missing"),
    ("date.yaml", "game: 2026-01-01\nscenarios: []\n", "date.yaml: not plain data: "),
    ("day.yaml", "game: 2026-99-01\nscenarios: []\n", "day.yaml: month must be in 1..12"),
    ("itself.yaml", "&a\ngame: *a\n", "itself.yaml: not plain data: "),
    ("deep.yaml", "[" * 5000, "deep.yaml: nested too deeply"),
    ("deep.json", "[" * 100_000, "deep.json: nested too deeply"),
    ("long.json", "9" * 5000, "long.json: Exceeds the limit"),
    ("text.txt", "hello", "text.txt: expected a .json, .toml or .yaml file"),
    ("broken.toml", "a = \n", "broken.toml:1: not TOML: "),
    ("game.yaml", SCENARIO.replace(GAME, "chess"), "unknown game 'chess'"),
    ("heroes.yaml", position(FOUR_HEROES), "heroes.yaml.scenarios[0].position.seats[0].west.heroes: 4 heroes"),
    ("cubes.yaml", position(MANY_CUBES), "more magic soldiers than the 16 cubes there are"),
    ("field.yaml", position("{rounds: 2}"), "field.yaml.scenarios[0].position: unknown field 'rounds'"),
    ("action.yaml", SCENARIO.replace("flank west", "flank wets"), "steps[0].0: 'flank wets' is not an action"),
    ("short.yaml", f"clauses: [ATK-3]\n{SCENARIO}", f"{GAME} has no clause 'ATK-3'; did you mean '{GAME}:ATK-3'?"),
    ("typed.yaml", f"clauses: ['{GAME}:XX']\n{SCENARIO}", f"has no clause '{GAME}:XX'; list them with: warband rules"),
    ("step.yaml", SCENARIO.replace("0: flank", "2: flank"), "steps[0]: '2' is not a seat"),
]


def assert_refused(arguments: list[str], complaint: str, capsys: Capture) -> None:
    before = contents(Path.cwd())
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert told.err.startswith("warband: ")
    assert complaint in told.err
    assert told.err.count("\n") == 1
    assert contents(Path.cwd()) == before


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("arguments", "complaint"), BAD_COMMANDS)
def test_bad_arguments_get_one_sentence(arguments: list[str], complaint: str, capsys: Capture) -> None:
    assert_refused(arguments, complaint, capsys)


@pytest.mark.parametrize(("name", "text", "complaint"), BAD_FILES, ids=[name for name, _, _ in BAD_FILES])
def test_a_bad_file_gets_one_sentence(folder: Path, name: str, text: str, complaint: str, capsys: Capture) -> None:
    (folder / name).write_text(text, encoding="utf-8")
    assert_refused(["scenario", name], complaint, capsys)


@pytest.mark.parametrize("command", [["scenario"], ["record", "verify"], ["record", "show"], ["play", "--resume"]])
def test_a_binary_file_gets_one_sentence(folder: Path, command: list[str], capsys: Capture) -> None:
    (folder / "picture.json").write_bytes(b"\x89PNG\r\n\xff\xfe\x00")
    assert_refused([*command, "picture.json"], "picture.json: this is not UTF-8 text", capsys)


@pytest.mark.parametrize("command", [["record", "verify"], ["record", "show"], ["play", "--resume"]])
def test_a_damaged_record_gets_one_sentence(folder: Path, command: list[str], capsys: Capture) -> None:
    text = (folder / "good.json").read_text(encoding="utf-8")
    (folder / "cut.json").write_text(text[:700], encoding="utf-8")
    assert_refused([*command, "cut.json"], "cut.json:", capsys)


def test_an_edited_record_is_told_with_its_ply(folder: Path, capsys: Capture) -> None:
    data = json.loads((folder / "good.json").read_text(encoding="utf-8"))
    data["entries"][20]["do"] = "recruit west"
    (folder / "edited.json").write_text(json.dumps(data), encoding="utf-8")
    assert_refused(["record", "verify", "edited.json"], f"ply {data['entries'][20]['ply']}: ", capsys)


def test_a_record_without_its_secret_cannot_go_on(folder: Path, capsys: Capture) -> None:
    (folder / "open.json").write_text(record_match(begin()).to_json(), encoding="utf-8")
    assert_refused(["play", "--resume", "open.json"], "open.json: the record lacks the secret", capsys)


def test_an_illegal_action_fails_the_scenario_with_the_reason(folder: Path, capsys: Capture) -> None:
    (folder / "illegal.yaml").write_text(SCENARIO.replace("0: flank", "1: flank"), encoding="utf-8")
    assert main(["scenario", "illegal.yaml"]) == 1
    told = capsys.readouterr()
    assert "step 1: seat 1: 'flank west' is refused: It is the other player's decision." in told.out
    assert told.err == ""


# ---- what each command does ----


def test_games_lists_the_options(capsys: Capture) -> None:
    assert main(["games"]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"{GAME}: Hero's Crossing: Tactics\n")
    assert "    health=6  health of each Monarch at the start (1 to 6)\n" in told


def test_rules_of_all_games_of_one_and_one_clause(capsys: Capture) -> None:
    assert main(["rules"]) == 0
    assert f"warband rules {GAME}" in capsys.readouterr().out
    assert main(["rules", GAME]) == 0
    assert capsys.readouterr().out.count("\n    ") > 50
    assert main(["rules", GAME, "atk-3"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("ATK-3  ")
    assert told.count("\n") == 2


def test_coverage_fails_until_every_clause_has_a_test(folder: Path, capsys: Capture) -> None:
    tests = folder / "tests"
    tests.mkdir()
    assert main(["rules", "coverage", GAME]) == 1
    missing = [line.split()[-1] for line in capsys.readouterr().out.splitlines()[1:]]
    lines = [f"@clause({clause!r})\ndef test_{number}(): ...\n" for number, clause in enumerate(missing)]
    (tests / "test_all.py").write_text("".join(lines), encoding="utf-8")
    assert main(["rules", "coverage", GAME, "--tests", "tests"]) == 0
    count = len(missing)
    rest = f"; the other {len(clauses_of(GAME)) - count} of its {len(clauses_of(GAME))} clauses need none"
    assert capsys.readouterr().out == f"{GAME}: {count} of {count} binding clauses have a test{rest}\n"


def test_clauses_that_differ_by_edition_count_once() -> None:
    clauses = [Clause("a", "", "", "stated"), Clause("b", "", "", "stated", editions=("old", "new"))]
    told = "1 of 2 binding clauses have a test (1 of them one for each edition)"
    assert told_coverage(clauses, {"b@new"}) == told
    free = Clause("c", "", "", "stated", False, "it says nothing")
    assert told_coverage([*clauses, free], {"b@new"}) == f"{told}; the other 1 of its 3 clauses need none"


def test_coverage_fails_on_a_clause_that_does_not_exist(folder: Path, capsys: Capture) -> None:
    (folder / "test_one.py").write_text(f"@clause('{GAME}:NO-1')\ndef test_it(): ...\n", encoding="utf-8")
    assert main(["rules", "coverage", GAME, "--tests", "."]) == 1
    assert f"does not exist: {GAME}:NO-1 (test_one.py::test_it)" in capsys.readouterr().out


@pytest.mark.usefixtures("folder")
def test_a_scenario_passes(capsys: Capture) -> None:
    assert main(["scenario", "good.yaml"]) == 0
    assert capsys.readouterr().out == "ok    good.yaml.scenarios[0]: flanking asks which soldiers move\n"


@pytest.mark.usefixtures("folder")
def test_a_record_is_verified(capsys: Capture) -> None:
    match = finished(6)
    result = match.result()
    assert result is not None
    assert main(["record", "verify", "good.json"]) == 0
    ending = match.game.say_result(result, match.players)
    assert capsys.readouterr().out == f"good.json: true to ply {match.ply}; chance agrees with the secret. {ending}\n"


@pytest.mark.usefixtures("folder")
def test_a_record_is_shown_as_sentences(capsys: Capture) -> None:
    assert main(["record", "show", "good.json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("begins and takes the King.")
    assert any("picks the " in line for line in lines)


@pytest.mark.usefixtures("folder")
def test_a_record_is_shown_as_a_seat_saw_it(capsys: Capture) -> None:
    assert main(["record", "show", "good.json", "--seat", "1"]) == 0
    told = capsys.readouterr().out
    assert "Red is dealt the " in told
    assert "Blue is dealt a card." in told
    assert "Blue is dealt the " not in told


def test_a_running_record_is_shown_as_a_spectator_sees_it(folder: Path, capsys: Capture) -> None:
    (folder / "open.json").write_text(record_match(begin()).to_json(), encoding="utf-8")
    assert main(["record", "show", "open.json"]) == 0
    told = capsys.readouterr().out
    assert "is dealt a card." in told
    assert "is dealt the " not in told
    assert main(["record", "verify", "open.json"]) == 0
    assert "the secret is not known yet" in capsys.readouterr().out


def test_a_redacted_record_is_shown_and_not_verified(folder: Path, capsys: Capture) -> None:
    assert main(["record", "redact", "good.json", "--seat", "1"]) == 0
    redacted = capsys.readouterr().out
    assert json.loads(redacted)["redacted_for"] == 1
    (folder / "seat1.json").write_text(redacted, encoding="utf-8")
    assert main(["record", "show", "seat1.json"]) == 0
    assert "0: pick a card" in capsys.readouterr().out
    assert main(["record", "show", "seat1.json", "--seat", "1"]) == 0
    capsys.readouterr()
    assert_refused(["record", "show", "seat1.json", "--seat", "0"], "is redacted for seat 1; leave --seat out", capsys)
    assert_refused(["record", "verify", "seat1.json"], "the record is redacted for seat 1", capsys)


@pytest.mark.parametrize("write", [write_file, write_folder])
def test_a_pack_that_was_moved_is_named_again(folder: Path, write: Callable[[Path], Path], capsys: Capture) -> None:
    pack = write(folder)
    game = make_game(GAME, *read_options([f"pack={pack.name}"]))
    Path("own.json").write_text(record_match(Match(game, seeded_chance(1))).to_json(), encoding="utf-8")
    pack.rename("moved" + pack.suffix)
    advice = f"if the pack '{pack.name}' was moved, add --option pack=PATH"
    assert_refused(["record", "verify", "own.json"], advice, capsys)
    assert main(["record", "verify", "own.json", "--option", f"pack=moved{pack.suffix}"]) == 0


def test_a_playthrough_is_written_as_it_is_printed(tmp_path: Path, capsys: Capture) -> None:
    assert main(["playthrough", GAME]) == 0
    printed = capsys.readouterr().out
    assert main(["playthrough", GAME, "--write", "--dir", str(tmp_path / "new")]) == 0
    files = sorted((tmp_path / "new").iterdir())
    assert [path.name for path in files][:1] == [f"{GAME}.dealt.txt"]
    assert sum(len(path.read_text(encoding="utf-8")) for path in files) == len(printed)
    for path in files:
        assert path.read_text(encoding="utf-8") in printed


def test_a_game_is_checked(capsys: Capture) -> None:
    options = [f"{name}={value}" for name, value in SHORT.items()]
    pairs = [part for option in options for part in ("--option", option)]
    assert main(["check", GAME, "--matches", "1", *pairs]) == 0
    assert capsys.readouterr().out.startswith(f"{GAME} keeps the laws")


def test_a_bench_prints_its_figures(capsys: Capture) -> None:
    assert main(["bench", "--game", GAME, "--json", "--seconds", "0.01"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["game"] == GAME
    assert isinstance(told["peers"], dict)
    for key in ("decisions_per_cpu_s", "matches_per_cpu_s", "copies_per_cpu_s", "iterations_per_cpu_s"):
        assert list(told[key]) == ["plain", "compiled"]
        assert told[key]["plain"] > 0


def test_a_bench_without_a_game_measures_all(capsys: Capture) -> None:
    assert main(["bench", "--json", "--seconds", "0.01"]) == 0
    assert GAME in [figures["game"] for figures in json.loads(capsys.readouterr().out)]


def test_a_match_is_played_and_resumed(folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "empty").touch()
    for arguments in (["play", GAME, "--seed", "3", "--save", "mine.json"], ["play", "--resume", "mine.json"]):
        with (folder / "empty").open(encoding="utf-8") as nothing:
            monkeypatch.setattr(sys, "stdin", nothing)
            assert main(arguments) == 0
        assert "warband play --resume mine.json" in capsys.readouterr().out


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "arguments",
    [["check", GAME], ["bench"], ["playthrough"], ["scenario", "good.yaml"], ["rules", "coverage", "--tests", "."]],
)
def test_ctrl_c_stops_in_one_line(arguments: list[str], capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*given: object) -> None:
        raise KeyboardInterrupt

    for work in ("check_game", "bench_lab.bench", "playthrough", "run_scenario", "cover"):
        monkeypatch.setattr(f"warband.commands.{work}", stop)
    assert main(arguments) == 130
    assert capsys.readouterr().err.endswith("warband: stopped\n")


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
