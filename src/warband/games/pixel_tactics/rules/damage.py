"""Put damage on cards and take it off: packets, who may take them instead, lethal damage, the fallen."""

from __future__ import annotations

from typing import Final

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.frames import APPLIED, PROGRAM
from warband.games.pixel_tactics.programs.statuses import swallow
from warband.games.pixel_tactics.programs.traits import damage_taken, marks_of, pierces
from warband.games.pixel_tactics.rules.board import (
    CAPTURED,
    FALLING,
    HURT,
    UNHEALABLE,
    Board,
    Frame,
    ask,
    find,
    is_hero,
    is_lethal,
    life_of,
    piece_data,
    rival_is_safe,
    role_index,
    standing,
    tell,
    to_discard,
    vacate,
)
from warband.games.pixel_tactics.rules.figures import CELLS, LEADER_CELL, REAR
from warband.games.pixel_tactics.rules.reactions import queue_heal, queue_of, queue_trigger
from warband.games.pixel_tactics.rules.traps import queue_trap
from warband.kernel.events import Event
from warband.kernel.notation import NONE
from warband.kernel.seats import Seat

PLACE: Final = 1


def life_data(b: Board, slot: int) -> dict[str, object]:
    """Return the damage that a card bears, its life, and what is left of it."""
    life = life_of(b, slot)
    return {"now": b.damage[slot], "life": life, "left": max(0, life - b.damage[slot])}


