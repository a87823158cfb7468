"""Write what a seat may know of a match of Hero's Crossing as a row of small numbers, its own side first."""

from __future__ import annotations

from typing import Final

from warband.games.heros_crossing.documents.view import certain, is_revealed
from warband.games.heros_crossing.rules import board
from warband.games.heros_crossing.rules.board import PHASE_NAMES, Board
from warband.games.heros_crossing.rules.figures import FRONT_NAMES, SOLDIER_NAMES, Rules
from warband.kernel.encoding import CELLS, MOST, SETS, Field, cell, one_hots, pair
from warband.kernel.game import Encoder, State
from warband.kernel.notation import NONE
from warband.kernel.seats import Seat

TRUTHS: Final = ["seat", "own first", "own turn", "own decision", "rival decision", "own win", "rival win"]
FIGURES: Final = [
    "round",
    "rounds left",
    "own health",
    "rival health",
    "drawing power",
    "cards still to draw",
    "level being drawn",
    "last in order",
    "weapons",
    "magics",
]
SIZES: Final = ["level 1", "level 2", "level 3"]


def moment_layout() -> list[Field]:
    """Return the fields that say what is going on."""
    soldiers = ", ".join(SOLDIER_NAMES)
    return [
        Field("truths", len(TRUTHS), 0, 1, ", ".join(TRUTHS)),
        Field("figures", len(FIGURES), 0, MOST, ", ".join(FIGURES)),
        Field("phase", len(PHASE_NAMES), 0, 1, "one of " + ", ".join(PHASE_NAMES)),
        Field("front", 3, 0, 1, "the Front that acts: " + ", ".join(FRONT_NAMES)),
        Field("target", 3, 0, 1, "the Front that is attacked"),
        Field("temporary", 4, 0, MOST, f"temporary soldiers of the defender: {soldiers}"),
        Field("supply", 4, 0, MOST, f"cubes in the supply: {soldiers}"),
        Field("stacks", 3, 0, MOST, "cards in the stacks of " + ", ".join(SIZES)),
    ]


def front_layout(kinds: int, whose: str) -> list[Field]:
    """Return the fields of the Fronts of a seat."""
    found: list[Field] = []
    for front in FRONT_NAMES:
        found.append(
            Field(f"{whose} {front} heroes", 3 * kinds, 0, 1, "which hero stands on top, below it, below that")
        )
        note = ", ".join(SOLDIER_NAMES) + ", activated"
        found.append(Field(f"{whose} {front} soldiers", 5, 0, MOST, note))
    return found


def card_layout(kinds: int) -> list[Field]:
    """Return the fields of cards by kind."""
    rows = [
        ("discards", "cards of each kind on the discard piles"),
        ("own hand", "cards of each kind in hand"),
        ("own remembered", "own cards that the rival remembers"),
        ("own reserve", "the own reserve card of this attack"),
        ("own pack", "draft: cards to pick from"),
        ("own picks", "draft: cards picked"),
        ("own placed", "draft: 1 for west, 2 for centre, 4 for east, added up"),
        ("rival hand", "cards that the rival surely holds, in hand or face down"),
        ("rival remembered", "cards that the rival was seen to hold"),
        ("rival reserve", "the rival's reserve card, once revealed"),
        ("rival pack", "draft: cards known to be in the rival's pack"),
        ("rival picks", "draft: cards the rival is known to have picked"),
    ]
    return [Field(name, kinds, 0, MOST, note) for name, note in rows]


def count_layout() -> list[Field]:
    """Return the fields of what everybody sees of hidden cards."""
    return [
        Field("rival hand levels", 3, 0, MOST, "cards in the rival's hand of " + ", ".join(SIZES)),
        Field("rival reserve level", 3, 0, 1, "the level of the rival's reserve card"),
        Field("drafts", 3, 0, MOST, "numbers of cards in the rival's pack, picked, placed"),
    ]


def make_layout(kinds: int) -> list[Field]:
    """Return the whole layout for a number of kinds of hero."""
    fronts = front_layout(kinds, "own") + front_layout(kinds, "rival")
    return moment_layout() + fronts + card_layout(kinds) + count_layout()


