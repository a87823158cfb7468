"""Seat bots by their levels: budgets that grow, seconds that one action shares."""

from __future__ import annotations

import pytest
from tests.agents.test_search import begun

from warband.agents.bot import Bot, Budget
from warband.agents.roster import Player
from warband.agents.search import SearchBot
from warband.kernel.game import Game
from warband.kernel.registry import make_game
from warband.kernel.views import View

GAMES = [("heros-crossing", {}), ("pixel-tactics", {}), ("pocket-tactics", {"map": "quick"})]
by_game = pytest.mark.parametrize(("name", "options"), GAMES, ids=[name for name, _ in GAMES])


class Spender(Bot):
    """Note how much time it is given, as if it spent all of it."""

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed)
        self.allowances: list[float] = []

    def choose(self, view: View, legal: list[int], budget: Budget) -> int:
        if len(legal) > 1:
            self.allowances.append(budget.seconds)
        return legal[-1]


@by_game
def test_the_choices_of_one_action_share_the_seconds_of_a_level(
    name: str, options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make_game(name, options)
    bot = Spender(game, 1)
    player = Player("spender", bot, Budget(100, 1.0))
    monkeypatch.setattr("warband.agents.roster.time.perf_counter", lambda: sum(bot.allowances))
    match = begun(game, 9, 8)
    for _ in range(40):
        seat = match.awaiting()[0]
        if match.state.settled():
            bot.allowances.clear()
        match.play(seat, player.choose(match.view(seat), match.actions(seat)))
        assert sum(bot.allowances) <= 1.0 + 0.002 * len(bot.allowances)
        if match.result is not None:
            return


def test_forced_decisions_are_played_at_once() -> None:
    game = make_game("heros-crossing")
    bot = SearchBot(game, 1)
    assert bot.choose(View({}), [7], Budget(100)) == 7
    assert bot.iterations == 0
