"""`warband playthrough` writes what it prints."""

from __future__ import annotations

from pathlib import Path

from tests.cli.commands import Capture
from tests.kernel.matches import GAME

from warband.cli import main


def test_a_playthrough_is_written_as_it_is_printed(tmp_path: Path, capsys: Capture) -> None:
    assert main(["playthrough", GAME]) == 0
    printed = capsys.readouterr().out
    assert main(["playthrough", GAME, "--write", "--dir", str(tmp_path / "new")]) == 0
    files = sorted((tmp_path / "new").iterdir())
    assert [path.name for path in files][:1] == [f"{GAME}.dealt.txt"]
    assert sum(len(path.read_text(encoding="utf-8")) for path in files) == len(printed)
    for path in files:
        assert path.read_text(encoding="utf-8") in printed