def resume_deal(b: Board, f: Frame, answer: int, sink: list[Event] | None) -> None:
    """Go on with a packet of damage: reduce it, let another take it, put it down (ATK-11)."""
    slot = standing(b, f.target)
    if slot == NONE:
        b.stack.pop()
        return
    if f.at == 0:
        _reduce(b, f, slot, sink)
        f.at = PLACE
    stand_ins = stand_ins_for(b, slot) if f.amount > 0 else []
    if not stand_ins or answer != NONE:
        b.stack.pop()
        _land(b, f, answer_slot(b, slot // 9, answer, slot), slot, sink)
    else:
        ask(b, slot // 9, [b.rules.choose + place % 9 for place in stand_ins] + [b.rules.done])


def answer_slot(b: Board, seat: Seat, answer: int, otherwise: int) -> int:
    """Return the slot that a seat's answer names, or another one where it names none."""
    number = answer - b.rules.choose
    if answer == NONE or number < 0 or number >= 18:
        return otherwise
    return 9 * seat + number if number < 9 else 9 * (1 - seat) + number - 9


def _reduce(b: Board, f: Frame, slot: int, sink: list[Event] | None) -> None:
    """Apply immunity and reductions, which hold against attacks only (TRM-10)."""
    if f.mode == APPLIED or (b.rules.rich and _is_piercing(b, f, slot)):
        return
    taken = damage_taken(b, slot, f.amount, f.mode - 1)
    if taken < f.amount:
        if sink is not None:
            tell(sink, "reduced", {**piece_data(b, slot), "amount": f.amount - taken})
    f.amount = taken


def stand_ins_for(b: Board, slot: int) -> list[int]:
    """Return the slots whose heroes may take the damage of a hero instead (REA-3)."""
    if not is_hero(slot):
        return []
    base = slot - slot % 9
    slots: list[int] = []
    for cell in CELLS[b.sides[slot // 9].alive & b.rules.stand_in_cells]:
        other = base + cell
        if other == slot or cell == LEADER_CELL:
            continue
        marks = b.rules.marks[role_index(b, other)]
        if not marks:
            continue
        for_rear = marks & codes.TAKES_FOR_REAR and slot % 9 // 3 == REAR
        if for_rear or (marks & codes.TAKES_FOR_FORERUNNER and other == slot + 3):
            slots.append(other)
    return slots


def _land(b: Board, f: Frame, slot: int, aimed: int, sink: list[Event] | None) -> None:
    if slot != aimed:
        if sink is not None:
            tell(sink, "stands_in", {**piece_data(b, slot), "other": piece_data(b, aimed)["card"]})
    if b.status[slot] and not _is_piercing(b, f, slot):
        f.amount = swallow(b, slot, f.amount, sink)
    card = b.card[slot]
    put_damage(b, slot, f.amount, f.seat, f.me != NONE, sink)
    if b.rules.rich:
        _note_hit(b, f, slot, card)
    _heal_dealer(b, f)


def _is_piercing(b: Board, f: Frame, slot: int) -> bool:
    """Return whether a packet is of an attack that passes armor and shields (STA-9)."""
    attacker = find(b, f.me) if f.mode != APPLIED and f.me != NONE else NONE
    return attacker != NONE and pierces(b, attacker, slot, f.mode - 1)


def _note_hit(b: Board, f: Frame, slot: int, card: int) -> None:
    """Tell the program that dealt it how much was done, and let the card answer that was hit."""
    if b.stack and b.stack[len(b.stack) - 1].step == PROGRAM:
        b.stack[len(b.stack) - 1].done += max(0, f.amount)
    if f.amount > 0 and b.card[slot] == card and b.sides[slot // 9].alive >> slot % 9 & 1:
        queue_of(b, slot, codes.THIS_IS_HIT, f.me)


def _heal_dealer(b: Board, f: Frame) -> None:
    """Queue the healing of a card that heals by the damage it deals."""
    slot = standing(b, f.me) if f.me != NONE else NONE
    if slot == NONE or f.amount <= 0:
        return
    if is_hero(slot) and b.rules.marks[role_index(b, slot)] & codes.HEALS_BY_DAMAGE:
        queue_heal(b, slot // 9, f.me, f.amount)
    if f.mode != APPLIED and marks_of(b, slot // 9) & codes.UNIT_HEALS:
        queue_heal(b, slot // 9, f.me, f.amount)


def put_damage(b: Board, slot: int, amount: int, by: int, by_unit: bool, sink: list[Event] | None) -> None:
    """Put damage on a card; where the leader spares its heroes, what would be lethal goes to the leader."""
    if amount <= 0:
        return
    stays = amount
    if is_hero(slot) and marks_of(b, slot // 9) & codes.SPARES_HEROES and b.damage[slot] + amount >= life_of(b, slot):
        stays = min(amount, max(0, life_of(b, slot) - 1 - b.damage[slot]))
    _mark(b, slot, stays, sink)
    if stays < amount:
        _mark(b, slot - slot % 9 + LEADER_CELL, amount - stays, sink)
    _fall_at_once(b, slot, by, by_unit, sink)


def _mark(b: Board, slot: int, amount: int, sink: list[Event] | None) -> None:
    if amount <= 0:
        return
    b.damage[slot] += amount
    b.flags[slot] |= HURT
    b.stirred = 1
    if not is_hero(slot):
        b.sides[1 - slot // 9].dealt += amount
    if sink is not None:
        tell(sink, "damage", {**piece_data(b, slot), "amount": amount, **life_data(b, slot)})


def _fall_at_once(b: Board, slot: int, by: int, by_unit: bool, sink: list[Event] | None) -> None:
    """Defeat a hero with lethal damage now, if the enemy leader says so."""
    if not is_hero(slot) or not is_lethal(b, slot) or rival_is_safe(b):
        return
    enemy = 1 - slot // 9
    marks = marks_of(b, enemy)
    if marks & codes.FALL_AT_ONCE or (marks & codes.FALL_TO_UNIT and by == enemy and by_unit):
        defeat(b, slot, sink)


def heal(b: Board, slot: int, amount: int, sink: list[Event] | None) -> int:
    """Take damage off a card, never below 0 (DMG-2); return how much was healed."""
    healed = min(amount, b.damage[slot])
    if b.flags[slot] & UNHEALABLE or healed <= 0:
        return 0
    b.damage[slot] -= healed
    if sink is not None:
        tell(sink, "heal", {**piece_data(b, slot), "amount": healed, **life_data(b, slot)})
    return healed


def remove_damage(b: Board, slot: int, amount: int) -> None:
    """Take damage off a card because it moves elsewhere."""
    b.damage[slot] -= amount


def defeat(b: Board, slot: int, sink: list[Event] | None) -> None:
    """Defeat a hero: it becomes a corpse where it stood, or leaves the unit if it was captured (CAS-4, CAP-1)."""
    if sink is not None:
        tell(sink, "falls", piece_data(b, slot))
    seat = slot // 9
    card = b.card[slot]
    if b.flags[slot] & CAPTURED:
        to_discard(b, vacate(b, slot))
        return
    bit = 1 << slot % 9
    side = b.sides[seat]
    side.alive &= ~bit
    side.corpses |= bit
    if b.rules.rich:
        queue_of(b, slot, codes.THIS_FALLS, card)
        queue_trap(b, seat, codes.HERO_FELL, card)
    if queue_trigger(b, seat, codes.WHEN_OWN_FALLS, card):
        b.flags[slot] |= FALLING
    else:
        settle_corpse(b, slot)
    queue_trigger(b, 1 - seat, codes.WHEN_RIVAL_FALLS, card)


def settle_fallen(b: Board) -> None:
    """Take everything off the corpses whose last blow is done or never came."""
    for slot in range(18):
        if b.flags[slot] & FALLING:
            settle_corpse(b, slot)


def settle_corpse(b: Board, slot: int) -> None:
    """Take everything off a corpse: damage, bonuses, what was remembered of it."""
    b.damage[slot] = 0
    b.buff[slot] = 0
    b.status[slot] = 0
    b.flags[slot] = 0
