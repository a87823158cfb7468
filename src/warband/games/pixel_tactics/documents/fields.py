"""The fields of a position that stand in documents: one table for views, positions and restoring.

`Board.take_over`, `Side.copy` and `Frame.copy` copy the same attributes one by one, which is
many times faster; a test holds them against the tables. Units and cards are written in view.py, read in position.py.
"""

from __future__ import annotations

from typing import Final

from warband.games.pixel_tactics.programs.codes import EVENTS, TRIGGERS
from warband.games.pixel_tactics.programs.frames import PROGRAM, STEP_NAMES
from warband.games.pixel_tactics.rules.board import FLAG_NAMES, QUESTION_NAMES, Board, Frame
from warband.games.pixel_tactics.rules.figures import MOST_CARDS, ROLE_NAMES, ROW_NAMES
from warband.games.pixel_tactics.rules.flow import WHY_NAMES
from warband.games.pixel_tactics.rules.reactions import TRAP_ASKED, WIDTH
from warband.games.pixel_tactics.rules.side import Side
from warband.games.pixel_tactics.rules.turn import ENDED
from warband.kernel.documents import (
    VIEW_ONLY,
    DocumentField,
    NumbersField,
    TruthField,
    WordField,
    field_names,
    read_fields,
    write_changes,
)
from warband.kernel.notation import NONE
from warband.kernel.seats import NOBODY, ONGOING
from warband.kernel.validation import Node

MOST_DAMAGE: Final = 999_999
MOST_COUNT: Final = 99
MOST_AMOUNT: Final = 99_999
MOST_FRAMES: Final = 60
MOST_MARKS: Final = 60
MOST_CARD: Final = 2 * MOST_CARDS - 1

LAST_CAUSE: Final = TRIGGERS + EVENTS

# ---- what is in progress ----

FRAME: Final[list[DocumentField[Frame]]] = [
    DocumentField("me", NONE, MOST_CARD),
    DocumentField("target", NONE, MOST_CARD),
    DocumentField("card", NONE, MOST_CARD),
    DocumentField("at", 0, 2_000),
    DocumentField("index", 0, MOST_MARKS),
    DocumentField("amount", 0, MOST_AMOUNT),
    DocumentField("mode", 0, 8),
    DocumentField("chain", 0, (1 << MOST_CARD + 1) - 1),
    DocumentField("roll", 0, MOST_COUNT),
    DocumentField("done", 0, MOST_AMOUNT),
    NumbersField("marks", 0, 17),
]
FRAME_NAMES: Final = ["step", "seat", "program", *field_names(FRAME)]
# Documents leave out of a frame what is as at its beginning.
BEGINNING: Final = Frame(PROGRAM, 0, NONE)


def program_name(b: Board, program: int) -> str:
    """Return the card and role that a program belongs to, and its number."""
    index = b.rules.program_roles[program]
    kinds = b.rules.kinds
    return f"{b.rules.ids[index % kinds]} {ROLE_NAMES[index // kinds]} {program}"


def write_frame(b: Board, frame: Frame) -> dict[str, object]:
    """Return a frame, leaving out what is as at its beginning; everything in a frame is open."""
    head: dict[str, object] = {"step": STEP_NAMES[frame.step], "seat": frame.seat}
    if frame.program != NONE:
        head["program"] = program_name(b, frame.program)
    return head | write_changes(FRAME, frame, BEGINNING)


def read_frame(b: Board, node: Node) -> Frame:
    """Return the frame that a document gives."""
    nodes = node.only(FRAME_NAMES)
    frame = Frame(node.field("step").one_of(STEP_NAMES), node.field("seat").integer(0, 1), NONE)
    read_fields(FRAME, frame, nodes)
    cards = 2 * b.rules.kinds
    for name, most in (("me", cards - 1), ("target", cards - 1), ("card", cards - 1), ("chain", (1 << cards) - 1)):
        if name in nodes:
            nodes[name].integer(NONE, most)
    if frame.step == PROGRAM:
        names = [program_name(b, number) for number in range(len(b.rules.programs))]
        frame.program = node.field("program").one_of(names)
    elif "program" in nodes:
        raise nodes["program"].wrong("only a program has one")
    return frame


