"""Exchange one hidden thing for another and check that a viewer cannot tell until it is lawfully revealed."""

from __future__ import annotations

from collections.abc import Sequence

from warband.conformance.laws import dump
from warband.conformance.report import Report, hold
from warband.kernel.chance import Rng
from warband.kernel.entries import ACT, Entry
from warband.kernel.events import Event, may_see
from warband.kernel.match import Match
from warband.kernel.seats import BY_CHANCE, CHANCE, PUBLIC, Seat
from warband.kernel.views import Viewer

VIEWERS = (0, 1, PUBLIC)
# How many hidden things are exchanged per match and viewer.
WINDOWS = 4


class Twins:
    """Two matches that differ in one hidden thing, and the viewer who must not be able to tell them apart."""

    def __init__(self, real: Match, other: Match, viewer: Viewer, exchanged: tuple[str, str]) -> None:
        self.real = real
        self.other = other
        self.viewer = viewer
        self.exchanged = exchanged

    def step(self, entry: Entry, action: int) -> bool:
        """Play an entry in both, the second in its own way; return False once the difference is lawfully revealed."""
        mine = do(self.real, entry.seat, self.real.parse(entry.text))
        theirs = do(self.other, entry.seat, action)
        return self.compare(mine, theirs)

    def compare(self, mine: list[Event], theirs: list[Event]) -> bool:
        """Check that the viewer sees the same on both tables; a difference needs an event that reveals."""
        game = self.real.game
        seen = [dump(event.seen(self.viewer)) for event in mine]
        also = [dump(event.seen(self.viewer)) for event in theirs]
        if seen != also:
            hold(lawful(mine, theirs, self.viewer), game, "an event that differs is one that reveals", (seen, also))
            return False
        for what, left, right in zip(NAMES, self.picture(self.real), self.picture(self.other), strict=True):
            hold(left == right, game, f"no leak in the {what} of {self.viewer}", (self.exchanged, left, right))
        return True

    def picture(self, match: Match) -> list[str]:
        """Return everything the viewer can observe of a match."""
        view = match.view(self.viewer)
        legal = match.actions(self.viewer) if self.viewer != PUBLIC else []
        log = [sentence.plain() for sentence in match.log(self.viewer, match.ply - 1)]
        entries = [entry.seen(self.viewer) for entry in match.entries[-2:]]
        texts = [(entry.ply, entry.seat, entry.text) for entry in entries]
        scene = match.game.scene(view).to_data()
        return [dump(view), dump(legal), dump(log), dump(texts), dump(self.reasons(match)), dump(scene)]

    def reasons(self, match: Match) -> list[object]:
        """Return why the viewer may not do a sample of actions."""
        if self.viewer == PUBLIC:
            return []
        sample = range(match.ply % 7, match.game.action_count(), 7)
        refusals = [match.refusal(self.viewer, action) for action in sample]
        return [reason.to_data() if reason is not None else None for reason in refusals]


NAMES = ["view", "legal list", "log", "entries", "reasons", "scene"]


def lawful(mine: list[Event], theirs: list[Event], viewer: Viewer) -> bool:
    """Return whether the first event in which two tables differ for a viewer is one that reveals something to it.

    What lies open in an event with a secret part must be the same for all who may not see that part.
    """
    for left, right in zip(mine, theirs, strict=False):
        if dump(left.seen(viewer)) != dump(right.seen(viewer)):
            return all(event.reveals and may_see(event.seen_by, viewer) for event in (left, right))
    return any(event.reveals for event in [*mine, *theirs])


def do(match: Match, seat: Seat, action: int) -> list[Event]:
    """Apply an action of a seat or an outcome of chance."""
    return match.settle_with(action) if seat == CHANCE else match.act(seat, action)


def check_no_leak(match: Match, rng: Rng, report: Report) -> None:
    """Open some windows on a finished match: exchange a hidden entry and follow what each viewer sees."""
    for viewer in VIEWERS:
        hidden = [index for index, entry in enumerate(match.entries) if viewer not in entry.seen_by]
        hidden = [index for index in hidden if match.entries[index].seen_by != (0, 1)]
        for _ in range(min(WINDOWS, len(hidden))):
            open_window(match, hidden[rng.below(len(hidden))], viewer, rng, report)


def open_window(match: Match, index: int, viewer: Viewer, rng: Rng, report: Report) -> None:
    """Replay up to a hidden entry, exchange it if there is another way, and compare until it shows."""
    entry = match.entries[index]
    real = replay_entries(match, index)
    others = [action for action in same_cover(real, entry) if real.text(action) != entry.text]
    if not others:
        return
    action = others[rng.below(len(others))]
    twins = Twins(real, replay_entries(match, index), viewer, (entry.text, real.text(action)))
    report.leak_windows += 1
    going = twins.step(entry, action)
    for later in match.entries[index + 1 :]:
        choice = counterpart(twins, later) if going and later.deed == ACT else None
        if choice is None:
            break
        going = twins.step(later, choice)
        report.leak_steps += 1
    report.lawful_reveals += not going


def replay_entries(match: Match, count: int) -> Match:
    """Return a new match that has come as far as the first entries of another."""
    twin = Match(match.game, match.chance, match.first_players, match.start)
    for entry in match.entries[:count]:
        do(twin, entry.seat, twin.parse(entry.text))
    return twin


def same_cover(match: Match, entry: Entry) -> list[int]:
    """Return what could stand in place of a hidden entry and look the same to those who may not see it."""
    actions: list[int] = []
    for action in possible(match, entry.seat):
        cover = match.state.cover(entry.seat, action)
        if cover is not None and cover.text == entry.open and cover.seen_by == entry.seen_by:
            actions.append(action)
    return actions


def possible(match: Match, seat: Seat) -> Sequence[int]:
    """Return what a seat or chance can do now."""
    if seat != CHANCE:
        return match.actions(seat)
    return [value for value, _ in match.state.outcomes()] if match.awaiting() == BY_CHANCE else []


def counterpart(twins: Twins, entry: Entry) -> int | None:
    """Return what the second table does where the first does an entry: the same, or what looks the same."""
    action = twins.other.parse(entry.text)
    now = possible(twins.other, entry.seat)
    if action in now:
        return action
    if twins.viewer in entry.seen_by:
        return None
    similar = same_cover(twins.other, entry)
    for candidate in similar:
        if twins.other.text(candidate).split()[-1] in twins.exchanged[1].split():
            return candidate
    return similar[0] if similar else None
