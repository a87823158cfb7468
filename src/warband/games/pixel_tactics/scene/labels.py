"""List the choices of a seat: each legal action with its label and the handles that mean it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warband.games.pixel_tactics.documents.notation import LINE_KINDS
from warband.games.pixel_tactics.pack.telling import tell_part
from warband.games.pixel_tactics.programs import codes, frames
from warband.games.pixel_tactics.programs.frames import asking_frame, asking_row
from warband.games.pixel_tactics.rules import board, prices
from warband.games.pixel_tactics.rules.board import Board, find, kind_of
from warband.games.pixel_tactics.rules.figures import CELL_NAMES, ROW_NAMES
from warband.games.pixel_tactics.scene.pieces import handle_of, row_handle
from warband.games.pixel_tactics.scene.prompts import question_keys, say
from warband.kernel.notation import NONE, Deed
from warband.kernel.scene import ATTACKS as ATTACKS_LOOK
from warband.kernel.scene import MOVES, PLACES, SHOOTS, SWAPS
from warband.kernel.seats import Seat

if TYPE_CHECKING:
    from warband.games.pixel_tactics.scene.table import TacticsSceneBuilder

VERB_LOOKS = {
    "attack": ATTACKS_LOOK,
    "shoot": SHOOTS,
    "move": MOVES,
    "switch": SWAPS,
    "recruit": PLACES,
}
TWO_SLOTS = ("move", "switch")
ATTACKS = ("attack", "shoot")


# ---- labels ----


def label(builder: TacticsSceneBuilder, deed: Deed) -> str:
    """Return what the button of an action says."""
    data = {**builder.asked, **label_data(builder, builder.viewer, deed)}
    return say(builder, "labels", label_keys(builder.board, deed), data).plain()


def verb(builder: TacticsSceneBuilder, deed: Deed) -> str:
    """Return what the flag of an action says."""
    b, known = builder.board, builder.words.tables["verbs"]
    if deed.kind == "switch" and b.actions == prices.LONG_COST:
        return known["switch_whole"]
    return next(known[key] for key in label_keys(b, deed) if key in known)


def card_given_away(b: Board, deed: Deed) -> str:
    """Return the card that leaves one's hand for good by an action: an order that is played, a card discarded."""
    if deed.kind == "order":
        return b.rules.ids[deed["card"]]
    row = asking_row(b) if b.question == board.ANSWER and deed.kind == "take" and not is_reacting(b) else None
    discards = row is not None and row[0] == codes.TAKE and row[1] == codes.OWN_HAND and row[2] == codes.TO_DISCARD
    return b.rules.ids[deed["card"]] if discards else ""


def label_keys(b: Board, deed: Deed) -> list[str]:
    """Return the keys of an action's label, the most telling first."""
    if deed.name == "attack_open":
        return ["attack_open"]
    if deed.kind == "order" and b.rules.ongoing[deed["card"]]:
        return ["order_ongoing"]
    if deed.kind == "order" and b.rules.trap[deed["card"]] != NONE:
        return ["order_trap"]
    if deed.kind in LINE_KINDS:
        return [f"{deed.kind}_{line_owner(b, deed)}"]
    if deed.kind in ("choose", "take", "done"):
        return [*[f"{deed.kind}_{key.removeprefix('take_')}" for key in question_keys(b)], deed.kind]
    return [deed.kind]


def line_owner(b: Board, deed: Deed) -> str:
    """Return whose row or column is meant: one's own, the rival's, or that of both units."""
    row = asking_row(b)
    if row is not None and row[2] == 0:
        return "both"
    return "own" if deed["line"] < 3 else "rival"


def label_data(builder: TacticsSceneBuilder, seat: Seat, deed: Deed) -> dict[str, object]:
    """Return the data that a label may name beside those of the question."""
    b = builder.board
    data: dict[str, object] = {"rival": 1 - seat}
    if deed.kind == "pick":
        data["text"] = picked_text(b, deed["number"])
    if deed.kind == "unset":
        traps = b.sides[seat].traps
        data["card"] = b.rules.ids[traps[deed["place"]] >> 2] if deed["place"] < len(traps) else ""
    if deed["card"] != NONE:
        data["card"] = b.rules.ids[deed["card"]]
    if deed.kind == "choose":
        data["piece"] = phrase(builder, slot_of(seat, deed["cell"]))
    if deed["cell"] != NONE:
        data["slot"] = CELL_NAMES[deed["cell"] % 9]
        if deed["card"] == NONE:
            data["card"] = name_at(b, slot_of(seat, deed["cell"]))
    if deed["target"] != NONE:
        unit = seat if deed.kind in TWO_SLOTS else 1 - seat
        data["target"] = CELL_NAMES[deed["target"]]
        data["victim"] = name_at(b, 9 * unit + deed["target"])
    if deed["line"] != NONE:
        data["row"] = ROW_NAMES[deed["line"] % 3]
        data["column"] = deed["line"] % 3 + 1
    return data


