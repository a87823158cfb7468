"""Rank the actions of a seat by a quick look, from what that seat sees and nothing more."""

from __future__ import annotations

from dataclasses import dataclass

from warband.agents.bot import Budget
from warband.agents.levels import MIND, SEARCH, plays_mind
from warband.agents.search import SearchBot, SearchNode
from warband.kernel.errors import BadInput
from warband.kernel.game import Game, viewer_of
from warband.kernel.views import View

# A mind tries each action in at most so many imagined worlds.
MOST_WORLDS = 32
JUDGES = {MIND: "a network trained by self-play", SEARCH: "a search of imagined plays"}


@dataclass(frozen=True)
class Hint:
    """An action, the share of the choice that it would be given, and how likely it is to win; each from 0 to 1."""

    action: int
    share: float
    chance: float


def usual_judge(game: str) -> str:
    """Return who judges a game unless somebody says otherwise: its mind, or a search where it has none."""
    return MIND if plays_mind(game) else SEARCH


def check_judge(judge: str, game: str) -> None:
    """Raise BadInput if nobody can judge a game by that name."""
    if judge not in JUDGES:
        raise BadInput(f"judge {judge!r}: a judge is {' or '.join(JUDGES)}")
    if judge == MIND and not plays_mind(game):
        raise BadInput(f"judge {judge!r}: it needs NumPy, the extra `table`, and a mind that ships for {game}")


def rank(game: Game, view: View, legal: list[int], budget: Budget, seed: int = 0, judge: str = "") -> list[Hint]:
    """Return the legal actions of a view as hints, the best first, by the usual judge or the one that is named."""
    by = judge or usual_judge(game.name)
    check_judge(by, game.name)
    find = _by_mind if by == MIND else _by_search
    sensible = set(game.sensible(view, legal))
    return sorted(find(game, view, legal, budget, seed), key=lambda hint: hint.action not in sensible)


def _by_mind(game: Game, view: View, legal: list[int], budget: Budget, seed: int) -> list[Hint]:
    """Try each action in imagined worlds and ask the network how it stands at the next choice."""
    from warband.agents.minds.judge import Judge

    judge = Judge(game, seed)
    worlds = judge.worlds(view, max(1, min(MOST_WORLDS, budget.iterations // len(legal))))
    return [Hint(one.action, one.share, one.chance) for one in judge.rank(view, legal, worlds)]


def _by_search(game: Game, view: View, legal: list[int], budget: Budget, seed: int) -> list[Hint]:
    """Search; it comes back to what is good."""
    bot = SearchBot(game, seed)
    bot.search(view, budget)
    nodes = bot.table_of(viewer_of(view)).children
    visits = max(1, sum(node.visits for node in nodes.values()))
    hints = [_hint(action, nodes.get(action, SearchNode()), visits) for action in legal]
    return sorted(hints, key=lambda hint: (-hint.share, -hint.chance))


def _hint(action: int, node: SearchNode, visits: int) -> Hint:
    return Hint(action, node.visits / visits, node.worth / node.visits if node.visits else 0.0)
