"""Show a table to those who look at it through the same eyes: one picture, drawn once, for all of them."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Final, Protocol

from warband.kernel.events import Event
from warband.kernel.game import Game
from warband.kernel.match import SEAT_GIVEN
from warband.kernel.scene import Part, Scene, Sentence
from warband.kernel.seats import CHANCE, PUBLIC
from warband.scene.drawn import Memory
from warband.scene.html import sentence_html
from warband.table import wire
from warband.table.wire import Data, Picture, Told

# The eyes of a screen that both seats share; the seats are 0 and 1, spectators are PUBLIC.
SCREEN: Final = -4
SPECTATOR: Final = -1
KEPT_UPDATES: Final = 32
# What an update leaves out where it is as it was.
KEPT: Final = frozenset(
    ["seat", "watch", "players", "awaiting", "undo", "draw", "over", "mode", "curtain", "heading", "prompt", "choices"]
)
GIVEN: Final = SEAT_GIVEN.replace(" ", "_")
CHOSEN: Final = "Your choice is made. Now the other player chooses."

View = dict[str, object]


class Listener(Protocol):
    """Get messages, in order."""

    def send(self, message: str) -> None:
        """Take a message to be sent."""

    def resync(self) -> None:
        """Send the whole table."""

    def close(self) -> None:
        """Let go; whoever listens may come back."""


@dataclass
class Facts:
    """Hold how a table stands after a step, apart from what a view tells."""

    version: int
    decision: int
    players: list[str]
    kinds: list[str]
    asked: tuple[int, ...]
    undo: tuple[int, ...]
    offer: int
    clock: Data | None
    over: Data | None = None
    curtain: str = ""


@dataclass
class Step:
    """Hold one ply as the audiences will see it: who acted, what happened, and the views after it.

    `kept` says how many events an undo leaves; `asker` is the view whose choices a shared screen shows; `decides`
    says that it is a player's decision, and neither chance nor talk.
    """

    seat: int
    events: list[Event]
    views: dict[int, View]
    facts: Facts
    kept: int | None = None
    asker: View | None = None
    eyes: int = PUBLIC
    decides: bool = False


@dataclass(eq=False)
class Audience:
    """Hold those who see the same, what they were shown last, and the steps that they have not been shown yet."""

    game: Game
    viewer: int
    delay: int = 0
    listeners: list[Listener] = field(default_factory=list)
    waiting: list[Step] = field(default_factory=list)
    shown: Step | None = None
    picture: Picture | None = None
    memory: Memory = field(default_factory=Memory)
    # One line of HTML for each event that was told, empty where it says nothing; and how many are not empty.
    lines: list[str] = field(default_factory=list)
    count: int = 0
    recent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=KEPT_UPDATES))
    # How the table stands, as everybody here has been told.
    told: Data = field(default_factory=dict)

    @property
    def version(self) -> int:
        """Return the version that was shown last."""
        return self.shown.facts.version if self.shown is not None else -1

    def eyes(self, step: Step) -> int:
        """Return whose eyes this audience has at a step."""
        return step.eyes if self.viewer == SCREEN else self.viewer

    def add(self, step: Step) -> None:
        """Let a step wait until it is painted."""
        self.waiting.append(step)

    def due(self) -> list[Step]:
        """Take the steps that may be shown now: all but the last decisions where spectators are kept behind."""
        over = bool(self.waiting) and self.waiting[-1].facts.over is not None
        count = len(self.waiting) if over else self._held_from()
        due, self.waiting = self.waiting[:count], self.waiting[count:]
        return due

    def _held_from(self) -> int:
        """Return the first step that may not be shown yet; a decision that was taken back counts for nothing."""
        found, decisions, undone = len(self.waiting), 0, 0
        for at in range(len(self.waiting) - 1, -1, -1):
            step = self.waiting[at]
            if step.kept is not None:
                undone += 1
            elif step.decides and undone:
                undone -= 1
            elif step.decides and decisions < self.delay:
                decisions, found = decisions + 1, at
        return found

    # ---- drawing ----

    def begin(self, step: Step, events: list[Event]) -> None:
        """Start from how the table stands, with everything that happened before."""
        self.shown, self.picture, self.waiting = step, None, []
        self.recent.clear()
        self.lines = [sentence_html(sentence) for sentence in self.say(events, step)]
        self.count = sum(1 for line in self.lines if line)

    def scene(self, step: Step) -> Scene:
        """Return what this audience sees after a step."""
        view = step.views[self.viewer]
        scene = self.game.scene(view)
        scene.players = list(step.facts.players)
        if self.viewer == SCREEN and step.asker is not None:
            asker = self.game.scene(step.asker)
            scene.choices, scene.prompt = asker.choices, asker.prompt
        elif self.eyes(step) in (0, 1) and self.eyes(step) not in step.facts.asked and scene.choices:
            scene.choices, scene.prompt = [], Sentence([Part(CHOSEN)])
        return scene

    def say(self, events: list[Event], step: Step) -> list[Sentence]:
        """Return what happened, as this audience may know it, each event under the names of that time."""
        players, said = list(step.facts.players), list[Sentence]()
        for event in reversed(events):
            seen = event.seen(self.eyes(step))
            said.append(self.game.say_event(seen, list(players)))
            if event.kind == GIVEN and "left" in seen:
                players[int(str(seen["seat"]))] = str(seen["left"])
        return said[::-1]

    def current(self) -> Picture:
        """Return the picture of what was shown last, drawn when it is first needed."""
        if self.picture is None:
            if self.shown is None:
                raise ValueError("nothing has been shown yet")
            self.picture = wire.draw(self.scene(self.shown), self.memory)
        return self.picture

    def whole(self, state: Data) -> Data:
        """Return the message that shows everything."""
        message = wire.whole(self.current(), [line for line in self.lines if line], state)
        self.told = {name: message[name] for name in KEPT}
        return message

    def still(self, state: Data) -> Data:
        """Return the update for those who have missed nothing."""
        return wire.update(self.current(), [], self.count, state)

    def paint(self, steps: list[Step], state: Data, brief: bool = False) -> Data:
        """Return the update that shows these steps; `state` is how it stands after the last.

        A brief one tells every sentence, and draws the last picture only.
        """
        before = self.current()
        told = self.tell_briefly(steps) if brief else self.tell_all(steps)
        self.shown = steps[-1]
        message = wire.update(before, told, self.count, state)
        known, self.told = self.told, {name: message[name] for name in KEPT}
        for name, value in known.items():
            # A page keeps what it has been told.
            if message[name] == value:
                del message[name]
        return message

    def skip(self, steps: list[Step]) -> None:
        """Take steps into the log without drawing them, while nobody looks."""
        for step in steps:
            self.log(step)
        self.shown, self.picture = steps[-1], None
        self.recent.clear()

    def tell_all(self, steps: list[Step]) -> list[Told]:
        """Draw every step that tells something, and the last."""
        found: list[Told] = []
        for step in steps:
            sentences = self.log(step)
            if sentences or step is steps[-1]:
                self.picture = wire.draw(self.scene(step), self.memory)
                found.append(Told(actor(step), sentences, self.picture))
        return found

    def tell_briefly(self, steps: list[Step]) -> list[Told]:
        """Tell all steps at once, with the picture after the last."""
        sentences = [sentence for step in steps for sentence in self.log(step)]
        self.picture = wire.draw(self.scene(steps[-1]), self.memory)
        return [Told(actor(steps[0]), sentences, self.picture)]

    def log(self, step: Step) -> list[Sentence]:
        """Take what a step tells into the log, and return its sentences; those that say nothing are left out."""
        if step.kept is not None:
            del self.lines[step.kept :]
            self.count = sum(1 for line in self.lines if line)
        sentences = self.say(step.events, step)
        self.lines += [sentence_html(sentence) for sentence in sentences]
        told = [sentence for sentence in sentences if sentence.parts]
        self.count += len(told)
        return told

    # ---- sending ----

    def remember(self, before: int, message: str) -> None:
        """Keep an update for those who come back soon."""
        self.recent.append((before, message))

    def missed(self, have: int) -> list[str] | None:
        """Return the updates since a version, or None if they are not kept; a shared screen starts anew."""
        if self.viewer == SCREEN:
            return None
        if have == self.version:
            return []
        starts = [before for before, _ in self.recent]
        return [message for _, message in list(self.recent)[starts.index(have) :]] if have in starts else None

    def fail(self) -> None:
        """Start anew from the next step, since a picture could not be drawn."""
        self.picture = None
        self.recent.clear()
        for listener in list(self.listeners):
            listener.resync()

    def send(self, message: str) -> None:
        """Send a message to everybody here."""
        for listener in list(self.listeners):
            listener.send(message)


def actor(step: Step) -> int:
    """Return who acted in a step, as a message tells it."""
    return SPECTATOR if step.seat == CHANCE else step.seat


def split_at_undo(steps: list[Step]) -> list[list[Step]]:
    """Cut steps before each undo, which has to be shown by itself."""
    parts: list[list[Step]] = []
    for step in steps:
        if not parts or step.kept is not None or parts[-1][-1].kept is not None:
            parts.append([])
        parts[-1].append(step)
    return parts
