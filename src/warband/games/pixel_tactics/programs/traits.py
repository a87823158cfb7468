"""Work out what lasting abilities give: keywords, attack strength, damage taken, marks of the whole unit."""

from __future__ import annotations

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.rules.board import ATTACKED, CAST, FALLING, HURT, Board, kind_of
from warband.games.pixel_tactics.rules.figures import (
    CELLS,
    COUNT,
    HERO_CELLS,
    LEADER,
    LEADER_CELL,
    MELEE,
    ORDER,
    RANGED,
)
from warband.kernel.notation import NONE
from warband.kernel.seats import Seat


def role_index(b: Board, slot: int) -> int:
    """Return the index of the card in a slot in the tables by role: the power of its row counts (REA-4)."""
    cell = slot % 9
    if cell == LEADER_CELL:
        return LEADER * b.rules.kinds + b.sides[slot // 9].leads
    return cell // 3 * b.rules.kinds + kind_of(b, b.card[slot])


def marks_of(b: Board, seat: Seat) -> int:
    """Return the marks that the leader and the ongoing orders of a seat have."""
    return b.sides[seat].marks


def note_marks(b: Board) -> None:
    """Note the marks of both units anew, since a leader or an ongoing order came or went."""
    for side in b.sides:
        marks = b.rules.marks[LEADER * b.rules.kinds + side.leads] if side.leads != NONE else 0
        for place in range(0, len(side.orders), 2):
            marks |= b.rules.marks[ORDER * b.rules.kinds + side.orders[place]]
        side.marks = marks


def amount_of(b: Board, seat: Seat, what: int, otherwise: int) -> int:
    """Return the number that the leader or an ongoing order of a seat gives for a trait."""
    table = b.rules.amounts[what - codes.FREE_ORDERS]
    side = b.sides[seat]
    amount = max(otherwise, table[LEADER * b.rules.kinds + side.leads])
    for place in range(0, len(side.orders), 2):
        amount = max(amount, table[ORDER * b.rules.kinds + side.orders[place]])
    return amount


# ---- keywords ----


def keyword_cells(b: Board, seat: Seat, shift: int) -> int:
    """Return the cells of a unit whose hero or leader has a keyword, its own or a given one."""
    side = b.sides[seat]
    keywords = b.rules.keywords
    base = 9 * seat
    holders = 0
    for cell in CELLS[side.alive]:
        receivers = keywords[role_index(b, base + cell)] >> shift & 63
        if receivers:
            holders |= _given_cells(receivers, cell)
    for place in range(0, len(side.orders), 2):
        receivers = keywords[ORDER * b.rules.kinds + side.orders[place]] >> shift & 63
        holders |= _given_cells(receivers & ~codes.SELF, LEADER_CELL)
    return holders & side.alive


def _given_cells(receivers: int, cell: int) -> int:
    """Return the cells a keyword goes to from a cell; a leader is nobody's forerunner or supporter (TRM-7)."""
    cells = 0
    if receivers & codes.SELF:
        cells = 1 << cell
    if cell != LEADER_CELL:
        if receivers & codes.FORERUNNER:
            cells |= 1 << cell >> 3 & HERO_CELLS
        if receivers & codes.SUPPORTER:
            cells |= 1 << cell + 3 & HERO_CELLS
    if receivers & codes.OWN_LEADER:
        cells |= 1 << LEADER_CELL
    if receivers & codes.HEROES:
        cells |= HERO_CELLS
    if receivers & codes.UNIT:
        cells |= 511
    return cells


def has_keyword(b: Board, slot: int, shift: int) -> bool:
    """Return whether the hero or leader in a slot has a keyword."""
    return bool(keyword_cells(b, slot // 9, shift) >> slot % 9 & 1)


def is_attack_spent(b: Board, slot: int) -> bool:
    """Return whether a limited attack of whatever lies in a slot was made in this turn (ACT-23)."""
    return bool(b.flags[slot] & ATTACKED) and has_keyword(b, slot, codes.LIMITED_ATTACK_SHIFT)


def is_spell_spent(b: Board, slot: int) -> bool:
    """Return whether the limited spell of a card was used in this turn, by itself or by a copy (ACT-23)."""
    return bool(b.flags[slot] & CAST)


# ---- figures ----


def relation(source: int, cell: int) -> int:
    """Return how a cell stands to a cell whose card gives something, as the bits of `who`."""
    if cell == LEADER_CELL:
        relations = codes.OWN_LEADER | codes.UNIT
    else:
        relations = codes.HEROES | codes.UNIT
        if source != LEADER_CELL:
            if source == cell + 3:
                relations |= codes.FORERUNNER
            elif source == cell - 3:
                relations |= codes.SUPPORTER
    return relations | codes.SELF if source == cell else relations


def given_rows(b: Board, slot: int, first: int, last: int) -> list[list[int]]:
    """Return the trait rows from `first` to `last` that apply to the card in a slot, as if it stood."""
    seat = slot // 9
    side = b.sides[seat]
    cell = slot % 9
    applying: list[list[int]] = []
    for source in CELLS[side.alive | 1 << cell]:
        rows = b.rules.traits[role_index(b, 9 * seat + source)]
        if rows:
            _add_rows(rows, relation(source, cell), first, last, applying)
    for place in range(0, len(side.orders), 2):
        rows = b.rules.traits[ORDER * b.rules.kinds + side.orders[place]]
        _add_rows(rows, relation(LEADER_CELL, cell) & ~codes.SELF, first, last, applying)
    return applying


def _add_rows(rows: list[list[int]], who: int, first: int, last: int, applying: list[list[int]]) -> None:
    for row in rows:
        if first <= row[0] <= last and row[1] & who:
            applying.append(row)


def strength(b: Board, slot: int, mode: int, target: int) -> int:
    """Return the attack strength of whatever attacks from a slot against a target (ATK-11).

    Printed strength, doubled where a card says so, then additions; the doubling of everything comes last.
    """
    seat = slot // 9
    if b.sides[seat].corpses >> slot % 9 & 1 and not b.flags[slot] & FALLING:
        return amount_of(b, seat, codes.CORPSE_STRENGTH, 0)
    printed = b.rules.attack[attack_index(b, slot)]
    added = b.buff[slot]
    doubled = 1
    for row in given_rows(b, slot, codes.STRENGTH, codes.DOUBLE_ALL):
        what = row[0]
        if what == codes.LESS or what == codes.IMMUNE:
            continue
        times = applies(b, slot, row[3], mode, target)
        if what == codes.STRENGTH:
            added += row[2] * times
        elif times and what == codes.DOUBLE_PRINTED:
            printed *= 2
        elif times:
            doubled *= 2
    return (printed + added) * doubled


def attack_index(b: Board, slot: int) -> int:
    """Return where the printed figures of the card in a slot stand: as hero or as leader."""
    if slot % 9 == LEADER_CELL:
        return b.rules.kinds + b.sides[slot // 9].leads
    return kind_of(b, b.card[slot])


def applies(b: Board, slot: int, when: int, mode: int, target: int) -> int:
    """Return how often a trait counts for the card in a slot: 0 or 1, or the number of things it counts."""
    if when == codes.ALWAYS:
        return 1
    if when == codes.IN_MELEE:
        return 1 if mode == MELEE else 0
    if when == codes.FROM_RANGED:
        return 1 if mode == RANGED else 0
    if when <= codes.AGAINST_INTERCEPT:
        return _applies_against(b, when, target)
    return _applies_to(b, slot, when)


def _applies_against(b: Board, when: int, target: int) -> int:
    if target == NONE:
        return 0
    leader = target % 9 == LEADER_CELL
    if when == codes.AGAINST_LEADERS:
        return 1 if leader else 0
    if leader:
        return 0
    if when == codes.AGAINST_HEROES:
        return 1
    return 1 if has_keyword(b, target, codes.INTERCEPT_SHIFT) else 0


def _applies_to(b: Board, slot: int, when: int) -> int:
    seat = slot // 9
    if when == codes.WHILE_FIRST:
        return 1 if b.first == seat else 0
    if when == codes.WHILE_SECOND:
        return 1 if b.first != seat else 0
    if when == codes.PER_DAMAGE:
        return b.damage[slot]
    if when == codes.PER_CORPSE:
        # A hero that strikes as it falls does not count itself (STR-1).
        return COUNT[b.sides[0].corpses] + COUNT[b.sides[1].corpses] - (1 if b.flags[slot] & FALLING else 0)
    if when == codes.PER_COUNTER:
        return b.sides[seat].counters
    if when == codes.BEHIND_CORPSE:
        return b.sides[seat].corpses >> slot % 9 - 3 & 1 if slot % 9 >= 3 else 0
    return 1 if b.flags[slot] & HURT else 0


def damage_taken(b: Board, slot: int, amount: int, mode: int) -> int:
    """Return what an attack of some strength does to the card in a slot: immunity, then reductions (ATK-10)."""
    rows = given_rows(b, slot, codes.LESS, codes.IMMUNE)
    if not rows:
        return amount
    for row in rows:
        if row[0] == codes.IMMUNE and applies(b, slot, row[3], mode, NONE):
            return 0
    for floored in (False, True):
        for row in rows:
            if row[0] == codes.LESS and (row[4] > 0) == floored and applies(b, slot, row[3], mode, NONE):
                amount = min(amount, max(row[4], amount - row[2]))
    return amount
