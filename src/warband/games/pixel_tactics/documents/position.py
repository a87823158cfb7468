"""Read a position document, refuse an impossible one, and fill a view's unknown places with imagined cards."""

from __future__ import annotations

from warband.games.pixel_tactics.documents.consistency import check_consistency, go_on
from warband.games.pixel_tactics.documents.fields import (
    MOST_COUNT,
    MOST_DAMAGE,
    PIECE_NAMES,
    SEAT_NAMES,
    SEEN_NAMES,
    SIDE,
    SPENT,
    TABLE,
    TABLE_NAMES,
    VIEW_NAMES,
)
from warband.games.pixel_tactics.documents.redeal import deal, draw_trap
from warband.games.pixel_tactics.programs.codes import MOST_STATUS
from warband.games.pixel_tactics.programs.statuses import WORDS as STATUS_WORDS
from warband.games.pixel_tactics.programs.statuses import with_status
from warband.games.pixel_tactics.programs.taking import deck_cards
from warband.games.pixel_tactics.rules import board
from warband.games.pixel_tactics.rules.board import ACTED, ALL_KNOW, FLAG_NAMES, RIVAL_KNOWS, bits_of, count_bits
from warband.games.pixel_tactics.rules.figures import CELL_NAMES, LEADER_CELL, ONGOING_SLOTS, Rules
from warband.games.pixel_tactics.rules.setup import copy_leaders
from warband.games.pixel_tactics.rules.state import Tactics, blank
from warband.games.pixel_tactics.rules.zones import is_open
from warband.kernel.chance import Rng
from warband.kernel.documents import imagining_seat, read_fields, seat_nodes
from warband.kernel.notation import NONE
from warband.kernel.seats import ONGOING, Seat
from warband.kernel.validation import Node

KNOWN_BY = {"owner": 0, "rival": RIVAL_KNOWS, "all": ALL_KNOW}


class Cards:
    """Which cards of each seat have been placed, so that none lies in two places."""

    def __init__(self, b: Tactics) -> None:
        self.ids = b.rules.ids
        self.placed = [0, 0]

    def take(self, node: Node, owner: int) -> int:
        """Place a named card of a seat and return its kind."""
        kind = node.one_of(self.ids)
        if self.placed[owner] >> kind & 1:
            raise node.wrong(f"seat {owner} has only one {self.ids[kind]}, and it lies elsewhere already")
        self.placed[owner] |= 1 << kind
        return kind

    def take_all(self, node: Node | None, owner: int) -> int:
        """Place a list of cards and return them as a mask."""
        cards = 0
        for item in node.items() if node is not None else []:
            cards |= 1 << self.take(item, owner)
        return cards

    def left(self, owner: int) -> int:
        """Return the cards of a seat that lie nowhere yet."""
        return ((1 << len(self.ids)) - 1) & ~self.placed[owner]


def restore(rules: Rules, node: Node) -> Tactics:
    """Return the state of a position document; what it leaves out is as in a turn of round 2, with full decks."""
    node.only(TABLE_NAMES)
    if "game" in node.fields():
        node.field("game").one_of(["pixel-tactics"])
    seats = seat_nodes(node, SEAT_NAMES)
    b, cards = read_open(rules, node, seats)
    for seat in range(2):
        read_hidden(b, cards, seats[seat], seat)
    for seat in range(2):
        fill_deck(b, cards, seats[seat], seat)
    check_consistency(b, node)
    go_on(b, node)
    return b


# ---- what lies open ----


def read_open(rules: Rules, node: Node, seats: list[Node]) -> tuple[Tactics, Cards]:
    """Return a board with all that lies open and nothing else, and the cards that have their place by it."""
    b = blank(rules)
    cards = Cards(b)
    read_table(b, node.fields())
    for seat in range(2):
        read_open_seat(b, cards, seats[seat], seat)
    if NONE not in (b.sides[0].leads, b.sides[1].leads):
        copy_leaders(b)
    return b, cards


