"""Attack: who may, whom, and how it is made; `damage.py` has what the damage does."""

from __future__ import annotations

from typing import Final

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.finding import is_in_row
from warband.games.pixel_tactics.programs.frames import PREVENTED, WAS_ASKED, push_deal, push_react
from warband.games.pixel_tactics.programs.traits import has_keyword, is_attack_spent, keyword_cells, marks_of, strength
from warband.games.pixel_tactics.rules import reasons as why
from warband.games.pixel_tactics.rules.board import (
    ACTED,
    ATTACKED,
    FALLING,
    FRESH,
    MOVED,
    STRUCK,
    Board,
    Frame,
    ask,
    ceasefire,
    find,
    is_hero,
    piece_data,
    slot_name,
    standing,
    tell,
)
from warband.games.pixel_tactics.rules.damage import answer_slot
from warband.games.pixel_tactics.rules.figures import BEFORE, BEHIND, CELLS, FRONT, HERO_CELLS, MELEE, MODE_NAMES
from warband.games.pixel_tactics.rules.prices import attack_cost, is_action_spent, refuse_cost
from warband.games.pixel_tactics.rules.reactions import queue_avenging, queue_of, queue_trigger, relative
from warband.games.pixel_tactics.rules.traps import offer_trap, queue_trap
from warband.kernel.events import Event
from warband.kernel.notation import NONE
from warband.kernel.reasons import LEGAL
from warband.kernel.seats import Seat

# Where an attack stands.
AIM: Final = 0
HIT: Final = 1
AFTER: Final = 2


# ---- whom: the foremost in melee, anyone at range unless somebody intercepts ----


