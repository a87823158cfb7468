"""Make Pocket-Tactics with options, and refuse what is out of bounds."""

from __future__ import annotations

import pytest
from tests.games.pocket_tactics.table import NAME, game_of

from warband.kernel.clauses import clause
from warband.kernel.errors import BadInput
from warband.kernel.registry import make_game

pytestmark = pytest.mark.engine


@clause("pocket-tactics:DRW-04")
def test_the_last_turn_is_400_unless_the_option_says_otherwise() -> None:
    assert game_of().rules.turns == 400
    assert game_of(turns=240).rules.turns == 240


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"turns": 0}, "option turns: 0 is not between 1 and 1000"),
        ({"turns": 1001}, "option turns: 1001 is not between 1 and 1000"),
        ({"map": "drawn"}, "option map: 'drawn' is not one of built, quick"),
        ({"compact": "yes"}, "option compact: 'yes' is not one of auto, on, off"),
        ({"placing": "loose"}, "option placing: 'loose' is not one of lenient, strict"),
        ({"witch": "hand"}, "option witch: 'hand' is not one of reserves, tile"),
        ({"stuck": "draws"}, "option stuck: 'draws' is not one of passes, loses"),
        ({"pack": "set-two"}, "option pack: 'set-two' is neither a file, nor a folder, nor one of set-one"),
    ],
)
def test_an_option_out_of_bounds_is_refused(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadInput) as caught:
        make_game(NAME, options)
    assert str(caught.value) == sentence
