"""Choose the action that leaves one's side best off once it has been played out, in a few imagined worlds."""

from __future__ import annotations

import time
from typing import Final

from warband.agents.bot import Bot, Budget
from warband.agents.playing import finish_action, value_of
from warband.kernel.game import State, viewer_of
from warband.kernel.seats import Seat
from warband.kernel.views import View

WORLDS: Final = 2


class GreedyBot(Bot):
    """Play each candidate out to the end of the action it begins, and take the one that looks best on average."""

    def choose(self, view: View, legal: list[int], budget: Budget) -> int:
        """Return the best of the legal actions; each is played out once in every world, and again while it may be."""
        legal = self.game.sensible(view, legal)
        if len(legal) == 1:
            return legal[0]
        seat = viewer_of(view)
        worlds = [self.game.imagine(view, self.rng) for _ in range(WORLDS)]
        end = time.perf_counter() + budget.seconds if budget.seconds > 0 else 0.0
        totals: list[int] = [0] * len(legal)
        plays = 0
        while True:
            for index in range(len(legal)):
                for world in worlds:
                    totals[index] += self.play_out(world, seat, legal[index])
            plays += WORLDS * len(legal)
            if not may_go_on(budget, end, plays, WORLDS * len(legal)):
                return self.best(legal, totals)

    def best(self, legal: list[int], totals: list[int]) -> int:
        """Return the action with the highest total; among equals any."""
        most = max(totals)
        best_actions = [action for action, total in zip(legal, totals, strict=True) if total == most]
        return best_actions[self.rng.below(len(best_actions))]

    def play_out(self, world: State, seat: Seat, action: int) -> int:
        """Return the worth of a world for a seat after an action and all that it leads to before the next begins."""
        state = world.copy()
        state.apply(seat, action)
        finish_action(self.game, state, self.rng)
        return value_of(self.game, state, seat, self.rng)


def may_go_on(budget: Budget, end: float, plays: int, more: int) -> bool:
    """Return whether so many more plays fit into a budget; one without limits ends with the first round."""
    if end > 0 and time.perf_counter() >= end:
        return False
    if budget.iterations == 0:
        return end > 0
    return plays + more <= budget.iterations
