"""`warband check` checks a game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.commands import Capture, output_of
from tests.kernel.matches import GAME, SHORT

from warband.cli import main
from warband.conformance.report import Broken, Report


def test_a_game_is_checked(capsys: Capture) -> None:
    options = [f"{name}={value}" for name, value in SHORT.items()]
    pairs = [part for option in options for part in ("--option", option)]
    assert main(["check", GAME, "--matches", "1", *pairs]) == 0
    assert capsys.readouterr().out.startswith(f"{GAME} keeps the laws")


CHECK = ["check", GAME, *(part for name, value in SHORT.items() for part in ("--option", f"{name}={value}"))]


def stand_in(monkeypatch: pytest.MonkeyPatch, broken: tuple[int, ...] = ()) -> list[int]:
    """Let matches be checked at once, some of which break a law; return which were."""
    checked: list[int] = []

    def check(game: object, number: int, seed: int) -> Report:
        checked.append(number)
        if number in broken:
            raise Broken(f"match {number}")
        return Report(matches=1, decisions=number, most_decisions=number, codes={f"code {number % 2}"})

    monkeypatch.setattr("warband.cli.check.check_match", check)
    return checked


def test_what_was_checked_is_kept_and_goes_on(folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    checked = stand_in(monkeypatch)
    words = [*CHECK, "--jobs", "1", "--out", "c.jsonl", "--matches"]
    output_of([*words, "3"], capsys)
    told = output_of([*words, "5"], capsys)
    assert checked == [0, 1, 2, 3, 4]
    assert "  matches: 5\n  decisions: 10\n  most decisions: 4\n" in told
    assert told.endswith("codes: code 0, code 1\n")
    for shard in ("1/2", "2/2"):
        output_of([*CHECK, "--jobs", "1", "--out", "d.jsonl", "--matches", "5", "--shard", shard], capsys)
    output_of(["lab", "merge", "d.jsonl"], capsys)
    assert Path("d.jsonl").read_bytes() == Path("c.jsonl").read_bytes()


def test_the_first_match_that_breaks_a_law_is_told_in_whatever_order_they_come(
    folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked = stand_in(monkeypatch, (2, 4))
    monkeypatch.setattr("warband.cli.check.run_all", backwards)
    words = [*CHECK, "--jobs", "1", "--out", "c.jsonl", "--matches", "6"]
    assert output_of(words, capsys, 1) == "broken: match 2\n"
    assert sorted(checked) == [0, 1, 2, 3, 4, 5]
    lines = [json.loads(text) for text in Path("c.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["match"] for line in lines[1:]] == [0, 1, 2]
    # Asked again, nothing is left to be checked.
    assert output_of(words, capsys, 1) == "broken: match 2\n"
    assert len(checked) == 6


def backwards(executor: object, task: object, numbers: list[int]) -> object:
    for number in reversed(numbers):
        yield task.play(task.make(), number)  # type: ignore[attr-defined]
