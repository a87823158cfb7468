"""Play against a bot in the terminal: it thinks in a process of its own, and its decisions are told as they come."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TextIO

from warband.agents.bot_process import BotFailed
from warband.agents.roster import is_program
from warband.kernel.clauses import Clause
from warband.kernel.errors import BadInput
from warband.kernel.match import Match
from warband.kernel.record import Record
from warband.kernel.seats import Seat
from warband.kernel.views import View
from warband.terminal.table import TerminalTable

BACK_TO_START = "\r\x1b[K"


class Thinker(Protocol):
    """Choose for a seat from its view; whatever happens inside, a legal action comes back."""

    def choose(self, view: View, legal: list[int]) -> int:
        """Return one of the legal actions."""

    def close(self) -> None:
        """Stop thinking."""


class Rival:
    """The bot in a seat: the name that seats it, and what it thinks with."""

    def __init__(self, match: Match, spec: str, seat: Seat, bot: Thinker) -> None:
        self.match = match
        self.spec = spec
        self.seat = seat
        self.bot = bot

    @property
    def name(self) -> str:
        """Return its name at the table."""
        return self.match.players[self.seat]

    def choose(self) -> tuple[int, list[str]]:
        """Return one of its legal actions, and what went wrong on the way; a forced one at once."""
        legal = self.match.actions(self.seat)
        if len(legal) == 1:
            return legal[0], []
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", BotFailed)
            action = self.bot.choose(self.match.view(self.seat), legal)
        return action, [f"{warning.message}." for warning in caught if issubclass(warning.category, BotFailed)]

    def close(self) -> None:
        """End its process."""
        self.bot.close()


class RivalTable(TerminalTable):
    """A table of one person at the keyboard and a bot: nobody has to look away."""

    def __init__(
        self,
        match: Match,
        save: Path,
        clauses: dict[str, Clause],
        write: Callable[[Path, str], None],
        rival: Rival,
        reader: TextIO | None = None,
        writer: TextIO | None = None,
    ) -> None:
        super().__init__(match, save, clauses, write, reader, writer)
        self.rival = rival
        self.seat = 1 - rival.seat
        self.told_until = match.ply

    def run(self) -> None:
        """Play until the match is over or the person leaves, then let the bot go."""
        try:
            super().run()
        finally:
            self.rival.close()

    def ask(self) -> None:
        """Ask whoever decides next: the bot in its process, or the person."""
        if self.match.awaiting()[0] != self.rival.seat:
            return super().ask()
        self.tell_steps()
        action, complaints = self.think()
        for complaint in complaints:
            self.say(f"({complaint})")
        self.match.play(self.rival.seat, action)
        self.tell_steps()
        return self.store()

    def think(self) -> tuple[int, list[str]]:
        """Wait for the bot, with a line that says so on a real screen."""
        shows = self.writer.isatty()
        if shows:
            self.writer.write(f"{self.rival.name} is thinking ...")
            self.writer.flush()
        try:
            return self.rival.choose()
        finally:
            if shows:
                self.writer.write(BACK_TO_START)

    def tell_steps(self) -> None:
        """Print what has happened since this was last printed, as the person may know it."""
        news = self.match.log(self.seat, max(self.told_until, self.read_until[self.seat]))
        self.told_until = self.match.ply
        for sentence in news:
            self.say(f"- {sentence.plain()}")
        self.writer.flush()
        if not self.writer.isatty():
            # A real screen is cleared before the next table, which tells it again; elsewhere once is enough.
            self.read_until[self.seat] = self.match.ply

    def offer_draw(self, rest: str) -> None:
        """Say that a bot plays on."""
        raise BadInput(f"{self.rival.name} plays on; a bot takes no draw.")

    def way_back(self) -> str:
        """Return the command that goes on with this match; a program has to be named again before it runs."""
        again = f" --against {self.rival.spec}" if is_program(self.rival.spec) else ""
        return super().way_back() + again

    def record(self) -> Record:
        """Return the match as it is saved, with the bot's name."""
        record = super().record()
        record.bots = [self.rival.spec if seat == self.rival.seat else "" for seat in (0, 1)]
        return record
