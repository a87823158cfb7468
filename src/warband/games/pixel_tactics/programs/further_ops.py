"""Run the rows that do what few packs need: statuses, exile, a new leader, new places, traps called off."""

from __future__ import annotations

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.amounts import amount
from warband.games.pixel_tactics.programs.choosing import MANY
from warband.games.pixel_tactics.programs.frames import ATTACK, INTO_DISCARD, PLAY, PREVENTED, TRAP, push_draw
from warband.games.pixel_tactics.programs.parts import lead_row
from warband.games.pixel_tactics.programs.statuses import cleanse, give
from warband.games.pixel_tactics.programs.traits import note_marks
from warband.games.pixel_tactics.rules.board import (
    CAPTURED,
    FRESH,
    Board,
    Frame,
    ask,
    deck_size,
    is_hero,
    kind_of,
    owner_of,
    piece_data,
    rival_is_safe,
    slot_name,
    swap_slots,
    tell,
    vacate,
)
from warband.games.pixel_tactics.rules.damage import answer_slot
from warband.games.pixel_tactics.rules.figures import CELLS, HERO_CELLS, LEADER_CELL
from warband.games.pixel_tactics.rules.reactions import relative
from warband.games.pixel_tactics.rules.traps import take_trap
from warband.games.pixel_tactics.rules.zones import open_hands
from warband.kernel.events import Event
from warband.kernel.notation import NONE
from warband.kernel.seats import Seat


def further_row(b: Board, f: Frame, row: list[int], answer: int, sink: list[Event] | None) -> bool:
    """Run one row; return whether it is finished."""
    op = row[0]
    if op <= codes.ROLL:
        return lead_row(b, f, row, answer, sink)
    if op == codes.MILL:
        return _mill(b, f, row, sink)
    if op == codes.RELOCATE:
        return _relocate(b, f, answer, sink)
    if op == codes.CANCEL:
        return _cancel(b, f, row[1] == 1, answer, sink)
    if op == codes.PREVENT:
        _prevent(b, sink)
    elif op == codes.CROWN:
        _crown(b, f, sink)
    else:
        for slot in f.marks:
            _do(b, f, row, slot, sink)
    return True


def _do(b: Board, f: Frame, row: list[int], slot: int, sink: list[Event] | None) -> None:
    if b.card[slot] == NONE:
        return
    if row[0] == codes.GIVE:
        give(b, slot, row[1], max(1, amount(b, f, row[2], slot)), sink)
    elif row[0] == codes.CLEANSE:
        cleanse(b, slot, sink)
    else:
        if sink is not None:
            tell(sink, "exile", piece_data(b, slot))
        card = vacate(b, slot)
        b.sides[owner_of(b, card)].exiled |= 1 << kind_of(b, card)


# ---- decks and places ----


def _mill(b: Board, f: Frame, row: list[int], sink: list[Event] | None) -> bool:
    """Discard the top cards of a deck, each a ply of chance (ZON-1)."""
    seat = 1 - f.seat if row[1] == 1 else f.seat
    if f.index == 1 or (row[1] == 1 and rival_is_safe(b)):
        return True
    f.index = 1
    f.done = min(amount(b, f, row[2], NONE), deck_size(b.sides[seat]))
    push_draw(b, seat, f.done, INTO_DISCARD)
    return False


def _relocate(b: Board, f: Frame, answer: int, sink: list[Event] | None) -> bool:
    """Move the chosen hero to an empty slot of its unit; that is not its own move (ACT-13)."""
    slot = f.marks[0]
    side = b.sides[slot // 9]
    empty = HERO_CELLS & ~(side.alive | side.corpses)
    if not side.alive >> slot % 9 & 1 or not empty:
        return True
    if answer == NONE:
        ask(b, f.seat, [relative(b, f.seat, slot - slot % 9 + cell) for cell in CELLS[empty]])
        return False
    place = answer_slot(b, f.seat, answer, slot)
    if sink is not None:
        tell(sink, "move", {**piece_data(b, slot), "target": slot_name(place), "unit": slot // 9})
    swap_slots(b, slot, place)
    f.marks = []
    return True


# ---- leaders ----


def _crown(b: Board, f: Frame, sink: list[Event] | None) -> None:
    """Make the chosen hero the leader; the old one takes its place, and the damage of the leader stays (CRW-1)."""
    slot = f.marks[0]
    seat = slot // 9
    throne = 9 * seat + LEADER_CELL
    if not is_hero(slot) or not b.sides[seat].alive >> slot % 9 & 1 or b.flags[slot] & CAPTURED:
        return
    if sink is not None:
        tell(sink, "crown", piece_data(b, slot))
    b.card[slot], b.card[throne] = b.card[throne], b.card[slot]
    for place in (slot, throne):
        b.flags[place] = FRESH
        b.buff[place] = 0
        b.status[place] = 0
    b.damage[slot] = 0
    _lead_anew(b)
    open_hands(b, sink)


def _lead_anew(b: Board) -> None:
    """Note who leads; a leader that copies the other's power does so anew, two such copy nothing."""
    kinds = [kind_of(b, b.card[9 * seat + LEADER_CELL]) for seat in range(2)]
    for seat in range(2):
        b.sides[seat].leads = kinds[seat]
    for seat in range(2):
        if _is_copier(b, kinds[seat]) and not _is_copier(b, kinds[1 - seat]):
            b.sides[seat].leads = kinds[1 - seat]
    note_marks(b)


def _is_copier(b: Board, kind: int) -> bool:
    return bool(b.rules.marks[3 * b.rules.kinds + kind] & codes.COPIES_LEADER)


# ---- orders and traps ----


def _prevent(b: Board, sink: list[Event] | None) -> None:
    """Stop what springs a trap before it takes effect: the attack, the order, the power (TRP-3)."""
    for place in range(len(b.stack) - 1, 0, -1):
        if b.stack[place].step == TRAP:
            stopped = b.stack[place - 1]
            if stopped.step == ATTACK or stopped.step == PLAY:
                stopped.index = PREVENTED
            else:
                stopped.at = MANY
            if sink is not None:
                tell(sink, "prevent", {"seat": 1 - b.stack[place].seat})
            return


def _cancel(b: Board, f: Frame, traps: bool, answer: int, sink: list[Event] | None) -> bool:
    """Discard an ongoing order of the rival, one of one's choice, or the trap that has lain there longest (ONG-6)."""
    rival = 1 - f.seat
    side = b.sides[rival]
    if rival_is_safe(b):
        return True
    if traps:
        if side.traps:
            take_trap(b, rival, 0, sink)
        return True
    kinds = [side.orders[place] for place in range(0, len(side.orders), 2)]
    if answer == NONE and len(kinds) > 1:
        ask(b, f.seat, [b.rules.take + kind for kind in sorted(kinds)])
        return False
    if kinds:
        _end_order(b, rival, kinds[0] if answer == NONE else answer - b.rules.take, sink)
    return True


def _end_order(b: Board, seat: Seat, kind: int, sink: list[Event] | None) -> None:
    side = b.sides[seat]
    left: list[int] = []
    for place in range(0, len(side.orders), 2):
        if side.orders[place] != kind:
            left.extend([side.orders[place], side.orders[place + 1]])
    side.orders = left
    side.discard |= 1 << kind
    note_marks(b)
    if sink is not None:
        tell(sink, "order_ends", {"seat": seat, "card": b.rules.ids[kind]})
