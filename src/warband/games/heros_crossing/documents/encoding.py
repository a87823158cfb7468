"""Write what a seat may know of a match of Hero's Crossing as a row of small numbers, its own side first."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from warband.games.heros_crossing.documents.view import certain, is_revealed
from warband.games.heros_crossing.rules import board
from warband.games.heros_crossing.rules.board import PHASE_NAMES, Board
from warband.games.heros_crossing.rules.figures import FRONT_NAMES, SOLDIER_NAMES, Rules
from warband.kernel.encoding import CELLS, MOST, QUADS, SETS, Field, PieceEncoder, cell, is_rising, one_hots, pair, quad
from warband.kernel.game import State
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
    layout: list[Field] = []
    for front in FRONT_NAMES:
        layout.append(
            Field(
                f"{whose} {front} heroes", 3 * kinds, 0, 1, "which hero stands on top, below it, below that", kinds, 3
            )
        )
        note = ", ".join(SOLDIER_NAMES) + ", activated"
        layout.append(Field(f"{whose} {front} soldiers", 5, 0, MOST, note))
    return layout


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
    return [Field(name, kinds, 0, MOST, note, kinds) for name, note in rows]


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


class CrossingEncoder(PieceEncoder):
    """Join observations from pieces that lie ready for every hero."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(make_layout(rules.kinds))
        self.rules = rules
        self.kinds = rules.kinds
        self.hots = one_hots(rules.kinds)
        self.none = bytes(rules.kinds)
        # What is known where nobody remembers anything and the draft is over: the own reserve card, or nothing at all.
        self.reserve_alone: list[bytes] = [self.none + hero + 3 * self.none for hero in self.hots]
        self.nothing_known = 5 * self.none
        # A Front with one hero only.
        self.alone: list[bytes] = [hero + bytes(2 * rules.kinds) for hero in self.hots]
        self.threes = one_hots(3)
        # Phase, Front and target together, each with "none" first: `moments[16 * phase + 4 * front + target]`.
        self.moments: list[bytes] = [
            phase + front + target
            for phase in one_hots(len(PHASE_NAMES))
            for front in self.threes
            for target in self.threes
        ]
        # Four numbers of soldiers below 8 and whether the Front is activated: `soldiers[activated][as in QUADS]`.
        self.soldiers: list[list[bytes]] = [[four + CELLS[activated] for four in QUADS] for activated in range(2)]
        # Cards of level 3 and the level of a reserve card: `last_levels[4 * cards + level]`.
        self.last_levels: list[bytes] = [cards + level for cards in CELLS for level in self.threes]
        # One card of a kind after so many kinds without any, and no more cards for so many kinds.
        self.gaps: list[bytes] = [bytes(kinds) + b"\x01" for kinds in range(rules.kinds)]
        self.blanks: list[bytes] = [bytes(kinds) for kinds in range(rules.kinds + 1)]
        levels = [rules.copies[rules.starts[level] : rules.starts[level + 1]] for level in (1, 2, 3)]
        self.most_copies: list[int] = [max(copies) for copies in levels]

    def add_row(self, state: State, seat: Seat, pieces: list[bytes]) -> None:
        """Append the pieces of the row of a seat."""
        if not isinstance(state, Board):
            raise TypeError("not a state of this game")
        room = room_of(state)
        pieces.append(SETS[len(TRUTHS)][truths_of(state, seat)])
        add_figures(state, seat, pieces)
        pieces.append(self.moments[16 * (state.phase + 1) + 4 * (state.front + 1) + state.target + 1])
        temporary = state.temporary
        pieces.append(quad(temporary[0], temporary[1], temporary[2], temporary[3]))
        pieces.append(pair(state.supply[0], state.supply[1]))
        pieces.append(pair(state.supply[2], state.supply[3]))
        pieces.append(pair(room[0], room[1]))
        pieces.append(CELLS[cell(room[2])])
        self._add_fronts(state, seat, pieces)
        self._add_fronts(state, 1 - seat, pieces)
        pieces.append(bytes(state.discards))
        self._add_own(state, seat, pieces)
        self._add_rival(state, 1 - seat, room, pieces)

    def _add_fronts(self, b: Board, seat: Seat, pieces: list[bytes]) -> None:
        heroes = b.heroes
        row = b.soldiers
        first: i64 = 3 * seat
        front: i64 = first
        while front < first + 3:
            top: i64 = heroes[3 * front]
            second: i64 = heroes[3 * front + 1]
            if second < 0:
                pieces.append(self.alone[top + 1])
            else:
                third: i64 = heroes[3 * front + 2]
                pieces.append(self.hots[top + 1])
                pieces.append(self.hots[second + 1])
                pieces.append(self.hots[third + 1])
            self._add_soldiers(row, 4 * front, b.activated[front], pieces)
            front += 1

    def _add_soldiers(self, row: list[int], at: i64, activated: i64, pieces: list[bytes]) -> None:
        """Write the four kinds of soldier that begin at a place of a row, and whether their Front is activated."""
        one: i64 = row[at]
        two: i64 = row[at + 1]
        three: i64 = row[at + 2]
        four: i64 = row[at + 3]
        if (one | two | three | four) & ~7 == 0:
            pieces.append(self.soldiers[activated][one << 9 | two << 6 | three << 3 | four])
            return
        pieces.append(pair(one, two))
        pieces.append(pair(three, four))
        pieces.append(CELLS[activated])

    def _add_counts(self, cards: list[int], pieces: list[bytes]) -> None:
        """Write how many cards of each kind there are."""
        if not cards:
            pieces.append(self.none)
        elif is_rising(cards):
            self._add_each(cards, pieces)
        else:
            pieces.append(self._counts(cards))

    def _add_each(self, cards: list[int], pieces: list[bytes]) -> None:
        """Write cards of different kinds, in order, one piece for each."""
        following: i64 = 0
        for number in cards:
            kind: i64 = number
            pieces.append(self.gaps[kind - following])
            following = kind + 1
        kinds: i64 = self.kinds
        pieces.append(self.blanks[kinds - following])

    def _counts(self, cards: list[int]) -> bytes:
        """Return how many cards of each kind there are; cards that are not known count nothing."""
        counts = [0] * self.kinds
        for kind in cards:
            if kind != NONE:
                counts[kind] += 1
        return bytes(counts)

    def _add_own(self, b: Board, seat: Seat, pieces: list[bytes]) -> None:
        self._add_counts(b.hands[seat], pieces)
        remembered = b.known[1 - seat]
        if not remembered and not has_draft(b, seat):
            pieces.append(self.reserve_alone[b.reserves[seat] + 1])
            return
        self._add_counts(remembered, pieces)
        pieces.append(self.hots[b.reserves[seat] + 1])
        self._add_counts(b.packs[seat], pieces)
        self._add_counts(b.picks[seat], pieces)
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
        known = b.known[1 - rival]
        certain_cards = known if self._is_roomy(room) else certain(b, 1 - rival)
        if certain_cards or known or is_revealed(b) or has_draft(b, rival):
            picks = b.picks[rival]
            self._add_counts(certain_cards, pieces)
            self._add_counts(known, pieces)
            pieces.append(self.hots[b.reserves[rival] + 1] if is_revealed(b) else self.none)
            self._add_counts(b.packs[rival] if picks else [], pieces)
            self._add_counts(picks[1:], pieces)
        else:
            pieces.append(self.nothing_known)
        self._add_levels(b, rival, pieces)
        pieces.append(bytes([len(b.packs[rival]), len(b.picks[rival]), len(b.placed[rival])]))

    def _add_levels(self, b: Board, rival: int, pieces: list[bytes]) -> None:
        """Write the levels of the rival's hidden cards: how many in hand of each, and that of the reserve card."""
        levels = [0, 0, 0]
        for kind in b.hands[rival]:
            levels[self.rules.levels[kind] - 1] += 1
        reserve = b.reserves[rival]
        pieces.append(pair(levels[0], levels[1]))
        pieces.append(self.last_levels[levels[2] << 2 | (self.rules.levels[reserve] if reserve != NONE else 0)])

    def _is_roomy(self, room: list[int]) -> bool:
        """Return whether every stack could hold all unseen cards of any kind, so that none is certain (INF-2)."""
        most = self.most_copies
        return room[0] >= most[0] and room[1] >= most[1] and room[2] >= most[2]


def has_draft(b: Board, seat: Seat) -> bool:
    """Return whether a seat has cards of the draft before it."""
    return bool(b.packs[seat]) or bool(b.picks[seat]) or bool(b.placed[seat])


def room_of(b: Board) -> list[int]:
    """Return how many cards the stack of each level holds."""
    room = [0, 0, 0]
    stack = b.stack
    starts = b.rules.starts
    for level in range(3):
        total: i64 = 0
        kind: i64 = starts[level + 1]
        end: i64 = starts[level + 2]
        while kind < end:
            count: i64 = stack[kind]
            total += count
            kind += 1
        room[level] = total
    return room


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
    pieces.append(quad(b.health[seat], b.health[1 - seat], b.power, b.limit))
    pieces.append(quad(b.level, b.last + 1, b.weapons, b.magics))
