"""Set up a match: first player, draft or dealt fronts, placing, first soldiers (SET-1 to SET-14)."""

from __future__ import annotations

from bisect import insort

from warband.games.heros_crossing.rules.board import DEAL, PICK, PLACE, Board, gain
from warband.games.heros_crossing.rules.figures import FRONT_NAMES
from warband.games.heros_crossing.rules.reasons import FRONT_ORDER, NOT_DRAFTED, NOT_IN_PACK
from warband.kernel.events import Event
from warband.kernel.notation import NONE
from warband.kernel.reasons import LEGAL
from warband.kernel.seats import ONE, Seat


def choose_first(b: Board, seat: Seat, sink: list[Event] | None) -> None:
    """Give the First Player card, and with it the King, to a seat."""
    b.first = seat
    b.seat = seat
    b.phase = DEAL
    if sink is not None:
        sink.append(Event("first_player", {"seat": seat}))


def deal_card(b: Board, kind: int, sink: list[Event] | None) -> bool:
    """Deal one level 1 hero: to the first player until it has three, then to the second; True after the last."""
    b.stack[kind] -= 1
    if b.rules.dealt:
        deal_to_front(b, kind, sink)
    else:
        insort(b.packs[b.seat], kind)
        if sink is not None:
            sink.append(Event("deal", {"seat": b.seat}, {"card": b.rules.ids[kind]}, ONE[b.seat], True))
    dealt = len(b.packs[b.seat]) if not b.rules.dealt else dealt_fronts(b, b.seat)
    if dealt < 3:
        return False
    last = b.seat != b.first
    b.seat = 1 - b.seat
    if last and not b.rules.dealt:
        b.phase = PICK
    return last


def dealt_fronts(b: Board, seat: Seat) -> int:
    """Return how many Fronts of a seat have their first hero."""
    return sum([1 for front in range(3) if b.heroes[9 * seat + 3 * front] != NONE])


def deal_to_front(b: Board, kind: int, sink: list[Event] | None) -> None:
    """Deal a hero open to the next Front of the seat (SET-13)."""
    front = dealt_fronts(b, b.seat)
    b.heroes[9 * b.seat + 3 * front] = kind
    if sink is not None:
        data: dict[str, object] = {"seat": b.seat, "front": FRONT_NAMES[front], "card": b.rules.ids[kind]}
        sink.append(Event("stand", data, reveals=True))


def refuse_pick(b: Board, seat: Seat, kind: int) -> int:
    """Return why a seat cannot pick a hero: it must be among the cards it holds."""
    return LEGAL if kind in b.packs[seat] else NOT_IN_PACK


def pick_both(b: Board, sink: list[Event] | None) -> None:
    """Take both picks, pass the rest on; the last card of each goes to whoever holds it (SET-7, SET-8)."""
    for seat in range(2):
        take_pick(b, seat, b.choices[seat], sink)
    b.choices[0] = b.choices[1] = NONE
    b.packs[0], b.packs[1] = b.packs[1], b.packs[0]
    if sink is not None:
        tell_passing(b, sink)
    if len(b.packs[0]) == 1:
        for seat in range(2):
            take_pick(b, seat, b.packs[seat][0], sink)
        b.phase = PLACE


def take_pick(b: Board, seat: Seat, kind: int, sink: list[Event] | None) -> None:
    """Put one picked hero face down before its seat."""
    b.packs[seat].remove(kind)
    b.picks[seat].append(kind)
    if sink is not None:
        sink.append(Event("pick", {"seat": seat}, {"card": b.rules.ids[kind]}, ONE[seat]))


def tell_passing(b: Board, sink: list[Event]) -> None:
    """Emit, to each seat alone, which cards the other passed to it."""
    for seat in range(2):
        cards: list[object] = [b.rules.ids[kind] for kind in b.packs[seat]]
        sink.append(Event("passed", {"seat": seat, "count": len(cards)}, {"cards": cards}, ONE[seat], True))


def refuse_place(b: Board, seat: Seat, kind: int, front: int) -> int:
    """Return why a seat cannot place a hero in a Front: one of its own, west first, then centre (SET-9)."""
    placed = b.placed[seat]
    if b.picks[seat].count(kind) <= placed.count(kind):
        return NOT_DRAFTED
    return LEGAL if front == len(placed) else FRONT_ORDER


def place_both(b: Board, sink: list[Event] | None) -> bool:
    """Take both placings; the third hero goes to the third Front by itself; True when all are placed."""
    for seat in range(2):
        place_hero(b, seat, b.choices[seat], sink)
    b.choices[0] = b.choices[1] = NONE
    if len(b.placed[0]) < 2:
        return False
    for seat in range(2):
        place_hero(b, seat, unplaced(b, seat)[0], sink)
    return True


def unplaced(b: Board, seat: Seat) -> list[int]:
    """Return the drafted heroes that a seat has still to place, in the order of its picks."""
    left = b.picks[seat][:]
    for kind in b.placed[seat]:
        left.remove(kind)
    return left


def place_hero(b: Board, seat: Seat, kind: int, sink: list[Event] | None) -> None:
    """Put a drafted hero face down in the next Front."""
    front = FRONT_NAMES[len(b.placed[seat])]
    b.placed[seat].append(kind)
    if sink is not None:
        sink.append(Event("place", {"seat": seat, "front": front}, {"card": b.rules.ids[kind]}, ONE[seat]))


def flip_fronts(b: Board, sink: list[Event] | None) -> None:
    """Turn all placed heroes face up (SET-10)."""
    for seat in range(2):
        for front in range(3):
            kind = b.placed[seat][front]
            b.heroes[9 * seat + 3 * front] = kind
            if sink is not None:
                data: dict[str, object] = {"seat": seat, "front": FRONT_NAMES[front], "card": b.rules.ids[kind]}
                sink.append(Event("stand", data, reveals=True))
    b.picks = [[], []]
    b.placed = [[], []]


def first_soldiers(b: Board, sink: list[Event] | None) -> None:
    """Add the soldiers of every Front, the first player's before the second's (SET-11, LIM-1)."""
    for seat in (b.first, 1 - b.first):
        for front in range(3):
            gain(b, seat, front, b.heroes[9 * seat + 3 * front], sink)


def first_power(b: Board, seat: Seat) -> int:
    """Return the drawing power of all heroes of a seat (SET-12)."""
    return sum([b.rules.draws[b.heroes[9 * seat + 3 * front]] for front in range(3)])
