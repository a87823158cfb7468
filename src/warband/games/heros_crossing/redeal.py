"""Deal anew what one seat cannot see of the other: the quick way to a further imagined world."""

from __future__ import annotations

from warband.games.heros_crossing.board import Board
from warband.games.heros_crossing.rules import NONE
from warband.games.heros_crossing.view import is_revealed
from warband.kernel.chance import Rng


def deal_anew(b: Board, seat: int, rng: Rng) -> None:
    """Deal the cards of a hand that the rival does not remember, by level; a reserve that lies face down is one."""
    reserve = b.reserves[seat] if not is_revealed(b) else NONE
    held = b.known[1 - seat][:]
    hidden = b.hands[seat] + ([reserve] if reserve != NONE else [])
    for kind in held:
        hidden.remove(kind)
    for kind in hidden:
        b.stack[kind] += 1
    for kind in hidden:
        held.append(_draw(b, b.rules.levels[kind], rng))
    if reserve != NONE:
        b.reserves[seat] = _take_of_level(b, held, b.rules.levels[reserve], rng)
    held.sort()
    b.hands[seat] = held


def _draw(b: Board, level: int, rng: Rng) -> int:
    """Take a card of a level from those not seen, each card equally likely."""
    first, last = b.rules.starts[level], b.rules.starts[level + 1]
    number = rng.below(sum(b.stack[first:last]))
    kind = first
    while number >= b.stack[kind]:
        number -= b.stack[kind]
        kind += 1
    b.stack[kind] -= 1
    return kind


def _take_of_level(b: Board, held: list[int], level: int, rng: Rng) -> int:
    places = [place for place, kind in enumerate(held) if b.rules.levels[kind] == level]
    return held.pop(places[rng.below(len(places))])
