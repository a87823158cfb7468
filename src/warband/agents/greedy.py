"""Choose the action that leaves one's side best off once it has been played out, in a few imagined worlds."""

from __future__ import annotations

from typing import Final

from warband.agents.bot import Bot, Budget
from warband.kernel.game import Game, State, viewer_of
from warband.kernel.seats import CHANCE, DRAW

WON: Final = 1_000_000
WORLDS: Final = 2
LONGEST: Final = 400


class GreedyBot(Bot):
    """Play each candidate out to the end of the action it begins, and take the one that looks best on average."""

    def choose(self, view: dict[str, object], legal: list[int], budget: Budget) -> int:
        """Return the best of the legal actions; the plays of the budget are shared among them."""
        if len(legal) == 1:
            return legal[0]
        seat = viewer_of(view)
        worlds = [self.game.imagine(view, self.rng) for _ in range(WORLDS)]
        plays = max(1, budget.iterations // (WORLDS * len(legal)))
        totals: list[int] = [0] * len(legal)
        for index in range(len(legal)):
            for world in worlds:
                for _ in range(plays):
                    totals[index] += self.play_out(world, seat, legal[index])
        return self.best(legal, totals)

    def best(self, legal: list[int], totals: list[int]) -> int:
        """Return the action with the highest total; among equals any."""
        most = max(totals)
        found = [action for action, total in zip(legal, totals, strict=True) if total == most]
        return found[self.rng.below(len(found))]

    def play_out(self, world: State, seat: int, action: int) -> int:
        """Return the worth of a world for a seat after an action and all that it leads to before the next begins."""
        state = world.copy()
        state.apply(seat, action)
        for _ in range(LONGEST):
            awaiting = state.awaiting()
            if not awaiting or (state.settled() and awaiting[0] != CHANCE):
                break
            decider = awaiting[0]
            if decider == CHANCE:
                state.apply(CHANCE, state.sample(self.rng))
            else:
                state.apply(decider, self.next_choice(state, decider))
        return value_of(self.game, state, seat)

    def next_choice(self, state: State, decider: int) -> int:
        """Return what looks best at once for whoever decides in the middle of an action."""
        legal = state.legal(decider)
        chosen = legal[self.rng.below(len(legal))]
        most = -2 * WON
        for action in legal:
            twin = state.copy()
            twin.apply(decider, action)
            worth = value_of(self.game, twin, decider)
            if worth > most:
                most = worth
                chosen = action
        return chosen


def value_of(game: Game, state: State, seat: int) -> int:
    """Return the worth of a position for a seat; a decided match outweighs everything."""
    result = state.result()
    if result is None:
        return game.evaluate(state, seat)
    if result.winner == DRAW:
        return 0
    return WON if result.winner == seat else -WON
