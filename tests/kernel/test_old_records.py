"""What 0.1.0 wrote is read as it was, or refused by the name of its rules version; never replayed wrongly."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from warband.kernel.errors import BadInput
from warband.kernel.game import Game
from warband.kernel.record import Record, read_record
from warband.kernel.registry import make_game
from warband.kernel.verify import verify

OLD = Path(__file__).parents[1] / "fixtures" / "0.1.0"
RECORDS = sorted((OLD / "records").glob("*.json"))
POSITIONS = sorted((OLD / "positions").glob("*.json"))


def loaded(path: Path) -> tuple[Record, Game]:
    record = read_record(json.loads(path.read_text(encoding="utf-8")))
    return record, make_game(record.game, record.options)


def test_the_fixtures_are_found() -> None:
    assert len(RECORDS) == 22
    assert len(POSITIONS) == 16


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_an_old_record_verifies_or_its_version_is_named(path: Path) -> None:
    record, game = loaded(path)
    if record.version == game.version:
        verify(record, game)
        return
    with pytest.raises(BadInput, match=rf"rules version {record.version} of {game.name}; this is version \d+"):
        verify(record, game)


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_an_old_position_is_restored_as_it_was(path: Path) -> None:
    document = json.loads(path.read_text(encoding="utf-8"))
    game = make_game(document["game"], document["options"])
    assert document["positions"]
    for position in document["positions"]:
        assert game.restore(position).position() == position
