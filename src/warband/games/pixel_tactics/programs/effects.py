"""Run the rows of a program that do something to the units: damage, healing, places, attacks."""

from __future__ import annotations

from typing import Final

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.amounts import amount as amount_of
from warband.games.pixel_tactics.programs.choosing import ask_slots
from warband.games.pixel_tactics.programs.frames import APPLIED, push_attack, push_deal
from warband.games.pixel_tactics.programs.traits import is_attack_spent
from warband.games.pixel_tactics.rules.attack import is_in_melee, target_cells
from warband.games.pixel_tactics.rules.board import (
    FALLING,
    FRESH,
    Board,
    Frame,
    ceasefire,
    find,
    is_hero,
    kind_of,
    piece_data,
    standing,
    swap_slots,
    tell,
    tell_swap,
    to_discard,
    to_hand_openly,
    vacate,
)
from warband.games.pixel_tactics.rules.damage import answer_slot, defeat, heal, remove_damage, settle_corpse
from warband.games.pixel_tactics.rules.figures import MELEE
from warband.games.pixel_tactics.rules.places import rearrange
from warband.kernel.events import Event
from warband.kernel.notation import NONE

ALL_DAMAGE: Final = 1_000


def effect_row(b: Board, f: Frame, row: list[int], answer: int, sink: list[Event] | None) -> bool:
    """Run one row that works on the units; return whether it is finished."""
    op = row[0]
    if op == codes.DEAL:
        return _deal(b, f, row[1])
    if op == codes.HEAL:
        return _heal(b, f, row[1], sink)
    if op == codes.GATHER:
        return _gather(b, f, sink)
    if op == codes.TRANSFER:
        return _transfer(b, f, row[1] == 1, sink)
    if op == codes.ATTACK:
        return _attack(b, f, row[1], row[2] == 1, answer)
    if op == codes.STRIKE:
        return _strike(b, f)
    if op == codes.REVIVE:
        return _revive(b, f, row[1] == 1, sink)
    if op == codes.REARRANGE:
        return rearrange(b, f, row[1] == 1, answer, sink)
    return _settle(b, f, op, row[1], sink)


def _settle(b: Board, f: Frame, op: int, amount: int, sink: list[Event] | None) -> bool:
    """Run a row that is finished at once."""
    if op == codes.SWAP:
        _swap(b, f.marks[0], f.marks[1], sink)
    elif op == codes.TRADE_PLACES:
        _trade_places(b, f, sink)
    else:
        for slot in f.marks:
            _do(b, slot, op, amount_of(b, f, amount, slot), sink)
    return True


def _do(b: Board, slot: int, op: int, amount: int, sink: list[Event] | None) -> None:
    """Do something to a marked card, unless it has gone in between."""
    if b.card[slot] == NONE:
        return
    if op == codes.DEFEAT:
        if _is_alive(b, slot):
            defeat(b, slot, sink)
    elif op == codes.RETURN:
        if sink is not None:
            tell(sink, "returns", piece_data(b, slot))
        to_hand_openly(b, vacate(b, slot))
    elif op == codes.CLEAR:
        if sink is not None:
            tell(sink, "clear", piece_data(b, slot))
        to_discard(b, vacate(b, slot))
    elif op == codes.STRENGTHEN and _is_alive(b, slot):
        b.buff[slot] += amount
        if sink is not None:
            tell(sink, "strengthen", {**piece_data(b, slot), "amount": amount})


