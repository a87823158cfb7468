"""`warband analyse` of many records: a line each, in order, and the same command goes on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.commands import Capture, output_of, refusal_of, write_record
from tests.kernel.matches import GAME, SHORT, begin, finished
from tests.lab.contests import OPTIONS

from warband.cli import main

pytestmark = pytest.mark.usefixtures("folder")

QUICK = ["--budget", "2", "--judge", "search", "--seat", "0"]
FEW = [*QUICK, "--jobs", "1"]


def write_arena(capsys: Capture) -> None:
    words = ["arena", GAME, "random", "random", *OPTIONS, "--matches", "4", "--jobs", "1", "--out", "a.jsonl"]
    output_of(words, capsys)


def test_all_matches_of_an_arena_are_analysed(capsys: Capture) -> None:
    write_arena(capsys)
    lines = output_of(["analyse", "a.jsonl", *FEW, "--out", "b.jsonl"], capsys).splitlines()
    assert lines[0].split()[:3] == ["record", "players", "judge"]
    assert [line.split()[0] for line in lines[1:5]] == [f"a.jsonl:{number}" for number in range(2, 6)]
    assert lines[-1] == "4 records analysed, in b.jsonl"
    alone = json.loads(output_of(["analyse", "a.jsonl:3", *QUICK, "--json"], capsys))
    kept = [json.loads(text) for text in Path("b.jsonl").read_text(encoding="utf-8").splitlines()]
    assert kept[2]["review"] == alone


def test_it_goes_on_and_two_processes_or_shards_find_the_same(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    write_arena(capsys)
    output_of(["analyse", "a.jsonl", *FEW, "--out", "b.jsonl"], capsys)
    whole = Path("b.jsonl").read_bytes()
    for shard in ("1/2", "2/2"):
        output_of(["analyse", "a.jsonl", *FEW, "--out", "c.jsonl", "--shard", shard], capsys)
    output_of(["lab", "merge", "c.jsonl"], capsys)
    assert Path("c.jsonl").read_bytes() == whole
    output_of(["analyse", "a.jsonl", *QUICK, "--jobs", "2", "--out", "d.jsonl"], capsys)
    assert Path("d.jsonl").read_bytes() == whole
    Path("b.jsonl").write_bytes(b"".join(whole.splitlines(keepends=True)[:3]))
    monkeypatch.setattr("warband.cli.analyse_many.run_all", lambda executor, task, items: iter_of(task, items))
    output_of(["analyse", "a.jsonl", *FEW, "--out", "b.jsonl"], capsys)
    assert (Path("b.jsonl").read_bytes(), played) == (whole, [2, 3])


played: list[int] = []


def iter_of(task: object, items: list[tuple[int, str, object]]) -> object:
    for item in items:
        played.append(item[0])
        yield task.play(None, item)  # type: ignore[attr-defined]


def test_a_record_that_cannot_be_analysed_does_not_stop_the_others(capsys: Capture) -> None:
    names = [write_record(finished(5, SHORT), "a.json"), write_record(begin(3, SHORT), "b.json")]
    assert main(["analyse", *names, *FEW, "--json"]) == 2
    found = capsys.readouterr()
    assert [("review" in line, "problem" in line) for line in json.loads(found.out)] == [(True, False), (False, True)]
    assert found.err.startswith("warband: b.json: ")
    assert "only a finished one" in found.err


def test_what_is_for_one_record_is_refused_for_many(capsys: Capture) -> None:
    names = [write_record(finished(5, SHORT), "a.json"), write_record(finished(6, SHORT), "b.json")]
    assert "--plot: a plot shows one match" in refusal_of(["analyse", *names, "--plot", "a.svg"], capsys)
    assert "only pack=PATH may be given" in refusal_of(["analyse", *names, "--option", "rounds=3"], capsys)
