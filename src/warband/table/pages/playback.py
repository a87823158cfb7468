"""A match step by step, as a seat or the public saw it, or with everything once it is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from warband.kernel.errors import BadInput
from warband.kernel.events import Event
from warband.kernel.game import Game, Result, State
from warband.kernel.match import Match
from warband.kernel.record import Record
from warband.kernel.scene import Part, Scene, Sentence
from warband.kernel.seats import ALL, PUBLIC
from warband.kernel.verify import replay_steps
from warband.kernel.views import View, Viewer

EYES: Final = {"0": 0, "1": 1, "public": PUBLIC, "all": ALL}


@dataclass(frozen=True)
class Frame:
    """The match as it stood at one ply, and how many events there were by then."""

    ply: int
    state: State
    players: tuple[str, ...]
    events: int
    ending: Result | None


class Playback:
    """Every ply of a match, ready to be shown."""

    def __init__(self, record: Record, game: Game) -> None:
        self.record = record
        self.game = game
        self.frames: list[Frame] = []
        self.event_log: list[tuple[int, Event]] = []
        for match in replay_steps(record, game):
            self._keep(match)

    def _keep(self, match: Match) -> None:
        """Add the match as it stands; one choice of a joint decision is no step of its own."""
        self.event_log = match.event_log
        if not self.frames or match.ply > self.frames[-1].ply:
            frame = Frame(match.ply, match.state.copy(), tuple(match.players), len(match.event_log), match.ending)
            self.frames.append(frame)

    @property
    def over(self) -> bool:
        """Return whether the match is over."""
        return self.record.result is not None

    def steps(self) -> int:
        """Return the number of the last step; the first is 0."""
        return len(self.frames) - 1

    def steps_before(self, ply: int) -> int:
        """Return the last step that stands before a ply is played."""
        return max(step for step, frame in enumerate(self.frames) if frame.ply <= ply)

    def view(self, step: int, viewer: Viewer) -> View:
        """Return what a viewer may know at a step; everything is shown only once the match is over."""
        if viewer == ALL and not self.over:
            raise BadInput("Everything is shown only once the match is over.")
        frame = self.frames[step]
        view = frame.state.view(viewer)
        view["players"] = list(frame.players)
        if frame.ending is not None:
            view["awaiting"] = []
            view["ending"] = {"winner": frame.ending.winner, "why": frame.ending.why}
        return view

    def said(self, step: int, viewer: Viewer) -> list[Sentence]:
        """Return the sentences of one step."""
        first = self.frames[step - 1].events if step else 0
        return self._sentences(first, step, viewer)

    def log(self, step: int, viewer: Viewer) -> list[Sentence]:
        """Return the sentences of everything up to a step."""
        return self._sentences(0, step, viewer)

    def _sentences(self, first: int, step: int, viewer: Viewer) -> list[Sentence]:
        frame = self.frames[step]
        events = [event.seen(viewer) for _, event in self.event_log[first : frame.events]]
        return [self.game.say_event(event, list(frame.players)) for event in events]

    def scene(self, step: int, viewer: Viewer) -> Scene:
        """Return what a viewer saw at a step, with what had just happened instead of a question."""
        scene = self.game.scene(self.view(step, viewer))
        scene.choices = []
        scene.prompt = joined(self.said(step, viewer))
        scene.log = self.log(step, viewer)
        return scene

    def story(self, viewer: Viewer) -> list[tuple[int, str]]:
        """Return every step that tells something, with what it tells."""
        lines = [(step, joined(self.said(step, viewer)).plain()) for step in range(len(self.frames))]
        return [(step, text) for step, text in lines if text]


def joined(sentences: list[Sentence]) -> Sentence:
    """Return several sentences as one run."""
    parts: list[Part] = []
    for sentence in sentences:
        parts += ([Part(" ")] if parts else []) + sentence.parts
    return Sentence(parts)


def may_look(eyes: str, over: bool, seats: tuple[int, ...]) -> bool:
    """Return whether somebody in these seats may see this view: every view once the match is over."""
    return over or eyes == "public" or (eyes in ("0", "1") and int(eyes) in seats)


def usual_eyes(over: bool, seats: tuple[int, ...]) -> str:
    """Return the view a replay opens with: one's own, everything at a finished match of others, or the public one."""
    if len(seats) == 1:
        return str(seats[0])
    return "all" if over else "public"
