"""The table of a match: two units, decks and hands, the turn, and the frames of what is going on."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.rules.figures import (
    CELL_NAMES,
    CELLS,
    FOURTH_NINE,
    LEADER,
    LEADER_CELL,
    SECOND_NINE,
    THIRD_NINE,
    VANGUARD,
    Rules,
)
from warband.games.pixel_tactics.rules.side import Side, swap_bits, swap_items
from warband.kernel.events import Event
from warband.kernel.game import Game
from warband.kernel.notation import NONE
from warband.kernel.ruled_state import RuledState
from warband.kernel.seats import Seat

# What is asked. NOTHING: the machine runs on; TURN: a new action; the rest are questions of frames or of chance.
NOTHING: Final = 0
LEAD: Final = 1
TURN: Final = 2
ANSWER: Final = 3
FIRST: Final = 4
CARD: Final = 5
PEEK: Final = 6
OVER: Final = 7
DIE: Final = 8
QUESTION_NAMES: Final = ["nothing", "lead", "turn", "answer", "first", "card", "peek", "over", "die"]


# What is remembered of a card in a slot; all of it travels with the card and goes when it falls or leaves.
ACTED: Final = 1
FRESH: Final = 2
MOVED: Final = 4
CAPTURED: Final = 8
UNHEALABLE: Final = 16
HURT: Final = 32
STRUCK: Final = 64
FALLING: Final = 128
# What is limited and was done in this turn (ACT-23): the attack, the spell, the action of the leader.
ATTACKED: Final = 256
CAST: Final = 512
TOOK_ACTION: Final = 1024
UNLIMITED: Final = 255
FLAG_NAMES: Final = [
    "acted",
    "fresh",
    "moved",
    "captured",
    "unhealable",
    "hurt",
    "struck",
    "falling",
    "attacked",
    "cast",
    "took_action",
]
# What stays when a turn of its controller begins, and when a wave ends.
BEYOND_THE_TURN: Final = 255 - 1 - 2 - 4
BEYOND_THE_WAVE: Final = 255 - 32 - 64

# Who knows a hidden card besides its owner.
RIVAL_KNOWS: Final = 1
ALL_KNOW: Final = 3


class Frame:
    """One rule step or card program in progress: where it is and what it works on.

    `me` and `target` are cards (owner * kinds + kind), so that they stay right when heroes move; `marks` are slots.
    """

    def __init__(self, step: int, seat: Seat, me: int) -> None:
        self.step = step
        self.seat = seat
        self.me = me
        self.at = 0
        self.program = NONE
        self.index = 0
        self.target = NONE
        self.amount = 0
        self.mode = 0
        self.card = NONE
        self.chain = 0
        # What the last die showed, and how much the last row did.
        self.roll = 0
        self.done = 0
        self.marks: list[int] = []

    def copy(self) -> Frame:
        """Return a frame that is equal and shares nothing that changes."""
        twin = Frame(self.step, self.seat, self.me)
        twin.at = self.at
        twin.program = self.program
        twin.index = self.index
        twin.target = self.target
        twin.amount = self.amount
        twin.mode = self.mode
        twin.card = self.card
        twin.chain = self.chain
        twin.roll = self.roll
        twin.done = self.done
        twin.marks = self.marks[:]
        return twin


class Board(RuledState):
    """The data of a position; the chapters of the rules work on it."""

    fight: int
    winner: int
    why: int
    sides: list[Side]

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def game(self) -> Game | None:
        """Return the game that this position belongs to."""
        return self.rules.game

    def lay_out(self) -> None:
        """Lay out the table before a fight: full decks less the trophies, empty units (TRO-2).

        It declares the attributes that a fight begins with; a copy takes all of them over one by one.
        """
        self.round = 0
        self.wave = VANGUARD
        # Who is first in this round, who was first in the fight's first round, whose turn it is.
        self.first = NONE
        self.opener = NONE
        self.seat: Seat = NONE
        self.actions = 0
        self.order_actions = 0
        self.orders = 0
        # How many decisions this turn has taken.
        self.taken = 0
        self.redraws = 0
        self.stirred = 1
        self.options: list[int] = []
        # Reactions that wait: trigger, program, seat, card, other card; five numbers each.
        self.pending: list[int] = []
        self.reactions = 0
        self.asked = NONE
        self.question = NOTHING
        self.card = [NONE] * 18
        self.damage = [0] * 18
        self.flags = [0] * 18
        self.buff = [0] * 18
        # Statuses (STA-1), packed as codes.py says; what was done once, as amounts.once_key says (ONC-1).
        self.status = [0] * 18
        self.spent: list[int] = []
        self.stack: list[Frame] = []
        for side in self.sides:
            side.lay_out(((1 << self.rules.kinds) - 1) & ~side.gone)

    def take_over(self, other: Board) -> None:
        """Copy every figure and list of another board into this one; options never change in place and are shared."""
        self.fight = other.fight
        self.round = other.round
        self.wave = other.wave
        self.first = other.first
        self.opener = other.opener
        self.seat = other.seat
        self.actions = other.actions
        self.order_actions = other.order_actions
        self.orders = other.orders
        self.taken = other.taken
        self.redraws = other.redraws
        self.stirred = other.stirred
        self.winner = other.winner
        self.why = other.why
        self.question = other.question
        self.asked = other.asked
        self.reactions = other.reactions
        self.options = other.options
        self.card = other.card[:]
        self.damage = other.damage[:]
        self.flags = other.flags[:]
        self.buff = other.buff[:]
        self.status = other.status[:]
        self.spent = other.spent[:]
        self.sides = [other.sides[0].copy(), other.sides[1].copy()]
        self.pending = other.pending[:]
        self.stack = [frame.copy() for frame in other.stack]


# ---- cards in slots ----


def owner_of(b: Board, card: int) -> int:
    """Return the seat whose deck a card came from."""
    return 0 if card < b.rules.kinds else 1


def kind_of(b: Board, card: int) -> int:
    """Return the kind of a card."""
    kinds = b.rules.kinds
    return card if card < kinds else card - kinds


def find(b: Board, card: int) -> int:
    """Return the slot of a card that lies in a unit, corpse or not, or NONE."""
    cards = b.card
    for slot in range(18):
        if cards[slot] == card:
            return slot
    return NONE


def standing(b: Board, card: int) -> int:
    """Return the slot of a card that stands alive in a unit, or NONE."""
    slot = find(b, card)
    if slot == NONE or not b.sides[slot // 9].alive >> slot % 9 & 1:
        return NONE
    return slot


def is_hero(slot: int) -> bool:
    """Return whether a slot is not the leader's."""
    return slot % 9 != LEADER_CELL


