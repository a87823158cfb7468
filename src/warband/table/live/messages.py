"""Read the messages of a client, and build the answers to them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from warband.kernel.errors import BadInput
from warband.kernel.game import Game
from warband.kernel.reasons import Reason
from warband.kernel.seats import Seat
from warband.kernel.validation import Node

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
    """One message of a client, checked."""

    id: str
    table: str
    kind: str
    decision: int = NEVER
    action: int = NEVER
    accept: bool = False
    handles: tuple[str, ...] = ()
    seat: Seat = NEVER
    have: int = NEVER


def read_message(text: str, longest_id: int = 64) -> Message:
    """Return the message that a frame holds, or raise BadInput that says what is wrong with it."""
    node = Node(_plain(text), "message")
    id_node = node.field("id")
    name = id_node.text() if isinstance(id_node.value, str) else str(id_node.integer(0, MOST))
    if not 0 < len(name) <= longest_id:
        raise BadInput(f"message.id: expected 1 to {longest_id} characters")
    if not name.isprintable():
        # Some databases cannot keep them.
        raise BadInput("message.id: control characters have no place in it")
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
    values: Data = {}
    for name in ("decision", "action", "have"):
        if name in fields:
            values[name] = NEVER if fields[name].value is None else fields[name].integer(NEVER, MOST)
    if "seat" in fields:
        values["seat"] = fields["seat"].integer(0, 1)
    if "accept" in fields:
        values["accept"] = fields["accept"].boolean()
    if "handles" in fields:
        values["handles"] = tuple(fields["handles"].texts()[:MOST_HANDLES])
    return values


# ---- answers ----


def answer(message: str, status: str = ACCEPTED, reason: Data | None = None, **result: object) -> Data:
    """Return the answer to a message."""
    why = {"reason": reason} if reason is not None else {}
    return {"kind": "answer", "id": message, "status": status, **why, **result}


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
    """Return the answer to a frame that is no message."""
    return {"kind": "error", "text": text}


def pack(message: Data) -> str:
    """Return a message as text."""
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False)
