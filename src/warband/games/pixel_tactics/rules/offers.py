"""List what a turn offers, and say whether it goes on."""

from __future__ import annotations

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.finding import row_cells
from warband.games.pixel_tactics.programs.traits import is_attack_spent, is_spell_spent, keyword_cells, marks_of
from warband.games.pixel_tactics.rules.acts import (
    is_clearing_forbidden,
    refuse_clear,
    refuse_concede,
    refuse_draw,
    refuse_leader_action,
    refuse_mover,
    refuse_switcher,
    refuse_unset,
)
from warband.games.pixel_tactics.rules.attack import is_in_melee, melee_cells, ranged_cells, refuse_body, rival_chooses
from warband.games.pixel_tactics.rules.board import Board, bits_of, ceasefire, role_index
from warband.games.pixel_tactics.rules.figures import CELLS, HERO_CELLS, MELEE, MOST_DECISIONS, ROW_CELLS
from warband.games.pixel_tactics.rules.orders import may_ask_for_orders, refuse_order_now
from warband.games.pixel_tactics.rules.prices import (
    LONG_COST,
    attack_cost,
    order_cost,
    power_cost,
    recruit_cost,
    refuse_cost,
)
from warband.kernel.notation import NONE
from warband.kernel.reasons import LEGAL


def legal_turns(b: Board) -> list[int]:
    """Return all legal actions of the player on turn, by kind."""
    legal: list[int] = []
    rules = b.rules
    _add_recruits(b, legal)
    if (b.actions > 0 or rules.prefixed) and not ceasefire(b):
        _add_attacks(b, legal)
    _add_orders(b, legal)
    _add_clears(b, legal)
    _add_moves(b, legal)
    if b.actions >= LONG_COST and rules.edition.switch_action:
        _add_switches(b, legal)
    if refuse_draw(b) == LEGAL:
        legal.append(rules.draw)
    legal.append(rules.end_turn)
    if refuse_concede(b) == LEGAL:
        legal.append(rules.concede)
    if rules.leader_action != NONE and refuse_leader_action(b) == LEGAL:
        legal.append(rules.leader_action)
    if b.sides[b.seat].traps:
        for place in range(len(b.sides[b.seat].traps)):
            if refuse_unset(b, place) == LEGAL:
                legal.append(rules.unset + place)
    return legal


def _add_recruits(b: Board, legal: list[int]) -> None:
    side = b.sides[b.seat]
    cells = HERO_CELLS & ROW_CELLS[b.wave] & ~(side.alive | side.corpses)
    if not cells or not side.hand or refuse_cost(b, recruit_cost(b)) != LEGAL:
        return
    for kind in bits_of(side.hand):
        legal.extend(b.rules.recruit_fans[512 * kind + cells])


def _add_attacks(b: Board, legal: list[int]) -> None:
    rules = b.rules
    side = b.sides[b.seat]
    bodies = side.alive & row_cells(b, b.seat, b.wave)
    if side.corpses and marks_of(b, b.seat) & (codes.CORPSES_IN_WAVE | codes.CORPSES_ANY_WAVE):
        bodies |= side.corpses
    if not bodies:
        return
    base = 9 * b.seat
    near = melee_cells(b, 1 - b.seat)
    ranged = keyword_cells(b, b.seat, codes.RANGED_SHIFT)
    far = ranged_cells(b, 1 - b.seat) if ranged & bodies else 0
    for cell in CELLS[bodies]:
        slot = base + cell
        if refuse_body(b, slot) != LEGAL:
            continue
        if rules.prefixed and not _is_affordable(b, slot):
            _add_power(b, slot, legal)
            continue
        if is_in_melee(b, slot):
            if rival_chooses(b, slot, MELEE):
                legal.append(rules.attack_open + cell)
            else:
                legal.extend(rules.attack_fans[512 * cell + near])
        if ranged >> cell & 1:
            legal.extend(rules.shoot_fans[512 * cell + far])
        _add_power(b, slot, legal)


def _is_affordable(b: Board, slot: int) -> bool:
    """Return whether an attack may be paid for, and is not one that is limited and was made."""
    return not is_attack_spent(b, slot) and refuse_cost(b, attack_cost(b, slot)) == LEGAL


