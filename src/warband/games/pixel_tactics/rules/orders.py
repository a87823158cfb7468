"""Play orders, carry out the orders of shown cards, keep ongoing orders beside the board."""

from __future__ import annotations

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.choosing import stop
from warband.games.pixel_tactics.programs.frames import (
    FROM_ASIDE,
    FROM_HAND,
    PLAY,
    PREVENTED,
    WAS_ASKED,
    push_play,
    push_program,
    push_react,
)
from warband.games.pixel_tactics.programs.taking import keep
from warband.games.pixel_tactics.programs.traits import note_marks
from warband.games.pixel_tactics.rules.board import (
    Board,
    Frame,
    ask,
    bits_of,
    ceasefire,
    kind_of,
    rival_is_safe,
    tell,
    to_discard,
)
from warband.games.pixel_tactics.rules.figures import (
    FORBIDDEN,
    HARMLESS,
    LEADER_CELL,
    ONGOING_SLOTS,
    ONGOING_TURNS,
    ORDER,
)
from warband.games.pixel_tactics.rules.reactions import queue_trigger
from warband.games.pixel_tactics.rules.reasons import (
    CEASEFIRE_ATTACKING_ORDER,
    CEASEFIRE_HARMFUL_ORDER,
    CEASEFIRE_ONGOING,
    CEASEFIRE_ORDER,
    CEASEFIRE_TRAP,
    NO_ONGOING,
    ONGOING_FULL,
)
from warband.games.pixel_tactics.rules.traps import offer_trap, queue_trap, set_trap
from warband.games.pixel_tactics.rules.zones import leave_hand, open_hands, show
from warband.kernel.events import Event
from warband.kernel.notation import NONE
from warband.kernel.reasons import LEGAL
from warband.kernel.seats import Seat


def refuse_order_now(b: Board, seat: Seat, kind: int) -> int:
    """Return why an order may not be played from the hand at this time, whatever it costs."""
    number = refuse_order_ever(b, seat, kind)
    if number != LEGAL:
        return number
    if (b.rules.ongoing[kind] or b.rules.trap[kind] != NONE) and _slots_taken(b, seat) >= ONGOING_SLOTS:
        return ONGOING_FULL
    return LEGAL


def refuse_order_ever(b: Board, seat: Seat, kind: int) -> int:
    """Return why an order may not be played at this time, wherever it comes from."""
    ongoing = b.rules.ongoing[kind] or b.rules.trap[kind] != NONE
    if ceasefire(b):
        if b.rules.trap[kind] != NONE:
            return CEASEFIRE_TRAP
        return CEASEFIRE_ONGOING if ongoing else _refuse_in_ceasefire(b, seat, kind)
    return NO_ONGOING if ongoing and not b.rules.edition.ongoing_orders else LEGAL


def _slots_taken(b: Board, seat: Seat) -> int:
    """Return how many of the slots beside a unit are taken, by ongoing orders and traps alike (ONG-3, TRP-1)."""
    side = b.sides[seat]
    return len(side.orders) // 2 + len(side.traps) + _ongoing_in_play(b, seat)


def _ongoing_in_play(b: Board, seat: Seat) -> int:
    """Return how many ongoing orders of a seat are being carried out and will lie beside its unit."""
    count = 0
    for frame in b.stack:
        if (
            frame.step == PLAY
            and frame.seat == seat
            and frame.mode == FROM_HAND
            and b.rules.ongoing[kind_of(b, frame.card)]
        ):
            count += 1
    return count


def _refuse_in_ceasefire(b: Board, seat: Seat, kind: int) -> int:
    rule = b.rules.edition.ceasefire_orders
    if rule == FORBIDDEN:
        return CEASEFIRE_ORDER
    if makes_attack(b, seat, kind):
        return CEASEFIRE_ATTACKING_ORDER
    if rule == HARMLESS and is_harmful(b, seat, kind):
        return CEASEFIRE_HARMFUL_ORDER
    return LEGAL


