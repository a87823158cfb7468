"""Seat the tree search of OpenSpiel at our table: information-set MCTS with random playouts, on worlds we imagine.

    warband arena pocket-tactics search:100 docs/examples/research/ismcts_bot.py:Ismcts100 --matches 20

The number is that of its simulations a choice: Ismcts50, Ismcts100, Ismcts2000.
"""

from __future__ import annotations

import numpy as np
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from warband.agents.bot import Bot, Budget
from warband.kernel.game import Game
from warband.kernel.views import View
from warband.research.openspiel import load_game, resample, state_of

UCT = 2.0


class Ismcts(Bot):
    """Choose as the search of OpenSpiel does; it sees the view alone."""

    simulations = 100

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed)
        self.table = load_game(game.name, **game.options)
        random = np.random.RandomState(seed % 2**32)
        evaluator = RandomRolloutEvaluator(1, random)
        self.search = ISMCTSBot(self.table, evaluator, UCT, self.simulations, random_state=random)
        self.search.set_resampler(lambda state, seat: resample(state, seat, self.rng))

    def choose(self, view: View, legal: list[int], budget: Budget) -> int:
        """Return what the search of OpenSpiel chooses."""
        if len(legal) == 1:
            return legal[0]
        return int(self.search.step(state_of(self.table, view, self.rng)))


def __getattr__(name: str) -> type[Bot]:
    """Return the bot with the number of simulations that its name ends with."""
    number = name.removeprefix(Ismcts.__name__)
    if not number.isdecimal() or name == number:
        raise AttributeError(name)
    return type(name, (Ismcts,), {"simulations": int(number)})
