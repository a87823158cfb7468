"""The figures of a position that stand in documents as they are: one table for views, positions and restoring.

`Board.take_over` copies the same attributes one by one, which is many times faster; a test
holds them against the table. Cards, Fronts and drafts are written in view.py and read in position.py.
"""

from __future__ import annotations

from typing import Final

from warband.games.heros_crossing.rules.board import PHASE_NAMES, Board
from warband.games.heros_crossing.rules.figures import FRONT_NAMES, SOLDIER_NAMES
from warband.kernel.documents import VIEW_ONLY, CountsField, DocumentField, WordField, field_names
from warband.kernel.notation import NONE
from warband.kernel.seats import NOBODY, ONGOING
from warband.kernel.validation import Node


class RoundField(DocumentField[Board]):
    """The round, up to the last one."""

    def read_value(self, state: Board, node: Node) -> int:
        """Return a round that the options allow."""
        return node.integer(0, state.rules.rounds)


class LastField(DocumentField[Board]):
    """The soldier and column, or the card, that the next one may not come before."""

    def read_value(self, state: Board, node: Node) -> int:
        """Return a number that a soldier or a card of the pack can have."""
        return node.integer(0, max(12, state.rules.kinds))


TABLE: Final[list[DocumentField[Board]]] = [
    WordField("phase", PHASE_NAMES),
    RoundField("round"),
    DocumentField("first", 0, 1, NONE),
    DocumentField("seat", 0, 1, NONE),
    DocumentField("winner", NOBODY, 1, ONGOING),
]
ACTION: Final[list[DocumentField[Board]]] = [
    WordField("front", FRONT_NAMES, NONE),
    WordField("target", FRONT_NAMES, NONE),
    DocumentField("power"),
    DocumentField("limit"),
    DocumentField("level", 0, 3),
    LastField("last", none=NONE),
    DocumentField("weapons"),
    DocumentField("magics"),
    CountsField("temporary", SOLDIER_NAMES, 9),
]

TABLE_NAMES: Final = ["game", *field_names(TABLE), "supply", "discards", "stacks", "action", "seats"]
VIEW_NAMES: Final = [*TABLE_NAMES, *VIEW_ONLY]
ACTION_NAMES: Final = field_names(ACTION)
CARD_NAMES: Final = ["hand", "hand_levels", "remembered", "known", "reserve", "reserve_level", "draft"]
SEAT_NAMES: Final = ["health", *FRONT_NAMES, *CARD_NAMES]
