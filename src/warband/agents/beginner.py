"""Play as a beginner does: take the best of what is noticed, as far as one looks.

A beginner makes no move at random. Of the actions that it could begin it overlooks some, and of the rest it takes what
looks best to it; an action that has begun it carries out with care. Three things it knows: a certain win is seldom
overlooked, nobody gives a match up, and passing is for those who have nothing useful to do.
"""

from __future__ import annotations

import time
from typing import Final

from warband.agents.bot import Budget
from warband.agents.greedy import WORLDS, GreedyBot, may_go_on
from warband.agents.playing import WON, finish_action, value_of
from warband.kernel.game import Game, State, viewer_of
from warband.kernel.seats import Seat
from warband.kernel.views import View

HUNDRED: Final = 100
# The next action is thought of for so many of the best, so that a choice among many does not take long.
LOOKED_AT: Final = 12


class BeginnerBot(GreedyBot):
    """Overlook so many of a hundred actions, and so many of a hundred certain wins; look one or two actions ahead."""

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed)
        self.looks = 1
        self.overlooks = 0
        self.overlooks_wins = 0
        # What it thought of all that it could choose from last.
        self.worths: dict[int, int] = {}

    def choose(self, view: View, legal: list[int], budget: Budget) -> int:
        """Return the best of the legal actions that it notices, as far as it looks."""
        legal = self.game.sensible(view, legal)
        if len(legal) == 1:
            return legal[0]
        seat = viewer_of(view)
        worlds = [self.game.imagine(view, self.rng) for _ in range(WORLDS)]
        worths = self.worths = self.play_all(worlds, seat, legal, budget)
        begins = worlds[0].settled()
        wins = [action for action in legal if worths[action] == WON]
        if wins and not (begins and self.rng.below(HUNDRED) < self.overlooks_wins):
            return wins[self.rng.below(len(wins))]
        others = [action for action in legal if worths[action] < WON] or legal
        seen = self.notice(others) if begins else others
        chosen = self.look_further(worlds, seat, seen, worths) if self.looks > 1 else self.best_of(seen, worths)
        return self.rather(chosen, others, worths)

    def play_all(self, worlds: list[State], seat: Seat, legal: list[int], budget: Budget) -> dict[int, int]:
        """Return what each action is worth at its end: the mean of all plays, WON only if every one is won."""
        end = time.perf_counter() + budget.seconds if budget.seconds > 0 else 0.0
        totals: list[int] = [0] * len(legal)
        plays, round_of = 0, WORLDS * len(legal)
        while plays == 0 or may_go_on(budget, end, plays * len(legal), round_of):
            for place in range(len(legal)):
                for world in worlds:
                    totals[place] += self.play_out(world, seat, legal[place])
            plays += WORLDS
        return {action: total // plays for action, total in zip(legal, totals, strict=True)}

    def notice(self, actions: list[int]) -> list[int]:
        """Return the actions that it notices; there is always one."""
        while True:
            seen = [action for action in actions if self.rng.below(HUNDRED) >= self.overlooks]
            if seen:
                return seen

    def best_of(self, actions: list[int], worths: dict[int, int]) -> int:
        """Return the best of some actions; among equals any."""
        return self.best(actions, [worths[action] for action in actions])

    def look_further(self, worlds: list[State], seat: Seat, seen: list[int], worths: dict[int, int]) -> int:
        """Return the action that is best once the next one is played too, of those that look best before it."""
        first = sorted(seen, key=lambda action: -worths[action])[:LOOKED_AT]
        return self.best(first, [sum([self.after_next(world, seat, action) for world in worlds]) for action in first])

    def after_next(self, world: State, seat: Seat, action: int) -> int:
        """Return the worth of a world for a seat after an action and the best that whoever decides then can do."""
        state = world.copy()
        state.apply(seat, action)
        finish_action(self.game, state, self.rng)
        awaiting = state.awaiting()
        if len(awaiting) != 1:
            return value_of(self.game, state, seat, self.rng)
        decider = awaiting[0]
        most = max([self.play_out(state, decider, following) for following in state.legal(decider)])
        return most if decider == seat else -most

    def rather(self, chosen: int, legal: list[int], worths: dict[int, int]) -> int:
        """Return an action, or the best of all where that one would pass for nothing or give the match up."""
        best = max([worths[action] for action in legal])
        is_idle = self.game.kind(chosen) in self.game.passes or worths[chosen] <= -WON
        return self.best_of(legal, worths) if is_idle and best > worths[chosen] else chosen
