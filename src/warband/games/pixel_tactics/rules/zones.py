"""Move cards between deck, hand and discard pile, and remember who knows which of them (INF-1)."""

from __future__ import annotations

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.frames import (
    INTO_DISCARD,
    INTO_HAND,
    INTO_SIGHT,
    LOSE,
    LOST_TO_DISCARD,
    LOST_TO_FRAME,
)
from warband.games.pixel_tactics.programs.traits import marks_of
from warband.games.pixel_tactics.rules import board
from warband.games.pixel_tactics.rules.board import (
    ALL_KNOW,
    RIVAL_KNOWS,
    Board,
    Frame,
    deck_size,
    rival_is_safe,
    role_index,
    tell,
)
from warband.games.pixel_tactics.rules.figures import CELLS, LEADER_CELL
from warband.games.pixel_tactics.rules.side import Side
from warband.kernel.events import Event
from warband.kernel.notation import NONE
from warband.kernel.seats import ONE, Seat


def is_open(b: Board, seat: Seat) -> bool:
    """Return whether a seat plays with its hand open, since the enemy leader says so; not where CF-4 bars it."""
    if b.sides[1 - seat].leads == NONE or rival_is_safe(b):
        return False
    return bool(marks_of(b, 1 - seat) & codes.OPEN_HAND)


def open_hands(b: Board, sink: list[Event] | None) -> None:
    """Show everybody the hands that lie open."""
    for seat in range(2):
        side = b.sides[seat]
        if is_open(b, seat) and side.hand & ~side.shown:
            side.known |= side.hand
            side.shown |= side.hand
            if sink is not None:
                names = [b.rules.ids[kind] for kind in board.bits_of(side.hand)]
                sink.append(Event("open_hand", {"seat": seat, "cards": names}, reveals=True))


def knowers(side: Side, kind: int) -> int:
    """Return who knows a card in a hand besides its owner."""
    return (side.known >> kind & 1) * RIVAL_KNOWS + (side.shown >> kind & 1) * (ALL_KNOW - RIVAL_KNOWS)


def learn(side: Side, kind: int, who: int) -> None:
    """Note that others know that a seat holds a card."""
    if who & RIVAL_KNOWS:
        side.known |= 1 << kind
    if who == ALL_KNOW:
        side.shown |= 1 << kind


def show(side: Side, kind: int) -> None:
    """Show a card of the hand to everybody."""
    learn(side, kind, ALL_KNOW)


def leave_hand(side: Side, kind: int) -> None:
    """Take a card out of a hand or from beside it; what others knew of it there is over."""
    kept = ~(1 << kind)
    side.hand &= kept
    side.aside &= kept
    side.known &= kept
    side.shown &= kept


def see_hand(b: Board, seat: Seat, sink: list[Event] | None) -> None:
    """Show a hand to the rival, and to nobody else."""
    side = b.sides[seat]
    side.known |= side.hand
    if sink is not None:
        names = [b.rules.ids[kind] for kind in board.bits_of(side.hand)]
        sink.append(Event("look", {"seat": 1 - seat, "rival": seat}, {"cards": names}, ONE[1 - seat], True))


# ---- drawing ----


def resume_draw(b: Board, f: Frame, answer: int, sink: list[Event] | None) -> None:
    """Go on drawing: every card is a ply of chance, also when everybody could name it (law 4)."""
    if answer != NONE:
        take_top(b, f.seat, answer - b.rules.card, f.mode, sink)
        f.amount -= 1
    if f.amount <= 0 or deck_size(b.sides[f.seat]) == 0:
        b.stack.pop()
        if f.mode != INTO_HAND and f.mode != INTO_DISCARD:
            _lose_sight(b, f)
    else:
        b.question = board.CARD


def _lose_sight(b: Board, f: Frame) -> None:
    """Forget what others knew of several cards laid aside: they cannot tell where each of them goes (INF-1)."""
    side = b.sides[f.seat]
    if side.aside & side.aside - 1 and (f.mode == INTO_SIGHT or not is_open(b, f.seat)):
        if f.mode == INTO_SIGHT:
            side.buried |= side.shown & side.aside
        side.known &= ~side.aside
        side.shown &= ~side.aside


def deck_outcomes(b: Board, seat: Seat) -> int:
    """Return which cards may be drawn next, as a mask: the fixed one, or any of the bag."""
    side = b.sides[seat]
    if side.top:
        return 1 << (side.top[0] >> 2)
    return side.bag if side.bag else 1 << (side.bottom[0] >> 2)


