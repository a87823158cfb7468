"""`warband scenario`: scenarios pass, fail with the reason, and bad files get one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.commands import SCENARIO, Capture, assert_refused
from tests.kernel.matches import GAME

from warband.cli import main


def position(text: str) -> str:
    return SCENARIO.replace("{round: 2}", text)


FOUR_HEROES = "{seats: [{west: {heroes: [knight, monk, bard, hexer]}}, {}]}"


MANY_CUBES = "{seats: [{west: {soldiers: {magic: 20}}}, {}]}"


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


@pytest.mark.parametrize(("name", "text", "complaint"), BAD_FILES, ids=[name for name, _, _ in BAD_FILES])
def test_a_bad_file_gets_one_sentence(samples: Path, name: str, text: str, complaint: str, capsys: Capture) -> None:
    (samples / name).write_text(text, encoding="utf-8")
    assert_refused(["scenario", name], complaint, capsys)


@pytest.mark.usefixtures("samples")
def test_a_scenario_passes(capsys: Capture) -> None:
    assert main(["scenario", "good.yaml"]) == 0
    assert capsys.readouterr().out == "ok    good.yaml.scenarios[0]: flanking asks which soldiers move\n"


def test_an_illegal_action_fails_the_scenario_with_the_reason(samples: Path, capsys: Capture) -> None:
    (samples / "illegal.yaml").write_text(SCENARIO.replace("0: flank", "1: flank"), encoding="utf-8")
    assert main(["scenario", "illegal.yaml"]) == 1
    told = capsys.readouterr()
    assert "step 1: seat 1: 'flank west' is refused: It is your rival's turn to decide; wait for it." in told.out
    assert told.err == ""
