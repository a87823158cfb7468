"""Cut numbered matches into shards, for batch systems that start the same command many times."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from warband.kernel.errors import BadInput

MOST: Final = 100_000


@dataclass(frozen=True)
class Shard:
    """One of so many shards, counted from 1: every so-manieth match."""

    number: int = 1
    count: int = 1

    def of(self, total: int) -> range:
        """Return the numbers of this shard among the first so many."""
        return range(self.number - 1, total, self.count)

    @property
    def is_whole(self) -> bool:
        """Return whether this is all there is."""
        return self.count == 1

    def terms(self, total: int) -> dict[str, object]:
        """Return what the file of a shard says of itself; nothing if it is the whole."""
        return {} if self.is_whole else {"shard": [self.number, self.count], "of": total}

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"


WHOLE: Final = Shard()


def read_shard(text: str | None) -> Shard:
    """Return the shard that a text such as 3/8 means, or raise BadInput; without a text it is the whole."""
    if text is None:
        return WHOLE
    parts = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text)
    number, count = (int(parts[1]), int(parts[2])) if parts else (0, 0)
    if not 1 <= number <= count <= MOST:
        raise BadInput(f"--shard {text}: give its number and how many there are, such as 3/8; the first is 1/8")
    return Shard(number, count)
