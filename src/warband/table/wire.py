"""Read what a client sends, and build what it gets: answers, the whole table, and updates of it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import quote

from warband.kernel.errors import BadInput
from warband.kernel.game import Game
from warband.kernel.plain import Node
from warband.kernel.reasons import Reason
from warband.kernel.scene import Scene, Sentence
from warband.scene import html, spoken
from warband.scene.delta import changes
from warband.scene.drawn import Memory, remembering
from warband.scene.markup import Node as Element

ACT: Final = "act"
UNDO: Final = "undo"
HINT: Final = "hint"
RESIGN: Final = "resign"
OFFER_DRAW: Final = "offer_draw"
ANSWER_DRAW: Final = "answer_draw"
PREVIEW: Final = "preview"
ATTEMPT: Final = "attempt"
GIVE: Final = "bot"
RESUME: Final = "resume"
UNCURTAIN: Final = "uncurtain"

ACCEPTED: Final = "accepted"
REJECTED: Final = "rejected"
RESYNC: Final = "resync"

# What each kind of message holds besides `id`, `table` and `kind`.
FIELDS: Final[dict[str, list[str]]] = {
    ACT: ["decision", "action"],
    UNDO: ["decision"],
    HINT: [],
    RESIGN: [],
    OFFER_DRAW: [],
    ANSWER_DRAW: ["accept"],
    PREVIEW: ["action"],
    ATTEMPT: ["handles"],
    GIVE: ["seat"],
    RESUME: ["have"],
    UNCURTAIN: [],
}
SHARED: Final = ["id", "table", "kind"]
NEVER: Final = -1
MOST: Final = 2**53
MOST_HANDLES: Final = 40

Data = dict[str, object]


@dataclass(frozen=True)
class Message:
    """Hold one message of a client, checked."""

    id: str
    table: str
    kind: str
    decision: int = NEVER
    action: int = NEVER
    accept: bool = False
    handles: tuple[str, ...] = ()
    seat: int = NEVER
    have: int = NEVER


def read_message(text: str, longest_id: int = 64) -> Message:
    """Return the message that a frame holds, or raise BadInput that says what is wrong with it."""
    node = Node(_plain(text), "message")
    given = node.field("id")
    name = given.text() if isinstance(given.value, str) else str(given.integer(0, MOST))
    if not 0 < len(name) <= longest_id:
        raise BadInput(f"message.id: expected 1 to {longest_id} characters")
    kind = node.field("kind").text()
    if kind not in FIELDS:
        raise BadInput(f"message.kind: {kind[:20]!r} is not one of {', '.join(FIELDS)}")
    fields = node.only(SHARED + FIELDS[kind])
    for wanted in FIELDS[kind]:
        node.field(wanted)
    return Message(name, node.field("table").text(), kind, **_values(fields))  # type: ignore[arg-type]


def _plain(text: str) -> object:
    """Return the data of a frame; half a surrogate pair is no text that could be sent back."""
    try:
        data: object = json.loads(text)
        if "\\u" in text:
            json.dumps(data, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise BadInput("message: this is not JSON") from None
    return data


def _values(fields: dict[str, Node]) -> Data:
    """Return the values of the fields that only some kinds have."""
    found: Data = {}
    for name in ("decision", "action", "have"):
        if name in fields:
            found[name] = NEVER if fields[name].value is None else fields[name].integer(NEVER, MOST)
    if "seat" in fields:
        found["seat"] = fields["seat"].integer(0, 1)
    if "accept" in fields:
        found["accept"] = fields["accept"].boolean()
    if "handles" in fields:
        found["handles"] = tuple(fields["handles"].texts()[:MOST_HANDLES])
    return found


# ---- answers ----


def answer(message: str, status: str = ACCEPTED, reason: Data | None = None, **result: object) -> Data:
    """Return the answer to a message."""
    told = {"reason": reason} if reason is not None else {}
    return {"kind": "answer", "id": message, "status": status, **told, **result}


def rejected(message: str, text: str) -> Data:
    """Return the answer that refuses a message for a reason outside the rules."""
    return answer(message, REJECTED, {"text": text, "clause": "", "url": ""})


def reason_data(game: Game, reason: Reason) -> Data:
    """Return why something is not legal: the sentence, the clause, and where the rulebook has it."""
    name, _, short = reason.clause.partition(":")
    edition = game.options.get("edition")
    asked = f"?edition={quote(str(edition))}" if isinstance(edition, str) else ""
    url = f"/rules/{quote(name)}{asked}#{quote(short)}" if short else ""
    return {"code": reason.code, "text": game.say_reason(reason), "clause": reason.clause, "url": url}


def error(text: str) -> Data:
    """Return what is said to a frame that is no message at all."""
    return {"kind": "error", "text": text}


# ---- pictures ----


@dataclass
class Picture:
    """Hold what one viewer sees: the scene and its tree of elements."""

    scene: Scene
    tree: Element


@dataclass
class Told:
    """Hold one thing to be told: who acted (-1: nobody), its sentences, and the picture that follows."""

    seat: int
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


def update(before: Picture, told: list[Told], lines: int, state: Data) -> Data:
    """Return the message that leads from one picture to the next, step by step; `lines` is the length of the log."""
    steps: list[Data] = []
    for one in told:
        steps += steps_of(before, one)
        before = one.picture
    return {"kind": "update", "steps": steps, "lines": lines, **state, **asked(before.scene, state)}


def steps_of(before: Picture, told: Told) -> list[Data]:
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
    told["choices"] = html.compact(scene.choices) if state.get("decision") is not None else []
    return told


def pack(message: Data) -> str:
    """Return a message as text."""
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False)
