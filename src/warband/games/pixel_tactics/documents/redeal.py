"""Deal anew what one seat cannot see of the other: the quick way to a further imagined world."""

from __future__ import annotations

from warband.games.pixel_tactics.rules.board import RIVAL_KNOWS, Board, bits_of, count_bits
from warband.kernel.chance import Rng
from warband.kernel.notation import NONE
from warband.kernel.seats import Seat


def deal_anew(b: Board, seat: Seat, rng: Rng) -> None:
    """Deal the cards of a seat that its rival does not know, into the places they may lie in, each as likely.

    A secret choice of a leader that waits for the other is forgotten.
    """
    side = b.sides[seat]
    side.choice = NONE
    b.sides[1 - seat].choice = NONE
    hidden_hand = side.hand & ~side.known
    hidden_aside = side.aside & ~side.known
    hidden = side.bag | hidden_hand | hidden_aside
    for entry in side.top + side.bottom + side.traps:
        if not entry & RIVAL_KNOWS:
            hidden |= 1 << (entry >> 2)
    unseen = bits_of(hidden & ~side.buried)
    rng.shuffle(unseen)
    if side.traps:
        side.traps = [entry if entry & RIVAL_KNOWS else draw_trap(b, unseen) << 2 for entry in side.traps]
        hidden &= ~sum([1 << (entry >> 2) for entry in side.traps])
    side.hand = side.hand & side.known | deal(unseen, count_bits(hidden_hand))
    if side.buried:
        unseen.extend(bits_of(hidden & side.buried))
        rng.shuffle(unseen)
    side.aside = side.aside & side.known | deal(unseen, count_bits(hidden_aside))
    side.top = [entry if entry & RIVAL_KNOWS else unseen.pop() << 2 for entry in side.top]
    side.bottom = [entry if entry & RIVAL_KNOWS else unseen.pop() << 2 for entry in side.bottom]
    side.bag = deal(unseen, len(unseen))


def draw_trap(b: Board, unseen: list[int]) -> int:
    """Take the first of the unseen cards that could lie face down as a trap, and return its kind (TRP-1)."""
    for place in range(len(unseen)):
        if b.rules.trap[unseen[place]] != NONE:
            return unseen.pop(place)
    raise ValueError("no unseen card is a trap")


def deal(unseen: list[int], count: int) -> int:
    """Take some of the unseen cards and return them as a set."""
    cards = 0
    for _ in range(count):
        cards |= 1 << unseen.pop()
    return cards