def life_of(b: Board, slot: int) -> int:
    """Return the life of the hero or leader in a slot."""
    status = b.status[slot]
    if slot % 9 == LEADER_CELL:
        life = b.rules.life[b.rules.kinds + b.sides[slot // 9].leads]
        return life_with(life, status) if status else life
    if b.flags[slot] & CAPTURED:
        return 1
    life = b.rules.life[kind_of(b, b.card[slot])]
    return life_with(life, status) if status else life


def life_with(life: int, status: int) -> int:
    """Return the life of a card with its statuses: never less than 1 (STA-4)."""
    return max(1, life + (status >> codes.VIGOR & codes.MOST_STATUS) - (status >> codes.FRAILTY & codes.MOST_STATUS))


def role_index(b: Board, slot: int) -> int:
    """Return the index of the card in a slot in the tables by role: the power of its row counts (REA-4).

    A silenced hero has none: the last entry of every table is empty (STA-7).
    """
    cell = slot % 9
    if cell == LEADER_CELL:
        return LEADER * b.rules.kinds + b.sides[slot // 9].leads
    if b.status[slot] & codes.SILENCED:
        return 5 * b.rules.kinds
    return cell // 3 * b.rules.kinds + kind_of(b, b.card[slot])


def is_lethal(b: Board, slot: int) -> bool:
    """Return whether the damage on a hero is lethal (CAS-2, TRM-15)."""
    return b.damage[slot] >= life_of(b, slot)


def stand(b: Board, slot: int, card: int, flags: int) -> None:
    """Put a card into an empty slot, alive and unhurt."""
    b.card[slot] = card
    b.damage[slot] = 0
    b.buff[slot] = 0
    b.status[slot] = 0
    b.flags[slot] = flags
    b.sides[slot // 9].alive |= 1 << slot % 9


def vacate(b: Board, slot: int) -> int:
    """Take whatever card lies in a slot out of it and return the card."""
    card = b.card[slot]
    b.card[slot] = NONE
    b.damage[slot] = 0
    b.buff[slot] = 0
    b.status[slot] = 0
    b.flags[slot] = 0
    side = b.sides[slot // 9]
    gone = ~(1 << slot % 9)
    side.alive &= gone
    side.corpses &= gone
    return card


def swap_slots(b: Board, one: int, other: int) -> None:
    """Swap the contents of two slots of a unit, with all that lies on them."""
    swap_items(b.card, one, other)
    swap_items(b.damage, one, other)
    swap_items(b.flags, one, other)
    swap_items(b.buff, one, other)
    swap_items(b.status, one, other)
    side = b.sides[one // 9]
    side.alive = swap_bits(side.alive, one % 9, other % 9)
    side.corpses = swap_bits(side.corpses, one % 9, other % 9)


def to_discard(b: Board, card: int) -> None:
    """Put a card on its owner's discard pile (TRM-12)."""
    b.sides[owner_of(b, card)].discard |= 1 << kind_of(b, card)


def to_hand_openly(b: Board, card: int) -> None:
    """Put a card everybody has seen into its owner's hand, where everybody knows of it (INF-1)."""
    side = b.sides[owner_of(b, card)]
    bit = 1 << kind_of(b, card)
    side.hand |= bit
    side.known |= bit
    side.shown |= bit


def hand_size(side: Side) -> int:
    """Return how many cards a seat holds."""
    return count_bits(side.hand)


def deck_size(side: Side) -> int:
    """Return how many cards are left to draw."""
    return count_bits(side.bag) + len(side.top) + len(side.bottom)


def count_bits(mask: int) -> int:
    """Return how many bits of a mask are set."""
    # In pairs, fours and bytes at a time: faster than any table, and no mask has more than forty bits.
    bits: i64 = mask
    bits -= bits >> 1 & 0x5555555555
    bits = (bits & 0x3333333333) + (bits >> 2 & 0x3333333333)
    bits = bits + (bits >> 4) & 0x0F0F0F0F0F
    bits += bits >> 8
    bits += bits >> 16
    return bits + (bits >> 32) & 63


def bits_of(mask: int) -> list[int]:
    """Return the numbers of the set bits of a mask, in order."""
    numbers = CELLS[mask & 511][:]
    if mask > 511:
        numbers.extend(SECOND_NINE[mask >> 9 & 511])
        if mask >> 18:
            numbers.extend(THIRD_NINE[mask >> 18 & 511])
            numbers.extend(FOURTH_NINE[mask >> 27])
    return numbers


def ceasefire(b: Board) -> bool:
    """Return whether this is the first round of a fight (CF-7)."""
    return b.round == 1


def rival_is_safe(b: Board) -> bool:
    """Return whether nobody may touch the rival now, look into the hand or forbid anything (CF-4): before round 2."""
    return b.round <= 1 and b.rules.edition.ceasefire_blocks_rival_interaction


def ask(b: Board, seat: Seat, options: list[int]) -> None:
    """Ask a seat to choose among some actions."""
    b.question = ANSWER
    b.asked = seat
    b.options = options


# ---- telling ----


def slot_name(slot: int) -> str:
    """Return the name of a slot within its unit."""
    return CELL_NAMES[slot % 9]


def piece_data(b: Board, slot: int) -> dict[str, object]:
    """Return how events speak of whatever lies in a slot."""
    data: dict[str, object] = {"side": slot // 9, "slot": slot_name(slot)}
    card = b.card[slot]
    if card != NONE:
        data["card"] = b.rules.ids[kind_of(b, card)]
        if owner_of(b, card) != slot // 9:
            data["owner"] = owner_of(b, card)
    return data


def tell_swap(b: Board, one: int, other: int, sink: list[Event] | None) -> None:
    """Emit the event that two cards of a unit change places."""
    if sink is not None:
        aim: dict[str, object] = {"other": piece_data(b, other)["card"], "target": slot_name(other), "unit": other // 9}
        sink.append(Event("swap", {**piece_data(b, one), **aim}))


def tell(sink: list[Event] | None, kind: str, data: dict[str, object]) -> None:
    """Emit an event that everybody sees, where there is a sink."""
    if sink is not None:
        sink.append(Event(kind, data))
