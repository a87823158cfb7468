"""Make an attack: choose the target, deal the damage, let those react who were attacked."""

from __future__ import annotations

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.frames import push_deal, push_react
from warband.games.pixel_tactics.programs.traits import has_keyword, is_attack_spent, strength
from warband.games.pixel_tactics.rules.board import (
    ATTACKED,
    STRUCK,
    Board,
    Frame,
    ask,
    find,
    is_hero,
    piece_data,
    slot_name,
    standing,
    tell,
)
from warband.games.pixel_tactics.rules.damage import answer_slot
from warband.games.pixel_tactics.rules.figures import CELLS, MELEE, MODE_NAMES
from warband.games.pixel_tactics.rules.reach import is_in_melee, rival_chooses, target_cells
from warband.games.pixel_tactics.rules.reactions import queue_avenging, queue_of, queue_trigger, relative
from warband.kernel.events import Event
from warband.kernel.notation import NONE

AIM = 0
HIT = 1
AFTER = 2


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
    if slot == NONE or target == NONE:
        b.stack.pop()
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
    """Let those react who were attacked; each hero that attacked answers for it (REA-1)."""
    b.stack.pop()
    defender = 1 - f.seat
    target = standing(b, f.target)
    if target != NONE:
        queue_of(b, target, codes.WHEN_ATTACKED, f.me)
    if f.mode == MELEE:
        queue_trigger(b, defender, codes.WHEN_UNIT_ATTACKED, f.me)
        if b.sides[defender].avenging and standing(b, f.me) != NONE and is_hero(slot):
            queue_avenging(b, defender, f.me)
    push_react(b, b.seat)