def _is_alive(b: Board, slot: int) -> bool:
    return bool(b.sides[slot // 9].alive >> slot % 9 & 1)


# ---- damage and healing ----


def _deal(b: Board, f: Frame, amount: int) -> bool:
    """Deal to each marked card in turn; a split gives each as many points as it was chosen."""
    while f.index < len(f.marks):
        slot = f.marks[f.index]
        if f.index == 0:
            f.done = 0
        points = amount_of(b, f, _points(f, amount), slot)
        if _is_alive(b, slot):
            push_deal(b, f.seat, f.me, b.card[slot], points, APPLIED)
            return False
    return True


def _points(f: Frame, amount: int) -> int:
    """Pass the marked card and return what it gets: the amount, or in a split a point for each time it was chosen."""
    first = f.index
    f.index += 1
    if amount != codes.BY_SPLIT:
        return amount
    while f.index < len(f.marks) and f.marks[f.index] == f.marks[first]:
        f.index += 1
    return f.index - first


def _heal(b: Board, f: Frame, amount: int, sink: list[Event] | None) -> bool:
    while f.index < len(f.marks):
        slot = f.marks[f.index]
        points = amount_of(b, f, _points(f, amount), slot)
        done = heal(b, slot, ALL_DAMAGE if amount == codes.ALL_OF_IT else points, sink)
        f.done = done if slot == f.marks[0] else f.done + done
    return True


def _gather(b: Board, f: Frame, sink: list[Event] | None) -> bool:
    """Move the chosen damage onto this hero, as one packet."""
    if f.index == 1 or not f.marks or standing(b, f.me) == NONE:
        return True
    for slot in f.marks:
        remove_damage(b, slot, 1)
    if sink is not None:
        tell(sink, "gather", {**piece_data(b, standing(b, f.me)), "amount": len(f.marks)})
    f.index = 1
    push_deal(b, f.seat, f.me, f.me, len(f.marks), APPLIED)
    return False


def _transfer(b: Board, f: Frame, whole: bool, sink: list[Event] | None) -> bool:
    """Move damage to another hero: the points chosen after it, or all of the first hero's to the second."""
    if f.index == 1 or len(f.marks) < 2:
        return True
    source = f.marks[0] if whole else f.marks[1]
    target = f.marks[1] if whole else f.marks[0]
    amount = b.damage[source] if whole else len(f.marks) - 1
    remove_damage(b, source, amount)
    if sink is not None:
        tell(sink, "transfer", {**piece_data(b, source), "amount": amount, "other": piece_data(b, target)["card"]})
    f.index = 1
    push_deal(b, f.seat, f.me, b.card[target], amount, APPLIED)
    return False


def _revive(b: Board, f: Frame, at_a_price: bool, sink: list[Event] | None) -> bool:
    """Bring a corpse back; it counts as recruited this turn (COR-5)."""
    if f.index == 1:
        return True
    slot = f.marks[0]
    side = b.sides[slot // 9]
    side.corpses &= ~(1 << slot % 9)
    side.alive |= 1 << slot % 9
    settle_corpse(b, slot)
    b.flags[slot] = FRESH
    if sink is not None:
        tell(sink, "revive", piece_data(b, slot))
    if not at_a_price or standing(b, f.me) == NONE:
        return True
    f.index = 1
    push_deal(b, f.seat, f.me, f.me, b.rules.life[kind_of(b, b.card[slot])], APPLIED)
    return False


# ---- places ----


def _swap(b: Board, one: int, other: int, sink: list[Event] | None) -> None:
    tell_swap(b, one, other, sink)
    swap_slots(b, one, other)


def _trade_places(b: Board, f: Frame, sink: list[Event] | None) -> None:
    """Swap this hero with the marked one."""
    slot = standing(b, f.me)
    if slot != NONE and is_hero(slot) and slot // 9 == f.marks[0] // 9:
        _swap(b, slot, f.marks[0], sink)
    f.marks = []


# ---- attacks that a card gives ----


def _attack(b: Board, f: Frame, mode: int, heroes_only: bool, answer: int) -> bool:
    """Begin attacks of the marked cards, one after the other, in an order the player chooses."""
    if ceasefire(b):
        return True
    ready = [slot for slot in f.marks if _is_ready(b, f, slot, mode, heroes_only)]
    if not ready:
        return True
    slot = ready[0]
    if answer != NONE:
        slot = answer_slot(b, f.seat, answer, slot)
    elif len(ready) > 1:
        ask_slots(b, f, ready, False)
        return False
    f.marks.remove(slot)
    push_attack(b, slot // 9, b.card[slot], mode, NONE, heroes_only)
    return False


def _is_ready(b: Board, f: Frame, slot: int, mode: int, heroes_only: bool) -> bool:
    if not _is_alive(b, slot) or (mode == MELEE and not is_in_melee(b, slot)) or is_attack_spent(b, slot):
        return False
    if heroes_only and not is_hero(slot):
        return False
    return target_cells(b, f.seat, mode, heroes_only) != 0


def _strike(b: Board, f: Frame) -> bool:
    """Begin one melee attack of the fallen hero from where it lies (STR-1)."""
    slot = find(b, f.target)
    if slot == NONE or not b.flags[slot] & FALLING:
        return True
    if f.index == 0 and not ceasefire(b) and is_in_melee(b, slot):
        f.index = 1
        push_attack(b, f.seat, f.target, MELEE, NONE, False)
        return False
    settle_corpse(b, slot)
    return True
