"""Compare the playthrough of every registered game and option set with its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from warband.cli.playthrough import playthrough_files
from warband.conformance.playthrough import MOST_BYTES, playthrough
from warband.kernel import registry

pytestmark = pytest.mark.engine

FOLDER = Path(__file__).parents[1] / "playthroughs"
FILES = playthrough_files(registry.names())


@pytest.mark.parametrize("file", sorted(FILES))
def test_a_playthrough_is_as_it_was(file: str) -> None:
    name, option_set = FILES[file]
    path = FOLDER / file
    assert path.exists(), f"{path} is missing; write it with: warband playthrough {name} --write"
    words = playthrough(registry.make_game(name, registry.entry(name).option_sets[option_set]), option_set)
    assert words == path.read_text(encoding="utf-8"), "see what changed; if it is right: warband playthrough --write"
    assert len(words.encode()) <= MOST_BYTES


def test_no_playthrough_is_left_over() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(FILES)
