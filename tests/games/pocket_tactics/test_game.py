"""Make Pocket-Tactics with options, and refuse what is out of bounds."""

from __future__ import annotations

import pytest
from tests.games.pocket_tactics.table import NAME, game_of

from warband.agents.bot import Budget
from warband.agents.hints import rank
from warband.agents.roster import seat_bot
from warband.games.pocket_tactics.rules.board import DEPLOY, PLACE
from warband.games.pocket_tactics.rules.hexes import q_of, r_of
from warband.games.pocket_tactics.rules.state import Skirmish
from warband.kernel.clauses import clause
from warband.kernel.errors import BadInput
from warband.kernel.packaged_game import own_state
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


def built_by(bot: str) -> Skirmish:
    """Return a match in which a bot has laid all tiles; as `hint` it is whoever follows the first hint."""
    game = game_of()
    match, player = game.match(3), seat_bot("mind" if bot == "hint" else bot, game, 3, timed=False)
    while (state := own_state(match.state, Skirmish)).phase < DEPLOY:
        seat = match.awaiting()[0]
        view, legal = match.view(seat), match.actions(seat)
        hinted = bot == "hint" and state.phase == PLACE
        match.play(seat, rank(game, view, legal, Budget(8))[0].action if hinted else player.choose(view, legal))
    return state


@pytest.mark.parametrize("bot", ["greedy:1", "search:2", "mind", "Novice", "Captain", "hint"])
def test_bots_and_hints_lay_tiles_that_make_a_battlefield(bot: str) -> None:
    """Without `sensible` a search and a mind lay a line of 22 columns."""
    hexes = built_by(bot).hexes
    columns, steps = [q_of(number) for number in hexes], [2 * r_of(number) + q_of(number) for number in hexes]
    assert max(columns) - min(columns) + 1 <= 7
    assert (max(steps) - min(steps) + 2) / 2 <= 7


def test_every_legal_action_is_sensible_but_where_a_tile_is_laid() -> None:
    game = game_of(map="quick")
    match = game.match(1)
    for _ in range(12):
        seat = match.awaiting()[0]
        legal = match.actions(seat)
        assert game.sensible(match.view(seat), legal) is legal
        match.play(seat, legal[0])
