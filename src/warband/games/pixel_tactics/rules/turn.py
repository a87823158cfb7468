"""Carry out the actions of a turn."""

from __future__ import annotations

from typing import Final

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.frames import (
    FROM_HAND,
    INTO_HAND,
    push_attack,
    push_draw,
    push_program,
    push_react,
)
from warband.games.pixel_tactics.programs.traits import has_keyword, is_attack_spent, is_spell_spent
from warband.games.pixel_tactics.rules.attack import is_in_melee, melee_cells, ranged_cells, rival_chooses
from warband.games.pixel_tactics.rules.board import (
    ACTED,
    MOVED,
    Board,
    Frame,
    ask,
    piece_data,
    role_index,
    slot_name,
    standing,
    swap_slots,
    tell,
    tell_swap,
    to_discard,
    vacate,
)
from warband.games.pixel_tactics.rules.figures import LEADER_CELL, MELEE, ONGOING_SLOTS, RANGED
from warband.games.pixel_tactics.rules.orders import begin_order
from warband.games.pixel_tactics.rules.prices import (
    LONG_COST,
    action_cost,
    attack_cost,
    clear_cost,
    leader_program,
    move_cost,
    note_action,
    note_cast,
    pay_for_order,
    power_cost,
    recruit_cost,
)
from warband.games.pixel_tactics.rules.recruiting import recruit
from warband.games.pixel_tactics.rules.traps import offer_trap, take_trap
from warband.kernel.events import Event
from warband.kernel.notation import NONE
from warband.kernel.seats import Seat

# What `actions` is once the turn was ended on purpose.
ENDED: Final = -1


def take_turn(b: Board, action: int, sink: list[Event] | None) -> None:
    """Carry out one action of the player on turn."""
    rules = b.rules
    if action == rules.leader_action:
        _take_leader_action(b, sink)
    elif rules.unset != NONE and rules.unset <= action < rules.unset + ONGOING_SLOTS:
        b.actions -= clear_cost(b)
        take_trap(b, b.seat, action - rules.unset, sink)
    elif action < rules.attack_at:
        _recruit(b, action - rules.recruit, sink)
    elif action < rules.order:
        _act_with(b, action, sink)
    elif action < rules.clear:
        pay_for_order(b)
        begin_order(b, b.seat, action - rules.order, FROM_HAND, 0, sink)
    elif action < rules.draw:
        _arrange(b, action, sink)
    elif action == rules.draw:
        b.actions -= 1
        push_draw(b, b.seat, 1, INTO_HAND)
    else:
        if sink is not None:
            tell(sink, "end_turn", {"seat": b.seat})
        b.actions = ENDED


