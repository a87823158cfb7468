"""Set the stage for a scene: the board of a view, who looks at it, and the words."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from warband.games.pixel_tactics import board
from warband.games.pixel_tactics.board import Board
from warband.games.pixel_tactics.fate import doomed_slots
from warband.games.pixel_tactics.moment import read_pending, read_stack
from warband.games.pixel_tactics.pack import Card
from warband.games.pixel_tactics.position import (
    SEEN_FIELDS,
    Cards,
    copy_leaders_where_they_lead,
    read_open_seat,
    read_table,
    seat_nodes,
)
from warband.games.pixel_tactics.rules import NONE
from warband.games.pixel_tactics.state import Tactics, begin
from warband.kernel.game import players_of, viewer_of
from warband.kernel.plain import Node

if TYPE_CHECKING:
    from warband.games.pixel_tactics.game import PixelTactics


class Stage:
    """Hold a game, the board of a view and who looks at it, for the words of a scene."""

    def __init__(self, game: PixelTactics, table: Board, viewer: int, players: list[str]) -> None:
        self.game = game
        self.board = table
        self.viewer = viewer
        self.near = viewer if viewer in (0, 1) else 0
        self.players = players
        self.words = game.words
        self.rules = game.rules
        self.cards = game.pack.cards

    @cached_property
    def doomed(self) -> list[int]:
        """Return the slots of those who fall when the wave ends, as things stand."""
        return doomed_slots(self.board)

    def word(self, key: str, **data: object) -> str:
        """Return a short text of the scene."""
        return self.words.say("texts", key, data, self.players).plain()

    def named(self, key: str, seat: int) -> str:
        """Return what a thing of a seat is called: `Your hand`, `Red's hand`."""
        return self.word(f"own_{key}" if seat == self.viewer else f"{key}_of", seat=seat)

    def figure(self, key: str) -> str:
        """Return the label of a figure."""
        return self.words.name("figure", key)

    def card(self, name: str) -> Card:
        """Return the card of an id."""
        return self.cards[self.rules.ids.index(name)]


def stage_of(game: PixelTactics, view: dict[str, object]) -> Stage:
    """Return the board of a view with whoever looks at it."""
    return Stage(game, table_of(game, view), viewer_of(view), players_of(view))


def table_of(game: PixelTactics, view: dict[str, object]) -> Board:
    """Return the board of a view: an imagined one for a seat, what lies open for everybody else."""
    if viewer_of(view) not in (0, 1):
        return open_board(game, Node(view, "view"))
    state = game.world(view)
    if not isinstance(state, Tactics):
        raise TypeError("not a state of this game")
    return state


def open_board(game: PixelTactics, node: Node) -> Board:
    """Return a board with all that lies open and nothing else."""
    b = begin(game.rules)
    cards = Cards(b)
    read_table(b, node)
    for seat, table in enumerate(seat_nodes(node, SEEN_FIELDS)):
        read_open_seat(b, cards, table, seat)
    copy_leaders_where_they_lead(b)
    read_stack(b, node)
    read_pending(b, node)
    b.question = node.field("question").one_of(board.QUESTION_NAMES)
    asked = node.field("asked").value
    b.asked = asked if isinstance(asked, int) else NONE
    return b