def _add_power(b: Board, slot: int, legal: list[int]) -> None:
    cell = slot % 9
    if not b.sides[slot // 9].alive >> cell & 1 or b.rules.power[role_index(b, slot)] == NONE:
        return
    if b.rules.prefixed and (is_spell_spent(b, slot) or refuse_cost(b, power_cost(b, slot)) != LEGAL):
        return
    legal.append(b.rules.use + cell)


def _add_orders(b: Board, legal: list[int]) -> None:
    if refuse_cost(b, order_cost(b)) != LEGAL or not may_ask_for_orders(b, b.seat):
        return
    for kind in bits_of(b.sides[b.seat].hand):
        if refuse_order_now(b, b.seat, kind) == LEGAL:
            legal.append(b.rules.order + kind)


def _add_clears(b: Board, legal: list[int]) -> None:
    corpses = b.sides[b.seat].corpses
    if not corpses:
        return
    for cell in CELLS[corpses]:
        if refuse_clear(b, cell) == LEGAL:
            legal.append(b.rules.clear + cell)


def _places(b: Board) -> int:
    side = b.sides[b.seat]
    places = HERO_CELLS & ~(side.alive | side.corpses)
    return places if b.rules.edition.move_to_any else places & ROW_CELLS[b.wave]


def _add_moves(b: Board, legal: list[int]) -> None:
    places = _places(b)
    heroes = b.sides[b.seat].alive & HERO_CELLS
    if not places or not heroes:
        return
    if b.actions <= 0 and not marks_of(b, b.seat) & codes.FREE_MOVE:
        return
    for cell in CELLS[heroes]:
        if refuse_mover(b, cell) == LEGAL:
            legal.extend(b.rules.move_fans[512 * cell + places])


def _add_switches(b: Board, legal: list[int]) -> None:
    side = b.sides[b.seat]
    able = 0
    for cell in CELLS[(side.alive | side.corpses) & HERO_CELLS]:
        if refuse_switcher(b, cell) == LEGAL:
            able |= 1 << cell
    legal.extend(b.rules.switch_pairs[able])


# ---- whether the turn goes on ----


def turn_goes_on(b: Board) -> bool:
    """Return whether the player on turn is asked again: with an action left, or anything free (ACT-22).

    Only what both players see decides it (law 4). A turn that has taken very many decisions ends (FLW-12).
    """
    if b.taken >= MOST_DECISIONS:
        return False
    if b.actions != 0:
        return b.actions > 0
    side = b.sides[b.seat]
    if order_cost(b) == 0 and may_ask_for_orders(b, b.seat):
        return True
    if b.rules.leader_action != NONE and refuse_leader_action(b) == LEGAL:
        return True
    if b.rules.prefixed and _free_act(b):
        return True
    marks = marks_of(b, b.seat)
    if not marks & (codes.FREE_RECRUIT | codes.FREE_CLEAR | codes.FREE_MOVE):
        return False
    return bool(_free_recruit(b, marks, side.hand) or _free_clear(b, marks) or _free_move(b, marks))


def _free_act(b: Board) -> bool:
    """Return whether something may attack or use a power for nothing."""
    legal: list[int] = []
    if not ceasefire(b):
        _add_attacks(b, legal)
    return bool(legal)


def _free_recruit(b: Board, marks: int, hand: int) -> bool:
    side = b.sides[b.seat]
    empty = HERO_CELLS & ROW_CELLS[b.wave] & ~(side.alive | side.corpses)
    return bool(marks & codes.FREE_RECRUIT and hand and empty)


def _free_clear(b: Board, marks: int) -> bool:
    side = b.sides[b.seat]
    return bool(marks & codes.FREE_CLEAR and (side.corpses or side.traps)) and not is_clearing_forbidden(b)


def _free_move(b: Board, marks: int) -> bool:
    if not marks & codes.FREE_MOVE or not _places(b):
        return False
    for cell in CELLS[b.sides[b.seat].alive & HERO_CELLS]:
        if refuse_mover(b, cell) == LEGAL:
            return True
    return False
