"""Which unfinished matches an address has begun: persons are free, addresses are not."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final

MOST_ADDRESSES: Final = 10_000

Unfinished = Callable[[list[str]], Awaitable[set[str]]]


class Opened:
    """The matches that each address has begun since the server started, as far as they may still go on."""

    def __init__(self, unfinished: Unfinished) -> None:
        self._unfinished = unfinished
        self._tables: OrderedDict[str, set[str]] = OrderedDict()

    def add(self, address: str, table: str) -> None:
        """Count a match that an address has begun."""
        self._tables.setdefault(address, set()).add(table)
        self._tables.move_to_end(address)
        while len(self._tables) > MOST_ADDRESSES:
            self._tables.popitem(last=False)

    async def count(self, address: str, most: int) -> int:
        """Return how many unfinished matches an address has begun; whether they go on is asked once there are many."""
        known = self._tables.get(address, set())
        if len(known) >= most:
            known &= await self._unfinished(list(known))
        return len(known)
