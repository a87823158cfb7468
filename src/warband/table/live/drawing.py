"""Draw scenes, and build the messages that show them: the whole table, and updates of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from warband.kernel.game import Game
from warband.kernel.scene import Scene, Sentence
from warband.kernel.seats import NOBODY, Seat
from warband.kernel.views import View
from warband.scene import html, html_odds, html_pieces, spoken
from warband.scene.delta import changes
from warband.scene.drawn import Memory, remembering
from warband.scene.markup import Element
from warband.table.live.messages import Data


@dataclass
class Picture:
    """What one viewer sees: the scene and its tree of elements."""

    scene: Scene
    tree: Element


@dataclass
class LogLine:
    """One event as a page tells it: its sentence (empty for bookkeeping), whose it is, and what is seen to move."""

    sentence: Sentence = field(default_factory=Sentence)
    side: int = NOBODY
    motion: list[str] = field(default_factory=list)

    def html(self) -> str:
        """Return the line of the log as HTML, the shape of its side first; empty where nothing is told."""
        if not self.sentence.parts:
            return ""
        shape = html_pieces.side_icon(self.side)
        return f"{shape or ''}{html.sentence_html(self.sentence)}"


@dataclass
class DrawnStep:
    """One step of an update: who acted (-1: nobody), its events, and the picture after it."""

    seat: Seat
    lines: list[LogLine]
    picture: Picture


def draw(scene: Scene, memory: Memory | None = None) -> Picture:
    """Draw a scene; with the memory of the same viewer's last pictures, what has not changed is not drawn anew."""
    with remembering(memory or Memory(), scene):
        return Picture(scene, html.tree(scene))


def whole(picture: Picture, log: list[str], state: Data) -> Data:
    """Return the message that shows everything: the picture, the log so far as lines of HTML, and how it stands."""
    return {"kind": "whole", "html": str(picture.tree), "log": log, **state, **asked(picture.scene, state)}


def update(before: Picture, drawn: list[DrawnStep], lines: int, state: Data) -> Data:
    """Return the message that leads from one picture to the next, step by step; `lines` is the length of the log."""
    steps: list[Data] = []
    for one in drawn:
        steps += steps_of(before, one)
        before = one.picture
    return update_of(before, steps, lines, state)


def update_of(picture: Picture, steps: list[Data], lines: int, state: Data) -> Data:
    """Return the message that leads to a picture by these steps; `lines` is the length of the log."""
    return {"kind": "update", "steps": steps, "lines": lines, **state, **asked(picture.scene, state)}


def steps_of(before: Picture, drawn: DrawnStep) -> list[Data]:
    """Return one step for each event; the changes come with the last."""
    changed = changes(before.tree, drawn.picture.tree) if drawn.picture is not before else []
    steps: list[Data] = [
        {"seat": drawn.seat, "sentence": line.html(), "spoken": "", "changes": [], "motion": line.motion}
        for line in drawn.lines or [LogLine()]
    ]
    sentences = [line.sentence for line in drawn.lines if line.sentence.parts]
    steps[-1]["changes"] = changed
    steps[-1]["spoken"] = spoken.announce(before.scene, drawn.picture.scene, sentences)
    return steps


def asked(scene: Scene, state: Data) -> Data:
    """Return what is asked of the viewer, if anything: heading, prompt and choices."""
    question: Data = {"heading": scene.heading, "prompt": html.sentence_html(scene.prompt)}
    choices = scene.choices if state.get("decision") is not None else []
    question["choices"], question["verbs"] = html.compact(choices), html.verbs(choices)
    return question


def preview(game: Game, view: View, action: int) -> Data:
    """Return what would follow an action: its label, what it costs, what is certain, odds and effects to draw.

    `asks` says whether a table asks before it is done, `over` whether the match ends with it.
    """
    cost, said = game.cost(view, action)
    return {
        "label": labels(game.scene(view)).get(action, ""),
        "costs": html.sentence_html(said),
        "asks": cost.asks(),
        "over": cost.result is not None,
        "preview": [html.sentence_html(sentence) for sentence in game.preview(view, action)],
        "odds": "".join(map(str, html_odds.odds_nodes(game.odds(view, action)))),
        "effects": html.effects_data(game.effects(view, action)),
    }


def labels(scene: Scene) -> dict[int, str]:
    """Return what each choice of a scene is called, by action."""
    return {choice.action: choice.label for choice in scene.choices}
