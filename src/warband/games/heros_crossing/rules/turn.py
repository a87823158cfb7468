"""Run rounds and turns: activate one Front, take one action, alternate, refresh (ACT-1 to ACT-8, REC-1, END-3)."""

from __future__ import annotations

from typing import Final

from warband.games.heros_crossing.rules.activation import refuse_activation
from warband.games.heros_crossing.rules.attack import declare, refuse_attack
from warband.games.heros_crossing.rules.board import DRAW, FLANK, OVER, TURN, Board, gain
from warband.games.heros_crossing.rules.drawing import may_draw, must_discard
from warband.games.heros_crossing.rules.figures import FRONT_NAMES, HAND_LIMIT
from warband.games.heros_crossing.rules.hire import add_hero, find_hires, replace_hero
from warband.games.heros_crossing.rules.setup import first_power
from warband.kernel.events import Event
from warband.kernel.notation import NONE
from warband.kernel.reasons import LEGAL
from warband.kernel.seats import NOBODY, Seat

MANY: Final = 1_000


def legal_turns(b: Board) -> list[int]:
    """Return every way to activate a Front: recruit, flank, attack, hire."""
    rules = b.rules
    seat = b.seat
    legal: list[int] = []
    for front in range(3):
        if refuse_activation(b, seat, front) != LEGAL:
            continue
        legal.append(rules.recruit + front)
        legal.append(rules.flank + front)
        if refuse_attack(b, seat, front) == LEGAL:
            attack = rules.attack + 3 * front
            legal.append(attack)
            legal.append(attack + 1)
            legal.append(attack + 2)
        find_hires(b, seat, front, legal)
    return legal


def take_turn(b: Board, action: int, sink: list[Event] | None) -> None:
    """Activate a Front and begin its action; actions that need no further choice end the turn."""
    rules = b.rules
    if action < rules.replace:
        hire(b, (action - rules.add) // rules.kinds, NONE, (action - rules.add) % rules.kinds, sink)
    elif action < rules.recruit:
        slot = (action - rules.replace) // rules.kinds
        hire(b, slot // 3, slot % 3, (action - rules.replace) % rules.kinds, sink)
    elif action < rules.flank:
        begin_recruit(b, action - rules.recruit, sink)
    elif action < rules.attack:
        begin_flank(b, action - rules.flank, sink)
    else:
        begin_attack(b, (action - rules.attack) // 3, (action - rules.attack) % 3, sink)


def hire(b: Board, front: int, place: int, kind: int, sink: list[Event] | None) -> None:
    """Hire a hero into the activated Front, at the bottom or in the place of another."""
    b.activated[3 * b.seat + front] = 1
    if place == NONE:
        add_hero(b, b.seat, front, kind, sink)
    else:
        replace_hero(b, b.seat, front, place, kind, sink)
    end_turn(b, sink)


def begin_recruit(b: Board, front: int, sink: list[Event] | None) -> None:
    """Gain the soldiers of every hero in the Front, then draw with the drawing power of the Front (REC-1 to REC-3)."""
    b.activated[3 * b.seat + front] = 1
    b.front = front
    if sink is not None:
        sink.append(Event("recruit", {"seat": b.seat, "front": FRONT_NAMES[front]}))
    base = 9 * b.seat + 3 * front
    for slot in range(base, base + 3):
        kind = b.heroes[slot]
        if kind != NONE:
            gain(b, b.seat, front, kind, sink)
            b.power += b.rules.draws[kind]
    b.limit = MANY
    go_on_drawing(b, sink)


def begin_flank(b: Board, front: int, sink: list[Event] | None) -> None:
    """Activate a Front to move soldiers out of it, one by one."""
    b.activated[3 * b.seat + front] = 1
    b.front = front
    b.phase = FLANK
    if sink is not None:
        sink.append(Event("flank", {"seat": b.seat, "front": FRONT_NAMES[front]}))


def begin_attack(b: Board, front: int, target: int, sink: list[Event] | None) -> None:
    """Activate a Front to attack a Front of the rival."""
    b.activated[3 * b.seat + front] = 1
    declare(b, front, target, sink)
    go_on_attacking(b, sink)


def go_on_attacking(b: Board, sink: list[Event] | None) -> None:
    """End the turn if the attack is wrapped up and both Monarchs live."""
    if b.phase == TURN:
        end_turn(b, sink)
    elif b.phase == OVER:
        b.clear_action()


def go_on_drawing(b: Board, sink: list[Event] | None) -> None:
    """Ask for the next draw while one is possible; otherwise finish drawing."""
    if may_draw(b):
        b.phase = DRAW
    else:
        finish_drawing(b, sink)


def finish_drawing(b: Board, sink: list[Event] | None) -> None:
    """Lose unspent power; in set-up the other seat draws next, in a turn the hand comes down to the limit."""
    b.power = 0
    if b.round == 0:
        finish_first_draw(b, sink)
    elif not must_discard(b):
        end_turn(b, sink)


def begin_first_draw(b: Board, seat: Seat, sink: list[Event] | None) -> None:
    """Begin the first draw of a seat: up to five cards with the power of all its heroes (SET-12)."""
    b.seat = seat
    b.power = first_power(b, seat)
    b.limit = HAND_LIMIT
    go_on_drawing(b, sink)


def finish_first_draw(b: Board, sink: list[Event] | None) -> None:
    """Pass the first draw to the second player, then begin round 1."""
    b.clear_action()
    if b.seat == b.first:
        begin_first_draw(b, 1 - b.first, sink)
    else:
        begin_round(b, 1, sink)


def begin_round(b: Board, number: int, sink: list[Event] | None) -> None:
    """Begin a round with the holder of the First Player card; Fronts of closed columns are never ready (ACT-9)."""
    b.activated = b.rules.ready[:]
    b.round = number
    b.seat = b.first
    b.phase = TURN
    if sink is not None:
        sink.append(Event("round", {"round": number, "seat": b.first}))


def end_turn(b: Board, sink: list[Event] | None) -> None:
    """Pass the turn, or end the round once every Front is activated or closed."""
    b.clear_action()
    if sum(b.activated) < 6:
        b.seat = 1 - b.seat
        b.phase = TURN
    else:
        end_round(b, sink)


def end_round(b: Board, sink: list[Event] | None) -> None:
    """Pass the First Player card and refresh all Fronts (ACT-4); after the last round nobody wins (END-3)."""
    if b.round == b.rules.rounds:
        b.winner = NOBODY
        b.phase = OVER
        if sink is not None:
            sink.append(Event("last_round", {"round": b.round}))
        return
    b.first = 1 - b.first
    begin_round(b, b.round + 1, sink)
