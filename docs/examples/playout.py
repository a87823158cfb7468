"""A whole bot: imagine worlds, try each action in each of them, play a few plies on, and keep what turns out best."""

from __future__ import annotations

import time

from warband import Seat, State, View
from warband.agents.bot import Bot, Budget
from warband.agents.lanes import settle
from warband.kernel.game import viewer_of
from warband.kernel.seats import NOBODY

PLIES = 20


class PlayOut(Bot):
    """Choose the action after which random play goes best; `self.game` and `self.rng` come from Bot."""

    def choose(self, view: View, legal: list[int], budget: Budget) -> int:
        """Return one of the legal actions; a budget limits imagined plays, seconds, or both (0: no limit)."""
        seat = viewer_of(view)
        sums = [0.0] * len(legal)
        plays, most = 0, budget.iterations or 200
        until = time.monotonic() + budget.seconds if budget.seconds else float("inf")
        while plays < most and time.monotonic() < until:
            # Cards that the seat cannot see are dealt anew; every action is tried in the same world.
            world = self.game.imagine(view, self.rng)
            for number, action in enumerate(legal):
                sums[number] += self.try_out(world.copy(), seat, action)
                plays += 1
        return legal[sums.index(max(sums))]

    def try_out(self, state: State, seat: Seat, action: int) -> float:
        """Return how the seat stands, -1 to 1, after an action and some random plies."""
        state.apply(seat, action)
        for _ in range(PLIES):
            # Lets chance draw and roll; of two seats that choose in secret at once it names the first that still must.
            decider = settle(state, self.rng)
            if decider == NOBODY:
                break
            options = state.legal(decider)
            state.apply(decider, options[self.rng.below(len(options))])
        settle(state, self.rng)
        result = state.result()
        if result is None:
            # A lead of `stake` means about three wins in four.
            worth = self.game.evaluate(state, seat) / (4 * self.game.stake)
            return max(-0.9, min(0.9, worth))
        return 0.0 if result.winner == NOBODY else 1.0 if result.winner == seat else -1.0
