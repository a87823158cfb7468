"""Number the changes of a table for each viewer, so that no number tells of a secret choice."""

from __future__ import annotations

from warband.kernel.seats import PUBLIC, Seat
from warband.kernel.views import Viewer
from warband.table.live.feed import SCREEN
from warband.table.live.messages import ACT
from warband.table.live.saved import Change


class Versions:
    """Every change that a viewer was shown, with the number of events by then; a secret choice counts for its seat."""

    def __init__(self) -> None:
        self._counts: dict[Viewer, list[int]] = {viewer: [] for viewer in (0, 1, PUBLIC, SCREEN)}

    def add(self, events: int, secret_of: Seat | None = None) -> None:
        """Count a change after which there are so many events, for everybody or for the seat that chose in secret."""
        for viewer, counts in self._counts.items():
            if secret_of is None or viewer in (secret_of, SCREEN):
                counts.append(events)

    def now(self) -> dict[Viewer, int]:
        """Return the present version of each viewer."""
        return {viewer: len(counts) for viewer, counts in self._counts.items()}

    def of(self, viewer: Viewer) -> int:
        """Return the present version of a viewer."""
        return len(self._counts[viewer])

    def events_at(self, viewer: Viewer, version: int) -> int:
        """Return how many events there were at a version of a viewer, none where there was no such version."""
        counts = self._counts[viewer]
        return counts[version - 1] if 0 < version <= len(counts) else 0

    def with_events(self, viewer: Viewer, events: int) -> int:
        """Return the last version of a viewer at which there were no more than so many events."""
        counts = self._counts[viewer]
        return next((at + 1 for at in range(len(counts) - 1, -1, -1) if counts[at] <= events), 0)


def secret_of(change: Change) -> Seat | None:
    """Return the seat whose choice of a joint decision a change holds while the other is awaited, if it holds one."""
    return change.seat if change.deed == ACT and not change.body["entries"] and "kept" not in change.body else None


def read_versions(changes: list[Change]) -> Versions:
    """Return the versions of a stored table."""
    versions, count = Versions(), 0
    for change in changes:
        kept, events = change.body.get("kept"), change.body["told"]
        count = int(kept[1]) if isinstance(kept, list) else count
        count += len(events) if isinstance(events, list) else 0
        versions.add(count, secret_of(change))
    return versions