def _recruit(b: Board, number: int, sink: list[Event] | None) -> None:
    b.actions -= recruit_cost(b)
    recruit(b, 9 * b.seat + number % 9, number // 9, sink)
    push_react(b, b.seat)


def _act_with(b: Board, action: int, sink: list[Event] | None) -> None:
    slot = 9 * b.seat + acting_cell(b, action)
    b.actions -= power_cost(b, slot) if action >= b.rules.use else attack_cost(b, slot)
    b.flags[slot] |= ACTED
    if not b.sides[b.seat].alive >> slot % 9 & 1:
        note_action(b, b.seat)
    begin_act(b, b.seat, action, sink)


def _take_leader_action(b: Board, sink: list[Event] | None) -> None:
    """Take the action that the leader gives; it leaves the leader's own attack alone (ACT-18)."""
    b.actions -= action_cost(b, b.seat)
    note_action(b, b.seat)
    slot = 9 * b.seat + LEADER_CELL
    if sink is not None:
        tell(sink, "action", piece_data(b, slot))
    push_program(b, leader_program(b, b.seat), b.seat, b.card[slot], NONE, 1 << b.card[slot])


def acting_cell(b: Board, action: int) -> int:
    """Return the cell that an attack or a power is made from."""
    rules = b.rules
    if action < rules.attack_open:
        return (action - rules.attack_at) // 9
    if action < rules.shoot:
        return action - rules.attack_open
    if action < rules.use:
        return (action - rules.shoot) // 9
    return action - rules.use


def begin_act(b: Board, seat: Seat, action: int, sink: list[Event] | None) -> None:
    """Begin an attack or a power of a seat."""
    rules = b.rules
    slot = 9 * seat + acting_cell(b, action)
    rival = 9 * (1 - seat)
    card = b.card[slot]
    if action >= rules.use:
        if sink is not None:
            act = "attack" if rules.edition.power_is_attack else "spell"
            tell(sink, "power", {**piece_data(b, slot), "act": act})
        note_cast(b, slot)
        push_program(b, rules.power[role_index(b, slot)], seat, card, NONE, 1 << card)
        if rules.rich and seat == b.seat:
            offer_trap(b, 1 - seat, codes.WOULD_CAST, card)
    elif action >= rules.shoot:
        push_attack(b, seat, card, RANGED, b.card[rival + (action - rules.shoot) % 9], False)
    elif action >= rules.attack_open:
        push_attack(b, seat, card, MELEE, NONE, False)
    else:
        push_attack(b, seat, card, MELEE, b.card[rival + (action - rules.attack_at) % 9], False)


def _arrange(b: Board, action: int, sink: list[Event] | None) -> None:
    rules = b.rules
    base = 9 * b.seat
    if action < rules.move:
        b.actions -= clear_cost(b)
        slot = base + action - rules.clear
        if sink is not None:
            tell(sink, "clear", piece_data(b, slot))
        to_discard(b, vacate(b, slot))
    elif action < rules.switch:
        number = action - rules.move
        _move(b, base + number // 9, base + number % 9, sink)
    else:
        number = action - rules.switch
        b.actions -= LONG_COST
        _switch(b, base + number // 9, base + number % 9, sink)


def _move(b: Board, slot: int, place: int, sink: list[Event] | None) -> None:
    b.actions -= move_cost(b, slot)
    if sink is not None:
        tell(sink, "move", {**piece_data(b, slot), "target": slot_name(place), "unit": b.seat})
    b.flags[slot] |= MOVED
    swap_slots(b, slot, place)


def _switch(b: Board, slot: int, other: int, sink: list[Event] | None) -> None:
    """Switch two cards; the heroes among them have acted (ACT-17), where a hero does one thing a turn (ACT-20)."""
    tell_swap(b, slot, other, sink)
    if b.rules.edition.one_act_per_hero:
        for one in (slot, other):
            if b.sides[b.seat].alive >> one % 9 & 1:
                b.flags[one] |= MOVED
    swap_slots(b, slot, other)


# ---- acts that a card gives ----


def resume_act(b: Board, f: Frame, answer: int, sink: list[Event] | None) -> None:
    """Go on with an act given to a hero: attack at once, or use its power where that counts."""
    slot = standing(b, f.me)
    options = act_options(b, f, slot) if slot != NONE else []
    if not options or answer != NONE:
        b.stack.pop()
        if answer != NONE and answer != b.rules.done:
            begin_act(b, f.seat, answer, sink)
        return
    ask(b, f.seat, [*options, b.rules.done] if f.mode == 1 else options)


def act_options(b: Board, f: Frame, slot: int) -> list[int]:
    """Return the acts open to a hero that a card lets act, whatever it did before."""
    rules = b.rules
    cell = slot % 9
    rival = 1 - f.seat
    actions: list[int] = []
    spent = is_attack_spent(b, slot)
    if is_in_melee(b, slot) and not spent:
        if rival_chooses(b, slot, MELEE):
            actions.append(rules.attack_open + cell)
        else:
            actions.extend(rules.attack_fans[512 * cell + melee_cells(b, rival)])
    if has_keyword(b, slot, codes.RANGED_SHIFT) and not spent:
        actions.extend(rules.shoot_fans[512 * cell + ranged_cells(b, rival)])
    if (f.amount == 1 or rules.edition.power_is_attack) and rules.power[role_index(b, slot)] != NONE:
        if not is_spell_spent(b, slot):
            actions.append(rules.use + cell)
    return actions
