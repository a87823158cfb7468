"""Search a tree of imagined worlds: information-set Monte Carlo tree search.

Every iteration deals what the seat cannot see anew, walks down a tree of decisions, adds one node, plays a little
further and evaluates. Chance is sampled on the way and does not branch the tree. Statistics of an action are those of
all worlds in which it was available, and are weighed by how often it was (availability).
"""

from __future__ import annotations

import math
import time
from typing import Final

from warband.agents.bot import Bot, Budget
from warband.kernel.game import Game, State, viewer_of
from warband.kernel.seats import CHANCE, DRAW

LOOK_AT_CLOCK: Final = 16
LONGEST: Final = 400


class Node:
    """Hold what is known of an action: visits, worth for whoever chose it, and how often it could be chosen."""

    def __init__(self) -> None:
        self.visits = 0
        self.available = 0
        self.worth = 0.0
        self.prior = 0.0
        self.children: dict[int, Node] = {}
        self.second: Node | None = None

    def child(self, action: int) -> Node:
        """Return the node of an action, a new one if need be."""
        found = self.children.get(action)
        if found is None:
            found = Node()
            self.children[action] = found
        return found


class Settings:
    """Hold how a search weighs: exploration, the plays after the tree, and the scale of the evaluation."""

    def __init__(self, explore: float = 0.5, actions: int = 1, scale: float = 1000.0, prior: float = 0.0) -> None:
        self.explore = explore
        self.actions = actions
        self.scale = scale
        self.prior = prior


class SearchBot(Bot):
    """Choose the action that a tree search visited most."""

    def __init__(self, game: Game, seed: int, settings: Settings | None = None) -> None:
        super().__init__(game, seed)
        self.settings = settings if settings is not None else Settings(scale=float(game.stake))
        self.root = Node()
        self.iterations = 0
        self.expected: dict[str, object] | None = None

    def choose(self, view: dict[str, object], legal: list[int], budget: Budget) -> int:
        """Return the most visited of the legal actions; a forced one at once."""
        if len(legal) == 1:
            self.expected = None
            return legal[0]
        self.search(view, budget)
        chosen = self.most_visited(viewer_of(view), legal)
        self.look_ahead(view, chosen)
        return chosen

    def search(self, view: dict[str, object], budget: Budget) -> None:
        """Grow the tree for a view until the budget is spent, from what an earlier search of this turn left."""
        if self.expected is None or self.expected != without_names(view):
            self.root = Node()
        seat = viewer_of(view)
        world = self.game.imagine(view, self.rng)
        self.iterations = 0
        end = time.perf_counter() + budget.seconds if budget.seconds > 0 else 0.0
        while budget.iterations == 0 or self.iterations < budget.iterations:
            if end > 0 and self.iterations % LOOK_AT_CLOCK == 0 and time.perf_counter() >= end:
                break
            self.iterate(self.game.redeal(world, seat, self.rng))
            self.iterations += 1

    def table_of(self, seat: int) -> Node:
        """Return the node that holds a seat's actions; in a joint secret decision the second seat has its own."""
        second = self.root.second
        return second if seat == 1 and second is not None else self.root

    def most_visited(self, seat: int, legal: list[int]) -> int:
        """Return the legal action with the most visits; among equals the one that is worth more."""
        table = self.table_of(seat)
        chosen = legal[0]
        most = -1.0
        for action in legal:
            node = table.children.get(action)
            weight = node.visits + node.worth / (node.visits + 1) if node is not None else 0.0
            if weight > most:
                most = weight
                chosen = action
        return chosen

    def look_ahead(self, view: dict[str, object], action: int) -> None:
        """Keep the tree below the chosen action, if the same seat decides next with nothing learnt in between."""
        seat = viewer_of(view)
        world = self.game.imagine(view, self.rng)
        self.expected = None
        if len(world.awaiting()) != 1:
            return
        world.apply(seat, action)
        awaiting = world.awaiting()
        if len(awaiting) == 1 and awaiting[0] == seat:
            self.expected = world.view(seat)
            self.root = self.root.child(action)

    # ---- one iteration ----

    def iterate(self, state: State) -> None:
        """Walk down the tree in one world, add a node, evaluate, and write the worth back."""
        path: list[Node] = []
        deciders: list[int] = []
        self.descend(state, path, deciders)
        worth = self.evaluate(state)
        self.root.visits += 1
        for place in range(len(path)):
            node = path[place]
            node.visits += 1
            node.worth += worth if deciders[place] == 0 else 1.0 - worth

    def descend(self, state: State, path: list[Node], deciders: list[int]) -> None:
        """Play down the tree until a node that was never visited."""
        node = self.root
        for _ in range(LONGEST):
            awaiting = state.awaiting()
            if not awaiting:
                return
            decider = awaiting[0]
            if decider == CHANCE:
                state.apply(CHANCE, state.sample(self.rng))
                continue
            if len(awaiting) == 2:
                node = self.decide_both(state, node, path, deciders)
                continue
            legal = state.legal(decider)
            action = legal[0] if len(legal) == 1 else self.select(node, legal)
            state.apply(decider, action)
            if len(legal) > 1:
                node = node.child(action)
                path.append(node)
                deciders.append(decider)
                if node.visits == 0:
                    return

    def decide_both(self, state: State, node: Node, path: list[Node], deciders: list[int]) -> Node:
        """Choose for both seats of a joint secret decision, each without knowing the other's choice."""
        if node.second is None:
            node.second = Node()
        tables = (node, node.second)
        chosen = [0, 0]
        for seat in range(2):
            legal = state.legal(seat)
            chosen[seat] = legal[0] if len(legal) == 1 else self.select(tables[seat], legal)
        for seat in range(2):
            state.apply(seat, chosen[seat])
            child = tables[seat].child(chosen[seat])
            path.append(child)
            deciders.append(seat)
        return node.child(chosen[0]).child(chosen[1])

    def select(self, node: Node, legal: list[int]) -> int:
        """Return the action with the highest upper bound; one never tried comes first, any of them."""
        fresh = 0
        chosen = legal[0]
        most = -1.0
        explore = self.settings.explore
        for action in legal:
            child = node.child(action)
            child.available += 1
            if child.visits == 0:
                fresh += 1
                if self.rng.below(fresh) == 0:
                    chosen = action
            elif fresh == 0:
                mean = child.worth / child.visits
                bound = mean + explore * math.sqrt(math.log(child.available) / child.visits)
                if bound > most:
                    most = bound
                    chosen = action
        return chosen

    def evaluate(self, state: State) -> float:
        """Return how good a state is for seat 0, from 0 to 1, after some more random actions to a quiet point."""
        left = self.settings.actions
        for _ in range(LONGEST):
            awaiting = state.awaiting()
            if not awaiting:
                break
            decider = awaiting[0]
            if decider == CHANCE:
                state.apply(CHANCE, state.sample(self.rng))
                continue
            if state.settled():
                if left == 0:
                    break
                left -= 1
            legal = state.legal(decider)
            state.apply(decider, legal[self.rng.below(len(legal))])
        return self.worth_of(state)

    def worth_of(self, state: State) -> float:
        """Return the chance of seat 0, by the result or by the evaluation."""
        result = state.result()
        if result is not None:
            if result.winner == DRAW:
                return 0.5
            return 1.0 if result.winner == 0 else 0.0
        lead = self.game.evaluate(state, 0) / self.settings.scale
        return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, lead))))


def without_names(view: dict[str, object]) -> dict[str, object]:
    """Return a view as a state gives it, without the names of the players that a match adds."""
    return {name: value for name, value in view.items() if name != "players"}
