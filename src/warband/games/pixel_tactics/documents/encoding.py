"""Write what a seat may know of a match of Pixel Tactics as a row of small numbers, its own side first."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from warband.games.pixel_tactics.documents.rich_rows import (
    QUESTIONS,
    STEPS,
    questions,
    rich_figures,
    rich_layout,
    statuses_piece,
    steps,
)
from warband.games.pixel_tactics.documents.view import certain
from warband.games.pixel_tactics.rules import board
from warband.games.pixel_tactics.rules.board import RIVAL_KNOWS, Board, Frame, count_bits, deck_size
from warband.games.pixel_tactics.rules.figures import CELL_NAMES, ROLE_NAMES, ROW_NAMES, Rules
from warband.games.pixel_tactics.rules.figures import CELLS as CELLS_OF
from warband.games.pixel_tactics.rules.flow import WHY_NAMES
from warband.games.pixel_tactics.rules.reactions import WIDTH
from warband.games.pixel_tactics.rules.side import Side
from warband.kernel.encoding import (
    CELLS,
    EIGHTS,
    MOST,
    SETS,
    Field,
    PieceEncoder,
    Spread,
    cell,
    layout_size,
    one_hots,
    pair,
    quad,
)
from warband.kernel.game import State
from warband.kernel.notation import NONE
from warband.kernel.seats import Seat

# How many of the frames in progress are written, from the top of the stack.
FRAMES: Final = 3
TRUTHS: Final = [
    "seat",
    "own turn",
    "own first",
    "own opener",
    "own decision",
    "rival decision",
    "own win",
    "rival win",
    "over",
    "stirred",
]
FIGURES: Final = [
    "fight",
    "round",
    "actions",
    "order actions",
    "orders",
    "decisions taken",
    "own trophies",
    "damage dealt to the rival's leaders",
    "rival trophies",
    "damage dealt to own leaders",
    "rival hand size",
    "rival deck size",
]
RARE: Final = ["aside size", "fixed on top", "fixed at the bottom", "counters", "hindered", "avenging"]
# Damage and flags of a piece without a bonus lie ready up to this damage.
READY_DAMAGE: Final = 16
CONDITIONS: Final[list[bytes]] = [bytes([0, damage, 0]) + flags for damage in range(READY_DAMAGE) for flags in EIGHTS]

CORPSE: Final = b"\x01" + bytes(10)


def moment_layout() -> list[Field]:
    """Return the fields that say what is going on."""
    return [
        Field("truths", len(TRUTHS), 0, 1, ", ".join(TRUTHS)),
        Field("question", len(QUESTIONS), 0, 1, "one of " + ", ".join(QUESTIONS)),
        Field("wave", 3, 0, 1, "one of " + ", ".join(ROW_NAMES)),
        Field("why", len(WHY_NAMES) - 1, 0, 1, "how it ended, one of " + ", ".join(WHY_NAMES[1:])),
        Field("figures", len(FIGURES), 0, MOST, ", ".join(FIGURES)),
    ]


def slot_layout(kinds: int, whose: str) -> list[Field]:
    """Return the fields of a unit, slot by slot."""
    note = "kind of card, from the own deck, from the rival's deck, corpse, damage, bonus, then acted, fresh, moved, "
    note += "captured, unhealable, hurt, struck, falling"
    return [Field(f"{whose} {name}", kinds + 13, 0, MOST, note, kinds) for name in CELL_NAMES]


def card_layout(kinds: int) -> list[Field]:
    """Return the fields of cards by kind."""
    return [
        Field("own leads", kinds, 0, 1, "whose abilities the own leader has", kinds),
        Field("rival leads", kinds, 0, 1, "whose abilities the rival's leader has", kinds),
        Field("own discard", kinds, 0, 1, "cards on the own discard pile", kinds),
        Field("rival discard", kinds, 0, 1, "cards on the rival's discard pile", kinds),
        Field("own hand", kinds, 0, 1, "cards in hand", kinds),
        Field("own deck", kinds, 0, 1, "cards left in the deck whose place is not known", kinds),
        Field("own known", kinds, 0, 1, "own hidden cards that the rival knows", kinds),
        Field("rival hand", kinds, 0, 1, "cards the rival surely holds", kinds),
    ]


def rare_layout(kinds: int, whose: str) -> list[Field]:
    """Return the fields that are empty most of the time."""
    return [
        Field(f"{whose} rare figures", len(RARE), 0, MOST, ", ".join(RARE)),
        Field(f"{whose} aside", kinds, 0, 1, "cards known to be laid aside in mid-effect", kinds),
        Field(f"{whose} gone", kinds, 0, 1, "cards out of the series", kinds),
        Field(f"{whose} buried", kinds, 0, 1, "cards known to lie somewhere in the deck", kinds),
        Field(f"{whose} orders", kinds, 0, MOST, "ongoing orders: turns left", kinds),
        Field(f"{whose} top", kinds, 0, MOST, "known cards on top of the deck: 1 is the next, 2 the one after", kinds),
        Field(f"{whose} bottom", kinds, 0, MOST, "the same from the first of the bottom cards on", kinds),
    ]


def frame_layout(kinds: int, number: int) -> list[Field]:
    """Return the fields of a frame in progress."""
    name = f"frame {number}"
    card = "kind, from the own deck, from the rival's deck"
    return [
        Field(f"{name} step", len(STEPS), 0, 1, "one of " + ", ".join(STEPS)),
        Field(f"{name} figures", 5, 0, MOST, "own, place in the step, row of the program, amount, mode"),
        Field(
            f"{name} program", kinds + len(ROLE_NAMES), 0, 1, "the card whose text is carried out, and its role", kinds
        ),
        Field(f"{name} me", kinds + 2, 0, 1, f"the card that acts: {card}", kinds),
        Field(f"{name} target", kinds + 2, 0, 1, f"the card it is done to: {card}", kinds),
        Field(f"{name} card", kinds + 2, 0, 1, f"the card that was taken or played: {card}", kinds),
        Field(f"{name} marks", 18, 0, MOST, "how often each slot was chosen, own unit first"),
    ]


def progress_layout(kinds: int) -> list[Field]:
    """Return the fields of what is in progress in mid-effect."""
    layout = [Field("progress", 4, 0, MOST, "frames in progress, waiting reactions, reactions so far, redraws")]
    for number in range(1, FRAMES + 1):
        layout += frame_layout(kinds, number)
    layout.append(Field("own reactions", kinds, 0, 1, "cards of the own deck whose reactions wait", kinds))
    layout.append(Field("rival reactions", kinds, 0, 1, "cards of the rival's deck whose reactions wait", kinds))
    return layout


def make_layout(kinds: int, rich: bool = False) -> list[Field]:
    """Return the whole layout for a number of cards."""
    if rich:
        return make_layout(kinds) + rich_layout(kinds)
    units = slot_layout(kinds, "own") + slot_layout(kinds, "rival")
    rare = rare_layout(kinds, "own") + rare_layout(kinds, "rival")
    return moment_layout() + units + card_layout(kinds) + rare + progress_layout(kinds)


class TacticsEncoder(PieceEncoder):
    """Join observations from pieces that lie ready for every card; the fewer pieces, the faster."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(make_layout(rules.kinds, rules.rich))
        self.rich = rules.rich
        kinds = rules.kinds
        self.kinds = kinds
        self.spread = Spread(kinds)
        self.hots = one_hots(kinds)
        # Question and wave together: `heads[3 * question + wave]`.
        self.heads: list[bytes] = [question + wave for question in questions() for wave in one_hots(3)[1:]]
        self.endings = one_hots(len(WHY_NAMES) - 1)
        # The same while the match goes on: nothing says how it ended.
        self.going: list[bytes] = [head + self.endings[0] for head in self.heads]
        self.steps = steps()
        self.empty_slots: list[bytes] = [bytes((kinds + 13) * count) for count in range(10)]
        self.not_rare = bytes(layout_size(rare_layout(kinds, "own")))
        self.no_progress = bytes(layout_size(progress_layout(kinds)))
        self.no_frames: list[bytes] = [
            bytes(layout_size(frame_layout(kinds, 1)) * missing) for missing in range(FRAMES + 1)
        ]
        # By card, as the first seat sees it and as the second does; the last piece of each is of no card.
        self.cards: list[list[bytes]] = [self._card_pieces(0), self._card_pieces(1)]
        # The same with up to eight empty slots before it: `spaced[seat][step * empty + card]`; and unhurt, as it came.
        self.step = 2 * kinds + 1
        self.spaced: list[list[bytes]] = [
            [self.empty_slots[empty] + card for empty in range(9) for card in self.cards[seat]] for seat in range(2)
        ]
        self.unhurt: list[list[bytes]] = [[piece + CONDITIONS[0] for piece in row] for row in self.spaced]
        self.programs: list[bytes] = [self._program_piece(index) for index in rules.program_roles]
        self.no_program = bytes(kinds + len(ROLE_NAMES))

    def _card_pieces(self, seat: Seat) -> list[bytes]:
        owners = [b"\x01\x00", b"\x00\x01"]
        pieces = [self.hots[kind + 1] + owners[owner ^ seat] for owner in range(2) for kind in range(self.kinds)]
        return [*pieces, bytes(self.kinds + 2)]

    def _program_piece(self, index: int) -> bytes:
        roles = one_hots(len(ROLE_NAMES))
        return self.hots[index % self.kinds + 1] + roles[index // self.kinds + 1]

    def add_row(self, state: State, seat: Seat, pieces: list[bytes]) -> None:
        """Append the pieces of the row of a seat."""
        if not isinstance(state, Board):
            raise TypeError("not a state of this game")
        own = state.sides[seat]
        rival = state.sides[1 - seat]
        pieces.append(SETS[len(TRUTHS)][truths_of(state, seat)])
        if state.why == 0:
            pieces.append(self.going[3 * state.question + state.wave])
        else:
            pieces.append(self.heads[3 * state.question + state.wave])
            pieces.append(self.endings[state.why])
        pieces.append(pair(state.fight, state.round))
        pieces.append(quad(state.actions, state.order_actions, state.orders, state.taken))
        pieces.append(pair(own.trophies, own.dealt))
        pieces.append(pair(rival.trophies, rival.dealt))
        pieces.append(pair(count_bits(rival.hand), deck_size(rival)))
        self._add_unit(state, own, 9 * seat, seat, pieces)
        self._add_unit(state, rival, 9 - 9 * seat, seat, pieces)
        self._add_cards(own, rival, pieces)
        self._add_rare(own, own.aside, 0, pieces)
        self._add_rare(rival, rival.aside & rival.known, RIVAL_KNOWS, pieces)
        self._add_progress(state, seat, pieces)
        if self.rich:
            self._add_rich(state, seat, pieces)

    def _add_rich(self, b: Board, seat: Seat, pieces: list[bytes]) -> None:
        for unit in (seat, 1 - seat):
            for slot in range(9 * unit, 9 * unit + 9):
                pieces.append(statuses_piece(b.status[slot]))
        for unit in (seat, 1 - seat):
            known = [1 << (entry >> 2) for entry in b.sides[unit].traps if unit == seat or entry & RIVAL_KNOWS]
            self.spread.add(pieces, sum(known))
            self.spread.add(pieces, b.sides[unit].exiled)
        pieces.append(rich_figures(b, seat))

    def _add_unit(self, b: Board, side: Side, first: i64, seat: Seat, pieces: list[bytes]) -> None:
        """Write the unit that begins at a slot; each card brings along the empty slots before it."""
        cards = self.spaced[seat]
        unhurt = self.unhurt[seat]
        table = b.card
        corpses: i64 = side.corpses
        step: i64 = self.step
        following: i64 = 0
        for place in CELLS_OF[side.alive | side.corpses]:
            cell_number: i64 = place
            slot = first + cell_number
            card: i64 = table[slot]
            index = step * (cell_number - following) + card
            following = cell_number + 1
            damage: i64 = b.damage[slot]
            flags: i64 = b.flags[slot] & 255
            rest: i64 = b.buff[slot]
            rest = rest << 1 | corpses >> cell_number & 1
            if rest == 0 and damage < READY_DAMAGE:
                if damage | flags == 0:
                    pieces.append(unhurt[index])
                    continue
                pieces.append(cards[index])
                pieces.append(CONDITIONS[damage << 8 | flags])
            else:
                pieces.append(cards[index])
                pieces.append(condition_of(rest & 1, damage, rest >> 1, flags))
        pieces.append(self.empty_slots[9 - following])

    def _add_cards(self, own: Side, rival: Side, pieces: list[bytes]) -> None:
        spread = self.spread
        pieces.append(self.hots[own.leads + 1])
        pieces.append(self.hots[rival.leads + 1])
        spread.add(pieces, own.discard)
        spread.add(pieces, rival.discard)
        spread.add(pieces, own.hand)
        spread.add(pieces, own.bag)
        spread.add(pieces, known_of(own))
        # While any card of the bag may be in the hand, nothing is certain but what was seen.
        is_open = rival.bag & ~rival.buried != 0
        spread.add(pieces, rival.known & rival.hand if is_open else certain(rival))

    def _add_rare(self, side: Side, aside: int, knows: int, pieces: list[bytes]) -> None:
        sets = side.aside | side.gone | side.buried | side.counters | side.hindered | side.avenging
        if sets == 0 and not side.orders and not side.top and not side.bottom:
            pieces.append(self.not_rare)
            return
        pieces.append(rare_figures_of(side))
        self.spread.add(pieces, aside)
        self.spread.add(pieces, side.gone)
        self.spread.add(pieces, side.buried)
        pieces.append(self._orders(side.orders) if side.orders else self.spread.none)
        pieces.append(self._places(side.top, knows) if side.top else self.spread.none)
        pieces.append(self._places(side.bottom, knows) if side.bottom else self.spread.none)

    def _orders(self, orders: list[int]) -> bytes:
        turns = [0] * self.kinds
        for at in range(0, len(orders), 2):
            turns[orders[at]] = cell(orders[at + 1])
        return bytes(turns)

    def _places(self, entries: list[int], knows: int) -> bytes:
        """Return where the fixed cards of a deck lie that a seat knows: an owner knows all of them."""
        places = [0] * self.kinds
        for at in range(len(entries)):
            if entries[at] & knows == knows:
                places[entries[at] >> 2] = at + 1
        return bytes(places)

    def _add_progress(self, b: Board, seat: Seat, pieces: list[bytes]) -> None:
        if not b.stack and not b.pending and b.redraws == 0 and b.reactions == 0:
            pieces.append(self.no_progress)
            return
        figures = [cell(len(b.stack)), cell(len(b.pending) // WIDTH), cell(b.reactions), cell(b.redraws)]
        pieces.append(bytes(figures))
        self._add_frames(b, seat, pieces)
        self._add_reactions(b, seat, pieces)

    def _add_frames(self, b: Board, seat: Seat, pieces: list[bytes]) -> None:
        count = min(len(b.stack), FRAMES)
        for at in range(count):
            self._add_frame(b.stack[len(b.stack) - 1 - at], seat, pieces)
        pieces.append(self.no_frames[FRAMES - count])

    def _add_frame(self, frame: Frame, seat: Seat, pieces: list[bytes]) -> None:
        cards = self.cards[seat]
        own = 1 if frame.seat == seat else 0
        figures = [own, cell(frame.at), cell(frame.index), cell(frame.amount), cell(frame.mode)]
        pieces.append(self.steps[frame.step + 1])
        pieces.append(bytes(figures))
        pieces.append(self.no_program if frame.program == NONE else self.programs[frame.program])
        pieces.append(cards[frame.me])
        pieces.append(cards[frame.target])
        pieces.append(cards[frame.card])
        pieces.append(marks_of(frame.marks, 9 * seat))

    def _add_reactions(self, b: Board, seat: Seat, pieces: list[bytes]) -> None:
        waiting = [0, 0]
        for place in range(3, len(b.pending), WIDTH):
            card = b.pending[place]
            if card != NONE:
                owner = 0 if card < self.kinds else 1
                waiting[owner ^ seat] |= 1 << (card - owner * self.kinds)
        self.spread.add(pieces, waiting[0])
        self.spread.add(pieces, waiting[1])


def condition_of(corpse: int, damage: int, bonus: int, flags: int) -> bytes:
    """Return the piece of what has happened to a card in a slot."""
    if corpse and damage | bonus | flags == 0:
        return CORPSE
    return CELLS[corpse] + CELLS[cell(damage)] + CELLS[cell(bonus)] + EIGHTS[flags]


def truths_of(b: Board, seat: Seat) -> int:
    """Return what is true or not of the moment, as TRUTHS names it, the first as the lowest bit."""
    question = b.question
    truths = seat
    if b.seat == seat:
        truths |= 2
    if b.first == seat:
        truths |= 4
    if b.opener == seat:
        truths |= 8
    if question == board.TURN or question == board.ANSWER:
        truths |= 16 if b.asked == seat else 32
    elif question == board.LEAD:
        truths |= 48
    elif question == board.OVER:
        truths |= 256
        if b.winner >= 0:
            truths |= 64 if b.winner == seat else 128
    return truths | b.stirred << 9


def rare_figures_of(side: Side) -> bytes:
    """Return the piece of what is seldom there, as RARE names it."""
    figures = [count_bits(side.aside), len(side.top), len(side.bottom)]
    figures += [cell(side.counters), cell(side.hindered), side.avenging]
    return bytes(figures)


def known_of(side: Side) -> int:
    """Return the hidden cards of a seat that the rival knows: in hand, aside, or at a fixed place of the deck."""
    known = side.known
    for entry in side.top:
        if entry & RIVAL_KNOWS:
            known |= 1 << (entry >> 2)
    for entry in side.bottom:
        if entry & RIVAL_KNOWS:
            known |= 1 << (entry >> 2)
    return known


def marks_of(marks: list[int], start: int) -> bytes:
    """Return how often each slot stands among the marks of a frame, the unit that begins at a slot first."""
    counts = [0] * 18
    for mark in marks:
        if 0 <= mark < 18:
            counts[(mark - start) % 18] += 1
    return bytes([cell(count) for count in counts])