def take_top(b: Board, seat: Seat, kind: int, where: int, sink: list[Event] | None) -> None:
    """Take the card that chance gave from the deck: drawn into the hand or aside, or only looked at."""
    side = b.sides[seat]
    who = 0
    if side.top:
        who = side.top.pop(0) & 3
    elif side.bag:
        side.bag &= ~(1 << kind)
    else:
        who = side.bottom.pop(0) & 3
    if where == INTO_DISCARD:
        side.buried &= ~(1 << kind)
        side.discard |= 1 << kind
        if sink is not None:
            sink.append(Event("mill", {"seat": seat, "card": b.rules.ids[kind]}, reveals=True))
        return
    if where == INTO_HAND:
        side.hand |= 1 << kind
    else:
        side.aside |= 1 << kind
    if where != INTO_SIGHT:
        if is_open(b, seat):
            who = ALL_KNOW
        side.buried = side.buried & ~(1 << kind) if who == ALL_KNOW else 0
    learn(side, kind, who)
    if sink is not None:
        _tell_draw(b, seat, kind, who, where != INTO_HAND, sink)


def _tell_draw(b: Board, seat: Seat, kind: int, who: int, aside: bool, sink: list[Event]) -> None:
    what = "turn_up" if aside else "draw"
    name: dict[str, object] = {"card": b.rules.ids[kind]}
    if who == ALL_KNOW:
        sink.append(Event(what, {"seat": seat, **name}, reveals=True))
    else:
        sink.append(Event(what, {"seat": seat}, name, ONE[seat], True))


def peek(b: Board, seat: Seat, kind: int, sink: list[Event] | None) -> None:
    """Fix the top card of a deck; its owner alone sees it (INF-2)."""
    side = b.sides[seat]
    if side.bag:
        side.bag &= ~(1 << kind)
        side.top.append(kind << 2)
    else:
        side.top.append(side.bottom.pop(0))
    if sink is not None:
        sink.append(Event("peek", {"seat": seat}, {"card": b.rules.ids[kind]}, ONE[seat], True))


def wants_peek(b: Board, seat: Seat) -> bool:
    """Return whether a seat sees the top of its deck and nothing lies fixed there."""
    side = b.sides[seat]
    return not side.top and sees_top(b, seat) and deck_size(side) > 0


def sees_top(b: Board, seat: Seat) -> bool:
    """Return whether a card lets a seat look at the top of its deck."""
    side = b.sides[seat]
    if side.marks & codes.SEES_TOP:
        return True
    for cell in CELLS[side.alive & b.rules.peek_cells]:
        if cell != LEADER_CELL and b.rules.marks[role_index(b, 9 * seat + cell)] & codes.SEES_TOP:
            return True
    return False


def put_on_top(b: Board, seat: Seat, kind: int) -> None:
    """Put a card from beside the hand on top of the deck, with what others know of it."""
    side = b.sides[seat]
    who = knowers(side, kind)
    leave_hand(side, kind)
    side.top.insert(0, kind << 2 | who)


def shuffle(b: Board, seat: Seat, sink: list[Event] | None) -> None:
    """Shuffle a deck: whatever was known of its order is forgotten."""
    side = b.sides[seat]
    for entry in side.top + side.bottom:
        side.bag |= 1 << (entry >> 2)
        if entry & 3 == ALL_KNOW:
            side.buried |= 1 << (entry >> 2)
    side.top = []
    side.bottom = []
    if sink is not None:
        tell(sink, "shuffle", {"seat": seat})


# ---- losing cards ----


def discard_from_hand(b: Board, seat: Seat, kind: int, sink: list[Event] | None) -> None:
    """Discard a card from a hand; the pile is open (SET-13)."""
    side = b.sides[seat]
    leave_hand(side, kind)
    side.discard |= 1 << kind
    if sink is not None:
        sink.append(Event("discard", {"seat": seat, "card": b.rules.ids[kind]}, reveals=True))


def resume_lose(b: Board, f: Frame, answer: int, sink: list[Event] | None) -> None:
    """Go on taking random cards from a hand; every card is a ply of chance."""
    if answer != NONE:
        _lose(b, f, answer - b.rules.card, sink)
        f.amount -= 1
    if f.amount <= 0 or b.sides[f.seat].hand == 0:
        b.stack.pop()
    else:
        b.question = board.CARD


def _lose(b: Board, f: Frame, kind: int, sink: list[Event] | None) -> None:
    if f.mode == LOST_TO_DISCARD:
        discard_from_hand(b, f.seat, kind, sink)
    elif f.mode == LOST_TO_FRAME:
        leave_hand(b.sides[f.seat], kind)
        b.stack[len(b.stack) - 2].card = f.seat * b.rules.kinds + kind
        if sink is not None:
            sink.append(Event("taken", {"seat": f.seat, "card": b.rules.ids[kind]}, reveals=True))


def random_cards(b: Board) -> int:
    """Return which cards chance may give now, as a mask."""
    if b.question == board.PEEK:
        return deck_outcomes(b, b.asked)
    f = b.stack[len(b.stack) - 1]
    return b.sides[f.seat].hand if f.step == LOSE else deck_outcomes(b, f.seat)
