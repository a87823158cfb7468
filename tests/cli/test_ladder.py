"""`warband ladder`: levels are rated and written down."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.commands import Capture, output_of, stop_after
from tests.kernel.matches import GAME
from tests.lab.contests import OPTIONS

from warband.cli import main
from warband.engine import engine

pytestmark = pytest.mark.usefixtures("folder")


def test_a_ladder_is_rated_and_written_down(capsys: Capture) -> None:
    arguments = ["ladder", GAME, *OPTIONS, "--levels", "1-3", "--matches", "4", "--jobs", "1"]
    lines = output_of(arguments, capsys).splitlines()
    assert [line.split()[:2] for line in lines[1:4]] == [["1", "Novice"], ["2", "Squire"], ["3", "Scout"]]
    assert lines[-1].startswith(f"{engine()} engine; wrote ")
    place = Path("matches") / f"ladder-{GAME}"
    assert sorted(path.name for path in place.iterdir() if path.suffix != ".csv") == [
        *("2-1.jsonl", "3-1.jsonl", "3-2.jsonl", "ladder.md", "ladder.svg")
    ]
    page = (place / "ladder.md").read_text(encoding="utf-8")
    assert f"`warband ladder {GAME} --levels 1-3 --matches 4 --seed 0 --option fronts=dealt" in page
    assert output_of(arguments, capsys).splitlines() == lines


def test_a_stopped_ladder_tells_what_is_there(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    stop_after(3, monkeypatch)
    arguments = ["ladder", GAME, *OPTIONS, "--levels", "1-3", "--matches", "4", "--jobs", "1"]
    out = output_of(arguments, capsys, 130)
    assert out.splitlines()[-1] == "stopped: 2 of 3 pairings begun; the same command goes on"
    assert "Scout" in out


@pytest.mark.parametrize("command", ["ladder", "balance"])
def test_a_file_is_no_folder_for_the_matches(command: str, capsys: Capture) -> None:
    Path("notes.md").touch()
    assert main([command, GAME, "--out", "notes.md"]) == 2
    assert capsys.readouterr().err.startswith("warband: --out notes.md: this is a file; --out names the folder ")
