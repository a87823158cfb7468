"""Run a bot in a process of its own: it is handed views and legal actions, and nothing else is in its reach.

A bot that dies, overruns or answers nonsense is replaced for that one decision by a random legal action, with a
warning; a fresh process thinks about the next.
"""

from __future__ import annotations

import pickle
import warnings
from functools import lru_cache

from warband.agents.roster import Player, seat_bot
from warband.kernel.chance import Rng
from warband.kernel.errors import WorkFailed
from warband.kernel.game import Game
from warband.kernel.registry import Packs, make_game
from warband.kernel.views import View
from warband.processes import PATIENCE, STARTING, Worker


class BotFailed(UserWarning):
    """Warn that a bot did not answer and a random legal action was taken instead."""


class BotProcess:
    """A bot that thinks in another process."""

    def __init__(self, game: Game, packs: Packs, spec: str, seed: int) -> None:
        self.spec = spec
        self.order = pickle.dumps((game.name, game.options, packs, spec, seed))
        self.rng = Rng(seed)
        self.worker = Worker()

    def choose(self, view: View, legal: list[int], patience: float = PATIENCE) -> int:
        """Return one of the legal actions, whatever happens to the bot."""
        try:
            return self._ask(view, legal, patience)
        except WorkFailed as failure:
            self.close()
            warnings.warn(f"bot {self.spec}: {failure}; a random action is played for it", BotFailed, stacklevel=2)
        return legal[self.rng.below(len(legal))]

    def _ask(self, view: View, legal: list[int], patience: float) -> int:
        if not self.worker.is_alive:
            self.worker.ask(seat, (self.order,), STARTING)
        answer = self.worker.ask(choose, (self.order, view, legal), patience)
        if answer not in legal:
            raise WorkFailed(f"it answered {answer}, which is not legal")
        return answer

    def close(self) -> None:
        """End the process."""
        self.worker.close()


# ---- in the process ----


def seat(order: bytes) -> None:
    """Seat the bot, which may take longer than a choice."""
    _player(order)


def choose(order: bytes, view: View, legal: list[int]) -> int:
    """Let the bot choose."""
    return _player(order).choose(view, legal)


@lru_cache(maxsize=1)
def _player(order: bytes) -> Player:
    game, options, packs, spec, seed = pickle.loads(order)
    return seat_bot(spec, make_game(game, options, packs), seed)