def leader_kind(b: Board, seat: Seat) -> int:
    """Return the kind of the card that leads a unit; a copying leader keeps its own order."""
    return kind_of(b, b.card[9 * seat + LEADER_CELL])


def names_leader_order(b: Board, kind: int) -> bool:
    """Return whether an order carries out the order on its owner's leader."""
    program = b.rules.power[ORDER * b.rules.kinds + kind]
    rows = b.rules.programs[program] if program != NONE else []
    for row in rows:
        if row[0] == codes.SHOW and row[1] == codes.LEADER_CARD:
            return True
    return False


def makes_attack(b: Board, seat: Seat, kind: int) -> bool:
    """Return whether an order makes something attack (CF-1), through the leader's order too."""
    if names_leader_order(b, kind):
        return b.rules.attacking[leader_kind(b, seat)]
    return b.rules.attacking[kind]


def is_harmful(b: Board, seat: Seat, kind: int) -> bool:
    """Return whether an order could name or change something of the rival's (CF-3)."""
    if names_leader_order(b, kind):
        return b.rules.harmful[leader_kind(b, seat)]
    return b.rules.harmful[kind]


def may_ask_for_orders(b: Board, seat: Seat) -> bool:
    """Return whether a seat might have an order to play, by what everybody knows (law 4)."""
    return b.sides[seat].hand != 0 and not (ceasefire(b) and b.rules.edition.ceasefire_orders == FORBIDDEN)


# ---- an order that is played ----


def begin_order(b: Board, seat: Seat, kind: int, source: int, chain: int, sink: list[Event] | None) -> None:
    """Play an order from the hand or from beside it: while it is carried out the card is in no zone (ACT-10)."""
    if b.rules.trap[kind] != NONE and source == FROM_HAND:
        set_trap(b, seat, kind, sink)
        return
    leave_hand(b.sides[seat], kind)
    b.orders += 1
    if sink is not None:
        sink.append(Event("order", {"seat": seat, "card": b.rules.ids[kind]}, reveals=True))
    push_play(b, seat, seat * b.rules.kinds + kind, source, chain)
    b.stack[len(b.stack) - 1].amount = b.orders


def resume_play(b: Board, f: Frame, sink: list[Event] | None) -> None:
    """Go on with an order: carry it out, then discard it, then let those react who wait for orders.

    An ongoing order that does not come from the hand does nothing and is discarded (ONG-4).
    """
    kind = kind_of(b, f.card)
    program = b.rules.power[ORDER * b.rules.kinds + kind] if f.mode == FROM_HAND else copied_program(b, f.card)
    if b.rules.rich and f.index == 0:
        f.index = WAS_ASKED
        if f.seat == b.seat and offer_trap(b, 1 - f.seat, codes.WOULD_ORDER, NONE):
            return
    if f.at == 0 and f.index != PREVENTED:
        f.at = 1
        if program != NONE:
            push_program(b, program, f.seat, NONE, NONE, f.chain | 1 << f.card)
            return
    b.stack.pop()
    if b.rules.ongoing[kind] and f.mode == FROM_HAND and f.index != PREVENTED:
        b.sides[f.seat].orders.extend([kind, ONGOING_TURNS])
        note_marks(b)
        open_hands(b, sink)
    else:
        to_discard(b, f.card)
    queue_trigger(b, f.seat, codes.WHEN_ORDER_PLAYED, f.amount)
    if b.rules.rich and f.seat == b.seat:
        queue_trap(b, 1 - f.seat, codes.HAS_ORDERED, NONE)
    push_react(b, b.seat)


