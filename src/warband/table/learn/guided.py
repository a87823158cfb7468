"""A lesson under way: a real match in memory, in which each step accepts only what it teaches."""

from __future__ import annotations

from typing import Final

from warband.kernel.chance import seeded_chance
from warband.kernel.errors import BadInput
from warband.kernel.events import Event
from warband.kernel.match import Match
from warband.kernel.registry import make_game
from warband.kernel.scene import Container, Part, Piece, Scene, Sentence, Slot
from warband.kernel.seats import Seat
from warband.scene.html import sentence_html
from warband.table.learn.lesson import Lesson, LessonStep
from warband.table.live import drawing
from warband.table.live.drawing import DrawnStep
from warband.table.live.messages import Data

LEARNER: Final = 0
NAMES: Final = ["Blue", "Red"]
# Marks that say what may be touched; in a lesson only what the step asks for keeps them.
OFFERS: Final = ("may_act", "target")


class GuidedMatch:
    """A lesson under way: its match, the open step, and what was shown last."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.match = Match(make_game(lesson.game, lesson.options), seeded_chance(lesson.seed), list(NAMES))
        self.match.settle()
        for seat, text in lesson.opening:
            self.match.play(seat, self.match.parse(text))
        self.place = 0
        self.version = 0
        self._whole: Data | None = None
        # What was played before the lesson is not the learner's story.
        self.log = [] if lesson.opening else self._sentences(0)
        self.picture = drawing.draw(self.scene())

    @property
    def step(self) -> LessonStep | None:
        """Return the step that is open, or None once the lesson is over."""
        return self.lesson.steps[self.place] if self.place < len(self.lesson.steps) else None

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

    # ---- what is seen ----

    def scene(self) -> Scene:
        """Return what the learner sees: the real scene, with the words and the choices of the step."""
        found = self.match.game.scene(self.match.view(LEARNER))
        accepted = self.accepted()
        found.choices = [choice for choice in found.choices if choice.action in accepted]
        found.heading = f"Step {self.place + 1} of {len(self.lesson.steps)}" if self.step else "The lesson is over"
        found.prompt = Sentence([Part(self.words())])
        found.log = []
        keep_offers({handle for choice in found.choices for handle in choice.handles}, found.containers)
        return found

    def words(self) -> str:
        """Return what the learner reads: what came of the last step, and what this one asks."""
        before = self.lesson.steps[self.place - 1].said if self.place else ""
        return f"{before} {self.step.say if self.step else self.lesson.ending}".strip()

    def state(self) -> Data:
        """Return how the lesson stands, as every message tells it."""
        asked = self.step is not None
        over = {"text": self.lesson.ending, "winner": LEARNER, "url": f"/learn/{self.lesson.game}/done"}
        return {
            "version": self.version,
            "decision": self.version if asked else None,
            "seat": LEARNER,
            "players": [{"name": name, "kind": kind, "here": True} for name, kind in zip(NAMES, KINDS, strict=True)],
            "awaiting": [LEARNER] if asked else [],
            "undo": False,
            "draw": None,
            "over": None if asked else over,
            "clock": None,
            "mode": "learn",
            "curtain": None,
        }

    def whole(self) -> Data:
        """Return the message that shows everything, made once for each step."""
        if self._whole is None or self._whole["version"] != self.version:
            self._whole = drawing.whole(self.picture, [sentence_html(sentence) for sentence in self.log], self.state())
        return self._whole

    # ---- what is done ----

    def act(self, action: int) -> Data:
        """Carry out what the step asks for and what is played after it; return the message that shows it."""
        self.check(action)
        step, before = self.step, self.picture
        told = [self._play(LEARNER, action)]
        for seat, text in step.then if step is not None else ():
            told.append(self._play(seat, self.match.parse(text)))
        self.place += 1
        self.version += 1
        self.picture = drawing.draw(self.scene())
        told[-1].picture = self.picture
        return drawing.update(before, told, len(self.log), self.state())

    def _play(self, seat: Seat, action: int) -> DrawnStep:
        """Play one action and what chance makes of it; while it is shown nothing is asked."""
        since = len(self.match.told)
        self.match.play(seat, action)
        sentences = self._sentences(since)
        self.log += sentences
        return DrawnStep(seat, sentences, drawing.draw(self._between()))

    def _between(self) -> Scene:
        found = self.match.game.scene(self.match.view(LEARNER))
        found.choices, found.log = [], []
        keep_offers(set(), found.containers)
        return found

    def _sentences(self, since: int) -> list[Sentence]:
        events: list[tuple[int, Event]] = self.match.told[since:]
        return [self.match.game.say_event(event.seen(LEARNER), self.match.players) for _, event in events]


KINDS: Final = ("person", "bot")


def keep_offers(handles: set[str], containers: list[Container]) -> None:
    """Remove the marks that invite a touch from everything but these handles."""
    for container in containers:
        things: list[Container | Piece | Slot] = [container, *container.pieces, *container.slots]
        for thing in things:
            if thing.id not in handles:
                thing.marks = [mark for mark in thing.marks if mark not in OFFERS]
        keep_offers(handles, container.inside)


def played_through(lesson: Lesson) -> Match:
    """Return the match of a lesson after every step was done in the first way it accepts."""
    course = GuidedMatch(lesson)
    while course.step is not None:
        accepted = course.accepted()
        if not accepted:
            legal = [course.match.text(action) for action in course.match.actions(LEARNER)]
            raise BadInput(f"{lesson.game}: step {course.place + 1} accepts nothing that is legal; legal is {legal}")
        course.act(accepted[0])
    return course.match
