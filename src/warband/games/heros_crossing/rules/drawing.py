"""Draw cards with drawing power, one at a time, and discard down to the hand limit (SET-12, REC-3, REC-4, LIM-2)."""

from __future__ import annotations

from bisect import insort

from warband.games.heros_crossing.rules.board import DISCARD, DRAW, DRAWN, Board, come_to_light
from warband.games.heros_crossing.rules.figures import HAND_LIMIT
from warband.games.heros_crossing.rules.reasons import CARD_ORDER, NONE_LEFT, NOT_IN_HAND, TOO_DEAR
from warband.kernel.events import Event
from warband.kernel.notation import NONE
from warband.kernel.reasons import LEGAL
from warband.kernel.seats import ONE


def has_level(b: Board, cards: list[int], level: int) -> bool:
    """Return whether a count of cards holds any of a level."""
    for kind in range(b.rules.starts[level], b.rules.starts[level + 1]):
        if cards[kind] > 0:
            return True
    return False


def refuse_draw(b: Board, level: int) -> int:
    """Return why a card of this level cannot be drawn: it costs its level, and there must be one (LIM-3)."""
    if level > b.power:
        return TOO_DEAR
    if not has_level(b, b.stack, level) and not has_level(b, b.discards, level):
        return NONE_LEFT
    return LEGAL


def legal_draws(b: Board) -> list[int]:
    """Return the levels that can be drawn, as actions, and `done`."""
    legal: list[int] = []
    for level in range(1, 4):
        if refuse_draw(b, level) == LEGAL:
            legal.append(b.rules.draw + level - 1)
    legal.append(b.rules.done)
    return legal


def may_draw(b: Board) -> bool:
    """Return whether any card can still be drawn."""
    if b.power == 0 or b.limit == 0:
        return False
    for level in range(1, 4):
        if refuse_draw(b, level) == LEGAL:
            return True
    return False


def pay_for_card(b: Board, level: int, sink: list[Event] | None) -> None:
    """Spend the power for a card and let chance say which card it is."""
    if not has_level(b, b.stack, level):
        reshuffle(b, level, sink)
    b.power -= level
    b.limit -= 1
    b.level = level
    b.phase = DRAWN


def reshuffle(b: Board, level: int, sink: list[Event] | None) -> None:
    """Make a new stack of a level from its discards; both seats can now tell what the other holds (INF-2)."""
    low = b.rules.starts[level]
    high = b.rules.starts[level + 1]
    for seat in range(2):
        b.known[seat] = [kind for kind in b.known[seat] if kind < low or kind >= high]
        for kind in b.hands[1 - seat]:
            if low <= kind < high:
                insort(b.known[seat], kind)
    for kind in range(low, high):
        b.stack[kind] += b.discards[kind]
        b.discards[kind] = 0
    if sink is not None:
        sink.append(Event("reshuffle", {"level": level}))


def take_card(b: Board, kind: int, sink: list[Event] | None) -> None:
    """Put the card that chance gave into the hand."""
    b.stack[kind] -= 1
    insort(b.hands[b.seat], kind)
    b.phase = DRAW
    if sink is not None:
        card: dict[str, object] = {"card": b.rules.ids[kind]}
        sink.append(Event("draw", {"seat": b.seat, "level": b.level}, card, ONE[b.seat], True))
    b.level = 0


def refuse_discard(b: Board, kind: int) -> int:
    """Return why a card cannot be discarded now: cards go in the order of the hand, so that none is asked twice."""
    hand = b.hands[b.seat]
    if kind not in hand:
        return NOT_IN_HAND
    if kind < b.last:
        return CARD_ORDER
    # Enough cards must be left from this one on to come down to the limit.
    excess = len(hand) - HAND_LIMIT
    return LEGAL if hand.index(kind) + excess <= len(hand) else CARD_ORDER


def legal_discards(b: Board) -> list[int]:
    """Return the cards that may be discarded now, as actions."""
    legal: list[int] = []
    previous = NONE
    for kind in b.hands[b.seat]:
        if kind != previous and refuse_discard(b, kind) == LEGAL:
            legal.append(b.rules.discard + kind)
        previous = kind
    return legal


def must_discard(b: Board) -> bool:
    """Ask for discards while the hand is over the limit (REC-4)."""
    if len(b.hands[b.seat]) <= HAND_LIMIT:
        return False
    b.phase = DISCARD
    return True


def discard(b: Board, kind: int, sink: list[Event] | None) -> None:
    """Put a card from the hand face up on the discards of its level."""
    b.hands[b.seat].remove(kind)
    come_to_light(b, b.seat, kind)
    b.discards[kind] += 1
    b.last = kind
    if sink is not None:
        sink.append(Event("discard", {"seat": b.seat, "card": b.rules.ids[kind]}, reveals=True))
