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
    for entry in side.top + side.bottom:
        if not entry & RIVAL_KNOWS:
            hidden |= 1 << (entry >> 2)
    unseen = bits_of(hidden & ~side.buried)
    rng.shuffle(unseen)
    side.hand = side.hand & side.known | deal(unseen, count_bits(hidden_hand))
    if side.buried:
        unseen.extend(bits_of(hidden & side.buried))
        rng.shuffle(unseen)
    side.aside = side.aside & side.known | deal(unseen, count_bits(hidden_aside))
    side.top = [entry if entry & RIVAL_KNOWS else unseen.pop() << 2 for entry in side.top]
    side.bottom = [entry if entry & RIVAL_KNOWS else unseen.pop() << 2 for entry in side.bottom]
    side.bag = deal(unseen, len(unseen))


def deal(unseen: list[int], count: int) -> int:
    """Take some of the unseen cards and return them as a set."""
    cards = 0
    for _ in range(count):
        cards |= 1 << unseen.pop()
    return cards