def picked_text(b: Board, number: int) -> str:
    """Return what one of the parts of a program does that may be picked now."""
    frame = asking_frame(b)
    rows = b.rules.programs[frame.program] if frame is not None else []
    return tell_part(rows, frame.at, number) if frame is not None else ""


def slot_of(seat: Seat, cell: int) -> int:
    """Return the slot that a cell means for a seat: its own, or from 9 on the rival's."""
    return 9 * seat + cell if cell < 9 else 9 * (1 - seat) + cell - 9


def name_at(b: Board, slot: int) -> str:
    """Return the id of the card in a slot, or nothing."""
    return b.rules.ids[kind_of(b, b.card[slot])] if b.card[slot] != NONE else ""


def phrase(builder: TacticsSceneBuilder, slot: int) -> str:
    """Return how one speaks of whatever lies in a slot: a card, a corpse or the empty slot."""
    b = builder.board
    whose = "own" if slot // 9 == builder.viewer else "rival"
    what = "empty" if b.card[slot] == NONE else "piece"
    if b.sides[slot // 9].corpses >> slot % 9 & 1:
        what = "corpse"
    return builder.word(f"{whose}_{what}", card=name_at(b, slot), slot=CELL_NAMES[slot % 9], side=slot // 9)


# ---- handles ----


def handles(b: Board, seat: Seat, deed: Deed) -> list[str]:
    """Return the handles that a person touches, in order, to mean an action."""
    slot = handle_of(slot_of(seat, deed["cell"])) if deed["cell"] != NONE else ""
    if deed.kind in ("lead", "order", "take"):
        return [card_handle(b, seat, deed)]
    if deed.kind == "recruit":
        return [card_handle(b, seat, deed), slot]
    if deed["target"] != NONE:
        unit = seat if deed.kind in TWO_SLOTS else 1 - seat
        return [slot, handle_of(9 * unit + deed["target"])]
    if deed.kind in LINE_KINDS:
        return [line_handle(seat, deed)]
    if deed.kind == "draw":
        return [f"{seat}/deck"]
    if deed.kind == "unset":
        return [f"{seat}/traps/{deed['place']}"]
    return [slot] if slot else []


def line_handle(seat: Seat, deed: Deed) -> str:
    """Return the handle of a row, or the foremost slot of a column."""
    unit = seat if deed["line"] < 3 else 1 - seat
    return row_handle(unit, deed["line"] % 3) if deed.kind == "row" else handle_of(9 * unit + deed["line"] % 3)


def is_reacting(b: Board) -> bool:
    """Return whether it is asked which reaction comes first."""
    frame = asking_frame(b)
    return b.question == board.ANSWER and frame is not None and frame.step == frames.REACT


def is_springing(b: Board) -> bool:
    """Return whether it is asked whether a trap springs."""
    frame = asking_frame(b)
    return b.question == board.ANSWER and frame is not None and frame.step == frames.TRAP


def card_handle(b: Board, seat: Seat, deed: Deed) -> str:
    """Return the handle of a card where it lies: in a hand, aside, or among those that may be named."""
    name = b.rules.ids[deed["card"]]
    row = asking_row(b) if b.question == board.ANSWER else None
    if deed.kind == "take" and is_reacting(b):
        slot = find(b, seat * b.rules.kinds + deed["card"])
        return handle_of(slot) if slot != NONE else f"{seat}/orders/{name}"
    if deed.kind == "take" and is_springing(b):
        kinds = [entry >> 2 for entry in b.sides[seat].traps]
        if deed["card"] in kinds:
            return f"{seat}/traps/{kinds.index(deed['card'])}"
    if deed.kind == "recruit":
        return f"{seat}/{'discard' if row is not None and row[2] == 1 else 'hand'}/{name}"
    if row is None:
        return f"{seat}/hand/{name}"
    if row[0] in (codes.TAKE, codes.SHOW) and row[1] in (codes.OWN_DISCARD, codes.RIVAL_DISCARD):
        return f"{seat if row[1] == codes.OWN_DISCARD else 1 - seat}/discard/{name}"
    if row[0] == codes.CANCEL:
        return f"{1 - seat}/orders/{name}"
    if row[0] in (codes.TAKE, codes.PLAY) and row[1] == codes.ASIDE:
        return f"{seat}/aside/{name}"
    if row[0] == codes.TAKE and row[1] == codes.RIVAL_HAND:
        return f"{1 - seat}/hand/{name}"
    if row[0] == codes.TAKE and row[1] in (codes.DECK, codes.NAMED_DECK):
        return f"offer/{name}"
    return f"{seat}/hand/{name}"
