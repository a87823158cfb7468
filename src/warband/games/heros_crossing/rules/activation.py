"""Say which Fronts may be activated now: those of the open columns, once a round (ACT-3, ACT-9)."""

from __future__ import annotations

from warband.games.heros_crossing.rules.board import Board
from warband.games.heros_crossing.rules.reasons import ACTIVATED, CLOSED
from warband.kernel.reasons import LEGAL
from warband.kernel.seats import Seat


def refuse_activation(b: Board, seat: Seat, front: int) -> int:
    """Return why a Front cannot be activated: its column is closed, or it was its turn already this round."""
    if b.activated[3 * seat + front] == 0:
        return LEGAL
    return ACTIVATED if front < b.rules.columns else CLOSED
