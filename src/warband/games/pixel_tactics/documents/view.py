"""Write down a position, whole or as one viewer may know it, from a whitelist; say what the log hides."""

from __future__ import annotations

from typing import Final

from warband.games.pixel_tactics.documents.fields import OPEN_SEAT_NAMES, QUESTION, SIDE, SPENT, TABLE
from warband.games.pixel_tactics.programs import codes, frames
from warband.games.pixel_tactics.programs.frames import asking_row
from warband.games.pixel_tactics.programs.statuses import WORDS as STATUS_WORDS
from warband.games.pixel_tactics.programs.statuses import status_count
from warband.games.pixel_tactics.rules import board
from warband.games.pixel_tactics.rules.board import (
    ALL_KNOW,
    FLAG_NAMES,
    RIVAL_KNOWS,
    Board,
    bits_of,
    count_bits,
    kind_of,
    life_of,
    owner_of,
)
from warband.games.pixel_tactics.rules.figures import CELL_NAMES
from warband.games.pixel_tactics.rules.side import Side
from warband.games.pixel_tactics.rules.zones import is_open, knowers
from warband.kernel.documents import write_fields
from warband.kernel.game import Cover
from warband.kernel.notation import NONE
from warband.kernel.ruled_state import Documents
from warband.kernel.seats import ALL, ONE, Seat
from warband.kernel.views import View, Viewer

KNOWN_NAMES = ["owner", "rival", "owner", "all"]


def names(b: Board, cards: int) -> list[object]:
    """Return the ids of a set of cards, in order."""
    return [b.rules.ids[kind] for kind in bits_of(cards)]


def name_of(b: Board, kind: int) -> object:
    """Return the id of a card, or None."""
    return b.rules.ids[kind] if kind != NONE else None


# ---- what everybody sees ----


def open_table(b: Board) -> dict[str, object]:
    """Return what lies open on the table and concerns both seats."""
    table = {"game": "pixel-tactics", **write_fields(QUESTION, b), **write_fields(TABLE, b)}
    return table | write_fields(SPENT, b) if b.spent else table


def unit_of(b: Board, seat: Seat) -> dict[str, object]:
    """Return the cards of a unit by slot."""
    slots = range(9 * seat, 9 * seat + 9)
    return {CELL_NAMES[slot % 9]: piece(b, slot) for slot in slots if b.card[slot] != NONE}


def piece(b: Board, slot: int) -> dict[str, object]:
    """Return what lies in a slot: card, damage, life, and whatever is remembered of it."""
    seat = slot // 9
    table: dict[str, object] = {"card": b.rules.ids[kind_of(b, b.card[slot])]}
    if owner_of(b, b.card[slot]) != seat:
        table["owner"] = 1 - seat
    if b.sides[seat].corpses >> slot % 9 & 1:
        table["corpse"] = True
    else:
        table["life"] = life_of(b, slot)
    if b.damage[slot]:
        table["damage"] = b.damage[slot]
    if b.buff[slot]:
        table["bonus"] = b.buff[slot]
    if b.status[slot]:
        table["statuses"] = statuses_of(b.status[slot])
    for number, name in enumerate(FLAG_NAMES):
        if b.flags[slot] >> number & 1:
            table[name] = True
    return table


def statuses_of(status: int) -> dict[str, object]:
    """Return the statuses of a card by their words, with how much of each there is."""
    counts = [status_count(status, number) for number in range(len(STATUS_WORDS))]
    return {word: count for word, count in zip(STATUS_WORDS, counts, strict=True) if count}


def open_seat(b: Board, seat: Seat) -> dict[str, object]:
    """Return what everybody sees of a seat."""
    side = b.sides[seat]
    orders = side.orders
    table = {
        **write_fields(SIDE, side),
        "gone": names(b, side.gone),
        "leads": name_of(b, side.leads),
        "unit": unit_of(b, seat),
        "orders": [{"card": b.rules.ids[orders[at]], "turns": orders[at + 1]} for at in range(0, len(orders), 2)],
        "discard": names(b, side.discard),
        "shown": names(b, side.shown),
        "buried": names(b, side.buried),
    }
    if side.exiled:
        table["exiled"] = names(b, side.exiled)
    return {name: table[name] for name in OPEN_SEAT_NAMES if name in table}


# ---- what one viewer sees ----


def seat_as_seen(b: Board, seat: Seat, viewer: Viewer) -> dict[str, object]:
    """Return a seat as a viewer sees it: its own seat's hand, or what is known of another's."""
    side = b.sides[seat]
    table = open_seat(b, seat)
    table["deck_size"] = board.deck_size(side)
    table["hand_size"] = count_bits(side.hand)
    table["aside_size"] = count_bits(side.aside)
    if viewer == seat:
        table.update(own_cards(b, side))
        return table
    knows = RIVAL_KNOWS if viewer == 1 - seat else ALL_KNOW
    table["top"] = fixed_as_seen(b, side.top, knows)
    table["bottom"] = fixed_as_seen(b, side.bottom, knows)
    if side.traps:
        table["traps"] = fixed_as_seen(b, side.traps, knows)
    if viewer == 1 - seat:
        table["known"] = names(b, side.known)
        table["known_aside"] = names(b, side.known & side.aside)
        table["certain"] = names(b, certain(side))
    return table


