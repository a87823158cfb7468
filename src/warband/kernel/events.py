"""Tell what happened; decide in one place who may see which part of it."""

from __future__ import annotations

from warband.kernel.seats import ALL, BOTH


class Event:
    """Hold one thing that happened: what everybody sees, and what only the seats of `seen_by` see as well.

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

    def data(self) -> dict[str, object]:
        """Return all that is known of the event."""
        return {**self.open, **self.secret}

    def seen(self, viewer: int) -> dict[str, object]:
        """Return the event as plain data, with nothing in it that the viewer may not know."""
        data = self.data() if may_see(self.seen_by, viewer) else dict(self.open)
        return {"kind": self.kind, "data": data}


def may_see(seen_by: tuple[int, ...], viewer: int) -> bool:
    """Tell whether a viewer (a seat, PUBLIC or ALL) is among those who see the secret part."""
    return viewer == ALL or viewer in seen_by or seen_by == BOTH


def redact(events: list[Event], viewer: int) -> list[dict[str, object]]:
    """Return what a viewer may know of the events, in order."""
    return [event.seen(viewer) for event in events]
