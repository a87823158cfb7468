"""Remember how a state came about, and tell each seat the part of it that it may know."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import warband
from warband.kernel.chance import Rng
from warband.kernel.entries import ACT, Entry
from warband.kernel.events import Event, redact
from warband.kernel.game import Game, State, viewer_of
from warband.kernel.notation import NONE
from warband.kernel.seats import BOTH, CHANCE, PUBLIC, Seat
from warband.kernel.validation import Node
from warband.kernel.views import View, Viewer

RECENT: Final = 32
DIGEST_BYTES: Final = 8
VIEWERS: Final = (0, 1, PUBLIC)
# Who did what.
Plies = tuple[tuple[int, int], ...]


class Telling:
    """What one viewer knows of a history: its lines, who did what in the latest plies, oldest first, and a digest.

    A telling is made from the one before it and never changes; the digest of each line holds that of all before it.
    """

    def __init__(self, before: Telling | None = None, line: str = "", recent: Plies = ()) -> None:
        self.before = before
        self.line = line
        self.recent = recent
        hashed = before.digest + line.encode() if before is not None else b""
        self.digest: bytes = hashlib.blake2b(hashed, digest_size=DIGEST_BYTES).digest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Telling) and (self.digest, self.recent) == (other.digest, other.recent)

    def __hash__(self) -> int:
        return hash(self.digest)

    def then(self, line: str, seat: Seat, action: int) -> Telling:
        """Return the telling with one more line; `action` is NONE where the viewer may not know it."""
        return Telling(self, line, (*self.recent, (seat, action))[-RECENT:])

    @property
    def text(self) -> str:
        """Return all lines, each with its end."""
        lines: list[str] = []
        telling = self
        while telling.before is not None:
            lines.append(telling.line)
            telling = telling.before
        return "".join(f"{line}\n" for line in reversed(lines))


def telling_of(text: str, recent: Plies = ()) -> Telling:
    """Return the telling that has a text."""
    telling = Telling()
    for line in text.splitlines():
        telling = Telling(telling, line)
    return Telling(telling.before, telling.line, recent)


class History:
    """A state and the step that led to it; it never changes, so copies may share it.

    What a viewer is told is worked out when it is first asked for.
    """

    def __init__(self, game: Game, state: State, step: Step | None = None) -> None:
        self.game = game
        self.state = state
        self.step = step
        # Asked for so often by OpenSpiel that it is kept.
        self.awaiting = state.awaiting()
        self._tellings: dict[int, Telling] = {}

    def __deepcopy__(self, memo: dict[int, object]) -> History:
        return self

    def __reduce__(self) -> tuple[Callable[[str, str, str], History], tuple[str, str, str]]:
        return load, (self.game.name, plain_text(self.game.options), plain_text(self.to_data()))

    def after(self, seat: Seat, action: int) -> History:
        """Return the history with one more step; trusts its caller."""
        state, events = self.state.copy(), list[Event]()
        state.apply(seat, action, events)
        return History(self.game, state, Step(self, seat, action, events))

    def first_choice(self) -> Step | None:
        """Return the secret choice of a joint decision that is in while the other is awaited."""
        return self.step if self.step is not None and self.step.before.awaiting == BOTH else None

    # ---- telling ----

    def telling(self, viewer: Viewer) -> Telling:
        """Return what a viewer (a seat or PUBLIC) has been told: the redacted history."""
        untold: list[tuple[History, Step]] = []
        node = self
        while viewer not in node._tellings and node.step is not None:
            untold.append((node, node.step))
            node = node.step.before
        telling = node._tellings.get(viewer, Telling())
        for later, step in reversed(untold):
            telling = step.tell(viewer, telling)
            later._tellings[viewer] = telling
        return telling

    # ---- imagining and saving ----

    def imagine(self, seat: Seat, rng: Rng) -> History:
        """Return a history that the seat cannot tell from this one; all that it cannot see is imagined.

        The seat has been told the same. The other has been told what everybody was, and what it sees in that world.
        """
        choice = self.first_choice()
        if choice is not None:
            world = choice.before.imagine(seat, rng)
            legal = world.state.legal(choice.seat)
            return world.after(choice.seat, choice.action if choice.seat == seat else legal[rng.below(len(legal))])
        public = self.telling(PUBLIC)
        world = History(self.game, self.game.imagine(self.state.view(seat), rng))
        sees = plain_text(world.state.view(1 - seat))
        world._tellings[seat] = self.telling(seat)
        world._tellings[1 - seat] = Telling(public, f"sees {sees}", public.recent)
        world._tellings[PUBLIC] = public
        return world

    def to_data(self) -> dict[str, object]:
        """Return the history as plain data: the position, what each viewer was told, and a choice that waits."""
        choice = self.first_choice()
        if choice is not None:
            return choice.before.to_data() | {"waiting": [choice.seat, choice.action]}
        tellings = [self.telling(viewer) for viewer in VIEWERS]
        recent = [[list(ply) for ply in telling.recent] for telling in tellings]
        return {"position": self.state.position(), "told": [telling.text for telling in tellings], "recent": recent}

    def remember(self, viewer: Viewer, telling: Telling) -> None:
        """Take over what a viewer was told before this history was saved."""
        self._tellings[viewer] = telling


@dataclass(frozen=True)
class Step:
    """What led from one history to the next: who did what, and what happened."""

    before: History
    seat: Seat
    action: int
    events: list[Event]

    def tell(self, viewer: Viewer, telling: Telling) -> Telling:
        """Return a telling with this step in it; of a joint decision the other seat hears when both are in."""
        if self.before.awaiting == BOTH:
            return self.line(viewer, telling) if viewer == self.seat else telling
        first = self.before.first_choice()
        if first is not None and first.seat != viewer:
            telling = first.line(viewer, telling)
        return self.line(viewer, telling)

    def line(self, viewer: Viewer, telling: Telling) -> Telling:
        """Return a telling with the entry of this step as the viewer sees it, and the events that followed."""
        entry = self.entry()
        seen = entry.seen(viewer)
        who = "chance" if self.seat == CHANCE else str(self.seat)
        happened = redact(self.events, viewer)
        action = self.action if seen is entry else NONE
        line = f"{who} {seen.text} {plain_text(happened)}" if happened else f"{who} {seen.text}"
        return telling.then(line, self.seat, action)

    def entry(self) -> Entry:
        """Return the line that the log of a match would hold."""
        before = self.before.state
        text = self.before.game.text(self.action, before)
        cover = before.cover(self.seat, self.action)
        return Entry(0, self.seat, text) if cover is None else Entry(0, self.seat, text, ACT, cover.seen_by, cover.text)


def restore(game: Game, data: object, where: str = "history") -> History:
    """Return the history that plain data of `to_data` holds, or raise BadInput that names what is wrong."""
    node = Node(data, where)
    fields = node.only(["position", "told", "recent", "waiting"])
    position = node.field("position").mapping()
    history = History(game, game.restore(position, f"{where}.position"))
    texts, recent = node.field("told").texts(), node.field("recent").items()
    for viewer, text, plies in zip(VIEWERS, texts, recent, strict=True):
        pairs = [ply.integers(CHANCE) for ply in plies.items()]
        history.remember(viewer, telling_of(text, tuple((pair[0], pair[1]) for pair in pairs)))
    if "waiting" not in fields:
        return history
    seat, action = fields["waiting"].integers()
    return history.after(seat, action)


def fitting(game: Game, view: View, rng: Rng) -> History:
    """Return a history that fits a view, for one who decides now and knows no more than the view."""
    world = History(game, game.imagine(view, rng))
    for viewer in VIEWERS:
        world.remember(viewer, telling_of(f"sees {plain_text(world.state.view(viewer))}"))
    if world.awaiting != BOTH or viewer_of(view) == BOTH[0]:
        return world
    legal = world.state.legal(BOTH[0])
    return world.after(BOTH[0], legal[rng.below(len(legal))])


@lru_cache(maxsize=64)
def bound_game(name: str, options: str) -> Game:
    """Return a game with its options bound (given as JSON), the same object for the same options."""
    return warband.game(name, **json.loads(options))


def load(name: str, options: str, data: str) -> History:
    """Return a history that was saved as text."""
    return restore(bound_game(name, options), json.loads(data))


_ENCODER: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


def plain_text(data: object) -> str:
    """Return plain data as one line of JSON, the same for equal data."""
    return _ENCODER.encode(data)
