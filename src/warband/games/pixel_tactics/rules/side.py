"""What belongs to one seat: its cards wherever they lie, who knows them, its unit's cells, its trophies."""

from __future__ import annotations

from warband.kernel.notation import NONE


class Side:
    """What belongs to one seat. Sets of cards are masks of kinds, sets of cells masks of cells.

    The deck is a bag with fixed cards on top and at the bottom (next to draw first); a fixed card is
    `kind * 4 + who knows it` besides the owner, who knows them all.
    """

    # What lasts for the whole series: cards that have left it, trophies, damage dealt to leaders.
    gone: int
    trophies: int
    dealt: int

    def lay_out(self, deck: int) -> None:
        """Lay out the side before a fight with a deck of cards; it declares the attributes, a copy takes them over."""
        self.hand = 0
        self.bag = deck
        self.discard = 0
        self.aside = 0
        # Cards that everybody knows to lie somewhere in the deck, since its order was forgotten (INF-1).
        self.buried = 0
        # Which cards of the hand (and aside) the rival knows, and which everybody knows.
        self.known = 0
        self.shown = 0
        self.leads = NONE
        # The marks that the leader and the ongoing orders give, kept by traits.note_marks.
        self.marks = 0
        self.counters = 0
        self.hindered = 0
        self.avenging = 0
        self.choice = NONE
        self.alive = 0
        self.corpses = 0
        self.top: list[int] = []
        self.bottom: list[int] = []
        # Ongoing orders: kind and turns left, in pairs.
        self.orders: list[int] = []
        # Traps that lie face down beside the unit, as fixed cards of the deck are written (TRP-1).
        self.traps: list[int] = []
        # Cards that have left this fight (ZON-3).
        self.exiled = 0

    def copy(self) -> Side:
        """Return a side that is equal and shares nothing that changes."""
        twin = Side()
        twin.hand = self.hand
        twin.bag = self.bag
        twin.discard = self.discard
        twin.aside = self.aside
        twin.buried = self.buried
        twin.gone = self.gone
        twin.known = self.known
        twin.shown = self.shown
        twin.leads = self.leads
        twin.marks = self.marks
        twin.counters = self.counters
        twin.hindered = self.hindered
        twin.avenging = self.avenging
        twin.trophies = self.trophies
        twin.dealt = self.dealt
        twin.choice = self.choice
        twin.alive = self.alive
        twin.corpses = self.corpses
        twin.top = self.top[:]
        twin.bottom = self.bottom[:]
        twin.orders = self.orders[:]
        twin.traps = self.traps[:]
        twin.exiled = self.exiled
        return twin


def new_side() -> Side:
    """Return the side of a seat before the first fight."""
    side = Side()
    side.gone = 0
    side.trophies = 0
    side.dealt = 0
    return side


def swap_items(row: list[int], one: int, other: int) -> None:
    """Swap two numbers of a list."""
    kept = row[one]
    row[one] = row[other]
    row[other] = kept


def swap_bits(mask: int, one: int, other: int) -> int:
    """Return a mask with two of its bits swapped."""
    if (mask >> one & 1) != (mask >> other & 1):
        mask ^= 1 << one | 1 << other
    return mask
