"""Run commands in tests, and what several of their tests need."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.kernel.matches import GAME

from warband.cli import main
from warband.kernel.match import Match
from warband.kernel.record import record_match
from warband.lab.arena import Arena

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


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def assert_refused(arguments: list[str], complaint: str, capsys: Capture) -> None:
    before = contents(Path.cwd())
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert told.err.startswith("warband: ")
    assert complaint in told.err
    assert told.err.count("\n") == 1
    assert contents(Path.cwd()) == before


def output_of(arguments: list[str], capsys: Capture, code: int = 0) -> str:
    """Return what a command printed; it must exit with this code and say nothing on standard error."""
    assert main(arguments) == code
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


def refusal_of(arguments: list[str], capsys: Capture) -> str:
    """Return the one sentence with which a command refuses its arguments."""
    assert main(arguments) == 2
    found = capsys.readouterr()
    assert found.out == ""
    assert found.err.count("\n") == 1
    return found.err


def write_record(match: Match, name: str = "match.json") -> str:
    Path(name).write_text(record_match(match).to_json(), encoding="utf-8")
    return name


def stop_after(pairs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a person press Ctrl-C once this many pairs are counted."""
    add, added = Arena.add, list[object]()

    def count(arena: Arena, pair: object) -> None:
        if len(added) == pairs:
            raise KeyboardInterrupt
        added.append(pair)
        add(arena, pair)  # type: ignore[arg-type]

    monkeypatch.setattr(Arena, "add", count)
