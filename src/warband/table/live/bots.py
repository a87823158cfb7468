"""Bots that choose and hint in workers, from the view of their seat and nothing else."""

from __future__ import annotations

import logging
import zlib
from collections.abc import Callable
from functools import partial
from typing import Protocol, TypeVar

from warband.agents.bot import Budget
from warband.agents.bot_order import BotOrder, choose
from warband.agents.hints import Hint, rank
from warband.agents.levels import levels
from warband.agents.roster import MAKERS, bot_name, check_bot, is_program
from warband.kernel.chance import Rng
from warband.kernel.errors import BadInput, WorkFailed
from warband.kernel.game import Game
from warband.kernel.seats import Seat
from warband.kernel.views import View
from warband.table.live.fair_queue import NOBODY, Asker
from warband.table.live.messages import GIVE
from warband.table.live.recording import Recording
from warband.table.live.saved import Occupant
from warband.table.live.table import Table
from warband.table.settings import Limits

logger = logging.getLogger("warband.table")

Found = TypeVar("Found")
PATIENCE = 30.0
HINT = Budget(2000, 0.5)
SUBSTITUTE = 4
# What one action of a bot may take here: one that only counts its iterations would hold a worker as long as they take.
MOST_SECONDS = 2.0


def check_offered(spec: str, game: Game, limits: Limits, guests: tuple[str, ...] = ()) -> None:
    """Raise BadInput if this bot is not offered, or does not exist."""
    if is_program(spec) and spec not in guests:
        raise BadInput(f"bot {spec!r}: a bot of one's own is offered by the host, with: warband serve --bot {spec}")
    name, _, number = spec.partition(":")
    if name in MAKERS and number.isdecimal() and int(number[:9]) > limits.most_iterations:
        raise BadInput(f"bot {spec!r}: here a bot has at most {limits.most_iterations} iterations")
    check_bot(spec, game)


def substitute() -> str:
    """Return the bot that takes over a seat where nobody said which."""
    return levels()[SUBSTITUTE - 1].name


def give_to_bot(table: Table, seat: Seat, spec: str) -> tuple[Callable[[Recording], None], str, list[Occupant]]:
    """Return what gives a seat to a bot: the change, what it is called, and who sits where after it."""

    name = bot_name(spec, table.match.players[1 - seat])
    seats = list(table.saved.seats)
    seats[seat] = Occupant(bot=spec)
    do = partial(table.match.give_seat, player=name)
    return lambda recording: recording.declare(seat, do), GIVE, seats


class Workers(Protocol):
    """Run functions where they hold nobody up: in other processes, or right here."""

    @property
    def is_closed(self) -> bool:
        """Return whether no more work is taken."""

    async def ask(
        self,
        kind: str,
        work: Callable[..., Found],
        values: tuple[object, ...],
        patience: float,
        asker: Asker = NOBODY,
    ) -> Found:
        """Return what `work` returns, or raise WorkFailed; work of one kind goes to the same worker where possible."""

    async def close(self) -> None:
        """Stop; work that is going on fails."""


class Bots:
    """Asks bots in workers; one that fails is replaced for that decision by a random legal action."""

    def __init__(self, workers: Workers) -> None:
        self.workers = workers

    async def choose(
        self, spec: str, game: Game, view: View, legal: list[int], kind: str, asker: Asker = NOBODY
    ) -> int:
        """Return one of the legal actions, whatever happens to the bot."""
        if len(legal) == 1:
            return legal[0]
        order = BotOrder(game, spec, zlib.crc32(kind.encode()), MOST_SECONDS)
        try:
            action = await self.workers.ask(kind, choose, (order, view, legal), PATIENCE, asker)
        except WorkFailed as error:
            if not self.workers.is_closed:
                logger.warning("bot %s: %s; a random action is played for it", spec, error)
        else:
            if action in legal:
                return action
            logger.warning("bot %s: it answered %s, which is not legal; a random action is played for it", spec, action)
        return legal[Rng(zlib.crc32(kind.encode()) + len(legal)).below(len(legal))]

    async def hints(self, game: Game, view: View, legal: list[int], kind: str, asker: Asker = NOBODY) -> list[Hint]:
        """Return the legal actions ranked by a quick search; nothing if the search failed."""
        try:
            return await self.workers.ask(kind, rank, (game, view, legal, HINT), PATIENCE, asker)
        except WorkFailed as error:
            logger.warning("hint: %s", error)
            return []
