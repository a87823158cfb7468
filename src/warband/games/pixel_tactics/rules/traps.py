"""Set traps face down, ask their owner whenever any trap of the pack could spring, and spring them (TRP-1 to TRP-6)."""

from __future__ import annotations

from warband.games.pixel_tactics.programs.codes import TRIGGERS
from warband.games.pixel_tactics.programs.frames import TRAP, push_program, push_react
from warband.games.pixel_tactics.rules.board import Board, Frame, ask, to_discard
from warband.games.pixel_tactics.rules.figures import ORDER
from warband.games.pixel_tactics.rules.reactions import TRAP_ASKED, is_due, queue
from warband.games.pixel_tactics.rules.zones import knowers, leave_hand
from warband.kernel.events import Event
from warband.kernel.notation import NONE
from warband.kernel.seats import ONE, Seat


def set_trap(b: Board, seat: Seat, kind: int, sink: list[Event] | None) -> None:
    """Lay a card of the hand face down beside the unit; who knew it in the hand knows it there (TRP-1)."""
    side = b.sides[seat]
    who = knowers(side, kind)
    leave_hand(side, kind)
    side.traps.append(kind << 2 | who)
    b.orders += 1
    if sink is not None:
        sink.append(Event("set_trap", {"seat": seat}, {"card": b.rules.ids[kind]}, ONE[seat]))


def take_trap(b: Board, seat: Seat, place: int, sink: list[Event] | None) -> None:
    """Turn one's own trap up and discard it (TRP-5)."""
    kind = b.sides[seat].traps.pop(place) >> 2
    b.sides[seat].discard |= 1 << kind
    if sink is not None:
        sink.append(Event("unset", {"seat": seat, "card": b.rules.ids[kind]}, reveals=True))


def offer_trap(b: Board, owner: Seat, event: int, other: int) -> bool:
    """Ask a seat that has a trap whether it springs, before something takes effect; return whether it is asked.

    It is asked whenever any trap of the pack could spring, the right one or not (TRP-2).
    """
    if not b.sides[owner].traps or not b.rules.sprung_by[event]:
        return False
    frame = Frame(TRAP, owner, NONE)
    frame.target = other
    frame.mode = event
    b.stack.append(frame)
    return True


def queue_trap(b: Board, owner: Seat, event: int, other: int) -> None:
    """Let a seat that has a trap be asked after something was done, with the other reactions (TRP-3)."""
    if b.sides[owner].traps and b.rules.sprung_by[event]:
        queue(b, TRIGGERS + event, TRAP_ASKED, owner, NONE, other)


def resume_trap(b: Board, f: Frame, answer: int, sink: list[Event] | None) -> None:
    """Go on with a trap: ask, turn it up and carry it out, then discard it."""
    if f.at == 1:
        b.stack.pop()
        to_discard(b, f.card)
        push_react(b, b.seat)
    elif answer == NONE:
        ask(b, f.seat, [*[b.rules.take + kind for kind in springing(b, f)], b.rules.done])
    elif answer == b.rules.done:
        b.stack.pop()
    else:
        _spring(b, f, answer - b.rules.take, sink)


def springing(b: Board, f: Frame) -> list[int]:
    """Return the traps of a seat that what happens springs."""
    kinds: list[int] = []
    for entry in b.sides[f.seat].traps:
        kind = entry >> 2
        program = b.rules.power[ORDER * b.rules.kinds + kind]
        if b.rules.trap[kind] == f.mode and is_due(b, program, f.seat, NONE, f.target):
            kinds.append(kind)
    return sorted(kinds)


def _spring(b: Board, f: Frame, kind: int, sink: list[Event] | None) -> None:
    side = b.sides[f.seat]
    side.traps = [entry for entry in side.traps if entry >> 2 != kind]
    f.card = f.seat * b.rules.kinds + kind
    f.at = 1
    if sink is not None:
        sink.append(Event("spring", {"seat": f.seat, "card": b.rules.ids[kind]}, reveals=True))
    push_program(b, b.rules.power[ORDER * b.rules.kinds + kind], f.seat, NONE, f.target, 1 << f.card)