def is_in_melee(b: Board, slot: int) -> bool:
    """Return whether nobody alive stands before a slot in its column (TRM-8); corpses do not count (COR-3)."""
    return not b.sides[slot // 9].alive & BEFORE[slot % 9]


def melee_cells(b: Board, seat: Seat) -> int:
    """Return the cells of a unit that a rival may attack in melee (ATK-3)."""
    return FRONT[b.sides[seat].alive]


def ranged_cells(b: Board, seat: Seat) -> int:
    """Return the cells of a unit that a rival may attack at range: none behind an interceptor (INT-1)."""
    return b.sides[seat].alive & ~BEHIND[keyword_cells(b, seat, codes.INTERCEPT_SHIFT)]


def target_cells(b: Board, seat: Seat, mode: int, heroes_only: bool) -> int:
    """Return the cells of the rival's unit that an attack of a seat may be aimed at."""
    cells = melee_cells(b, 1 - seat) if mode == MELEE else ranged_cells(b, 1 - seat)
    return cells & HERO_CELLS if heroes_only else cells


def rival_chooses(b: Board, slot: int, mode: int) -> bool:
    """Return whether the defender chooses the target of an attack from this slot."""
    if mode != MELEE:
        return False
    marks = marks_of(b, 1 - slot // 9)
    if marks & codes.CHOOSES_TARGETS:
        return True
    body = b.sides[slot // 9].alive >> slot % 9 & 1 or b.flags[slot] & FALLING
    return bool(marks & codes.CHOOSES_FOR_BODIES and body)


def can_attack(b: Board, slot: int, mode: int) -> bool:
    """Return whether whatever lies in a slot would find a target, if something made it attack."""
    if (mode == MELEE and not is_in_melee(b, slot)) or is_attack_spent(b, slot):
        return False
    return target_cells(b, slot // 9, mode, False) != 0


# ---- who: one predicate for each part of an attack, 0 means legal ----


def refuse_body(b: Board, slot: int) -> int:
    """Return why the hero or leader in a slot may not attack or use a power now, whatever it aims at."""
    if b.card[slot] == NONE:
        return why.NOBODY_THERE
    if not b.sides[slot // 9].alive >> slot % 9 & 1:
        return refuse_corpse(b, slot)
    if not is_in_row(b, slot, b.wave):
        return why.WRONG_ROW
    if b.status[slot] & codes.STUNNED:
        return why.STUNNED
    return refuse_spent(b.flags[slot])


def refuse_spent(flags: int) -> int:
    """Return why somebody who was recruited, acted or moved in this turn may not act in it again (ACT-20)."""
    if not flags & (ACTED | FRESH | MOVED):
        return LEGAL
    if flags & FRESH:
        return why.RECRUITED_NOW
    return why.HAS_ACTED if flags & ACTED else why.HAS_MOVED


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


# ---- the attack: choose the target, deal the damage, let those react who were attacked ----


def resume_attack(b: Board, f: Frame, answer: int, sink: list[Event] | None) -> None:
    """Go on with an attack: aim, hit, and what follows."""
    slot = find(b, f.me)
    if f.at == AIM:
        _aim(b, f, slot, answer)
    elif f.at == HIT:
        _hit(b, f, slot, sink)
    else:
        _after(b, f, slot)


def _aim(b: Board, f: Frame, slot: int, answer: int) -> None:
    if f.target == NONE and answer == NONE:
        targets = _targets(b, f, slot)
        if not targets:
            b.stack.pop()
            return
        chooser = 1 - f.seat if rival_chooses(b, slot, f.mode) else f.seat
        ask(b, chooser, [relative(b, chooser, target) for target in targets])
        return
    if f.target == NONE:
        chooser = 1 - f.seat if rival_chooses(b, slot, f.mode) else f.seat
        f.target = b.card[answer_slot(b, chooser, answer, NONE)]
    f.at = HIT


def _targets(b: Board, f: Frame, slot: int) -> list[int]:
    if slot == NONE or (f.mode == MELEE and not is_in_melee(b, slot)) or is_attack_spent(b, slot):
        return []
    base = 9 * (1 - f.seat)
    return [base + cell for cell in CELLS[target_cells(b, f.seat, f.mode, f.amount == 1)]]


def _hit(b: Board, f: Frame, slot: int, sink: list[Event] | None) -> None:
    target = standing(b, f.target)
    if slot == NONE or target == NONE or f.index == PREVENTED:
        b.stack.pop()
        if b.rules.rich:
            push_react(b, b.seat)
        return
    if b.rules.rich and f.index != WAS_ASKED:
        f.index = WAS_ASKED
        if f.seat == b.seat and offer_trap(b, 1 - f.seat, codes.WOULD_ATTACK, f.me):
            return
    amount = strength(b, slot, f.mode, target)
    if sink is not None:
        aim: dict[str, object] = {"target": slot_name(target), "amount": amount, "mode": MODE_NAMES[f.mode]}
        aim["unit"] = target // 9
        tell(sink, "attack", {**piece_data(b, slot), **aim, "victim": piece_data(b, target)["card"]})
    if f.mode == MELEE and is_hero(slot) and b.sides[f.seat].alive >> slot % 9 & 1:
        b.flags[slot] |= STRUCK
    if b.rules.prefixed and has_keyword(b, slot, codes.LIMITED_ATTACK_SHIFT):
        b.flags[slot] |= ATTACKED
    f.at = AFTER
    push_deal(b, f.seat, f.me, f.target, amount, f.mode + 1)


def _after(b: Board, f: Frame, slot: int) -> None:
    """Queue the reactions of those who were attacked, and what answers the attacker (REA-1)."""
    b.stack.pop()
    defender = 1 - f.seat
    target = standing(b, f.target)
    if target != NONE:
        queue_of(b, target, codes.WHEN_ATTACKED, f.me)
    if b.rules.rich:
        _queue_more(b, f, slot)
    if f.mode == MELEE:
        queue_trigger(b, defender, codes.WHEN_UNIT_ATTACKED, f.me)
        if b.sides[defender].avenging and standing(b, f.me) != NONE and is_hero(slot):
            queue_avenging(b, defender, f.me)
    push_react(b, b.seat)


def _queue_more(b: Board, f: Frame, slot: int) -> None:
    """Queue what the attacker itself does after its attack, and the traps of who was attacked."""
    if slot != NONE and b.sides[slot // 9].alive >> slot % 9 & 1:
        queue_of(b, slot, codes.THIS_ATTACKS, f.target)
    if f.seat == b.seat:
        queue_trap(b, 1 - f.seat, codes.HAS_ATTACKED, f.me)
