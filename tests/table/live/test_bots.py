"""Bots of the table: they choose and hint in another process, and only those the host offers may be seated."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from warband.agents.bot import Budget
from warband.agents.bot_order import BotOrder, seat
from warband.agents.roster import bot_name
from warband.kernel.errors import BadInput
from warband.kernel.registry import make_game
from warband.table.live.bots import MOST_SECONDS, Bots, check_offered
from warband.table.settings import Limits
from warband.table.workers import FairWorkers

GAME = "pocket-tactics"


def test_what_only_counts_iterations_gets_a_clock_and_a_bare_mind_none() -> None:
    game = make_game("heros-crossing")
    searching = seat(BotOrder(game, "search:50", 1, MOST_SECONDS))
    assert searching.budget == Budget(50, MOST_SECONDS)
    assert seat(BotOrder(game, "7", 1, MOST_SECONDS)).budget == Budget()
    assert seat(BotOrder(game, "mind", 1, MOST_SECONDS)).budget == Budget()
    assert 0 < seat(BotOrder(game, "8", 1, MOST_SECONDS)).budget.seconds <= 1


def test_a_bot_chooses_and_hints_from_a_view() -> None:
    async def work() -> None:
        workers = FairWorkers(1)
        bots, game = Bots(workers), make_game(GAME)
        state = game.start()
        legal = state.legal(0)
        assert await bots.choose("greedy:5", game, state.view(0), legal, "t/0") in legal
        assert {hint.action for hint in await bots.hints(game, state.view(0), legal, "t")} == set(legal)
        # A bot that cannot be seated is replaced by a random action.
        assert await bots.choose("no such bot", game, state.view(0), legal, "t/0") in legal
        await workers.close()

    asyncio.run(work())


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("my.py:Bot", "offered by the host"),
        ("search:10000000", "at most 20000 iterations"),
        ("search:x", "expected search:ITERATIONS"),
        ("nobody", "unknown bot"),
        ("99", "levels 1 to"),
    ],
)
def test_bots_that_nobody_may_seat_from_afar(spec: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        check_offered(spec, make_game(GAME), Limits())


def test_a_bot_of_the_host_may_be_seated(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from warband.agents.bot import Bot\n\n\nclass Last(Bot):\n"
        "    def choose(self, view, legal, budget):\n        return legal[-1]\n",
        encoding="utf-8",
    )
    spec = f"{file}:Last"
    check_offered(spec, make_game(GAME), Limits(), (spec,))
    assert bot_name(spec, "Ann") == "Last"


def test_a_bot_has_a_name_of_its_own() -> None:
    assert bot_name("3", "Ann") == "Scout"
    assert bot_name("3", "Scout") == "Scout (bot)"
    assert bot_name("greedy", "Ann") == "greedy"
