"""Keep spectators behind: find what they may not see yet, and let it wait for them after a restart too."""

from __future__ import annotations

from dataclasses import replace

from warband.kernel.match import ACT, Entry, Match
from warband.kernel.record import record_match
from warband.kernel.seats import PUBLIC
from warband.kernel.verify import replay_steps
from warband.table.audience import SPECTATOR, Audience, Facts, Step
from warband.table.tables import Table


def is_decision(entry: Entry) -> bool:
    """Tell whether an entry is a decision of a player."""
    return entry.deed == ACT and entry.seat >= 0


def held_from(entries: list[Entry], delay: int) -> int:
    """Return the ply from which on those see nothing yet who are kept so many decisions behind."""
    decisions = sorted({entry.ply for entry in entries if is_decision(entry)})
    if not delay or not decisions:
        return entries[-1].ply + 1 if entries else 0
    return decisions[max(0, len(decisions) - delay)]


def watch_line(delay: int) -> str:
    """Return what somebody is told who only looks on, so many decisions behind."""
    if not delay:
        return "You watch."
    return f"You watch, {delay} {'decision' if delay == 1 else 'decisions'} behind."


def hold_back(table: Table, audience: Audience) -> None:
    """Show an audience the match as it was so many decisions ago; what came after it waits."""
    match, told = table.match, 0
    limit = match.ply if match.result() is not None else held_from(match.entries, audience.delay)
    seats = [SPECTATOR, *(entry.seat for entry in match.entries)]
    decides = [False, *(is_decision(entry) for entry in match.entries)]
    replayed = replay_steps(record_match(match), match.game)
    last = -1
    for past, seat, decided in zip(replayed, seats, decides, strict=True):
        if past.ply > max(last, limit - 1):
            events = [event for _, event in past.told]
            step = Step(seat, events[told:], {PUBLIC: past.view(PUBLIC)}, facts_of(table, past), decides=decided)
            if audience.shown is None:
                audience.begin(step, events)
            else:
                audience.add(step)
            last, told = past.ply, len(events)


def facts_of(table: Table, past: Match) -> Facts:
    """Return how a table stood when its match was so far, as far as those can tell who only look on."""
    facts = table.facts()
    version = max((version for version, told in table.told_at.items() if told <= len(past.told)), default=0)
    return replace(facts, version=version, players=list(past.players), offer=past.offer, asked=(), undo=())
