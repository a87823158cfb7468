"""Say what everything in a turn costs, and remember what is limited (ACT-21 to ACT-23)."""

from __future__ import annotations

from typing import Final

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.traits import amount_of, has_keyword, is_used_up, marks_of
from warband.games.pixel_tactics.rules import reasons as why
from warband.games.pixel_tactics.rules.board import CAST, MOVED, TOOK_ACTION, Board, role_index
from warband.games.pixel_tactics.rules.figures import LEADER_CELL
from warband.kernel.notation import NONE
from warband.kernel.reasons import LEGAL
from warband.kernel.seats import Seat

LONG_COST: Final = 2


def price(long: bool, free: bool) -> int:
    """Return how many actions something takes: none if free, two if long."""
    if free:
        return 0
    return LONG_COST if long else 1


def attack_cost(b: Board, slot: int) -> int:
    """Return what an attack from a slot costs; a corpse that attacks in any wave is its leader's action (ACT-18)."""
    if not b.rules.prefixed:
        return 1
    if not b.sides[slot // 9].alive >> slot % 9 & 1:
        return action_cost(b, slot // 9) if marks_of(b, slot // 9) & codes.CORPSES_ANY_WAVE else 1
    free = has_keyword(b, slot, codes.FREE_ATTACK_SHIFT)
    return price(has_keyword(b, slot, codes.LONG_ATTACK_SHIFT), free)


def power_cost(b: Board, slot: int) -> int:
    """Return what the power of the card in a slot costs."""
    if not b.rules.prefixed:
        return 1
    marks = b.rules.marks[role_index(b, slot)]
    return price(bool(marks & codes.LONG_SPELL), bool(marks & codes.FREE_SPELL))


def action_cost(b: Board, seat: Seat) -> int:
    """Return what the action of a seat's leader costs."""
    marks = marks_of(b, seat)
    return price(bool(marks & codes.LONG_ACTION), bool(marks & codes.FREE_ACTION))


def is_action_spent(b: Board, seat: Seat) -> bool:
    """Return whether the limited action of a seat's leader was taken in this turn."""
    if b.spent and is_used_up(b, leader_program(b, seat), seat):
        return True
    return bool(b.flags[9 * seat + LEADER_CELL] & TOOK_ACTION)


def note_action(b: Board, seat: Seat) -> None:
    """Remember that the action of a leader was taken, if it is limited."""
    if marks_of(b, seat) & codes.LIMITED_ACTION:
        b.flags[9 * seat + LEADER_CELL] |= TOOK_ACTION


def note_cast(b: Board, slot: int) -> None:
    """Remember that the power of a card was used, if it is limited: whoever used it, the card it stands on counts."""
    if b.rules.marks[role_index(b, slot)] & codes.LIMITED_SPELL:
        b.flags[slot] |= CAST


def leader_program(b: Board, seat: Seat) -> int:
    """Return the program of the action that a seat's leader gives, or NONE."""
    leads = b.sides[seat].leads
    return b.rules.action[role_index(b, 9 * seat + LEADER_CELL)] if leads != NONE else NONE


def refuse_cost(b: Board, cost: int) -> int:
    """Return whether the player on turn lacks the actions for something."""
    if b.actions >= cost:
        return LEGAL
    return why.LONG if cost == LONG_COST and b.actions == 1 else why.NO_ACTIONS


def order_cost(b: Board) -> int:
    """Return what the next order costs: nothing while free orders or actions for orders are left."""
    if b.order_actions > 0 or b.orders < amount_of(b, b.seat, codes.FREE_ORDERS, 0):
        return 0
    return 1


def pay_for_order(b: Board) -> None:
    """Pay for an order: a free one, an action that is for orders only, or an ordinary one."""
    if b.orders < amount_of(b, b.seat, codes.FREE_ORDERS, 0):
        return
    if b.order_actions > 0:
        b.order_actions -= 1
    else:
        b.actions -= 1


def recruit_cost(b: Board) -> int:
    """Return what recruiting costs."""
    return 0 if marks_of(b, b.seat) & codes.FREE_RECRUIT else 1


def clear_cost(b: Board) -> int:
    """Return what clearing a corpse costs."""
    return 0 if marks_of(b, b.seat) & codes.FREE_CLEAR else 1


def move_cost(b: Board, slot: int) -> int:
    """Return what moving a hero costs; a free move is not free a second time."""
    return 0 if marks_of(b, b.seat) & codes.FREE_MOVE and not b.flags[slot] & MOVED else 1
