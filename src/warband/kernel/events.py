"""Events: what happened, and the one place that decides who may see which part of it."""

from __future__ import annotations

from warband.kernel.pickling import Reduced
from warband.kernel.seats import ALL, BOTH
from warband.kernel.views import Viewer


class Event:
    """One thing that happened: what everybody sees, and what only the seats of `seen_by` see as well.

    `reveals` is true when a seat learns something by it that it did not know before.
    """

    def __init__(
        self,
        kind: str,
        open: dict[str, object],
        secret: dict[str, object] | None = None,
        seen_by: tuple[int, ...] = BOTH,
        reveals: bool = False,
    ) -> None:
        self.kind = kind
        self.open = open
        self.secret: dict[str, object] = {} if secret is None else secret
        self.seen_by = seen_by
        self.reveals = reveals

    def __repr__(self) -> str:
        return f"Event({self.kind!r}, {self.open!r}, {self.secret!r}, {self.seen_by!r}, {self.reveals!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Event):
            return False
        same = self.kind == other.kind and self.open == other.open and self.secret == other.secret
        return same and self.seen_by == other.seen_by and self.reveals == other.reveals

    def __hash__(self) -> int:
        return hash((self.kind, self.seen_by, self.reveals))

    def __reduce__(self) -> Reduced:
        return Event, (self.kind, self.open, self.secret, self.seen_by, self.reveals)

    def data(self) -> dict[str, object]:
        """Return all that is known of the event."""
        return {**self.open, **self.secret}

    def seen(self, viewer: Viewer) -> dict[str, object]:
        """Return the event as plain data, with nothing in it that the viewer may not know."""
        data = self.data() if may_see(self.seen_by, viewer) else dict(self.open)
        return {"kind": self.kind, "data": data}


def may_see(seen_by: tuple[int, ...], viewer: Viewer) -> bool:
    """Return whether a viewer (a seat, PUBLIC or ALL) is among those who see the secret part."""
    return viewer == ALL or viewer in seen_by or seen_by == BOTH


def redact(events: list[Event], viewer: Viewer) -> list[dict[str, object]]:
    """Return what a viewer may know of the events, in order."""
    return [event.seen(viewer) for event in events]
