"""Run a bot in a process of its own: it is handed views and legal actions, and nothing else is in its reach.

A bot that dies, overruns or answers nonsense is replaced for that one decision by a random legal action, with a
warning; a fresh process thinks about the next.
"""

from __future__ import annotations

import warnings

from warband.agents.bot_order import BotOrder, choose, seat
from warband.kernel.chance import Rng
from warband.kernel.errors import WorkFailed
from warband.kernel.game import Game
from warband.kernel.views import View
from warband.processes import PATIENCE, STARTING, Worker


class BotFailed(UserWarning):
    """Warn that a bot did not answer and a random legal action was taken instead."""


class BotProcess:
    """A bot that thinks in another process."""

    def __init__(self, game: Game, spec: str, seed: int) -> None:
        self.order = BotOrder(game, spec, seed)
        self.rng = Rng(seed)
        self.worker = Worker()

    def choose(self, view: View, legal: list[int], patience: float = PATIENCE) -> int:
        """Return one of the legal actions, whatever happens to the bot."""
        try:
            return self._ask(view, legal, patience)
        except WorkFailed as failure:
            self.close()
            sentence = f"bot {self.order.spec}: {failure}; a random action is played for it"
            warnings.warn(sentence, BotFailed, stacklevel=2)
        return legal[self.rng.below(len(legal))]

    def _ask(self, view: View, legal: list[int], patience: float) -> int:
        if not self.worker.is_alive:
            self.worker.ask(_start, (self.order,), STARTING)
        answer = self.worker.ask(choose, (self.order, view, legal), patience)
        if answer not in legal:
            raise WorkFailed(f"it answered {answer}, which is not legal")
        return answer

    def close(self) -> None:
        """End the process."""
        self.worker.close()


def _start(order: BotOrder) -> None:
    """Seat the bot in its process, which may take longer than a choice; the player stays there."""
    seat(order)