class CrossingEncoder(Encoder):
    """Join observations from pieces that lie ready for every hero."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(make_layout(rules.kinds))
        self.rules = rules
        self.kinds = rules.kinds
        self.hots = one_hots(rules.kinds)
        self.none = bytes(rules.kinds)
        # A Front with one hero only.
        self.alone: list[bytes] = [hero + bytes(2 * rules.kinds) for hero in self.hots]
        self.threes = one_hots(3)
        self.phases = one_hots(len(PHASE_NAMES))
        levels = [rules.copies[rules.starts[level] : rules.starts[level + 1]] for level in (1, 2, 3)]
        self.most_copies: list[int] = [max(copies) for copies in levels]

    def encode(self, state: State, seat: Seat) -> bytes:
        """Return the row of a seat."""
        if not isinstance(state, Board):
            raise TypeError("not a state of this game")
        room = room_of(state)
        pieces = [SETS[len(TRUTHS)][truths_of(state, seat)]]
        add_figures(state, seat, pieces)
        pieces.append(self.phases[state.phase + 1])
        pieces.append(self.threes[state.front + 1])
        pieces.append(self.threes[state.target + 1])
        add_four(state.temporary, 0, pieces)
        add_four(state.supply, 0, pieces)
        pieces.append(pair(room[0], room[1]))
        pieces.append(CELLS[cell(room[2])])
        self._add_fronts(state, seat, pieces)
        self._add_fronts(state, 1 - seat, pieces)
        pieces.append(bytes(state.discards))
        self._add_own(state, seat, pieces)
        self._add_rival(state, 1 - seat, room, pieces)
        return b"".join(pieces)

    def _add_fronts(self, b: Board, seat: Seat, pieces: list[bytes]) -> None:
        heroes = b.heroes
        for front in range(3):
            base = 9 * seat + 3 * front
            if heroes[base + 1] == NONE:
                pieces.append(self.alone[heroes[base] + 1])
            else:
                pieces.append(self.hots[heroes[base] + 1])
                pieces.append(self.hots[heroes[base + 1] + 1])
                pieces.append(self.hots[heroes[base + 2] + 1])
            add_four(b.soldiers, 12 * seat + 4 * front, pieces)
            pieces.append(CELLS[b.activated[3 * seat + front]])

    def _counts(self, cards: list[int]) -> bytes:
        """Return how many cards of each kind there are; cards that are not known count nothing."""
        if not cards:
            return self.none
        counts = [0] * self.kinds
        for kind in cards:
            if kind != NONE:
                counts[kind] += 1
        return bytes(counts)

    def _add_own(self, b: Board, seat: Seat, pieces: list[bytes]) -> None:
        pieces.append(self._counts(b.hands[seat]))
        pieces.append(self._counts(b.known[1 - seat]))
        pieces.append(self.hots[b.reserves[seat] + 1])
        pieces.append(self._counts(b.packs[seat]))
        pieces.append(self._counts(b.picks[seat]))
        pieces.append(self._places(b.placed[seat]))

    def _places(self, placed: list[int]) -> bytes:
        """Return in which Fronts each kind of hero was placed, as a sum of 1, 2 and 4."""
        if not placed:
            return self.none
        places = [0] * self.kinds
        for front in range(len(placed)):
            places[placed[front]] += 1 << front
        return bytes(places)

    def _add_rival(self, b: Board, rival: int, room: list[int], pieces: list[bytes]) -> None:
        """Write what is known of the rival's cards; its first pick never passed through the own hands (SET-8)."""
        picks = b.picks[rival]
        reserve = b.reserves[rival]
        levels = self._levels(b.hands[rival])
        known = b.known[1 - rival]
        pieces.append(self._counts(known if self._is_roomy(room) else certain(b, 1 - rival)))
        pieces.append(self._counts(known))
        pieces.append(self.hots[reserve + 1] if is_revealed(b) else self.none)
        pieces.append(self._counts(b.packs[rival]) if picks else self.none)
        pieces.append(self._counts(picks[1:]))
        pieces.append(bytes(levels))
        pieces.append(self.threes[b.rules.levels[reserve] if reserve != NONE else 0])
        pieces.append(bytes([len(b.packs[rival]), len(picks), len(b.placed[rival])]))

    def _levels(self, hand: list[int]) -> list[int]:
        levels = [0, 0, 0]
        for kind in hand:
            levels[self.rules.levels[kind] - 1] += 1
        return levels

    def _is_roomy(self, room: list[int]) -> bool:
        """Return whether every stack could hold all unseen cards of any kind, so that none is certain (INF-2)."""
        most = self.most_copies
        return room[0] >= most[0] and room[1] >= most[1] and room[2] >= most[2]


def room_of(b: Board) -> list[int]:
    """Return how many cards the stack of each level holds."""
    room = [0, 0, 0]
    for level in range(3):
        total = 0
        for kind in range(b.rules.starts[level + 1], b.rules.starts[level + 2]):
            total += b.stack[kind]
        room[level] = total
    return room


def add_four(row: list[int], start: int, pieces: list[bytes]) -> None:
    """Append the pieces of the four kinds of soldier that begin at a place of a row."""
    pieces.append(pair(row[start], row[start + 1]))
    pieces.append(pair(row[start + 2], row[start + 3]))


def truths_of(b: Board, seat: Seat) -> int:
    """Return what is true or not of the moment, as TRUTHS names it, the first as the lowest bit."""
    phase = b.phase
    truths = seat
    if b.first == seat:
        truths |= 2
    if b.seat == seat:
        truths |= 4
    if phase == board.PICK or phase == board.PLACE:
        truths |= 24
    elif phase == board.OVER:
        if b.winner >= 0:
            truths |= 32 if b.winner == seat else 64
    elif phase > board.PLACE and phase != board.DRAWN:
        truths |= 8 if (b.seat == seat) != (phase == board.DEFENCE) else 16
    return truths


def add_figures(b: Board, seat: Seat, pieces: list[bytes]) -> None:
    """Append the pieces of the figures, as FIGURES names them."""
    pieces.append(pair(b.round, b.rules.rounds - b.round))
    pieces.append(pair(b.health[seat], b.health[1 - seat]))
    pieces.append(pair(b.power, b.limit))
    pieces.append(pair(b.level, b.last + 1))
    pieces.append(pair(b.weapons, b.magics))
