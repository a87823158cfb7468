"""Number the changes of a table for each viewer, so that no number tells of a secret choice."""

from __future__ import annotations

from typing import NamedTuple

from warband.kernel.seats import PUBLIC, Seat
from warband.kernel.views import Viewer
from warband.table.live.feed import SCREEN
from warband.table.live.messages import ACT
from warband.table.live.saved import Change


class Counts(NamedTuple):
    """How many entries and events a match had after a change."""

    entries: int
    events: int


class Versions:
    """Every change that a viewer was shown, with what the match had by then; a secret choice counts for its seat."""

    def __init__(self) -> None:
        self._counts: dict[Viewer, list[Counts]] = {viewer: [] for viewer in (0, 1, PUBLIC, SCREEN)}

    def add(self, counts: Counts, secret_of: Seat | None = None) -> None:
        """Count a change after which the match has so much, for everybody or for the seat that chose in secret."""
        for viewer, shown in self._counts.items():
            if secret_of is None or viewer in (secret_of, SCREEN):
                shown.append(counts)

    def now(self) -> dict[Viewer, int]:
        """Return the present version of each viewer."""
        return {viewer: len(counts) for viewer, counts in self._counts.items()}

    def of(self, viewer: Viewer) -> int:
        """Return the present version of a viewer."""
        return len(self._counts[viewer])

    def events_at(self, viewer: Viewer, version: int) -> int:
        """Return how many events there were at a version of a viewer, none where there was no such version."""
        counts = self._counts[viewer]
        return counts[version - 1].events if 0 < version <= len(counts) else 0

    def with_entries(self, viewer: Viewer, entries: int) -> int:
        """Return the last version of a viewer at which there were no more than so many entries."""
        counts = self._counts[viewer]
        return next((at + 1 for at in range(len(counts) - 1, -1, -1) if counts[at].entries <= entries), 0)


def secret_of(change: Change) -> Seat | None:
    """Return the seat whose choice of a joint decision a change holds while the other is awaited, if it holds one."""
    return change.seat if change.deed == ACT and not change.body["entries"] and "kept" not in change.body else None


def read_versions(changes: list[Change]) -> Versions:
    """Return the versions of a stored table."""
    versions, counts = Versions(), Counts(0, 0)
    for change in changes:
        kept, entries, events = (change.body.get(name) for name in ("kept", "entries", "told"))
        counts = Counts(*map(int, kept)) if isinstance(kept, list) else counts
        counts = Counts(counts.entries + _length(entries), counts.events + _length(events))
        versions.add(counts, secret_of(change))
    return versions


def _length(items: object) -> int:
    return len(items) if isinstance(items, list) else 0
