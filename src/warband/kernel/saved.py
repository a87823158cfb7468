"""Save a running match as plain data and take it up again, exactly, without playing it through."""

from __future__ import annotations

from warband.kernel.entries import Entry
from warband.kernel.events import Event
from warband.kernel.game import Game, read_result
from warband.kernel.match import Match, Moment
from warband.kernel.record import entry_data, read_entry
from warband.kernel.seats import NOBODY
from warband.kernel.validation import Node

LoggedEvent = tuple[int, Event]


def save_head(match: Match) -> dict[str, object]:
    """Return how a match stands after its last entry: position, players, what may be undone, what waits."""
    ending = match.ending
    return {
        "position": match.state.position(),
        "ply": match.ply,
        "offer": match.offer,
        "players": list(match.players),
        "ending": None if ending is None else ending.data(),
        "waiting": [entry_data(entry) for entry in match.secret_choices()],
        "moments": [save_moment(moment) for moment in match.moments],
    }


def save_moment(moment: Moment) -> dict[str, object]:
    """Return what an undo goes back to, as plain data."""
    if moment.position is None:
        moment.position = moment.state.position()
    counts = {"entries": moment.entries, "told": moment.events, "ply": moment.ply, "offer": moment.offer}
    return {"position": moment.position, **counts}


def save_event(logged: LoggedEvent) -> dict[str, object]:
    """Return an event and its ply as plain data, with what is secret in it."""
    ply, event = logged
    data: dict[str, object] = {"ply": ply, "kind": event.kind, "open": event.open}
    if event.secret:
        data["secret"] = event.secret
    return data | {"seen_by": list(event.seen_by), "reveals": event.reveals}


def read_event(node: Node) -> LoggedEvent:
    """Return the event and the ply that plain data holds."""
    fields = node.fields()
    secret = fields["secret"].mapping() if "secret" in fields else None
    seen_by = tuple(node.field("seen_by").integers(0, 1))
    event = Event(node.field("kind").text(), node.field("open").mapping(), secret, seen_by)
    event.reveals = node.field("reveals").boolean()
    return node.field("ply").integer(), event


def resume(match: Match, entries: list[Entry], events: list[LoggedEvent], head: Node) -> None:
    """Bring a match that has just begun to where its log and its head say it was."""
    match.entries, match.event_log = entries, events
    match.state = match.game.restore(head.field("position").mapping(), f"{head.where}.position")
    match.ply = head.field("ply").integer()
    match.offer = head.field("offer").integer(NOBODY, 1)
    match.players = head.field("players").texts()
    match.ending = None if head.field("ending").value is None else read_result(head.field("ending"))
    match.chosen = {entry.seat: entry for entry in map(read_entry, head.field("waiting").items())}
    match.moments = [_read_moment(match.game, item) for item in head.field("moments").items()]


def _read_moment(game: Game, node: Node) -> Moment:
    position = node.field("position").mapping()
    state = game.restore(position, f"{node.where}.position")
    counts = [node.field(name).integer() for name in ("entries", "told", "ply")]
    return Moment(state, counts[0], counts[1], counts[2], node.field("offer").integer(NOBODY, 1), position)
