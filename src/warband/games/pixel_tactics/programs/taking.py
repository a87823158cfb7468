"""Take cards from one place to another because a card says so."""

from __future__ import annotations

from typing import Final

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.frames import LOST_TO_DISCARD, LOST_TO_FRAME, push_lose
from warband.games.pixel_tactics.rules.board import (
    ALL_KNOW,
    Board,
    Frame,
    ask,
    bits_of,
    rival_is_safe,
    tell,
    to_hand_openly,
)
from warband.games.pixel_tactics.rules.side import Side
from warband.games.pixel_tactics.rules.zones import discard_from_hand, is_open, knowers, learn, put_on_top
from warband.kernel.events import Event
from warband.kernel.notation import NONE
from warband.kernel.seats import ONE, Seat

OF_THE_RIVAL: Final = (codes.RIVAL_HAND, codes.RANDOM_RIVAL_HAND, codes.RIVAL_DISCARD, codes.RIVAL_CHOICE)


def take_row(b: Board, f: Frame, row: list[int], answer: int, sink: list[Event] | None) -> bool:
    """Take so many cards, one choice each; return whether that is finished."""
    zone = row[1]
    if row[2] == codes.TO_NONE and f.index == 0:
        f.card = NONE
    if zone in OF_THE_RIVAL and rival_is_safe(b):
        return True
    if zone == codes.RANDOM_RIVAL_HAND:
        return _take_random(b, f, row)
    if answer != NONE:
        _take(b, f, row, answer - b.rules.take, sink)
        f.index += 1
    while f.index < max(1, row[3]):
        kinds = bits_of(zone_cards(b, f.seat, zone))
        if not kinds:
            return True
        if len(kinds) > 1 or zone != codes.ASIDE:
            ask(b, 1 - f.seat if zone == codes.RIVAL_CHOICE else f.seat, [b.rules.take + kind for kind in kinds])
            return False
        _take(b, f, row, kinds[0], sink)
        f.index += 1
    return True


def _take_random(b: Board, f: Frame, row: list[int]) -> bool:
    if f.index == 1:
        return True
    f.index = 1
    push_lose(b, 1 - f.seat, max(1, row[3]), LOST_TO_FRAME if row[2] == codes.TO_NONE else LOST_TO_DISCARD)
    return False


def zone_cards(b: Board, seat: Seat, zone: int) -> int:
    """Return the cards that a seat may take from a place, as a mask; any card may be named (Summoner)."""
    side = b.sides[seat]
    if zone == codes.ASIDE:
        return side.aside
    if zone == codes.OWN_HAND:
        return side.hand
    if zone == codes.RIVAL_HAND or zone == codes.RIVAL_CHOICE:
        return b.sides[1 - seat].hand
    if zone == codes.OWN_DISCARD or zone == codes.RIVAL_DISCARD:
        return b.sides[seat if zone == codes.OWN_DISCARD else 1 - seat].discard
    return deck_cards(side) if zone == codes.DECK else (1 << b.rules.kinds) - 1


def deck_cards(side: Side) -> int:
    """Return all cards of a deck, as a mask."""
    cards = side.bag
    for entry in side.top:
        cards |= 1 << (entry >> 2)
    for entry in side.bottom:
        cards |= 1 << (entry >> 2)
    return cards


def _take(b: Board, f: Frame, row: list[int], kind: int, sink: list[Event] | None) -> None:
    zone = row[1]
    if zone == codes.RIVAL_HAND or zone == codes.RIVAL_CHOICE:
        discard_from_hand(b, 1 - f.seat, kind, sink)
    elif zone == codes.OWN_DISCARD or zone == codes.RIVAL_DISCARD:
        _take_discarded(b, f.seat if zone == codes.OWN_DISCARD else 1 - f.seat, kind, row[2], sink)
    elif zone == codes.DECK or zone == codes.NAMED_DECK:
        _search(b, f.seat, kind, zone == codes.NAMED_DECK, sink)
    elif row[2] == codes.TO_TOP:
        _tell_secretly(b, f.seat, "put_on_top", kind, sink)
        put_on_top(b, f.seat, kind)
    elif row[2] == codes.TO_DISCARD:
        discard_from_hand(b, f.seat, kind, sink)
    else:
        _tell_secretly(b, f.seat, "keep", kind, sink)
        keep(b.sides[f.seat], kind)


def _take_discarded(b: Board, seat: Seat, kind: int, place: int, sink: list[Event] | None) -> None:
    """Take a card from a discard pile for all to see: into the hand, onto the deck, or out of the fight (ZON-2)."""
    side = b.sides[seat]
    side.discard &= ~(1 << kind)
    if place == codes.TO_HAND:
        to_hand_openly(b, seat * b.rules.kinds + kind)
    elif place == codes.TO_TOP:
        side.top.insert(0, kind << 2 | ALL_KNOW)
    else:
        side.exiled |= 1 << kind
    if sink is not None:
        tell(sink, ("retrieve", "recall", "", "", "banish")[place], {"seat": seat, "card": b.rules.ids[kind]})


def keep(side: Side, kind: int) -> None:
    """Put a card from beside the hand into it, with what others know of it."""
    side.aside &= ~(1 << kind)
    side.hand |= 1 << kind


def _tell_secretly(b: Board, seat: Seat, what: str, kind: int, sink: list[Event] | None) -> None:
    if sink is None:
        return
    name: dict[str, object] = {"card": b.rules.ids[kind]}
    if knowers(b.sides[seat], kind) == ALL_KNOW:
        sink.append(Event(what, {"seat": seat, **name}))
    else:
        sink.append(Event(what, {"seat": seat}, name, ONE[seat]))


def _search(b: Board, seat: Seat, kind: int, named: bool, sink: list[Event] | None) -> None:
    """Take a card out of the deck; one that was named is shown, and if it is not there, everybody can tell where."""
    side = b.sides[seat]
    is_there = bool(deck_cards(side) >> kind & 1)
    if named:
        if sink is not None:
            tell(sink, "name", {"seat": seat, "card": b.rules.ids[kind]})
        if not is_there:
            if side.hand >> kind & 1:
                learn(side, kind, ALL_KNOW)
            if sink is not None:
                sink.append(Event("not_there", {"seat": seat, "card": b.rules.ids[kind]}, reveals=True))
            return
    side.bag &= ~(1 << kind)
    side.top = [entry for entry in side.top if entry >> 2 != kind]
    side.bottom = [entry for entry in side.bottom if entry >> 2 != kind]
    side.hand |= 1 << kind
    opened = named or is_open(b, seat)
    if opened:
        side.buried &= ~(1 << kind)
        learn(side, kind, ALL_KNOW)
    else:
        _lose_track(side)
    if sink is not None:
        _tell_search(b, seat, kind, named, sink)


def _lose_track(side: Side) -> None:
    """Forget what others knew of a deck out of which any card may have been taken."""
    side.buried = 0
    side.top = [entry & ~ALL_KNOW for entry in side.top]
    side.bottom = [entry & ~ALL_KNOW for entry in side.bottom]


def _tell_search(b: Board, seat: Seat, kind: int, named: bool, sink: list[Event]) -> None:
    name: dict[str, object] = {"card": b.rules.ids[kind]}
    if named or is_open(b, seat):
        sink.append(Event("find", {"seat": seat, **name}, reveals=True))
    else:
        sink.append(Event("find", {"seat": seat}, name, ONE[seat], True))
