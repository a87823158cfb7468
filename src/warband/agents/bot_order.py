"""What a process needs to seat a bot: its game, its name and its seed; and the choice it makes there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from warband.agents.bot import Budget
from warband.agents.roster import Player, is_program, seat_bot
from warband.kernel.game import Game
from warband.kernel.views import View

PLAYERS_KEPT: Final = 16


@dataclass(frozen=True)
class BotOrder:
    """Which bot plays which game; `most_seconds` limits a bot that would only count its iterations (0: it does not)."""

    game: Game
    spec: str
    seed: int
    most_seconds: float = 0.0


@lru_cache(maxsize=PLAYERS_KEPT)
def seat(order: BotOrder) -> Player:
    """Return the player of an order, the same one as long as it is remembered."""
    player = seat_bot(order.spec, order.game, order.seed)
    # A mind without iterations chooses at first sight; seconds would have it look ahead.
    counts = player.budget.iterations > 0 and player.budget.seconds == 0
    if order.most_seconds and counts and not is_program(order.spec):
        player.budget = Budget(player.budget.iterations, order.most_seconds)
        player.purse = order.most_seconds
    return player


def choose(order: BotOrder, view: View, legal: list[int]) -> int:
    """Return the action that the bot of an order chooses."""
    return seat(order).choose(view, legal)
