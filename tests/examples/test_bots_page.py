"""The bots that docs/bots.md shows are files that play."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from warband.agents.roster import DEFAULT_ITERATIONS
from warband.lab.pairs import LEFT, Contest

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"
OPTIONS: dict[str, object] = {"health": 1, "rounds": 3}


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """Write each bot of the page to a file of its own, and return their names for an arena."""
    shown = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    names = []
    for text in shown:
        name = re.findall(r"class (\w+)\(Bot\)", text)[0]
        file = tmp_path / f"{name.lower()}.py"
        file.write_text(text, encoding="utf-8")
        names.append(f"{file}:{name}")
    return names


def test_both_bots_play_and_the_one_that_thinks_wins(files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DEFAULT_ITERATIONS, "search", 240)
    first, playout = files
    contest = Contest("heros-crossing", playout, first, 3, OPTIONS)
    game = contest.make()
    winners = [match.winner for number in range(1) for match in contest.play(game, number)]
    assert winners.count(LEFT) == 2
