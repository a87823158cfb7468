"""Say why an action of a turn is refused: one predicate per kind, 0 means legal; attacks are in `attack.py`."""

from __future__ import annotations

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.traits import is_spell_spent, marks_of
from warband.games.pixel_tactics.rules import reasons as why
from warband.games.pixel_tactics.rules.attack import refuse_body, refuse_spent
from warband.games.pixel_tactics.rules.board import Board, ceasefire, deck_size, hand_size, rival_is_safe, role_index
from warband.games.pixel_tactics.rules.figures import LEADER_CELL
from warband.games.pixel_tactics.rules.orders import refuse_order_now
from warband.games.pixel_tactics.rules.prices import (
    LONG_COST,
    action_cost,
    clear_cost,
    is_action_spent,
    leader_program,
    move_cost,
    order_cost,
    power_cost,
    recruit_cost,
    refuse_cost,
)
from warband.kernel.notation import NONE
from warband.kernel.reasons import LEGAL


def refuse_draw(b: Board) -> int:
    """Return why no card may be drawn (ACT-1, FLW-9)."""
    side = b.sides[b.seat]
    if deck_size(side) == 0:
        return why.DECK_EMPTY
    cap = b.rules.edition.draw_cap
    if cap != NONE and hand_size(side) >= cap:
        return why.HAND_FULL
    return refuse_cost(b, 1)


def refuse_recruit_cell(b: Board, cell: int) -> int:
    """Return why nobody may be recruited into a cell (ACT-3)."""
    side = b.sides[b.seat]
    if (side.alive | side.corpses) >> cell & 1:
        return why.NOT_EMPTY
    return LEGAL if cell // 3 == b.wave else why.WRONG_ROW


def refuse_recruit(b: Board, kind: int, cell: int) -> int:
    """Return why a card may not be recruited into a cell."""
    if not b.sides[b.seat].hand >> kind & 1:
        return why.NOT_IN_HAND
    number = refuse_recruit_cell(b, cell)
    return number if number != LEGAL else refuse_cost(b, recruit_cost(b))


def refuse_power(b: Board, cell: int) -> int:
    """Return why a power may not be used (ACT-8, ACT-9)."""
    slot = 9 * b.seat + cell
    if ceasefire(b):
        return why.CEASEFIRE_POWER
    if not b.sides[b.seat].alive >> cell & 1:
        return why.NOBODY_THERE
    if b.rules.power[role_index(b, slot)] == NONE:
        return why.NO_POWER
    number = refuse_body(b, slot)
    if number != LEGAL:
        return number
    return why.LIMITED if is_spell_spent(b, slot) else refuse_cost(b, power_cost(b, slot))


def refuse_leader_action(b: Board) -> int:
    """Return why the action of the leader may not be taken: in any wave, within the ceasefire (ACT-18, CF-5)."""
    program = leader_program(b, b.seat)
    if program == NONE:
        return why.NO_ACTION
    if ceasefire(b) and attacks(b, program):
        return why.CEASEFIRE_ATTACK
    return why.LIMITED if is_action_spent(b, b.seat) else refuse_cost(b, action_cost(b, b.seat))


def attacks(b: Board, program: int) -> bool:
    """Return whether a program makes something attack (CF-1)."""
    for row in b.rules.programs[program]:
        if row[0] == codes.ATTACK or row[0] == codes.ACT:
            return True
    return False


def refuse_order(b: Board, kind: int) -> int:
    """Return why an order may not be played (ACT-10, CF-3)."""
    if not b.sides[b.seat].hand >> kind & 1:
        return why.NOT_IN_HAND
    number = refuse_order_now(b, b.seat, kind)
    return number if number != LEGAL else refuse_cost(b, order_cost(b))


def refuse_clear(b: Board, cell: int) -> int:
    """Return why a corpse may not be cleared (ACT-12)."""
    if not b.sides[b.seat].corpses >> cell & 1:
        return why.NO_CORPSE
    if is_clearing_forbidden(b):
        return why.CLEAR_FORBIDDEN
    return refuse_cost(b, clear_cost(b))


