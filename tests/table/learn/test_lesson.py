"""Read the lessons of the games, and say where a broken one is wrong."""

from __future__ import annotations

import pytest

from warband.kernel import registry
from warband.kernel.errors import BadInput
from warband.kernel.validation import Node
from warband.table.learn.lesson import lesson_games, read_lesson

GAMES = registry.names()


def test_every_game_has_a_lesson() -> None:
    assert lesson_games() == GAMES


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"seed": 1, "ending": "", "step": [{"say": "a"}]}, "do"),
        ({"seed": 1, "ending": "", "step": [{"say": "a", "do": [], "than": []}]}, "than"),
        ({"seed": 1, "ending": "", "step": [{"say": "a", "do": [], "then": [[1]]}]}, "a seat and an action"),
    ],
)
def test_a_broken_lesson_says_where(data: dict[str, object], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        read_lesson("chess", Node(data, "lesson.toml"))
