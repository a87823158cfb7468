"""Check the conformance kit on a toy game: it passes when sound, and every broken law is found."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.conformance.toy import Toy, ToyState

from warband.conformance import check_game
from warband.kernel.chance import Rng
from warband.kernel.game import State

pytestmark = pytest.mark.engine


def test_the_toy_keeps_the_laws() -> None:
    report = check_game(Toy(), matches=60)
    assert report.decisions == 120
    assert report.leak_windows > 100
    assert report.lawful_reveals > 20


def test_the_toy_imagines_every_world_equally_often() -> None:
    view = ToyState([2, 4], [-1, -1]).view(0)
    rng = Rng(5)
    worlds = Counter(tuple(_cards(Toy().imagine(view, rng))) for _ in range(3000))
    assert set(worlds) == {(2, 1), (2, 3), (2, 4)}
    assert sum((count - 1000) ** 2 / 1000 for count in worlds.values()) < 13.8


def _cards(state: State) -> list[int]:
    assert isinstance(state, ToyState)
    return state.cards