def certain(side: Side) -> int:
    """Return the cards that the rival can tell to be in a hand: those seen, and all unseen ones once none is left
    anywhere else (INF-1).
    """
    hidden = side.bag | (side.hand & ~side.known)
    for entry in side.top + side.bottom + side.traps:
        if not entry & RIVAL_KNOWS:
            hidden |= 1 << (entry >> 2)
    hidden &= ~side.buried
    places = count_bits(hidden & ~side.hand) + count_bits(side.aside & ~side.known)
    return (side.known | (hidden if places == 0 else 0)) & side.hand


def fixed_as_seen(b: Board, entries: list[int], knows: int) -> list[object]:
    """Return the fixed cards of a deck; None for one that the viewer does not know."""
    return [b.rules.ids[entry >> 2] if entry & 3 & knows == knows else None for entry in entries]


def own_cards(b: Board, side: Side) -> dict[str, object]:
    """Return the hidden cards of a seat as its owner knows them, and what the rival knows of them."""
    table: dict[str, object] = {
        "hand": names(b, side.hand),
        "aside": names(b, side.aside),
        "known": names(b, side.known),
        "deck": names(b, side.bag),
        "top": fixed(b, side.top),
        "bottom": fixed(b, side.bottom),
    }
    return table | {"traps": fixed(b, side.traps)} if side.traps else table


def fixed(b: Board, entries: list[int]) -> list[object]:
    """Return the fixed cards of a deck with who knows them."""
    return [{"card": b.rules.ids[entry >> 2], "known_by": KNOWN_NAMES[entry & 3]} for entry in entries]


# ---- what only the whole position holds ----


def whole_seat(b: Board, seat: Seat) -> dict[str, object]:
    """Return everything about a seat."""
    side = b.sides[seat]
    return {**open_seat(b, seat), **own_cards(b, side), "choice": name_of(b, side.choice)}


# ---- the documents ----


class TacticsDocuments(Documents[Board]):
    """What is written down of a position of Pixel Tactics, whole, for one viewer and in the log."""

    def view(self, state: Board, viewer: Viewer) -> View:
        """Return all that a viewer may know; the match sees to it that ALL is asked for only once it is over."""
        if viewer == ALL:
            return View({**self.position(state), "viewer": ALL, "awaiting": list(state.awaiting())})
        table = open_table(state)
        table["viewer"] = viewer
        table["awaiting"] = [0, 1] if state.question == board.LEAD else list(state.awaiting())
        table["seats"] = [seat_as_seen(state, seat, viewer) for seat in range(2)]
        return View(table)

    def position(self, state: Board) -> dict[str, object]:
        """Return everything, hidden cards included, as a document that `restore` reads back."""
        table = open_table(state)
        table["seats"] = [whole_seat(state, seat) for seat in range(2)]
        return table

    def cover(self, state: Board, seat: Seat, action: int) -> Cover | None:
        """Return what the log hides of an action about to be applied, or None if all may see it."""
        deed = state.rules.notation.decode(action)
        if deed.kind == "lead":
            return Cover(ONE[seat], "lead a card")
        if deed.kind == "card":
            return _cover_card(state)
        if deed.kind == "order" and is_trap(state, deed["card"]):
            return _cover_trap(state, seat, deed["card"])
        if deed.kind == "take" and _is_secret_taking(state) and knowers(state.sides[seat], deed["card"]) != ALL_KNOW:
            return Cover(ONE[seat], "take a card")
        return None


def is_trap(b: Board, kind: int) -> bool:
    """Return whether playing a card now sets a trap: from the hand, not drawn aside to be played at once."""
    row = asking_row(b) if b.question == board.ANSWER else None
    return b.rules.trap[kind] != NONE and (row is None or row[1] != codes.ASIDE)


def _cover_trap(b: Board, seat: Seat, kind: int) -> Cover | None:
    """Return what is hidden of a trap that is set: all, unless everybody knows the card (TRP-1)."""
    return None if knowers(b.sides[seat], kind) == ALL_KNOW else Cover(ONE[seat], "set a trap")


def _cover_card(b: Board) -> Cover | None:
    """Return what is hidden of a card that chance gives: nothing where it is lost or lies open."""
    if b.question == board.PEEK:
        return Cover(ONE[b.asked], "card")
    frame = b.stack[len(b.stack) - 1]
    if frame.step == frames.DRAW and frame.mode == frames.INTO_DISCARD:
        return None
    opened = frame.mode != frames.INTO_SIGHT and is_open(b, frame.seat)
    if frame.step == frames.LOSE or opened or _drawn_openly(b, frame.seat):
        return None
    return Cover(ONE[frame.seat], "card")


def _drawn_openly(b: Board, seat: Seat) -> bool:
    side = b.sides[seat]
    known = side.top or ([] if side.bag else side.bottom)
    return bool(known) and known[0] & 3 == ALL_KNOW


def _is_secret_taking(b: Board) -> bool:
    """Return whether the card taken now is one that only its owner sees."""
    row = asking_row(b)
    if row is None or row[0] != codes.TAKE:
        return False
    if row[1] == codes.DECK:
        return not is_open(b, b.asked)
    return row[1] == codes.ASIDE and row[2] != codes.TO_DISCARD


DOCUMENTS: Final = TacticsDocuments()
