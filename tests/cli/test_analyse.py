"""`warband analyse`: what it prints and draws, and how it refuses what is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.commands import Capture, refusal_of, write_record
from tests.kernel.matches import GAME, SHORT, begin, finished

from warband.cli import main
from warband.kernel.record import record_match

pytestmark = pytest.mark.usefixtures("folder")


FEW = ["--budget", "20"]


def test_a_match_is_told_decision_by_decision_with_its_swings(capsys: Capture) -> None:
    match = finished(5, SHORT)
    assert main(["analyse", write_record(match), *FEW, "--swings", "2"]) == 0
    found = capsys.readouterr()
    assert found.err == ""
    lines = found.out.splitlines()
    assert lines[0].startswith("Hero's Crossing: Tactics: Blue against Red. ")
    assert lines[1] == "Judged by a network trained by self-play, from what each seat could see."
    assert lines[4].split() == ["ply", "who", "decision", "Blue", "wins", "Red", "wins", "change"]
    assert lines[-5] == "The largest swings:"
    assert all("the bot" in line for line in (lines[-3], lines[-1]))


def test_json_holds_chances_spreads_lines_and_swings(capsys: Capture) -> None:
    assert main(["analyse", write_record(finished(5, SHORT)), *FEW, "--json", "--seed", "3"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["game"], data["players"]) == (GAME, ["Blue", "Red"])
    decision = data["decisions"][0]
    assert set(decision) == {"ply", "seat", "do", "chance", "spread", "swing", "played", "bot"}
    assert set(decision["chance"]) == set(data["start"]) == {"0", "1"}
    assert decision["bot"]["line"][0] == {"seat": decision["seat"], "do": decision["bot"]["do"]}
    assert len(data["swings"]) == 5


def test_a_search_judges_where_it_is_asked_to(capsys: Capture) -> None:
    assert main(["analyse", write_record(finished(5, SHORT)), *FEW, "--judge", "search"]) == 0
    assert "Judged by a search of imagined plays" in capsys.readouterr().out


def test_one_seat_is_told_alone(capsys: Capture) -> None:
    assert main(["analyse", write_record(finished(5, SHORT)), *FEW, "--json", "--seat", "1"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert {seat for decision in data["decisions"] for seat in decision["chance"]} == {"1"}
    assert {decision["seat"] for decision in data["decisions"] if "bot" in decision} == {1}


def test_ctrl_c_stops_an_analysis_in_one_line(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    def stop(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("warband.cli.analyse.review", stop)
    assert main(["analyse", write_record(finished(5, SHORT))]) == 130
    assert capsys.readouterr() == ("", "warband: stopped\n")


def test_plots_are_svg_or_png(capsys: Capture) -> None:
    path = write_record(finished(5, SHORT))
    assert main(["analyse", path, "--budget", "2", "--plot", "plots/match.svg"]) == 0
    assert "who was winning" in Path("plots/match.svg").read_text(encoding="utf-8")
    assert main(["analyse", path, "--budget", "2", "--plot", "match.png"]) == 0
    assert Path("match.png").read_bytes().startswith(b"\x89PNG")


def test_records_that_cannot_be_analysed_are_refused_in_a_sentence(capsys: Capture) -> None:
    assert "only a finished one" in refusal_of(["analyse", write_record(begin(3, SHORT))], capsys)
    path = write_record(finished(5, SHORT))
    text = Path(path).read_text(encoding="utf-8")
    Path("old.json").write_text(text.replace('"version": 1', '"version": 99'), encoding="utf-8")
    assert "old.json: the record was made under rules version 99" in refusal_of(["analyse", "old.json"], capsys)
    Path("lie.json").write_text(text.replace('"do": "done"', '"do": "hold"', 1), encoding="utf-8")
    assert "lie.json: ply" in refusal_of(["analyse", "lie.json"], capsys)
    redacted = record_match(finished(5, SHORT)).redact(0)
    Path("half.json").write_text(redacted.to_json(), encoding="utf-8")
    assert "redacted for seat 0" in refusal_of(["analyse", "half.json"], capsys)
    Path("other.json").write_text(text.replace(f'"game": "{GAME}"', '"game": "chess"'), encoding="utf-8")
    assert "unknown game 'chess'" in refusal_of(["analyse", "other.json"], capsys)
    assert "there is no such file" in refusal_of(["analyse", "nothing.json"], capsys)


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
    assert words in refusal_of(["analyse", write_record(finished(5, SHORT)), *arguments], capsys)
