"""What a running table needs of its store: a database, or a dictionary in a notebook."""

from __future__ import annotations

from typing import Protocol

from warband.table.live.saved import Change, GoingOn, SavedAnswer, SavedTable


class Store(Protocol):
    """Keeps tables; a write that has returned is durable."""

    async def create(self, table: SavedTable, change: Change) -> None:
        """Store a new table with its seats and its first change."""

    async def append(self, table: SavedTable, change: Change, answer: SavedAnswer | None, seats: bool = False) -> None:
        """Store one change, the table after it and the answer, all or nothing."""

    async def load(self, table: str) -> SavedTable | None:
        """Return a table, or None if there is none of that id."""

    async def changes(self, table: str) -> list[Change]:
        """Return the changes of a table, in order."""

    async def answers(self, table: str) -> list[SavedAnswer]:
        """Return the latest answers given at a table, the oldest first."""

    async def note(self, table: str, name: str) -> str | None:
        """Return what was noted about a table under a name."""

    async def going_on(self) -> list[GoingOn]:
        """Return the running tables that go on by themselves after a restart: with a bot, or with a clock."""
