"""Draw scenes, and build the messages that show them: the whole table, and updates of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from warband.kernel.game import Game
from warband.kernel.scene import Scene, Sentence
from warband.kernel.seats import Seat
from warband.kernel.views import View
from warband.scene import html, spoken
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
class DrawnStep:
    """One step of an update: who acted (-1: nobody), its sentences, and the picture after it."""

    seat: Seat
    sentences: list[Sentence]
    picture: Picture
    said: list[str] = field(default_factory=list)


def draw(scene: Scene, memory: Memory | None = None) -> Picture:
    """Draw a scene; with the memory of the same viewer's last pictures, what has not changed is not drawn anew."""
    with remembering(memory or Memory(), scene):
        return Picture(scene, html.tree(scene))


def whole(picture: Picture, log: list[str], state: Data) -> Data:
    """Return the message that shows everything: the picture, the log so far as lines of HTML, and how it stands."""
    return {"kind": "whole", "html": str(picture.tree), "log": log, **state, **asked(picture.scene, state)}


def update(before: Picture, told: list[DrawnStep], lines: int, state: Data) -> Data:
    """Return the message that leads from one picture to the next, step by step; `lines` is the length of the log."""
    steps: list[Data] = []
    for one in told:
        steps += steps_of(before, one)
        before = one.picture
    return update_of(before, steps, lines, state)


def update_of(picture: Picture, steps: list[Data], lines: int, state: Data) -> Data:
    """Return the message that leads to a picture by these steps; `lines` is the length of the log."""
    return {"kind": "update", "steps": steps, "lines": lines, **state, **asked(picture.scene, state)}


def steps_of(before: Picture, told: DrawnStep) -> list[Data]:
    """Return one step for each sentence; the changes come with the last."""
    found = changes(before.tree, told.picture.tree) if told.picture is not before else []
    sentences = told.sentences or [Sentence()]
    lines = [html.sentence_html(sentence) for sentence in sentences]
    steps: list[Data] = [{"seat": told.seat, "sentence": line, "spoken": "", "changes": []} for line in lines]
    steps[-1]["changes"] = found
    steps[-1]["spoken"] = spoken.announce(before.scene, told.picture.scene, told.sentences)
    return steps


def asked(scene: Scene, state: Data) -> Data:
    """Return what is asked of the viewer, if anything: heading, prompt and choices."""
    told: Data = {"heading": scene.heading, "prompt": html.sentence_html(scene.prompt)}
    choices = scene.choices if state.get("decision") is not None else []
    told["choices"], told["verbs"] = html.compact(choices), html.verbs(choices)
    return told


def preview(game: Game, view: View, action: int) -> Data:
    """Return what would follow an action: its label, what it costs, what is certain, and the effects to draw.

    `asks` says whether a table asks before it is done, `over` whether the match ends with it.
    """
    cost, said = game.cost(view, action)
    return {
        "label": labels(game.scene(view)).get(action, ""),
        "costs": html.sentence_html(said),
        "asks": cost.asks(),
        "over": cost.result is not None,
        "preview": [html.sentence_html(sentence) for sentence in game.preview(view, action)],
        "effects": html.effects_data(game.effects(view, action)),
    }


def labels(scene: Scene) -> dict[int, str]:
    """Return what each choice of a scene is called, by action."""
    return {choice.action: choice.label for choice in scene.choices}
