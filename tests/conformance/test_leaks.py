"""Compare two matches that differ in what a viewer may not see."""

from __future__ import annotations

import pytest
from tests.conformance.toy import ToyState, toy_of

from warband.conformance import check_game
from warband.kernel.game import Cover
from warband.kernel.seats import CHANCE

pytestmark = pytest.mark.engine


class LeakyCover(ToyState):
    def cover(self, seat: int, action: int) -> Cover | None:
        cover = super().cover(seat, action)
        return Cover((0, 1), "") if cover is not None and seat == CHANCE else cover


def test_a_card_that_everybody_may_see_opens_no_window() -> None:
    assert check_game(toy_of(LeakyCover), matches=10).leak_windows < 60
