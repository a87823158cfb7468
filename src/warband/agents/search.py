"""Search a tree of imagined worlds: information-set Monte Carlo tree search.

Every iteration deals what the seat cannot see anew, walks down a tree of decisions, adds one node, plays the action
that has begun to its end and evaluates. Chance is sampled on the way and does not branch the tree. The first time an
action could be chosen it is played out once: how that looks is its guess, which counts as one visit and draws the
search towards it. Statistics of an action are those of all worlds in which it was available, and the urge to explore
it grows with how often it was (availability).
"""

from __future__ import annotations

import math
import time
from typing import Final

from warband.agents.bot import Bot, Budget
from warband.agents.playing import LONGEST, finish_action
from warband.kernel.game import Game, State, viewer_of
from warband.kernel.pickling import Reduced
from warband.kernel.random_play import random_rest
from warband.kernel.seats import CHANCE, NOBODY, Seat
from warband.kernel.views import View

LOOK_AT_CLOCK: Final = 16
# How much a search explores, and how sharply a guess draws it.
EXPLORE: Final = 1.0
SHARPNESS: Final = 10.0


class SearchNode:
    """What is known of an action: visits, worth for whoever chose it, how often it could be, and the guess."""

    def __init__(self) -> None:
        self.visits = 0
        self.available = 0
        self.worth = 0.0
        self.guess = 0.5
        # How much the guess draws the search: beside those of its rivals it is a share.
        self.pull = 1.0
        self.children: dict[int, SearchNode] = {}
        self.second: SearchNode | None = None

    def __reduce__(self) -> Reduced:
        counts = (self.visits, self.available, self.worth, self.guess, self.pull)
        return node_of, (*counts, self.children, self.second)

    def child(self, action: int) -> SearchNode:
        """Return the node of an action, a new one if need be."""
        known = self.children.get(action)
        if known is None:
            known = SearchNode()
            self.children[action] = known
        return known


def node_of(
    visits: int,
    available: int,
    worth: float,
    guess: float,
    pull: float,
    children: dict[int, SearchNode],
    second: SearchNode | None,
) -> SearchNode:
    """Return the node that was pickled or copied."""
    node = SearchNode()
    node.visits, node.available = visits, available
    node.worth, node.guess, node.pull = worth, guess, pull
    node.children, node.second = children, second
    return node


class SearchBot(Bot):
    """Choose the action that a tree search visited most."""

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed)
        self.scale = float(game.stake)
        self.root = SearchNode()
        self.iterations = 0
        self.expected: dict[str, object] | None = None

    def choose(self, view: View, legal: list[int], budget: Budget) -> int:
        """Return the most visited of the legal actions; a forced one at once."""
        legal = self.game.sensible(view, legal)
        if len(legal) == 1:
            self.expected = None
            return legal[0]
        self.search(view, budget)
        chosen = self.most_visited(viewer_of(view), legal)
        self.look_ahead(view, chosen)
        return chosen

    def search(self, view: View, budget: Budget) -> None:
        """Grow the tree for a view until the budget is spent, from what an earlier search of this turn left."""
        if self.expected is None or self.expected != without_names(view):
            self.root = SearchNode()
        seat = viewer_of(view)
        world = self.game.imagine(view, self.rng)
        self.iterations = 0
        end = time.perf_counter() + budget.seconds if budget.seconds > 0 else 0.0
        while budget.iterations == 0 or self.iterations < budget.iterations:
            if end > 0 and self.iterations % LOOK_AT_CLOCK == 0 and time.perf_counter() >= end:
                break
            self.iterate(self.game.redeal(world, seat, self.rng))
            self.iterations += 1

    def table_of(self, seat: Seat) -> SearchNode:
        """Return the node that holds a seat's actions; in a joint secret decision the second seat has its own."""
        second = self.root.second
        return second if seat == 1 and second is not None else self.root

    def most_visited(self, seat: Seat, legal: list[int]) -> int:
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

    def look_ahead(self, view: View, action: int) -> None:
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
        path: list[SearchNode] = []
        deciders: list[int] = []
        self.descend(state, path, deciders)
        finish_action(self.game, state, self.rng)
        worth = self.worth_of(state)
        self.root.visits += 1
        for place in range(len(path)):
            node = path[place]
            node.visits += 1
            node.worth += worth if deciders[place] == 0 else 1.0 - worth

    def descend(self, state: State, path: list[SearchNode], deciders: list[int]) -> None:
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
            action = legal[0] if len(legal) == 1 else self.select(node, state, decider, legal)
            state.apply(decider, action)
            if len(legal) > 1:
                node = node.child(action)
                path.append(node)
                deciders.append(decider)
                if node.visits == 0:
                    return

    def decide_both(self, state: State, node: SearchNode, path: list[SearchNode], deciders: list[int]) -> SearchNode:
        """Choose for both seats of a joint secret decision, each without knowing the other's choice."""
        if node.second is None:
            node.second = SearchNode()
        tables = (node, node.second)
        chosen = [0, 0]
        for seat in range(2):
            legal = state.legal(seat)
            chosen[seat] = legal[0] if len(legal) == 1 else self.select(tables[seat], state, seat, legal)
        for seat in range(2):
            state.apply(seat, chosen[seat])
            child = tables[seat].child(chosen[seat])
            path.append(child)
            deciders.append(seat)
        return node.child(chosen[0]).child(chosen[1])

    def select(self, node: SearchNode, state: State, decider: int, legal: list[int]) -> int:
        """Return the action with the highest bound: what it was worth so far, and more while it was seldom tried."""
        pulls = self.meet(node, state, decider, legal)
        urge = EXPLORE / pulls
        chosen = legal[0]
        most = -1.0
        for action in legal:
            child = node.children[action]
            tries = child.visits + 1
            mean = (child.guess + child.worth) / tries
            bound = mean + urge * child.pull * math.sqrt(child.available) / tries
            if bound > most:
                most = bound
                chosen = action
        return chosen

    def meet(self, node: SearchNode, state: State, decider: int, legal: list[int]) -> float:
        """Count that these actions could be chosen, guess the worth of new ones, and return the sum of the pulls."""
        pulls = 0.0
        for action in legal:
            child = node.child(action)
            if child.available == 0:
                child.guess = self.guess(state, decider, action)
                child.pull = math.exp(SHARPNESS * child.guess)
            child.available += 1
            pulls += child.pull
        return pulls

    def guess(self, state: State, decider: int, action: int) -> float:
        """Return how good an action looks for whoever takes it, played out once; a secret one of two is not."""
        twin = state.copy()
        twin.apply(decider, action)
        if len(state.awaiting()) == 1:
            finish_action(self.game, twin, self.rng)
        worth = self.worth_of(twin)
        return worth if decider == 0 else 1.0 - worth

    def worth_of(self, state: State) -> float:
        """Return the chance of seat 0, by the result or by the evaluation; without one the match is played out."""
        result = state.result()
        if result is None and not self.game.has_evaluation:
            result = random_rest(state, self.rng)
        if result is not None:
            if result.winner == NOBODY:
                return 0.5
            return 1.0 if result.winner == 0 else 0.0
        lead = self.game.evaluate(state, 0) / self.scale
        return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, lead))))


def without_names(view: View) -> dict[str, object]:
    """Return a view as a state gives it, without the names of the players that a match adds."""
    return {name: value for name, value in view.items() if name != "players"}
