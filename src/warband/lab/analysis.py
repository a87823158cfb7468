"""Say what a seat may do and how likely it is to win, from what that seat sees and nothing more.

A few worlds are imagined from the view, and one tree search goes round them. What it finds is noted world by world, so
that it can be told how far a chance of winning depends on what the seat cannot see.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from warband.agents.bot import Budget
from warband.agents.search import SearchBot, SearchNode
from warband.kernel.chance import Rng
from warband.kernel.errors import BadInput
from warband.kernel.game import Game, Result, State, viewer_of
from warband.kernel.seats import ALL, BOTH, BY_CHANCE, CHANCE, NOBODY, PUBLIC, Seat
from warband.kernel.views import View
from warband.lab.spread import Sample, mean_of, merged, spread_of

WORLDS = 16
STEPS = 6
LONGEST = 400
# A line is told as far as the search went down it at least so often.
TRUSTED = 3


@dataclass(frozen=True)
class LineStep:
    """One decision of an expected line."""

    seat: Seat
    text: str


@dataclass(frozen=True)
class Ranked:
    """An action, the share of the search that went to it, its chance to win with the spread, and what may follow.

    The spread is the standard deviation of the chance over the imagined worlds.
    """

    action: int
    text: str
    share: float
    chance: float
    spread: float
    line: tuple[LineStep, ...]


@dataclass(frozen=True)
class Analysis:
    """How a seat stands: its chance to win, the spread of it, and its actions, the best first.

    There are no actions when the seat owes no decision.
    """

    seat: Seat
    chance: float
    spread: float
    iterations: int
    ranked: tuple[Ranked, ...]


def analyse(game: Game, view: View, budget: Budget, seed: int = 0) -> Analysis:
    """Return how the owner of a view stands and what it should do; the same view and seed give the same answer."""
    if viewer_of(view) in (ALL, PUBLIC):
        raise BadInput("an analysis needs the view of a seat")
    thought = Thought(game, view, seed)
    for number in _within(budget):
        thought.iterate(number)
    return thought.analysis()


def _within(budget: Budget) -> Iterator[int]:
    """Count iterations until the budget is spent; there is always one."""
    if not budget.iterations and not budget.seconds:
        raise BadInput("an analysis needs a budget: iterations, seconds or both")
    end = time.perf_counter() + budget.seconds if budget.seconds else math.inf
    for number in range(budget.iterations) if budget.iterations else count():
        if number and time.perf_counter() >= end:
            return
        yield number


# A choice is who decides at the top of a tree, and what is done there.
Choice = tuple[tuple[int, ...], int]
Seen = dict[Choice, Sample]


class Thought:
    """A search under way: the imagined worlds, a tree for each who may decide first, and what was seen.

    Usually one seat decides first. Where its decision is forced in some worlds, whoever decides next has a tree of its
    own, so that the actions at the top of a tree always belong to the same seats.
    """

    def __init__(self, game: Game, view: View, seed: int) -> None:
        self.game = game
        self.seat = viewer_of(view)
        self.seed = seed
        self.rng = Rng(seed)
        first = game.imagine(view, self.rng)
        self.worlds = [first, *(game.redeal(first, self.seat, self.rng) for _ in range(WORLDS - 1))]
        self.trees: dict[tuple[int, ...], SearchBot] = {}
        self.seen: list[Seen] = [{} for _ in self.worlds]
        self.iterations = 0

    def iterate(self, number: int) -> None:
        """Search once more, in the world whose turn it is."""
        seen = self.seen[number % WORLDS]
        state = self.worlds[number % WORLDS].copy()
        advance(state, self.rng)
        awaiting = state.awaiting()
        action, worth = self.descend(state, awaiting) if awaiting else (0, worth_of(state.result(), self.seat))
        seen.setdefault((awaiting, action), Sample()).add(worth)
        self.iterations += 1

    def descend(self, state: State, awaiting: tuple[int, ...]) -> tuple[int, float]:
        """Search once in the tree of those who decide; return the action at its top and its worth for our seat."""
        if awaiting not in self.trees:
            self.trees[awaiting] = SearchBot(self.game, self.seed)
        tree = self.trees[awaiting]
        before = {action: (node.visits, node.worth) for action, node in tree.table_of(self.seat).children.items()}
        tree.iterate(state)
        for action, node in tree.table_of(self.seat).children.items():
            visits, worth = before.get(action, (0, 0.0))
            if node.visits > visits:
                gained = node.worth - worth
                return action, gained if self.seat in awaiting else 1.0 - gained
        raise AssertionError("a search goes through the top of its tree")

    # ---- what was found ----

    def analysis(self) -> Analysis:
        """Return what the search found so far."""
        world = self.worlds[0]
        legal = world.legal(self.seat)
        if len(legal) < 2:
            samples = self.of_position()
            chance, spread = mean_of(samples), spread_of(samples)
            ranked = tuple(self.forced(action, chance, spread) for action in legal)
            return Analysis(self.seat, chance, spread, self.iterations, ranked)
        ranked = tuple(sorted((self.rank(action) for action in legal), key=lambda one: (-one.share, -one.chance)))
        return Analysis(self.seat, ranked[0].chance, ranked[0].spread, self.iterations, ranked)

    def of_position(self) -> list[Sample]:
        """Return how each world went when whoever decides first does what looked best there, or else anywhere."""
        counts: dict[Choice, int] = {}
        for choice, sample in ((choice, sample) for seen in self.seen for choice, sample in seen.items()):
            counts[choice] = counts.get(choice, 0) + sample.count
        return [merged(favourites(seen, counts)) for seen in self.seen if seen]

    def forced(self, action: int, chance: float, spread: float) -> Ranked:
        """Return the only action of our seat."""
        step = LineStep(self.seat, self.game.text(action, self.worlds[0]))
        return Ranked(action, step.text, 1.0, chance, spread, (step,))

    def rank(self, action: int) -> Ranked:
        """Return what was found of one action of our seat."""
        awaiting = self.worlds[0].awaiting()
        nodes = [seen[awaiting, action] for seen in self.seen if (awaiting, action) in seen]
        whole = merged(nodes)
        line = tuple(self.line(action))
        return Ranked(action, line[0].text, whole.count / max(1, self.iterations), whole.mean(), spread_of(nodes), line)

    def line(self, action: int) -> Iterator[LineStep]:
        """Yield an action of our seat and what the search expects to follow, in the first of the worlds."""
        state = self.worlds[0].copy()
        awaiting = state.awaiting()
        yield LineStep(self.seat, self.game.text(action, state))
        tree = self.trees.get(awaiting)
        node = tree.table_of(self.seat).children.get(action) if tree is not None else None
        if node is None or awaiting == BOTH:
            return
        state.apply(self.seat, action)
        yield from follow(self.game, state, node, STEPS - 1)


def advance(state: State, rng: Rng) -> None:
    """Play on to the next decision with two choices: chance is drawn, what is forced is done."""
    for _ in range(LONGEST):
        awaiting = state.awaiting()
        if awaiting == BY_CHANCE:
            state.apply(CHANCE, state.sample(rng))
            continue
        legal = state.legal(awaiting[0]) if len(awaiting) == 1 else []
        if len(legal) != 1:
            return
        state.apply(awaiting[0], legal[0])


def follow(game: Game, state: State, node: SearchNode | None, steps: int) -> Iterator[LineStep]:
    """Yield the decisions that a tree expects from a state on, while it is sure enough of them."""
    rng = Rng(0)
    for _ in range(steps):
        advance(state, rng)
        awaiting = state.awaiting()
        if len(awaiting) != 1 or node is None:
            return
        action, node = busiest(node.children, state.legal(awaiting[0]))
        if node is None or node.visits < TRUSTED:
            return
        yield LineStep(awaiting[0], game.text(action, state))
        state.apply(awaiting[0], action)


def busiest(children: dict[int, SearchNode], legal: list[int]) -> tuple[int, SearchNode | None]:
    """Return the legal action that was searched most, with its node."""
    action = max(legal, key=lambda one: children[one].visits if one in children else 0)
    return action, children.get(action)


def favourites(seen: Seen, counts: dict[Choice, int]) -> list[Sample]:
    """Return what was seen of the action that was searched most, for each of those who may decide first."""
    order = sorted(seen, key=lambda choice: (seen[choice].count, counts[choice]))
    best = {choice[0]: seen[choice] for choice in order}
    return list(best.values())


def worth_of(result: Result | None, seat: Seat) -> float:
    """Return what a result is worth to a seat: 1 for a win, half for a draw."""
    if result is None or result.winner == NOBODY:
        return 0.5
    return 1.0 if result.winner == seat else 0.0
