"""Ask a newcomer at a terminal what to play, and against whom."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TextIO

from warband.agents.levels import level_words, levels
from warband.kernel import registry
from warband.kernel.errors import BadInput
from warband.terminal.table import Leave


def level_lines(game: str = "") -> list[str]:
    """Return a line for each level: its number, its name, and how it plays a game or what it needs."""
    widest = max(len(level.name) for level in levels())
    return [f"  {level.number}  {level.name:{widest}}  {level_words(level, game)}" for level in levels()]


class Welcome:
    """The questions before a match; an empty line takes what is usual, quit leaves."""

    def __init__(self, reader: TextIO | None = None, writer: TextIO | None = None) -> None:
        self.reader = reader if reader is not None else sys.stdin
        self.writer = writer if writer is not None else sys.stdout

    def ask_game(self) -> str:
        """Return the name of the game that a person wants."""
        names = registry.names()
        lines = [f"  {number}  {registry.entry(name).title}" for number, name in enumerate(names, 1)]
        by_number = {str(number): name for number, name in enumerate(names, 1)}
        answer = self.ask(["Which game?", *lines], "number or name> ", lambda said: _check_game(by_number, said))
        return by_number.get(answer, answer)

    def ask_rival(self, game: str, check: Callable[[str], None]) -> str:
        """Return the bot that a person wants to play a game against, or nothing for two people."""
        head = ["Against whom?", "  Enter  a second person at this keyboard", *level_lines(game)]
        return self.ask(head, "Enter, number or name> ", lambda said: check(said) if said else None)

    def ask(self, head: list[str], prompt: str, check: Callable[[str], None]) -> str:
        """Ask until the answer is a good one."""
        self.writer.write("\n".join(head) + "\n")
        while True:
            said = self.read(prompt)
            try:
                check(said)
                return said
            except BadInput as error:
                self.writer.write(f"{error}\n")

    def read(self, prompt: str) -> str:
        """Return the next line; who quits or has nothing more to say leaves."""
        self.writer.write(prompt)
        self.writer.flush()
        line = self.reader.readline()
        if not line or line.strip().lower() == "quit":
            raise Leave
        return line.strip()


def _check_game(by_number: dict[str, str], said: str) -> None:
    registry.entry(by_number.get(said, said))
