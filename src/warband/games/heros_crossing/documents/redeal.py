"""Deal anew what one seat cannot see of the other: the quick way to a further imagined world."""

from __future__ import annotations

from warband.games.heros_crossing.documents.view import is_revealed
from warband.games.heros_crossing.rules.board import Board
from warband.kernel.chance import Rng
from warband.kernel.notation import NONE
from warband.kernel.seats import Seat


def deal_anew(b: Board, seat: Seat, rng: Rng) -> None:
    """Deal the cards of a hand that the rival does not remember, by level; a reserve that lies face down is one."""
    reserve = b.reserves[seat] if not is_revealed(b) else NONE
    held = b.known[1 - seat][:]
    hidden = b.hands[seat] + ([reserve] if reserve != NONE else [])
    for kind in held:
        hidden.remove(kind)
    for kind in hidden:
        b.stack[kind] += 1
    for kind in hidden:
        held.append(draw_unseen(b, b.rules.levels[kind], rng))
    if reserve != NONE:
        b.reserves[seat] = take_of_level(b, held, b.rules.levels[reserve], rng)
    held.sort()
    b.hands[seat] = held


def draw_unseen(b: Board, level: int, rng: Rng) -> int:
    """Take a card of a level from those not seen, each card equally likely."""
    first, last = b.rules.starts[level], b.rules.starts[level + 1]
    number = rng.below(sum(b.stack[first:last]))
    kind = first
    while number >= b.stack[kind]:
        number -= b.stack[kind]
        kind += 1
    b.stack[kind] -= 1
    return kind


def take_of_level(b: Board, held: list[int], level: int, rng: Rng) -> int:
    """Take one of the held cards of a level, each equally likely."""
    places = [place for place, kind in enumerate(held) if b.rules.levels[kind] == level]
    return held.pop(places[rng.below(len(places))])
