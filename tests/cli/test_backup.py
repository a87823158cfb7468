"""`warband backup` says what is wrong in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.commands import refusal_of


def test_backups_say_what_is_wrong(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "no database" in refusal_of(["backup", str(tmp_path / "x"), "--data", str(tmp_path)], capsys)
    said = refusal_of(["backup", str(tmp_path / "x"), "--database", "postgresql://me@here/name"], capsys)
    assert "pg_dump" in said
