"""Re-roll dice: special ones first, then situational ones, by turns from the attacker (RRL-01 to RRL-06)."""

from __future__ import annotations

from typing import Final

from warband.games.pocket_tactics.rules import board
from warband.games.pocket_tactics.rules.board import (
    COUNTER,
    DUEL,
    GUARD_DICE,
    HIDE,
    SHIELD,
    STRIKE,
    VENGEANCE,
    WEAVE,
    Board,
)
from warband.games.pocket_tactics.rules.combat import compare
from warband.games.pocket_tactics.rules.reasons import (
    NO_REROLL,
    NO_REROLL_ALL,
    NO_SUCH_DIE,
    OWN_DICE,
    SPECIAL_FIRST,
)
from warband.kernel.events import Event
from warband.kernel.reasons import LEGAL
from warband.kernel.seats import Seat

OFF: Final = 0
DEF: Final = 1


def pool_of(b: Board, seat: Seat, dice: int) -> int:
    """Return the pool that holds a side's Offense or Defense dice."""
    if seat == b.seat:
        return STRIKE if dice == OFF else GUARD_DICE
    return COUNTER if dice == OFF else SHIELD


def has_dice(b: Board, seat: Seat) -> bool:
    """Return whether a side has any dice in this combat."""
    return len(b.pools[pool_of(b, seat, OFF)]) + len(b.pools[pool_of(b, seat, DEF)]) > 0


def refuse_all(b: Board, seat: Seat, dice: int) -> int:
    """Return why a side cannot re-roll all of its Offense, or all of its Defense dice."""
    if b.phase != board.SPECIAL:
        return SPECIAL_FIRST
    able = b.special[4 * seat + (VENGEANCE if dice == OFF else HIDE)] > 0
    return LEGAL if able and b.pools[pool_of(b, seat, dice)] else NO_REROLL_ALL


def may_reroll(b: Board, seat: Seat, owner: int) -> bool:
    """Return whether a side has a re-roll of one die that belongs to an owner."""
    if b.phase == board.SITUATION:
        return owner == seat and b.situational[seat] > 0
    if b.special[4 * seat + WEAVE] > 0:
        return True
    return owner != seat and b.special[4 * seat + DUEL] > 0


def refuse_reroll(b: Board, seat: Seat, code: int) -> int:
    """Return why a side cannot re-roll a die: it has no such re-roll, or no such die lies there."""
    owner = seat if code < 12 else 1 - seat
    if not may_reroll(b, seat, owner):
        return OWN_DICE if b.phase == board.SITUATION and owner != seat else NO_REROLL
    return LEGAL if code % 6 + 1 in b.pools[pool_of(b, owner, code // 6 % 2)] else NO_SUCH_DIE


def find_rerolls(b: Board, seat: Seat) -> list[int]:
    """Return every re-roll a side may make now, as actions; equal dice count as one."""
    legal: list[int] = []
    for owner in (seat, 1 - seat):
        if may_reroll(b, seat, owner):
            for dice in range(2):
                previous = 0
                for value in b.pools[pool_of(b, owner, dice)]:
                    if value != previous:
                        legal.append(b.rules.reroll + (0 if owner == seat else 12) + 6 * dice + value - 1)
                    previous = value
    for dice in range(2):
        if refuse_all(b, seat, dice) == LEGAL:
            legal.append(b.rules.reroll_all + dice)
    return legal


def legal_rerolls(b: Board, seat: Seat) -> list[int]:
    """Return every re-roll a side may make now, and `pass`."""
    legal = find_rerolls(b, seat)
    legal.append(b.rules.pass_)
    return legal


def begin_stage(b: Board, stage: int, sink: list[Event] | None) -> None:
    """Begin a stage of re-rolls with the attacker."""
    b.stage = stage
    b.stepper = b.seat
    b.declined = 0
    next_step(b, sink)


def next_step(b: Board, sink: list[Event] | None) -> None:
    """Ask whoever is next and has a re-roll left; two passes in a row end the stage (RRL-02)."""
    b.phase = b.stage
    while b.declined < 2:
        if may_step(b, b.stepper):
            return
        b.declined += 1
        b.stepper = 1 - b.stepper
    if b.stage == board.SPECIAL:
        begin_stage(b, board.SITUATION, sink)
    else:
        compare(b, sink)


def may_step(b: Board, seat: Seat) -> bool:
    """Return whether a side has any re-roll it can make now."""
    if b.phase == board.SITUATION:
        return b.situational[seat] > 0 and has_dice(b, seat)
    for index in range(4 * seat, 4 * seat + 4):
        if b.special[index] > 0:
            return len(find_rerolls(b, seat)) > 0
    return False


def decline(b: Board, sink: list[Event] | None) -> None:
    """Pass a step; this is not final while the other goes on."""
    if sink is not None:
        sink.append(Event("no_reroll", {"seat": b.stepper}))
    b.declined += 1
    b.stepper = 1 - b.stepper
    next_step(b, sink)


def reroll(b: Board, code: int, sink: list[Event] | None) -> None:
    """Take one die up to roll it again."""
    seat = b.stepper
    owner = seat if code < 12 else 1 - seat
    dice = code // 6 % 2
    value = code % 6 + 1
    b.pools[pool_of(b, owner, dice)].remove(value)
    spend(b, seat, owner)
    if sink is not None:
        data: dict[str, object] = {"seat": seat, "owner": owner, "dice": "off" if dice == OFF else "def"}
        sink.append(Event("reroll", {**data, "value": value}))
    after_step(b)


def spend(b: Board, seat: Seat, owner: int) -> None:
    """Use up the re-roll of one die: a Duelist's before a Fate-Weaver's, since it can do less."""
    if b.phase == board.SITUATION:
        b.situational[seat] -= 1
    elif owner != seat and b.special[4 * seat + DUEL] > 0:
        b.special[4 * seat + DUEL] -= 1
    else:
        b.special[4 * seat + WEAVE] -= 1


def reroll_all(b: Board, dice: int, sink: list[Event] | None) -> None:
    """Take all own Offense or Defense dice up to roll them again."""
    seat = b.stepper
    b.pools[pool_of(b, seat, dice)].clear()
    b.special[4 * seat + (VENGEANCE if dice == OFF else HIDE)] -= 1
    if sink is not None:
        sink.append(Event("reroll_all", {"seat": seat, "dice": "off" if dice == OFF else "def"}))
    after_step(b)


def after_step(b: Board) -> None:
    """Roll what was taken up; then it is the other's step."""
    b.declined = 0
    b.stepper = 1 - b.stepper
    b.phase = board.ROLL