def read_table(b: Tactics, fields: dict[str, Node]) -> None:
    """Read what concerns both seats."""
    b.round = min(2, b.rules.edition.round_cap)
    b.stack = []
    read_fields(TABLE, b, fields)
    if "spent" in fields and not b.rules.rich:
        raise fields["spent"].wrong("no card of this pack does anything once a turn, a round or a fight")
    read_fields(SPENT, b, fields)
    if "first" not in fields and b.round:
        b.first = 0
    if "opener" not in fields:
        b.opener = _usual_opener(b)
    if "seat" not in fields:
        b.seat = b.first
    if "actions" not in fields and b.round:
        b.actions = 2
    if b.winner != ONGOING:
        b.question = board.OVER


def _usual_opener(b: Tactics) -> int:
    """Return who began the fight, from who is first in this round (FLW-4)."""
    if b.first == NONE:
        return NONE
    return b.first if b.round % 2 == 1 else 1 - b.first


def _number(fields: dict[str, Node], name: str, usual: int, low: int, high: int) -> int:
    return fields[name].integer(low, high) if name in fields else usual


def _truth(fields: dict[str, Node], name: str) -> bool:
    return name in fields and fields[name].boolean()


def read_open_seat(b: Tactics, cards: Cards, node: Node, seat: Seat) -> None:
    """Read what lies open of a seat: trophies, unit, discard pile, ongoing orders."""
    side = b.sides[seat]
    fields = node.fields()
    side.hand = 0
    side.bag = 0
    read_fields(SIDE, side, fields)
    side.gone = cards.take_all(fields.get("gone"), seat)
    _read_unit(b, cards, node, seat)
    side.discard = cards.take_all(fields.get("discard"), seat)
    side.exiled = cards.take_all(fields.get("exiled"), seat)
    side.buried = _named(b, fields.get("buried"))
    for order in fields["orders"].items() if "orders" in fields else []:
        order.only(["card", "turns"])
        side.orders.extend([cards.take(order.field("card"), seat), order.field("turns").integer(1, 4)])
    if len(side.orders) > 2 * ONGOING_SLOTS:
        raise fields["orders"].wrong(f"at most {ONGOING_SLOTS} ongoing orders lie beside a unit (ONG-3)")


def _read_unit(b: Tactics, cards: Cards, node: Node, seat: Seat) -> None:
    fields = node.fields()
    pieces = dict(fields["unit"].only(CELL_NAMES)) if "unit" in fields else {}
    if "leader" in fields:
        if CELL_NAMES[LEADER_CELL] in pieces:
            raise fields["leader"].wrong("the leader stands in F2 of the unit already")
        pieces[CELL_NAMES[LEADER_CELL]] = fields["leader"]
    for cell in range(9):
        if CELL_NAMES[cell] in pieces:
            _read_piece(b, cards, pieces[CELL_NAMES[cell]], 9 * seat + cell)


def _read_piece(b: Tactics, cards: Cards, node: Node, slot: int) -> None:
    """Read what lies in a slot: the name of a card, or its fields."""
    if isinstance(node.value, str):
        node = Node({"card": node.value}, node.where)
    fields = node.only(PIECE_NAMES)
    seat = slot // 9
    owner = _number(fields, "owner", seat, 0, 1)
    kind = cards.take(node.field("card"), owner)
    flags = 0
    for number, name in enumerate(FLAG_NAMES):
        if _truth(fields, name):
            flags |= 1 << number
    if owner != seat and not flags & board.CAPTURED:
        raise node.wrong("a card of the other seat stands here only as captured (CAP-1)")
    board.stand(b, slot, owner * b.rules.kinds + kind, flags)
    b.damage[slot] = _number(fields, "damage", 0, 0, MOST_DAMAGE)
    b.buff[slot] = _number(fields, "bonus", 0, 0, MOST_DAMAGE)
    if "statuses" in fields:
        b.status[slot] = _read_statuses(b, fields["statuses"])
    if slot % 9 == LEADER_CELL:
        b.sides[seat].leads = kind
    _read_corpse(b, node, fields, slot)


