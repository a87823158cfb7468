"""Let bots choose and hint in worker processes, from the view of their seat and nothing else."""

from __future__ import annotations

import json
import logging
import zlib
from functools import lru_cache

from warband.agents.bot import Budget
from warband.agents.hints import Hint, rank
from warband.agents.roster import MAKERS, Player, check_bot, is_program, levels, seat_bot
from warband.kernel.chance import Rng
from warband.kernel.errors import BadInput
from warband.kernel.game import Game
from warband.table.games import game_with
from warband.table.settings import Limits
from warband.table.workers import Workers
from warband.worker import WorkFailed

logger = logging.getLogger("warband.table")

PATIENCE = 30.0
PLAYERS_KEPT = 16
HINT = Budget(2000, 0.5)
SUBSTITUTE = 4


def check_offered(spec: str, game: Game, limits: Limits, guests: tuple[str, ...] = ()) -> None:
    """Raise BadInput if a person on the network may not seat a bot by that name, or nobody can."""
    if is_program(spec) and spec not in guests:
        raise BadInput(f"bot {spec!r}: a bot of one's own is offered by the host, with: warband serve --bot {spec}")
    name, _, number = spec.partition(":")
    if name in MAKERS and number.isdecimal() and int(number[:9]) > limits.most_iterations:
        raise BadInput(f"bot {spec!r}: here a bot has at most {limits.most_iterations} iterations")
    check_bot(spec, game)


def substitute() -> str:
    """Return the bot that takes over a seat where nobody said which."""
    return levels()[SUBSTITUTE - 1].name


class Bots:
    """Ask bots in worker processes; one that fails is replaced for that decision by a random legal action."""

    def __init__(self, workers: Workers) -> None:
        self.workers = workers

    async def choose(self, spec: str, game: Game, view: dict[str, object], legal: list[int], kind: str) -> int:
        """Return one of the legal actions, whatever happens to the bot."""
        if len(legal) == 1:
            return legal[0]
        order = (game.name, json.dumps(game.options), spec, zlib.crc32(kind.encode()))
        try:
            action = await self.workers.ask(kind, choose, (order, view, legal), PATIENCE)
        except WorkFailed as error:
            if not self.workers.is_closed:
                logger.warning("bot %s: %s; a random action is played for it", spec, error)
        else:
            if action in legal:
                return action
            logger.warning("bot %s: it answered %s, which is not legal; a random action is played for it", spec, action)
        return legal[Rng(zlib.crc32(kind.encode()) + len(legal)).below(len(legal))]

    async def hints(self, game: Game, view: dict[str, object], legal: list[int], kind: str) -> list[Hint]:
        """Return the legal actions ranked by a quick search; nothing if the search failed."""
        try:
            return await self.workers.ask(kind, hints, (game.name, json.dumps(game.options), view, legal), PATIENCE)
        except WorkFailed as error:
            logger.warning("hint: %s", error)
            return []


BotOrder = tuple[str, str, str, int]


def choose(order: BotOrder, view: dict[str, object], legal: list[int]) -> int:
    """Choose for a seat; runs in a worker process."""
    return _player(order).choose(view, legal)


def hints(game: str, options: str, view: dict[str, object], legal: list[int]) -> list[Hint]:
    """Rank the actions of a seat; runs in a worker process."""
    return rank(game_with(game, json.loads(options)), view, legal, HINT)


@lru_cache(maxsize=PLAYERS_KEPT)
def _player(order: BotOrder) -> Player:
    game, options, spec, seed = order
    return seat_bot(spec, game_with(game, json.loads(options)), seed)
