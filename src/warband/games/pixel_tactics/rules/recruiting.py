"""Recruit heroes from the hand."""

from __future__ import annotations

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.rules.board import FRESH, Board, bits_of, piece_data, stand
from warband.games.pixel_tactics.rules.reactions import queue_trigger
from warband.games.pixel_tactics.rules.zones import leave_hand
from warband.kernel.events import Event
from warband.kernel.seats import Seat


def recruit(b: Board, slot: int, kind: int, sink: list[Event] | None) -> None:
    """Put a hero from the hand into an empty slot; it may not act of itself this turn (ACT-4, ACT-5)."""
    seat = slot // 9
    hidden = not b.sides[seat].shown >> kind & 1
    leave_hand(b.sides[seat], kind)
    card = seat * b.rules.kinds + kind
    stand(b, slot, card, FRESH)
    if sink is not None:
        sink.append(Event("recruit", {**piece_data(b, slot), "seat": seat}, reveals=hidden))
    queue_trigger(b, seat, codes.WHEN_RECRUITED, card)


def recruit_options(b: Board, seat: Seat, cells: int) -> list[int]:
    """Return the actions that put a card of the hand into one of some empty cells."""
    actions: list[int] = []
    for kind in bits_of(b.sides[seat].hand):
        actions.extend(b.rules.recruit_fans[512 * kind + cells])
    return actions
