"""Recruit heroes from the hand."""

from __future__ import annotations

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.rules.board import FRESH, Board, bits_of, piece_data, stand
from warband.games.pixel_tactics.rules.reactions import queue_of, queue_trigger
from warband.games.pixel_tactics.rules.traps import queue_trap
from warband.games.pixel_tactics.rules.zones import leave_hand
from warband.kernel.events import Event


def recruit(b: Board, slot: int, kind: int, sink: list[Event] | None) -> None:
    """Put a hero from the hand, or the discard pile (ZON-2), into an empty slot; it may not act this turn (ACT-4)."""
    seat = slot // 9
    b.sides[seat].discard &= ~(1 << kind)
    hidden = not b.sides[seat].shown >> kind & 1
    leave_hand(b.sides[seat], kind)
    card = seat * b.rules.kinds + kind
    stand(b, slot, card, FRESH)
    if sink is not None:
        sink.append(Event("recruit", {**piece_data(b, slot), "seat": seat}, reveals=hidden))
    queue_trigger(b, seat, codes.WHEN_RECRUITED, card)
    if b.rules.rich:
        queue_of(b, slot, codes.THIS_ENTERS, card)
        if seat == b.seat:
            queue_trap(b, 1 - seat, codes.HAS_RECRUITED, card)


def recruit_options(b: Board, held: int, cells: int) -> list[int]:
    """Return the actions that put a card of the hand or the discard pile into one of some empty cells."""
    actions: list[int] = []
    for kind in bits_of(held):
        actions.extend(b.rules.recruit_fans[512 * kind + cells])
    return actions
