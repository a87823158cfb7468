"""A server that is killed with SIGKILL loses nothing that it acknowledged."""

from __future__ import annotations

from pathlib import Path

from benchmarks.kill import run


def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    assert run(3, f"sqlite:///{tmp_path / 'table.db'}", 5) > 0