class StackField(DocumentField[Board]):
    """The frames in progress, the lowest first."""

    def write(self, state: Board) -> object:
        """Return the frames."""
        return [write_frame(state, frame) for frame in state.stack]

    def read(self, state: Board, node: Node) -> None:
        """Set the frames that a document gives."""
        items = node.items()
        if len(items) > MOST_FRAMES:
            raise node.wrong(f"{len(items)} steps in progress; at most {MOST_FRAMES} are possible")
        state.stack = [read_frame(state, item) for item in items]


class PendingField(DocumentField[Board]):
    """The reactions that wait, five numbers each."""

    def write(self, state: Board) -> object:
        """Return the numbers of each reaction."""
        return [state.pending[place : place + WIDTH] for place in range(0, len(state.pending), WIDTH)]

    def read(self, state: Board, node: Node) -> None:
        """Set the reactions that a document gives."""
        state.pending = []
        for item in node.items():
            state.pending.extend(read_reaction(state, item))


def read_reaction(b: Board, node: Node) -> list[int]:
    """Return a reaction that waits."""
    entry = node.integers(TRAP_ASKED, MOST_AMOUNT)
    if len(entry) != WIDTH or not (
        0 <= entry[0] < LAST_CAUSE and entry[1] < len(b.rules.programs) and 0 <= entry[2] <= 1
    ):
        raise node.wrong("a reaction is trigger, program, seat, card and other card")
    if not (NONE <= entry[3] < 2 * b.rules.kinds and entry[4] >= NONE) or entry[1] == NONE:
        raise node.wrong("a reaction is of a card there is")
    return entry


# ---- the table ----


class CappedField(DocumentField[Board]):
    """The fight or the round, up to the last one that the options allow."""

    def read_value(self, state: Board, node: Node) -> int:
        """Return a number that the options allow."""
        edition = state.rules.edition
        last_fight = 1 if edition.series == 1 else edition.fight_cap
        return node.integer(self.low, last_fight if self.name == "fight" else edition.round_cap)


QUESTION: Final[list[DocumentField[Board]]] = [
    WordField("question", QUESTION_NAMES),
    DocumentField("asked", 0, 1, NONE),
]
TABLE: Final[list[DocumentField[Board]]] = [
    CappedField("fight", 1),
    CappedField("round"),
    WordField("wave", ROW_NAMES),
    DocumentField("first", 0, 1, NONE),
    DocumentField("opener", 0, 1, NONE),
    DocumentField("seat", 0, 1, NONE),
    DocumentField("actions", ENDED, MOST_COUNT),
    DocumentField("order_actions", 0, MOST_COUNT),
    DocumentField("orders", 0, MOST_COUNT),
    DocumentField("taken", 0, MOST_DAMAGE),
    DocumentField("redraws", 0, MOST_COUNT),
    TruthField("stirred"),
    DocumentField("winner", NOBODY, 1, ONGOING),
    WordField("why", WHY_NAMES),
    StackField("stack"),
    PendingField("pending"),
    DocumentField("reactions", 0, MOST_COUNT),
]
# What most packs never have; documents leave it out where it is empty.
SPENT: Final[list[DocumentField[Board]]] = [NumbersField("spent", 0, MOST_AMOUNT)]
SIDE: Final[list[DocumentField[Side]]] = [
    DocumentField("trophies", 0, MOST_COUNT),
    DocumentField("dealt", 0, MOST_DAMAGE),
    DocumentField("counters", 0, MOST_DAMAGE),
    DocumentField("hindered", 0, MOST_DAMAGE),
    TruthField("avenging"),
]

TABLE_NAMES: Final = ["game", *field_names(QUESTION), *field_names(TABLE), *field_names(SPENT), "seats"]
VIEW_NAMES: Final = [*TABLE_NAMES, *VIEW_ONLY]
# In the order in which they are written; `leader` is short for the card in F2 of a unit.
COUNT_NAMES: Final = ["trophies", "gone", "dealt", "leads", "leader", "counters", "hindered", "avenging"]
OPEN_SEAT_NAMES: Final = [*COUNT_NAMES, "unit", "orders", "discard", "exiled", "shown", "buried"]
SEAT_NAMES: Final = [*OPEN_SEAT_NAMES, "hand", "aside", "known", "deck", "top", "bottom", "traps", "choice"]
SEEN_NAMES: Final = [*SEAT_NAMES, "deck_size", "hand_size", "aside_size", "known_aside", "certain"]
PIECE_NAMES: Final = ["card", "owner", "corpse", "life", "damage", "bonus", "statuses", *FLAG_NAMES]
