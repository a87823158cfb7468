"""Read notation: every legal action reads back, and a text that means nothing is refused in a sentence."""

from __future__ import annotations

import pytest
from tests.games.pocket_tactics.table import game_of, lively_match, restore

from warband.kernel.errors import BadInput
from warband.kernel.seats import CHANCE

pytestmark = pytest.mark.engine


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("dance", "'dance' is not an action of Pocket-Tactics; write for example 'move archer 2,-3 > 2,-4'"),
        ("move druid 0,-1 > 0,-2", "'move druid 0,-1 > 0,-2': there is no druid on 0,-1"),
        ("move archer 0,-1 > 5,-5", "'move archer 0,-1 > 5,-5': there is no tile on 5,-5"),
        ("move 0,0 > 0,-1", "'move 0,0 > 0,-1': a base does not act"),
        ("summon druid", "'summon druid': the druid is not a unit of the seat that decides"),
        (
            "assault archer 0,-1 > 0,-2",
            "'assault archer 0,-1 > 0,-2': an assault names its manner, one of melee, magic",
        ),
        (
            "assault archer 0,-1 > 0,-3 melee",
            "'assault archer 0,-1 > 0,-3 melee': 0,-3 is too far for an assault by melee",
        ),
        ("move archer 0,-1 > " + "9" * 5000 + ",0", "'move archer 0,-1 > 9999"),
    ],
)
def test_a_text_that_means_nothing_here_is_refused_in_one_sentence(text: str, sentence: str) -> None:
    game = game_of()
    state = restore(game, {"seats": [{"units": {"0,-1": "archer"}}, {}]})
    with pytest.raises(BadInput) as caught:
        game.parse(text, state)
    assert str(caught.value).startswith(sentence)


def test_every_legal_action_of_lively_matches_reads_back() -> None:
    for seed in range(6):
        game = game_of(map="quick" if seed % 2 else "built")
        for state in lively_match(game, seed):
            for seat in state.awaiting():
                for action in state.legal(seat) if seat != CHANCE else []:
                    assert game.parse(game.text(action, state), state) == action
                    assert state.why_not(seat, action) is None
