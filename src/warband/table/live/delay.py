"""Show spectators a match some decisions late, after a restart too."""

from __future__ import annotations

from dataclasses import replace

from warband.kernel.entries import ACT, Entry
from warband.kernel.match import Match
from warband.kernel.record import record_match
from warband.kernel.seats import PUBLIC
from warband.kernel.verify import replay_steps
from warband.table.live.feed import SPECTATOR, Feed, Status, Step
from warband.table.live.table import Table


def is_decision(entry: Entry) -> bool:
    """Return whether an entry is a decision of a player."""
    return entry.deed == ACT and entry.seat >= 0


def held_from(entries: list[Entry], delay: int) -> int:
    """Return the first ply that delayed spectators may not see yet."""
    decisions = sorted({entry.ply for entry in entries if is_decision(entry)})
    if not delay or not decisions:
        return entries[-1].ply + 1 if entries else 0
    return decisions[max(0, len(decisions) - delay)]


def watch_line(delay: int) -> str:
    """Return what a spectator reads, with the delay if there is one."""
    if not delay:
        return "You watch."
    return f"You watch, {delay} {'decision' if delay == 1 else 'decisions'} behind."


def hold_back(table: Table, feed: Feed) -> None:
    """Start a feed at the match as it was before its delay; what came after it waits."""
    match, shown = table.match, 0
    limit = match.ply if match.result is not None else held_from(match.entries, feed.delay)
    seats = [SPECTATOR, *(entry.seat for entry in match.entries)]
    decides = [False, *(is_decision(entry) for entry in match.entries)]
    replayed = replay_steps(record_match(match), match.game)
    last = -1
    for past, seat, decided in zip(replayed, seats, decides, strict=True):
        if past.ply > max(last, limit - 1):
            events = [event for _, event in past.event_log]
            step = Step(seat, events[shown:], {PUBLIC: past.view(PUBLIC)}, status_of(table, past), decides=decided)
            if feed.shown is None:
                feed.begin(step, events)
            else:
                feed.add(step)
            last, shown = past.ply, len(events)


def status_of(table: Table, past: Match) -> Status:
    """Return the status of a table at an earlier state of its match, as spectators see it."""
    status = table.status()
    versions = {PUBLIC: table.versions.with_entries(PUBLIC, len(past.entries))}
    return replace(status, versions=versions, players=list(past.players), offer=past.offer, asked=(), undo=())
