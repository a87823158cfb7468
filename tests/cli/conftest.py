"""Folders in which commands run."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.commands import SCENARIO
from tests.kernel.matches import finished
from tests.packs import write_file, write_folder

from warband.kernel.record import record_match


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def samples(folder: Path) -> Path:
    """Stand in a folder with one good scenario and one good record."""
    (folder / "good.yaml").write_text(SCENARIO, encoding="utf-8")
    (folder / "good.json").write_text(record_match(finished(6)).to_json(), encoding="utf-8")
    return folder


@pytest.fixture
def packs(folder: Path) -> Path:
    """Stand in a folder with mine.toml, which does not say its game, and my-set/, which does."""
    write_file(folder)
    write_folder(folder)
    return folder
