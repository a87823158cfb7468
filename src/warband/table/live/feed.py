"""What everybody with the same view of a table is sent: one picture, drawn once for all of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Final, Protocol

from warband.kernel.entries import SEAT_GIVEN
from warband.kernel.events import Event
from warband.kernel.game import Game
from warband.kernel.scene import Part, Scene, Sentence
from warband.kernel.seats import CHANCE, NOBODY, PUBLIC, Seat
from warband.kernel.views import View, Viewer
from warband.scene.drawn import Memory
from warband.table.live import drawing
from warband.table.live.drawing import DrawnStep, LogLine, Picture
from warband.table.live.messages import Data, pack

# The viewer of a screen that both seats share; the seats are 0 and 1, spectators are PUBLIC.
SCREEN: Final = -4
SPECTATOR: Final = -1
KEPT_UPDATES: Final = 32
# Fields that an update leaves out where they have not changed.
KEPT: Final = frozenset(
    [
        "seat",
        "watch",
        "players",
        "awaiting",
        "undo",
        "draw",
        "over",
        "mode",
        "hints",
        "curtain",
        "heading",
        "prompt",
        "choices",
        "verbs",
    ]
)
GIVEN: Final = SEAT_GIVEN.replace(" ", "_")
CHOSEN: Final = "Your choice is made. Now the other player chooses."


class Listener(Protocol):
    """Whoever is sent a feed."""

    def send(self, message: str) -> None:
        """Send a message."""

    def resync(self) -> None:
        """Send the whole table."""

    def close(self) -> None:
        """Hang up; whoever listens may come back."""


@dataclass
class Status:
    """How a table stands after a step, apart from the view.

    Versions and clocks are by viewer: whoever may not know of a secret choice does not see it in them either.
    """

    versions: dict[Viewer, int]
    decision: int
    players: list[str]
    kinds: list[str]
    asked: tuple[int, ...]
    undo: tuple[int, ...]
    offer: int
    clocks: dict[Viewer, Data | None]
    over: Data | None = None
    curtain: str = ""
    mode: str = ""
    hints: bool = True


@dataclass
class Step:
    """One ply as the feeds show it: who acted, what happened, and the views after it.

    `kept` says how many events an undo leaves; `asker` is the view whose choices a shared screen shows; `decides`
    says that it is a player's decision, and neither chance nor talk.
    """

    seat: Seat
    events: list[Event]
    views: dict[int, View]
    status: Status
    kept: int | None = None
    asker: View | None = None
    screen_viewer: int = PUBLIC
    decides: bool = False


@dataclass(eq=False)
class Feed:
    """One view of a table: its listeners, what they were shown last, and the steps they have not been shown yet."""

    game: Game
    viewer: Viewer
    delay: int = 0
    listeners: list[Listener] = field(default_factory=list)
    waiting: list[Step] = field(default_factory=list)
    shown: Step | None = None
    picture: Picture | None = None
    memory: Memory = field(default_factory=Memory)
    # One line of HTML for each event, empty where it says nothing; `count` is how many are not empty.
    lines: list[str] = field(default_factory=list)
    count: int = 0
    recent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=KEPT_UPDATES))
    # How the table stands, as everybody here has been told.
    sent: Data = field(default_factory=dict)
    # Messages that show the last step, packed, for whoever asks again while nothing has changed.
    packed: dict[str, tuple[Step, str]] = field(default_factory=dict)

    @property
    def version(self) -> int:
        """Return the version that was shown last."""
        return self.shown.status.versions[self.viewer] if self.shown is not None else -1

    def viewer_at(self, step: Step) -> int:
        """Return whose view this feed shows at a step."""
        return step.screen_viewer if self.viewer == SCREEN else self.viewer

    def add(self, step: Step) -> None:
        """Queue a step until it is drawn."""
        self.waiting.append(step)

    def due(self) -> list[Step]:
        """Return and dequeue the steps that may be shown now: with a delay all but the last decisions."""
        over = bool(self.waiting) and self.waiting[-1].status.over is not None
        count = len(self.waiting) if over else self._held_from()
        due, self.waiting = self.waiting[:count], self.waiting[count:]
        return due

    def _held_from(self) -> int:
        """Return the first step that may not be shown yet; decisions that were undone do not count."""
        first, decisions, undone = len(self.waiting), 0, 0
        for at in range(len(self.waiting) - 1, -1, -1):
            step = self.waiting[at]
            if step.kept is not None:
                undone += 1
            elif step.decides and undone:
                undone -= 1
            elif step.decides and decisions < self.delay:
                decisions, first = decisions + 1, at
        return first

    # ---- drawing ----

    def begin(self, step: Step, events: list[Event]) -> None:
        """Start from a step, with the log of everything before it."""
        self.shown, self.picture, self.waiting = step, None, []
        self.recent.clear()
        self.lines = [line.html() for line in self.tell(events, step)]
        self.count = sum(1 for line in self.lines if line)

    def scene(self, step: Step) -> Scene:
        """Return the scene of this feed after a step."""
        view = step.views[self.viewer]
        scene = self.game.scene(view)
        scene.players = list(step.status.players)
        if self.viewer == SCREEN and step.asker is not None:
            asker = self.game.scene(step.asker)
            scene.choices, scene.prompt = asker.choices, asker.prompt
        elif self.viewer_at(step) in (0, 1) and self.viewer_at(step) not in step.status.asked and scene.choices:
            scene.choices, scene.prompt = [], Sentence([Part(CHOSEN)])
        return scene

    def tell(self, events: list[Event], step: Step) -> list[LogLine]:
        """Return what this viewer is told and shown of events, with the names players had at the time."""
        players, lines = list(step.status.players), list[LogLine]()
        for event in reversed(events):
            seen = event.seen(self.viewer_at(step))
            quiet = self.game.is_quiet(event.kind)
            sentence = Sentence() if quiet else self.game.say_event(seen, list(players))
            lines.append(LogLine(sentence, side_of(event), self.game.motion(seen)))
            if event.kind == GIVEN and "left" in seen:
                players[int(str(seen["seat"]))] = str(seen["left"])
        return lines[::-1]

    def current(self) -> Picture:
        """Return the picture of what was shown last, drawn when it is first needed."""
        if self.picture is None:
            if self.shown is None:
                raise ValueError("nothing has been shown yet")
            self.picture = drawing.draw(self.scene(self.shown), self.memory)
        return self.picture

    def whole(self, state: Data) -> Data:
        """Return the message that shows everything."""
        message = drawing.whole(self.current(), [line for line in self.lines if line], state)
        self.sent = {name: message[name] for name in KEPT}
        return message

    def whole_since(self, state: Data, clock: Data | None, seen: int | None) -> str:
        """Return the message that shows everything, packed; with how much was missed since so many events, if known."""
        packed = with_fields(self._packed("whole", lambda: self.whole(state)), clock=clock)
        if seen is None:
            return packed
        return with_fields(packed, missed=sum(1 for line in self.lines[seen:] if line))

    def still(self, state: Data, clock: Data | None) -> str:
        """Return the update for those who have missed nothing, packed."""
        packed = self._packed("still", lambda: drawing.update(self.current(), [], self.count, state))
        return with_fields(packed, clock=clock)

    def _packed(self, kind: str, make: Callable[[], Data]) -> str:
        """Return a message about the step that was shown last, made and packed once."""
        known = self.packed.get(kind)
        if known is not None and known[0] is self.shown:
            return known[1]
        text = pack(make())
        if self.shown is not None:
            self.packed[kind] = (self.shown, text)
        return text

    def draw(self, steps: list[Step], state: Data, brief: bool = False) -> Generator[None, None, Data]:
        """Draw these steps, yielding after each picture; return the update that shows them.

        `state` is how it stands after the last. A brief update has every sentence, but only the last picture. Until the
        update is there, the feed stands as it did: whoever comes meanwhile gets what the others have.
        """
        last, logged, drawn = self.current(), list[list[LogLine]](), list[Data]()
        parts = [steps] if brief else [[step] for step in steps]
        for part in parts:
            events = [self.tell(step.events, step) for step in part]
            news = [one for lines in events for one in lines if one.sentence.parts or one.motion]
            logged += events
            if news or part is parts[-1]:
                picture = drawing.draw(self.scene(part[-1]), self.memory)
                drawn += drawing.steps_of(last, DrawnStep(actor(part[0]), news, picture))
                last = picture
                yield
        for step, events_of_step in zip(steps, logged, strict=True):
            self.log(step, events_of_step)
        self.shown, self.picture = steps[-1], last
        return self._update(drawing.update_of(last, drawn, self.count, state))

    def _update(self, message: Data) -> Data:
        """Return an update without what everybody here has been told already: a page keeps it."""
        known, self.sent = self.sent, {name: message[name] for name in KEPT}
        for name, value in known.items():
            if message[name] == value:
                del message[name]
        return message

    def skip(self, steps: list[Step]) -> None:
        """Log steps without drawing them, while nobody looks."""
        for step in steps:
            self.log(step, self.tell(step.events, step))
        self.shown, self.picture = steps[-1], None
        self.recent.clear()

    def log(self, step: Step, lines: list[LogLine]) -> None:
        """Log a step."""
        if step.kept is not None:
            del self.lines[step.kept :]
            self.count = sum(1 for line in self.lines if line)
        self.lines += [line.html() for line in lines]
        self.count += sum(1 for line in lines if line.sentence.parts)

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
        """Resend everything, since a picture could not be drawn."""
        self.picture = None
        self.recent.clear()
        for listener in list(self.listeners):
            listener.resync()

    def send(self, message: str) -> None:
        """Send a message to everybody here."""
        for listener in list(self.listeners):
            listener.send(message)


def with_fields(packed: str, **fields: object) -> str:
    """Return a packed message with more fields."""
    return f"{packed[:-1]},{pack(fields)[1:]}"


def side_of(event: Event) -> int:
    """Return the side that an event is about: that of the piece, or of the player."""
    side = event.open.get("side", event.open.get("seat"))
    return side if isinstance(side, int) else NOBODY


def actor(step: Step) -> int:
    """Return who acted in a step, as messages say it."""
    return SPECTATOR if step.seat == CHANCE else step.seat


def split_at_undo(steps: list[Step]) -> list[list[Step]]:
    """Split steps around each undo, which is shown by itself."""
    parts: list[list[Step]] = []
    for step in steps:
        if not parts or step.kept is not None or parts[-1][-1].kept is not None:
            parts.append([])
        parts[-1].append(step)
    return parts
