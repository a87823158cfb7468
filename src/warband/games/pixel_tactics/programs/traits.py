"""Work out what lasting abilities give: keywords, attack strength, damage taken, marks of the whole unit."""

from __future__ import annotations

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.auras import rival_relation, wide_relation
from warband.games.pixel_tactics.programs.values import compare, value
from warband.games.pixel_tactics.rules.board import (
    ATTACKED,
    CAST,
    FALLING,
    HURT,
    Board,
    Frame,
    kind_of,
    rival_is_safe,
    role_index,
)
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
    if b.rules.wide:
        holders |= _wide_cells(b, seat, shift)
    return holders & side.alive


def _wide_cells(b: Board, seat: Seat, shift: int) -> int:
    """Return the cells that have a keyword by a row of its own: for a row, a column, neighbours, or on a condition."""
    holders = 0
    for cell in CELLS[b.sides[seat].alive]:
        slot = 9 * seat + cell
        for row in given_rows(b, slot, codes.KEYWORD, codes.KEYWORD):
            if row[2] == shift and applies(b, slot, row, NONE, NONE):
                holders |= 1 << cell
    return holders


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
    """Return whether the limited spell of a card was used in this turn, by itself or by a copy (ACT-23).

    One that works once a turn, a round or a fight is spent until then (ONC-1).
    """
    if b.spent and is_used_up(b, b.rules.power[role_index(b, slot)], slot // 9):
        return True
    return bool(b.flags[slot] & CAST)


def is_used_up(b: Board, program: int, seat: Seat) -> bool:
    """Return whether a program begins with `once` and was used by a seat."""
    if program == NONE:
        return False
    row = b.rules.programs[program][0]
    if row[0] != codes.IF or not codes.ONCE <= row[1] < codes.ONCE + 3:
        return False
    return (program * 2 + seat) * 4 + row[1] - codes.ONCE in b.spent


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
            who = relation(source, cell)
            if b.rules.wide:
                who |= wide_relation(source, cell)
            _add_rows(rows, who, first, last, applying)
    for place in range(0, len(side.orders), 2):
        rows = b.rules.traits[ORDER * b.rules.kinds + side.orders[place]]
        _add_rows(rows, _order_relation(b, cell), first, last, applying)
    if b.rules.rival_auras:
        _add_rival_rows(b, slot, first, last, applying)
    return applying


def _order_relation(b: Board, cell: int) -> int:
    who = relation(LEADER_CELL, cell) & ~codes.SELF
    if b.rules.wide:
        who |= wide_relation(LEADER_CELL, cell) & ~(codes.OWN_ROW | codes.OWN_COLUMN | codes.NEIGHBOURS)
    return who


def _add_rival_rows(b: Board, slot: int, first: int, last: int, applying: list[list[int]]) -> None:
    """Add what the cards of the other unit give, which is safe in the first round where CF-4 says so."""
    if rival_is_safe(b):
        return
    seat = 1 - slot // 9
    side = b.sides[seat]
    for source in CELLS[side.alive]:
        rows = b.rules.traits[role_index(b, 9 * seat + source)]
        if rows:
            _add_rows(rows, rival_relation(source, slot % 9), first, last, applying)
    for place in range(0, len(side.orders), 2):
        rows = b.rules.traits[ORDER * b.rules.kinds + side.orders[place]]
        _add_rows(rows, rival_relation(LEADER_CELL, slot % 9) & ~codes.RIVAL_COLUMN, first, last, applying)


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
        times = applies(b, slot, row, mode, target)
        if what == codes.STRENGTH:
            added += row[2] * times
        elif times and what == codes.DOUBLE_PRINTED:
            printed *= 2
        elif times:
            doubled *= 2
    status = b.status[slot]
    if status:
        added += (status >> codes.MIGHT & codes.MOST_STATUS) - (status >> codes.WEAKNESS & codes.MOST_STATUS)
        if status & codes.DOUBLED:
            doubled *= 2
    total = (printed + added) * doubled
    return total if total > 0 else 0


def pierces(b: Board, slot: int, target: int, mode: int) -> bool:
    """Return whether an attack from a slot passes immunity, reductions and shields (STA-9)."""
    if b.status[slot] & codes.PIERCING:
        return True
    for row in given_rows(b, slot, codes.PIERCE, codes.PIERCE):
        if applies(b, slot, row, mode, target):
            return True
    return False


def attack_index(b: Board, slot: int) -> int:
    """Return where the printed figures of the card in a slot stand: as hero or as leader."""
    if slot % 9 == LEADER_CELL:
        return b.rules.kinds + b.sides[slot // 9].leads
    return kind_of(b, b.card[slot])


def applies(b: Board, slot: int, row: list[int], mode: int, target: int) -> int:
    """Return how often a trait counts for the card in a slot: 0 or 1, or the number of things it counts."""
    when = row[3]
    if when == codes.ALWAYS:
        return 1
    if when == codes.IN_MELEE:
        return 1 if mode == MELEE else 0
    if when == codes.FROM_RANGED:
        return 1 if mode == RANGED else 0
    if when <= codes.AGAINST_INTERCEPT:
        return _applies_against(b, when, target)
    if when >= codes.PER_VALUE:
        return _applies_by_value(b, slot, row)
    return _applies_to(b, slot, when)


def _applies_by_value(b: Board, slot: int, row: list[int]) -> int:
    """Return what a trait counts on the table, or whether two numbers compare as it says, seen from who has it."""
    f = Frame(0, slot // 9, b.card[slot])
    number = value(b, f, row[5], slot)
    if row[3] == codes.PER_VALUE:
        return number
    return 1 if compare(number, row[6], value(b, f, row[7], slot)) else 0


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
        return _capped(b, slot, amount, mode) if b.rules.rich else amount
    for row in rows:
        if row[0] == codes.IMMUNE and applies(b, slot, row, mode, NONE):
            return 0
    for floored in (False, True):
        for row in rows:
            if row[0] == codes.LESS and (row[4] > 0) == floored:
                less = row[2] * applies(b, slot, row, mode, NONE)
                if less:
                    amount = min(amount, max(row[4], amount - less))
    return _capped(b, slot, amount, mode) if b.rules.rich else amount


def _capped(b: Board, slot: int, amount: int, mode: int) -> int:
    """Return what an attack does after what makes it worse, and no more than a card takes at most (STA-8)."""
    for row in given_rows(b, slot, codes.MORE, codes.MORE):
        amount += row[2] * applies(b, slot, row, mode, NONE)
    most = amount
    for row in given_rows(b, slot, codes.CAP, codes.CAP):
        if applies(b, slot, row, mode, NONE):
            most = min(most, row[2])
    return most
