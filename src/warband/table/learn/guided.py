"""A lesson under way: a real match in memory, in which each step accepts only what it teaches."""

from __future__ import annotations

from typing import Final

from warband.kernel.chance import seeded_chance
from warband.kernel.errors import BadInput
from warband.kernel.events import Event
from warband.kernel.game import Game
from warband.kernel.match import Match
from warband.kernel.scene import Container, Part, Piece, Scene, Sentence, Slot
from warband.kernel.seats import NOBODY, SIDE_NAMES, Seat
from warband.table.learn.lesson import Lesson, LessonStep
from warband.table.live import renderer
from warband.table.live.feed import SPECTATOR, Feed, Status, Step
from warband.table.live.games import game_with
from warband.table.live.messages import Data

LEARNER: Final = 0
KINDS: Final = ["person", "bot"]
MODE: Final = "learn"
# Marks that say what may be touched; in a lesson only what the step asks for keeps them.
OFFERS: Final = ("may_act", "target")


class LessonFeed(Feed):
    """The feed of the learner: the scenes of the match, with the words of the open step and the choices it accepts."""

    def __init__(self, game: Game, lesson: Lesson) -> None:
        super().__init__(game, LEARNER)
        self.lesson = lesson
        self.accepted: list[int] = []

    def scene(self, step: Step) -> Scene:
        """Return what the learner sees; what is shown between two steps of the lesson asks nothing."""
        scene = super().scene(step)
        scene.log = []
        if step.status.asked or step.status.over:
            self._teach(scene, step.status.decision)
        keep_offers({handle for choice in scene.choices for handle in choice.handles}, scene.containers)
        return scene

    def _teach(self, scene: Scene, place: int) -> None:
        """Put in the words of a step and of what came before it, and leave only the choices that it accepts."""
        steps = self.lesson.steps
        is_open = place < len(steps)
        scene.choices = [choice for choice in scene.choices if choice.action in self.accepted]
        scene.heading = f"Step {place + 1} of {len(steps)}" if is_open else "The lesson is over"
        before = steps[place - 1].said if place else ""
        scene.prompt = Sentence([Part(f"{before} {steps[place].say if is_open else self.lesson.ending}".strip())])


class GuidedMatch:
    """A lesson under way: its match, the open step, and the feed of whoever looks at it."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.match = Match(game_with(lesson.game, lesson.options), seeded_chance(lesson.seed), list(SIDE_NAMES))
        self.match.settle()
        for seat, text in lesson.opening:
            self.match.play(seat, self.match.parse(text))
        self.version = 0
        self.feed = LessonFeed(self.match.game, lesson)
        self.feed.accepted = self.accepted()
        # What was played before the lesson is not the learner's story.
        events = [] if lesson.opening else self._events(0)
        self.feed.begin(self._shown(SPECTATOR, [], is_last=True), events)

    @property
    def step(self) -> LessonStep | None:
        """Return the step that is open, or None once the lesson is over."""
        return self.lesson.steps[self.version] if self.version < len(self.lesson.steps) else None

    def accepted(self) -> list[int]:
        """Return the legal actions that do what the open step asks."""
        if self.step is None:
            return []
        wanted = self.step.do
        return [action for action in self.match.actions(LEARNER) if self.match.text(action) in wanted]

    def check(self, action: int) -> None:
        """Raise BadInput unless an action is what the open step asks for."""
        if action not in self.accepted():
            raise BadInput(f"Not in this step. {self.step.say}" if self.step else "The lesson is over.")

    def act(self, action: int) -> None:
        """Carry out what the step asks for and what is played after it, and show it to whoever looks."""
        self.check(action)
        then = self.step.then if self.step is not None else ()
        self._play(LEARNER, action, is_last=not then)
        for at, (seat, text) in enumerate(then, 1):
            self._play(seat, self.match.parse(text), is_last=at == len(then))
        self.feed.accepted = self.accepted()
        for _ in renderer.draw(self.feed):
            # A lesson is short: its pictures are drawn one after the other.
            continue

    def state(self) -> Data:
        """Return how the lesson stands, as every message tells it."""
        shown = self.feed.shown
        return renderer.state(self.feed, shown) if shown is not None else {}

    def _play(self, seat: Seat, action: int, is_last: bool) -> None:
        """Play one action and what chance makes of it; with the last one of a step the next step opens."""
        since = len(self.match.event_log)
        self.match.play(seat, action)
        self.version += is_last
        self.feed.add(self._shown(seat, self._events(since), is_last))

    def _shown(self, seat: Seat, events: list[Event], is_last: bool) -> Step:
        """Return what has just happened as the feed shows it."""
        asked = (LEARNER,) if is_last and self.step is not None else ()
        versions = {LEARNER: self.version}
        status = Status(versions, self.version, list(SIDE_NAMES), KINDS, asked, (), NOBODY, {LEARNER: None}, mode=MODE)
        if self.step is None:
            over = {"text": self.lesson.ending, "winner": LEARNER, "url": f"/learn/{self.lesson.game}/done"}
            status.over = over
        return Step(seat, events, {LEARNER: self.match.view(LEARNER)}, status, decides=True)

    def _events(self, since: int) -> list[Event]:
        return [event for _, event in self.match.event_log[since:]]


def keep_offers(handles: set[str], containers: list[Container]) -> None:
    """Remove the marks that invite a touch from everything but these handles."""
    for container in containers:
        things: list[Container | Piece | Slot] = [container, *container.pieces, *container.slots]
        for thing in things:
            if thing.id not in handles:
                thing.marks = [mark for mark in thing.marks if mark not in OFFERS]
        keep_offers(handles, container.inside)
