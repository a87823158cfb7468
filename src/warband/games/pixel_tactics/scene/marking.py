"""Mark what may act and what may be chosen, what acts now, and what was chosen so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.traits import keyword_cells
from warband.games.pixel_tactics.rules import board
from warband.games.pixel_tactics.rules.attack import ranged_cells
from warband.games.pixel_tactics.rules.board import kind_of
from warband.games.pixel_tactics.rules.figures import BEFORE, CELL_NAMES, CELLS
from warband.games.pixel_tactics.scene import prompts
from warband.games.pixel_tactics.scene.pieces import handle_of
from warband.kernel.scene import Container, Piece, Scene, Slot

if TYPE_CHECKING:
    from warband.games.pixel_tactics.scene.table import TacticsSceneBuilder

ACTS = ("attack", "shoot", "power")


def mark(scene: Scene, builder: TacticsSceneBuilder) -> None:
    """Put all marks that depend on what is asked onto pieces, slots and rows."""
    b = builder.board
    marked = things(scene.containers)
    if b.question == board.TURN:
        mark_turn(scene, builder, marked)
    else:
        mark_answers(scene, builder, marked)
    for slot in prompts.acting_slots(b):
        thing = marked[handle_of(slot)]
        thing.marks = [*(word for word in thing.marks if word != "done"), "active"]
    for slot in prompts.aimed_slots(b):
        add(marked, handle_of(slot), "aimed")
    note_chosen(builder, marked)


def things(containers: list[Container]) -> dict[str, Piece | Slot | Container]:
    """Return whatever is marked for each handle: the piece that stands on a slot, or the slot itself."""
    marked: dict[str, Piece | Slot | Container] = {}
    for container in containers:
        marked.update(things(container.inside))
        marked[container.id] = container
        standing = {piece.at: piece for piece in container.pieces if piece.at is not None}
        marked.update({piece.id: piece for piece in container.pieces})
        marked.update({slot.id: standing.get(slot.at, slot) if slot.at else slot for slot in container.slots})
    return marked


def add(marked: dict[str, Piece | Slot | Container], handle: str, word: str) -> None:
    """Put a mark on what a handle means, once."""
    thing = marked.get(handle)
    if thing is not None and word not in thing.marks:
        thing.marks.append(word)


def mark_turn(scene: Scene, builder: TacticsSceneBuilder, marked: dict[str, Piece | Slot | Container]) -> None:
    """Mark the heroes and cards that may act, the slots open to recruits, and who is shielded from ranged attacks."""
    shoots = False
    for choice in scene.choices:
        kind = builder.rules.notation.decode(choice.action).kind
        shoots = shoots or kind == "shoot"
        if kind in ACTS or kind in ("recruit", "order", "clear"):
            add(marked, choice.handles[0], "may_act")
        if kind == "recruit":
            add(marked, choice.handles[1], "may_act")
    if shoots:
        rival = 1 - builder.viewer
        shielded = builder.board.sides[rival].alive & ~ranged_cells(builder.board, rival)
        for cell in CELLS[shielded]:
            shield(builder, marked, 9 * rival + cell)


def shield(builder: TacticsSceneBuilder, marked: dict[str, Piece | Slot | Container], slot: int) -> None:
    """Mark a piece as shielded, and say behind whom."""
    add(marked, handle_of(slot), "shielded")
    b = builder.board
    guards = keyword_cells(b, slot // 9, codes.INTERCEPT_SHIFT) & BEFORE[slot % 9]
    thing = marked.get(handle_of(slot))
    if isinstance(thing, Piece) and guards and thing.marks == ["shielded"]:
        guard = 9 * (slot // 9) + CELLS[guards][-1]
        thing.said = builder.word("behind", card=builder.rules.ids[kind_of(b, b.card[guard])])


def mark_answers(scene: Scene, builder: TacticsSceneBuilder, marked: dict[str, Piece | Slot | Container]) -> None:
    """Mark what may be chosen: cards may act, slots and what stands in them are targets."""
    for choice in scene.choices:
        if not choice.handles:
            continue
        deed = builder.rules.notation.decode(choice.action)
        add(marked, choice.handles[0], "may_act" if deed["card"] >= 0 or deed.kind in ACTS else "target")
        if len(choice.handles) > 1:
            add(marked, choice.handles[1], "target")


def note_chosen(builder: TacticsSceneBuilder, marked: dict[str, Piece | Slot | Container]) -> None:
    """Mark what the card that asks has been told so far: slots with their points, new places."""
    slots = prompts.chosen_slots(builder.board)
    for slot in dict.fromkeys(slots):
        thing = marked[handle_of(slot)]
        thing.marks.append("selected")
        if isinstance(thing, Piece) and slots.count(slot) > 1:
            thing.badges.append(builder.word("points", count=slots.count(slot)))
    for slot, place in prompts.new_places(builder.board).items():
        thing = marked[handle_of(slot)]
        if isinstance(thing, Piece):
            thing.badges.append(builder.word("goes_to", slot=CELL_NAMES[place % 9]))
