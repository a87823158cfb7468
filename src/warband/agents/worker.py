"""Run a bot in a process of its own, so that whoever waits for it stays responsive and nothing it does can hurt.

A bot that dies, overruns or answers nonsense is replaced for that one decision by a random legal action, with a
warning; a fresh process thinks about the next.
"""

from __future__ import annotations

import multiprocessing
import signal
import warnings
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from warband.agents.roster import Player, seat_bot
from warband.kernel.chance import Rng
from warband.kernel.registry import Packs, make_game

PATIENCE = 30.0
STARTING = 60.0


class BotFailed(UserWarning):
    """Warn that a bot did not answer and a random legal action was taken instead."""


class BotProcess:
    """Ask a bot in another process; it is handed views and legal actions and nothing else."""

    def __init__(self, game: str, options: dict[str, object], packs: Packs, spec: str, seed: int) -> None:
        self.order = (game, options, packs, spec, seed)
        self.rng = Rng(seed)
        self.process: BaseProcess | None = None
        self.line: Connection | None = None

    def choose(self, view: dict[str, object], legal: list[int], patience: float = PATIENCE) -> int:
        """Return one of the legal actions, whatever happens to the bot."""
        failure = self._ask(view, legal)
        if not failure:
            answer, failure = self._answer(patience)
            if not failure and answer in legal:
                return answer
            failure = failure or f"it answered {answer}, which is not legal"
        self.close()
        warnings.warn(f"bot {self.order[3]}: {failure}; a random action is played for it", BotFailed, stacklevel=2)
        return legal[self.rng.below(len(legal))]

    def _ask(self, view: dict[str, object], legal: list[int]) -> str:
        """Send the question; return what went wrong, or nothing."""
        if self.process is None or not self.process.is_alive():
            failure = self._start()
            if failure:
                return failure
        try:
            self._connection().send((view, legal))
        except (OSError, ValueError):
            return "its process has died"
        return ""

    def _start(self) -> str:
        """Start the process; return why it could not seat its bot, or nothing."""
        self.close()
        context = multiprocessing.get_context("spawn")
        self.line, other = context.Pipe()
        self.process = context.Process(target=serve, args=(other, self.order), daemon=True)
        self.process.start()
        other.close()
        answer, failure = self._receive(STARTING)
        return failure or (answer if isinstance(answer, str) else "")

    def _answer(self, patience: float) -> tuple[int, str]:
        answer, failure = self._receive(patience)
        if failure or isinstance(answer, int):
            return (answer if isinstance(answer, int) else 0), failure
        return 0, str(answer)

    def _receive(self, patience: float) -> tuple[object, str]:
        line = self._connection()
        try:
            if not line.poll(patience):
                return None, f"it thought longer than {patience:g} seconds"
            return line.recv(), ""
        except (EOFError, OSError):
            return None, "its process has died"

    def _connection(self) -> Connection:
        if self.line is None:
            raise ValueError("the bot has not been started")
        return self.line

    def close(self) -> None:
        """End the process."""
        if self.line is not None:
            self.line.close()
            self.line = None
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.process = None


Order = tuple[str, dict[str, object], Packs, str, int]


def serve(line: Connection, order: Order) -> None:
    """Seat the bot and answer questions until the line closes; an answer that is a text says what went wrong."""
    # Ctrl-C at the keyboard is for whoever waits for the bot, who then closes the line.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    player = _seat(line, order)
    while player is not None:
        try:
            view, legal = line.recv()
        except (EOFError, OSError):
            return
        line.send(_choose(player, view, legal))


def _seat(line: Connection, order: Order) -> Player | None:
    import warband.games  # noqa: F401  (registers the games)

    game, options, packs, spec, seed = order
    try:
        player = seat_bot(spec, make_game(game, options, packs), seed)
    except Exception as error:
        line.send(f"{type(error).__name__}: {error}")
        return None
    line.send(None)
    return player


def _choose(player: Player, view: dict[str, object], legal: list[int]) -> int | str:
    try:
        return player.choose(view, legal)
    except Exception as error:
        return f"it raised {type(error).__name__}: {error}"