def refuse_unset(b: Board, place: int) -> int:
    """Return why a trap of one's own may not be taken away (TRP-5): as a corpse is cleared."""
    if place >= len(b.sides[b.seat].traps):
        return why.NO_TRAP
    if is_clearing_forbidden(b):
        return why.CLEAR_FORBIDDEN
    return refuse_cost(b, clear_cost(b))


def is_clearing_forbidden(b: Board) -> bool:
    """Return whether a card of the rival forbids clearing; it does not where CF-4 bars that."""
    return bool(marks_of(b, 1 - b.seat) & codes.NO_CLEAR) and not rival_is_safe(b)


def refuse_mover(b: Board, cell: int) -> int:
    """Return why whatever lies in a cell may not move, or not at this cost (ACT-13)."""
    number = refuse_moving_body(b, cell)
    if number != LEGAL or b.actions > 0:
        return number
    return refuse_cost(b, move_cost(b, 9 * b.seat + cell))


def refuse_moving_body(b: Board, cell: int) -> int:
    """Return why whatever lies in a cell may not move, whatever it costs (ACT-16, ACT-20)."""
    side = b.sides[b.seat]
    if cell == LEADER_CELL:
        return why.LEADER_STAYS
    if not side.alive >> cell & 1:
        return why.CORPSE_STAYS if side.corpses >> cell & 1 else why.NOBODY_THERE
    if b.status[9 * b.seat + cell] & (codes.ROOTED | codes.STUNNED):
        return why.ROOTED
    return refuse_second_act(b, 9 * b.seat + cell)


def refuse_second_act(b: Board, slot: int) -> int:
    """Return why a hero may not move or switch after what it did in this turn: only where it acts once (ACT-20)."""
    return refuse_spent(b.flags[slot]) if b.rules.edition.one_act_per_hero else LEGAL


def refuse_place(b: Board, cell: int) -> int:
    """Return why nobody may move to a cell (ACT-13)."""
    side = b.sides[b.seat]
    if (side.alive | side.corpses) >> cell & 1:
        return why.NOT_EMPTY
    if not b.rules.edition.move_to_any and cell // 3 != b.wave:
        return why.WRONG_MOVE_ROW
    return LEGAL


def refuse_move(b: Board, cell: int, place: int) -> int:
    """Return why a hero may not move to a cell."""
    number = refuse_mover(b, cell)
    return number if number != LEGAL else refuse_place(b, place)


def refuse_switcher(b: Board, cell: int) -> int:
    """Return why whatever lies in a cell may not be switched (ACT-17)."""
    if cell == LEADER_CELL:
        return why.LEADER_STAYS
    side = b.sides[b.seat]
    if not (side.alive | side.corpses) >> cell & 1:
        return why.NOBODY_THERE
    if side.corpses >> cell & 1:
        return LEGAL
    if b.status[9 * b.seat + cell] & (codes.ROOTED | codes.STUNNED):
        return why.ROOTED
    return refuse_second_act(b, 9 * b.seat + cell)


def refuse_switch(b: Board, cell: int, other: int) -> int:
    """Return why two of one's heroes and corpses may not be switched; the earlier slot is named first."""
    if not b.rules.edition.switch_action:
        return why.NO_SWITCH
    if cell >= other:
        return why.SAME_SLOT if cell == other else why.SWITCH_ORDER
    for one in (cell, other):
        number = refuse_switcher(b, one)
        if number != LEGAL:
            return number
    return refuse_cost(b, LONG_COST)


def refuse_concede(b: Board) -> int:
    """Return why the fight may not be conceded (ROUT-4): only in a series, as a turn begins."""
    if b.rules.edition.series == 1:
        return why.ONE_FIGHT
    return LEGAL if b.taken == 0 else why.TURN_BEGUN
