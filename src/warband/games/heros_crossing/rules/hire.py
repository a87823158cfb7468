"""Hire a hero: add one of level 1 to a Front, or replace one by the next level (HIR-1 to HIR-7)."""

from __future__ import annotations

from warband.games.heros_crossing.rules.activation import refuse_activation
from warband.games.heros_crossing.rules.board import Board, come_to_light, gain, hero_count
from warband.games.heros_crossing.rules.figures import FRONT_NAMES, MOST_HEROES
from warband.games.heros_crossing.rules.reasons import (
    FRONT_FULL,
    NO_HERO_THERE,
    NOT_IN_HAND,
    ONLY_LEVEL_ONE,
    WRONG_STEP,
)
from warband.kernel.events import Event
from warband.kernel.notation import NONE
from warband.kernel.reasons import LEGAL
from warband.kernel.seats import Seat


def refuse_add(b: Board, seat: Seat, front: int, kind: int) -> int:
    """Return why a hero cannot be added to the bottom of a Front: level 1, from hand, never a fourth."""
    refused = refuse_activation(b, seat, front)
    if refused != LEGAL:
        return refused
    if kind not in b.hands[seat]:
        return NOT_IN_HAND
    if b.rules.levels[kind] != 1:
        return ONLY_LEVEL_ONE
    return LEGAL if hero_count(b, seat, front) < MOST_HEROES else FRONT_FULL


def refuse_replace(b: Board, seat: Seat, front: int, place: int, kind: int) -> int:
    """Return why a hero cannot replace the one at a place of a Front: exactly one level up, from hand."""
    refused = refuse_activation(b, seat, front)
    if refused != LEGAL:
        return refused
    if kind not in b.hands[seat]:
        return NOT_IN_HAND
    old = b.heroes[9 * seat + 3 * front + place]
    if old == NONE:
        return NO_HERO_THERE
    return LEGAL if b.rules.levels[kind] == b.rules.levels[old] + 1 else WRONG_STEP


def find_hires(b: Board, seat: Seat, front: int, legal: list[int]) -> None:
    """Append every legal hire into a Front."""
    rules = b.rules
    previous = NONE
    for kind in b.hands[seat]:
        if kind == previous:
            continue
        previous = kind
        if rules.levels[kind] == 1:
            if refuse_add(b, seat, front, kind) == LEGAL:
                legal.append(rules.add + rules.kinds * front + kind)
        else:
            find_replaces(b, seat, front, kind, legal)


def find_replaces(b: Board, seat: Seat, front: int, kind: int, legal: list[int]) -> None:
    """Append every legal replacing of a hero in a Front by this one."""
    rules = b.rules
    for place in range(hero_count(b, seat, front)):
        if refuse_replace(b, seat, front, place, kind) == LEGAL:
            legal.append(rules.replace + rules.kinds * (3 * front + place) + kind)


def add_hero(b: Board, seat: Seat, front: int, kind: int, sink: list[Event] | None) -> None:
    """Add a hero from hand to the bottom of a Front; it brings its soldiers (HIR-1a, HIR-6)."""
    take_from_hand(b, seat, kind)
    b.heroes[9 * seat + 3 * front + hero_count(b, seat, front)] = kind
    if sink is not None:
        data: dict[str, object] = {"seat": seat, "front": FRONT_NAMES[front], "card": b.rules.ids[kind]}
        sink.append(Event("hire", data, reveals=True))
    gain(b, seat, front, kind, sink)


def replace_hero(b: Board, seat: Seat, front: int, place: int, kind: int, sink: list[Event] | None) -> None:
    """Replace a hero by one from hand in the same place; only the new one brings soldiers (HIR-4 to HIR-6)."""
    take_from_hand(b, seat, kind)
    slot = 9 * seat + 3 * front + place
    old = b.heroes[slot]
    b.heroes[slot] = kind
    b.discards[old] += 1
    if sink is not None:
        names: dict[str, object] = {"card": b.rules.ids[kind], "old": b.rules.ids[old]}
        sink.append(Event("replace", {"seat": seat, "front": FRONT_NAMES[front], **names}, reveals=True))
    gain(b, seat, front, kind, sink)


def take_from_hand(b: Board, seat: Seat, kind: int) -> None:
    """Take a hired card from the hand, in sight of both."""
    b.hands[seat].remove(kind)
    come_to_light(b, seat, kind)
