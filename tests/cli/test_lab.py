"""`warband lab`: shards put together are the file of a single run, byte for byte; `hash` tells what runs here."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.commands import Capture, output_of, refusal_of
from tests.kernel.matches import GAME
from tests.lab.contests import OPTIONS

from warband.cli import main

pytestmark = pytest.mark.usefixtures("folder")

ARENA = ["arena", GAME, "random", "random", *OPTIONS, "--jobs", "1", "--matches", "20"]
BALANCE = ["balance", GAME, "--bot", "random", *OPTIONS, "--jobs", "1", "--matches", "10"]


def play_shards(words: list[str], numbers: range = range(1, 9)) -> None:
    for number in numbers:
        assert main([*words, "--shard", f"{number}/8"]) == 0


def test_eight_shards_of_an_arena_are_the_single_run(capsys: Capture) -> None:
    whole = output_of([*ARENA, "--out", "whole.jsonl", "--json"], capsys)
    play_shards([*ARENA, "--out", "a.jsonl"])
    told = capsys.readouterr().out.splitlines()
    assert told[0] == ("shard 1/8: 4 matches in a.1-of-8.jsonl; when all shards are done: warband lab merge a.jsonl")
    assert output_of(["lab", "merge", "a.jsonl"], capsys) == "merged 8 shards: 20 lines in a.jsonl\n"
    assert Path("a.jsonl").read_bytes() == Path("whole.jsonl").read_bytes()
    # The same command without a shard reports on it, and may put it together again.
    assert output_of([*ARENA, "--out", "a.jsonl", "--json"], capsys) == whole
    assert main(["lab", "merge", "a.jsonl"]) == 0
    assert Path("a.times.csv").read_text(encoding="utf-8").count("\n") == 21


def test_eight_shards_of_a_balance_are_the_single_run(capsys: Capture) -> None:
    assert main([*BALANCE, "--out", "whole"]) == 0
    play_shards([*BALANCE, "--out", "parts"])
    assert not Path("parts/balance.csv").exists()
    capsys.readouterr()
    assert output_of(["lab", "merge", "parts"], capsys) == "merged 8 shards: 10 lines in parts/matches.jsonl\n"
    assert main([*BALANCE, "--out", "parts"]) == 0
    for name in ("matches.jsonl", "balance.csv", "balance.html"):
        assert Path("parts", name).read_bytes() == Path("whole", name).read_bytes(), name


def test_shards_of_a_ladder_are_the_single_run(capsys: Capture) -> None:
    words = ["ladder", GAME, *OPTIONS, "--levels", "1-2", "--matches", "4", "--jobs", "1", "--out"]
    assert main([*words, "whole"]) == 0
    for shard in ("1/2", "2/2"):
        assert main([*words, "parts", "--shard", shard]) == 0
    assert main(["lab", "merge", "parts"]) == 0
    assert Path("parts/2-1.jsonl").read_bytes() == Path("whole/2-1.jsonl").read_bytes()


def test_a_shard_that_is_missing_or_unfinished_is_named(capsys: Capture) -> None:
    play_shards([*ARENA, "--out", "a.jsonl"], range(1, 8))
    capsys.readouterr()
    complaint = "a.jsonl: shard 8/8 is missing; run the command with --shard 8/8"
    assert complaint in refusal_of(["lab", "merge", "a.jsonl"], capsys)
    play_shards([*ARENA, "--out", "a.jsonl"], range(8, 9))
    last = Path("a.8-of-8.jsonl")
    whole = last.read_bytes()
    last.write_bytes(whole[: whole.rindex(b"{")])
    capsys.readouterr()
    complaint = "a.8-of-8.jsonl: it is not finished; run the command with --shard 8/8 again"
    assert complaint in refusal_of(["lab", "merge", "a.jsonl"], capsys)
    assert not Path("a.jsonl").exists()
    # It goes on where it was stopped.
    play_shards([*ARENA, "--out", "a.jsonl"], range(8, 9))
    assert last.read_bytes() == whole


def test_shards_of_other_arguments_do_not_go_together(capsys: Capture) -> None:
    assert main([*ARENA, "--out", "a.jsonl", "--shard", "1/2"]) == 0
    assert main([*ARENA, "--out", "a.jsonl", "--shard", "2/2", "--seed", "5"]) == 0
    capsys.readouterr()
    assert "other arguments or sources than a.1-of-2.jsonl" in refusal_of(["lab", "merge", "a.jsonl"], capsys)
    Path("b.2-of-2.jsonl").write_bytes(Path("a.1-of-2.jsonl").read_bytes())
    assert "does not say that it is shard 2/2" in refusal_of(["lab", "merge", "b.jsonl"], capsys)


def test_what_lies_there_already_is_not_overwritten(capsys: Capture) -> None:
    for shard in ("1/2", "2/2"):
        assert main([*ARENA, "--out", "a.jsonl", "--shard", shard]) == 0
    Path("a.jsonl").write_text("mine\n", encoding="utf-8")
    capsys.readouterr()
    assert "is there already and differs from its shards" in refusal_of(["lab", "merge", "a.jsonl"], capsys)
    assert sorted(path.name for path in Path().glob("*.new")) == []


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["lab", "merge"], "lab merge: name the file or folder"),
        (["lab", "merge", "nothing.jsonl"], "nothing.jsonl: there are no shards beside it"),
        (["lab", "merge", "."], ".: there are no shards, such as matches.1-of-8.jsonl"),
        (["lab", "hash", "a"], "lab hash: it is about this installation"),
        ([*ARENA, "--shard", "9/8"], "--shard 9/8: give its number and how many there are"),
        ([*ARENA, "--shard", "1/8", "--until-decided"], "--until-decided: no shard knows what the others have found"),
        (["check", GAME, "--shard", "1/8"], "--shard: say with --out where the shards are kept"),
        ([*ARENA, "--on", "there"], "--on there: give local, dask, or the scheduler of a Dask cluster"),
        ([*ARENA, "--on", "tcp://127.0.0.1:1"], "--jobs 1: the workers of tcp://127.0.0.1:1 are those that were"),
    ],
)
def test_wrong_arguments_are_refused(words: list[str], complaint: str, capsys: Capture) -> None:
    assert complaint in refusal_of(words, capsys)


def test_the_hash_tells_what_runs_here(capsys: Capture) -> None:
    lines = output_of(["lab", "hash"], capsys).splitlines()
    assert lines[0].endswith("  Warband, as it is installed here")
    assert [line.split(":")[0].strip() for line in lines[1:]] == ["engine", "sources", "weights", "compiled engine"]
    assert lines == output_of(["lab", "hash"], capsys).splitlines()
