"""Say which actions a turn offers and what each costs: one predicate per kind, 0 means legal."""

from __future__ import annotations

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.traits import (
    amount_of,
    has_keyword,
    is_attack_spent,
    is_spell_spent,
    marks_of,
    role_index,
)
from warband.games.pixel_tactics.rules import reasons as why
from warband.games.pixel_tactics.rules.board import (
    ACTED,
    FRESH,
    MOVED,
    Board,
    ceasefire,
    deck_size,
    hand_size,
    rival_is_safe,
)
from warband.games.pixel_tactics.rules.figures import LEADER_CELL, MELEE
from warband.games.pixel_tactics.rules.orders import refuse_order_now
from warband.games.pixel_tactics.rules.prices import (
    LONG_COST,
    action_cost,
    attack_cost,
    is_action_spent,
    leader_program,
    power_cost,
)
from warband.games.pixel_tactics.rules.reach import is_in_melee, melee_cells, ranged_cells, rival_chooses
from warband.kernel.notation import NONE
from warband.kernel.reasons import LEGAL
from warband.kernel.seats import Seat

# ---- what it costs ----


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


# ---- predicates ----


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


def refuse_body(b: Board, slot: int) -> int:
    """Return why the hero or leader in a slot may not attack or use a power now, whatever it aims at."""
    if b.card[slot] == NONE:
        return why.NOBODY_THERE
    if not b.sides[slot // 9].alive >> slot % 9 & 1:
        return refuse_corpse(b, slot)
    if slot % 9 // 3 != b.wave:
        return why.WRONG_ROW
    flags = b.flags[slot]
    if flags & FRESH:
        return why.RECRUITED_NOW
    if flags & ACTED:
        return why.HAS_ACTED
    return why.HAS_MOVED if flags & MOVED else LEGAL


def refuse_corpse(b: Board, slot: int) -> int:
    """Return why a corpse may not attack: only where the leader lets it, once a turn (COR-1)."""
    marks = marks_of(b, slot // 9)
    if not marks & (codes.CORPSES_IN_WAVE | codes.CORPSES_ANY_WAVE):
        return why.CORPSE_RESTS
    if not marks & codes.CORPSES_ANY_WAVE and slot % 9 // 3 != b.wave:
        return why.WRONG_ROW
    if b.flags[slot] & ACTED:
        return why.HAS_ACTED
    return why.LIMITED if is_action_spent(b, slot // 9) else LEGAL


def refuse_attacker(b: Board, slot: int, mode: int) -> int:
    """Return why whatever lies in a slot may not make an attack of a mode now."""
    if ceasefire(b):
        return why.CEASEFIRE_ATTACK
    number = refuse_body(b, slot)
    if number != LEGAL:
        return number
    if mode == MELEE:
        if not is_in_melee(b, slot):
            return why.NOT_IN_MELEE
    elif not has_keyword(b, slot, codes.RANGED_SHIFT):
        return why.NOT_RANGED
    return why.LIMITED if is_attack_spent(b, slot) else refuse_cost(b, attack_cost(b, slot))


def refuse_target(b: Board, seat: Seat, mode: int, cell: int) -> int:
    """Return why a seat may not aim an attack at a cell of the rival's unit (ATK-3, INT-1)."""
    rival = 1 - seat
    if not b.sides[rival].alive >> cell & 1:
        return why.NO_TARGET
    if mode == MELEE:
        return LEGAL if melee_cells(b, rival) >> cell & 1 else why.NOT_FOREMOST
    return LEGAL if ranged_cells(b, rival) >> cell & 1 else why.INTERCEPTED


def refuse_attack(b: Board, cell: int, mode: int, target: int) -> int:
    """Return why an attack may not be made; without a target where the rival chooses it."""
    slot = 9 * b.seat + cell
    number = refuse_attacker(b, slot, mode)
    if number != LEGAL:
        return number
    aimed_by_rival = rival_chooses(b, slot, mode)
    if target == NONE:
        return LEGAL if aimed_by_rival else why.YOU_AIM
    if aimed_by_rival:
        return why.RIVAL_AIMS
    return refuse_target(b, b.seat, mode, target)


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
    return refuse_second_act(b, 9 * b.seat + cell)


def refuse_second_act(b: Board, slot: int) -> int:
    """Return why a hero may not move or switch after what it did in this turn: only where it acts once (ACT-20)."""
    if not b.rules.edition.one_act_per_hero:
        return LEGAL
    flags = b.flags[slot]
    if flags & FRESH:
        return why.RECRUITED_NOW
    if flags & ACTED:
        return why.HAS_ACTED
    return why.HAS_MOVED if flags & MOVED else LEGAL


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
