"""Rank the actions of a seat by a quick search, from what that seat sees and nothing more."""

from __future__ import annotations

from dataclasses import dataclass

from warband.agents.bot import Budget
from warband.agents.search import SearchBot, SearchNode
from warband.kernel.game import Game, viewer_of
from warband.kernel.views import View


@dataclass(frozen=True)
class Hint:
    """An action, the share of the search that went to it, and how likely it is to win; each from 0 to 1."""

    action: int
    share: float
    chance: float


def rank(game: Game, view: View, legal: list[int], budget: Budget, seed: int = 0) -> list[Hint]:
    """Return the legal actions of a view as hints, the best first: the search comes back to what is good."""
    bot = SearchBot(game, seed)
    bot.search(view, budget)
    nodes = bot.table_of(viewer_of(view)).children
    visits = max(1, sum(node.visits for node in nodes.values()))
    hints = [_hint(action, nodes.get(action, SearchNode()), visits) for action in legal]
    return sorted(hints, key=lambda hint: (-hint.share, -hint.chance))


def _hint(action: int, node: SearchNode, visits: int) -> Hint:
    return Hint(action, node.visits / visits, node.worth / node.visits if node.visits else 0.0)