def _read_statuses(b: Tactics, node: Node) -> int:
    """Read the statuses of a card by their words: a number, or true."""
    if not b.rules.rich:
        raise node.wrong("no card of this pack knows statuses")
    status = 0
    for word, field in node.only(STATUS_WORDS).items():
        count = 1 if field.value is True else field.integer(1, MOST_STATUS)
        status = with_status(status, STATUS_WORDS.index(word), count)
    return status


def _read_corpse(b: Tactics, node: Node, fields: dict[str, Node], slot: int) -> None:
    leader = slot % 9 == LEADER_CELL
    if not _truth(fields, "corpse"):
        if b.flags[slot] & board.FALLING:
            raise node.wrong("only a corpse is falling")
        return
    if leader or b.flags[slot] & board.CAPTURED:
        raise node.wrong("a leader or a captured hero is no corpse (CAP-1)")
    if not b.flags[slot] & board.FALLING and (
        b.damage[slot] or b.buff[slot] or b.status[slot] or b.flags[slot] & ~ACTED
    ):
        raise node.wrong("nothing lies on a corpse (CAS-4)")
    side = b.sides[slot // 9]
    side.alive &= ~(1 << slot % 9)
    side.corpses |= 1 << slot % 9


# ---- what is hidden, in a whole position or in one's own part of a view ----


def read_hidden(b: Tactics, cards: Cards, node: Node, seat: Seat) -> None:
    """Read hand, cards laid aside, fixed cards of the deck, and what others know of them."""
    side = b.sides[seat]
    fields = node.fields()
    side.hand = cards.take_all(fields.get("hand"), seat)
    side.aside = cards.take_all(fields.get("aside"), seat)
    side.top = [_read_fixed(cards, item, seat) for item in fields["top"].items()] if "top" in fields else []
    side.bottom = [_read_fixed(cards, item, seat) for item in fields["bottom"].items()] if "bottom" in fields else []
    side.traps = [_read_trap(b, cards, item, seat) for item in fields["traps"].items()] if "traps" in fields else []
    if len(side.traps) + len(side.orders) // 2 > ONGOING_SLOTS:
        raise fields["traps"].wrong(f"at most {ONGOING_SLOTS} ongoing orders and traps lie beside a unit (TRP-1)")
    side.known = _named(b, fields.get("known"))
    side.shown = _named(b, fields.get("shown"))
    side.known |= side.shown
    if is_open(b, seat):
        side.known |= side.hand
        side.shown |= side.hand
    if side.known & ~(side.hand | side.aside):
        raise node.wrong("known: these cards are not all in the hand")
    if "choice" in fields and fields["choice"].value is not None:
        side.choice = fields["choice"].one_of(b.rules.ids)
        if not side.hand >> side.choice & 1:
            raise fields["choice"].wrong("only a card of the hand can be the leader (SET-5)")


def _named(b: Tactics, node: Node | None) -> int:
    cards = 0
    for item in node.items() if node is not None else []:
        cards |= 1 << item.one_of(b.rules.ids)
    return cards


def _read_fixed(cards: Cards, node: Node, seat: Seat) -> int:
    """Read a fixed card of a deck: a name, or a name with who knows it."""
    if isinstance(node.value, str):
        return cards.take(node, seat) << 2
    node.only(["card", "known_by"])
    who = KNOWN_BY[list(KNOWN_BY)[node.field("known_by").one_of(list(KNOWN_BY))]]
    return cards.take(node.field("card"), seat) << 2 | who


def _read_trap(b: Tactics, cards: Cards, node: Node, seat: Seat) -> int:
    """Read a trap: a card whose order is one, with who knows it."""
    entry = _read_fixed(cards, node, seat)
    if b.rules.trap[entry >> 2] == NONE:
        raise node.wrong(f"the order of the {b.rules.ids[entry >> 2]} is no trap (TRP-1)")
    return entry


def fill_deck(b: Tactics, cards: Cards, node: Node, seat: Seat) -> None:
    """Put the rest into the deck; where the deck is given, into the discard pile, unless that is given too."""
    side = b.sides[seat]
    fields = node.fields()
    place_flying(b, cards, seat)
    if "deck" in fields:
        side.bag = cards.take_all(fields["deck"], seat)
    elif "deck_size" not in fields:
        side.bag = cards.left(seat)
        return
    left = cards.left(seat)
    if left and "discard" in fields and "deck" in fields:
        lost = b.rules.ids[bits_of(left)[0]]
        raise node.wrong(f"deck: the {lost} lies neither there nor anywhere else")
    if "deck" in fields:
        side.discard |= left
    if side.buried & ~(deck_cards(side) | side.aside):
        raise node.wrong("buried: these cards are not all in the deck")


def place_flying(b: Tactics, cards: Cards, seat: Seat) -> None:
    """Count the cards as placed that lie in no zone while their order is carried out (ACT-10)."""
    for frame in b.stack:
        if frame.card != NONE and _in_flight(b, cards, seat, frame.card):
            cards.placed[seat] |= 1 << frame.card % b.rules.kinds


def _in_flight(b: Tactics, cards: Cards, seat: Seat, card: int) -> bool:
    kinds = b.rules.kinds
    return card // kinds == seat and card < 2 * kinds and not cards.placed[seat] >> card % kinds & 1


# ---- imagining ----


def imagine(rules: Rules, node: Node, rng: Rng) -> Tactics:
    """Return a state that the view's seat cannot tell from the real one; unseen cards are equally likely anywhere."""
    viewer = imagining_seat(node)
    node.only(VIEW_NAMES)
    seats = seat_nodes(node, SEEN_NAMES)
    b, cards = read_open(rules, node, seats)
    read_hidden(b, cards, seats[viewer], viewer)
    fill_deck(b, cards, seats[viewer], viewer)
    imagine_cards(b, cards, seats[1 - viewer], 1 - viewer, rng)
    go_on(b, node)
    return b


def imagine_cards(b: Tactics, cards: Cards, node: Node, seat: Seat, rng: Rng) -> None:
    """Give a seat the cards its rival knows of, and deal the unseen ones into every other hidden place."""
    side = b.sides[seat]
    side.known = cards.take_all(node.field("known"), seat)
    side.shown = _named(b, node.field("shown"))
    side.aside = _named(b, node.field("known_aside"))
    side.hand = side.known & ~side.aside
    side.top = [_seen_fixed(cards, item, seat) for item in node.field("top").items()]
    side.bottom = [_seen_fixed(cards, item, seat) for item in node.field("bottom").items()]
    traps = node.fields()["traps"].items() if "traps" in node.fields() else []
    side.traps = [_seen_fixed(cards, item, seat) for item in traps]
    place_flying(b, cards, seat)
    unseen = bits_of(cards.left(seat) & ~side.buried)
    rng.shuffle(unseen)
    side.traps = [entry if entry >= 0 else draw_trap(b, unseen) << 2 for entry in side.traps]
    for entry in side.traps:
        cards.placed[seat] |= 1 << (entry >> 2)
    side.hand |= deal(unseen, node.field("hand_size").integer(0, MOST_COUNT) - count_bits(side.hand))
    unseen.extend(bits_of(cards.left(seat) & side.buried))
    rng.shuffle(unseen)
    side.aside |= deal(unseen, node.field("aside_size").integer(0, MOST_COUNT) - count_bits(side.aside))
    side.top = [entry if entry >= 0 else unseen.pop() << 2 for entry in side.top]
    side.bottom = [entry if entry >= 0 else unseen.pop() << 2 for entry in side.bottom]
    side.bag = deal(unseen, len(unseen))


def _seen_fixed(cards: Cards, node: Node, seat: Seat) -> int:
    return cards.take(node, seat) << 2 | ALL_KNOW if node.value is not None else NONE