def turn_orders(b: Board, seat: Seat, sink: list[Event] | None) -> None:
    """Turn the ongoing orders of a seat at the end of its turn; the fourth turn discards them (ONG-2)."""
    side = b.sides[seat]
    if not side.orders:
        return
    left: list[int] = []
    for place in range(0, len(side.orders), 2):
        kind = side.orders[place]
        if side.orders[place + 1] > 1:
            left.extend([kind, side.orders[place + 1] - 1])
        else:
            side.discard |= 1 << kind
            if sink is not None:
                tell(sink, "order_ends", {"seat": seat, "card": b.rules.ids[kind]})
    side.orders = left
    note_marks(b)


# ---- rows that show and play ----


def copied_program(b: Board, card: int) -> int:
    """Return the program of a card's order when another card carries it out, NONE for an ongoing order."""
    kind = kind_of(b, card)
    silent = b.rules.ongoing[kind] or b.rules.trap[kind] != NONE
    return NONE if silent else b.rules.power[ORDER * b.rules.kinds + kind]


def show_row(b: Board, f: Frame, zone: int, answer: int, sink: list[Event] | None) -> bool:
    """Show a card of a hand, chosen by its holder, or one's own leader; its order is to be carried out."""
    if zone == codes.LEADER_CARD:
        return _show_leader(b, f)
    if zone == codes.OWN_DISCARD:
        return _show_discarded(b, f, answer, sink)
    holder = f.seat if zone == codes.OWN_HAND else 1 - f.seat
    if answer == NONE:
        options = [b.rules.take + kind for kind in _showable(b, f, holder)]
        if not options or (holder != f.seat and rival_is_safe(b)):
            return stop(b, f)
        ask(b, holder, options)
        return False
    kind = answer - b.rules.take
    show(b.sides[holder], kind)
    f.card = holder * b.rules.kinds + kind
    if sink is not None:
        sink.append(Event("show", {"seat": holder, "card": b.rules.ids[kind]}, reveals=True))
    return True


def _show_discarded(b: Board, f: Frame, answer: int, sink: list[Event] | None) -> bool:
    """Point at a card of one's own discard pile, whose order is to be carried out; it stays there."""
    first = f.seat * b.rules.kinds
    kinds = [kind for kind in bits_of(b.sides[f.seat].discard) if not f.chain >> first + kind & 1]
    if answer == NONE:
        if not kinds:
            return stop(b, f)
        ask(b, f.seat, [b.rules.take + kind for kind in kinds])
        return False
    f.card = first + answer - b.rules.take
    if sink is not None:
        tell(sink, "show", {"seat": f.seat, "card": b.rules.ids[answer - b.rules.take]})
    return True


def _show_leader(b: Board, f: Frame) -> bool:
    card = b.card[9 * f.seat + LEADER_CELL]
    if f.chain >> card & 1:
        return stop(b, f)
    f.card = card
    return True


def _showable(b: Board, f: Frame, holder: int) -> list[int]:
    """Return the kinds a holder may show: each physical card once in a chain (CPY-1)."""
    first = holder * b.rules.kinds
    return [kind for kind in bits_of(b.sides[holder].hand) if not f.chain >> first + kind & 1]


def play_row(b: Board, f: Frame, zone: int, answer: int, sink: list[Event] | None) -> bool:
    """Play any number of orders from the hand, or the card that was just drawn, if one likes."""
    side = b.sides[f.seat]
    aside = zone == codes.ASIDE
    if answer == b.rules.done or (aside and f.index == 1):
        for kind in bits_of(side.aside if aside else 0):
            keep(side, kind)
        return True
    if answer != NONE:
        f.index = 1
        begin_order(b, f.seat, answer - b.rules.order, FROM_ASIDE if aside else FROM_HAND, f.chain, sink)
        return False
    held = side.aside if aside else side.hand
    if not held:
        return True
    refuse = refuse_order_ever if aside else refuse_order_now
    options = [b.rules.order + kind for kind in bits_of(held) if refuse(b, f.seat, kind) == LEGAL]
    ask(b, f.seat, [*options, b.rules.done])
    return False
