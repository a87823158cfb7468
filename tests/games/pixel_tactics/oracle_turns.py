"""Say a second time what a turn offers, carry its actions out, and go on to the next turn."""

from __future__ import annotations

from itertools import combinations

import tests.games.pixel_tactics.oracle_powers  # noqa: F401  (enters the powers)
from tests.games.pixel_tactics.oracle_board import CELLS, LEADER, Play
from tests.games.pixel_tactics.oracle_rules import POWERS, Table

# ---- what a turn offers ----


def legal(t: Table) -> set[str]:
    """Return all actions of the player on turn, in notation."""
    found = recruits(t) | arrangements(t) | {"pass"}
    if t.actions > 0 and t.round > 1:
        found |= acts(t)
    if t.actions > 0 or order_is_free(t):
        found |= {f"order {card}" for card in t.sides[t.seat].hand if t.order_allowed(t.seat, card)}
    cap, side = str(t.options["draw_cap"]), t.sides[t.seat]
    if t.actions > 0 and side.deck() and (cap == "none" or len(side.hand) < int(cap)):
        found.add("draw")
    return found if t.options["series"] == "1" or t.begun else found | {"concede"}


def recruits(t: Table) -> set[str]:
    if t.actions <= 0 and not t.leads(t.seat, "summoner"):
        return set()
    cells = [cell for cell in t.empty(t.seat) if cell[0] == t.wave]
    return {f"recruit {card} {cell}" for card in t.sides[t.seat].hand for cell in cells}


def order_is_free(t: Table) -> bool:
    return t.order_actions > 0 or (t.leads(t.seat, "mystic") and t.orders < 2)


def acts(t: Table) -> set[str]:
    """Return attacks and powers of those in the row of the wave, and of corpses that a Witch leader sends."""
    found: set[str] = set()
    for cell, piece in t.sides[t.seat].unit.items():
        sent = t.leads(t.seat, "witch") and (t.second or cell[0] == t.wave)
        able = sent if piece.corpse else cell[0] == t.wave
        if able and not piece.marks & {"acted", "fresh", "moved"}:
            found |= set(t.attacks((t.seat, cell)))
            found |= {f"power {cell}"} if t.role(t.seat, cell) in POWERS else set()
    return found


def arrangements(t: Table) -> set[str]:
    """Return what clears, moves and switches."""
    found: set[str] = set()
    paladin = t.leads(t.seat, "paladin")
    if (t.actions > 0 or paladin) and not t.leads(1 - t.seat, "dragon_mage"):
        found |= {f"clear {cell}" for cell in t.corpses(t.seat)}
    to = [cell for cell in t.empty(t.seat) if t.options["move_to"] == "any" or cell[0] == t.wave]
    for cell in t.heroes(t.seat):
        if may_move(t, cell) and (t.actions > 0 or is_free_move(t, cell)):
            found |= {f"move {cell} {place}" for place in to}
    if t.options["switch_action"] == "true" and t.actions >= 2:
        pairs = combinations([cell for cell in CELLS if may_switch(t, cell)], 2)
        found |= {f"switch {one} {other}" for one, other in pairs}
    return found


def may_move(t: Table, cell: str) -> bool:
    barred = {"fresh", "acted", "moved"} if t.options["one_act_per_hero"] == "true" else set()
    return not t.sides[t.seat].unit[cell].marks & barred


def is_free_move(t: Table, cell: str) -> bool:
    """Return whether moving a hero costs nothing: with a Paladin leader, once."""
    return t.leads(t.seat, "paladin") and "moved" not in t.sides[t.seat].unit[cell].marks


def may_switch(t: Table, cell: str) -> bool:
    piece = t.sides[t.seat].unit.get(cell)
    barred = {"fresh", "acted", "moved"} if t.options["one_act_per_hero"] == "true" else set()
    return piece is not None and cell != LEADER and (piece.corpse or not piece.marks & barred)


# ---- an action ----


def take(t: Table, text: str) -> Play:
    """Carry out an action of a turn; a pass leads to the next turn or to the end of the fight."""
    words = text.split()
    side = t.sides[t.seat]
    t.begun = True
    if words[0] in ("attack", "shoot", "power"):
        t.actions -= 1
        side.unit[words[1]].marks.add("acted")
        yield from t.carry_out_act((t.seat, words[1]), text)
    elif words[0] == "order":
        yield from pay_and_play(t, words[1])
    elif words[0] == "recruit":
        t.actions -= 0 if t.leads(t.seat, "summoner") else 1
        t.stand((t.seat, words[2]), words[1])
        yield from t.settle(t.seat)
    elif words[0] == "draw":
        t.actions -= 1
        side.hand |= set((yield from t.draw(t.seat, 1)))
    elif words[0] == "pass":
        yield from end_turn(t)
    else:
        arrange(t, words)


def pay_and_play(t: Table, card: str) -> Play:
    if not (t.leads(t.seat, "mystic") and t.orders < 2):
        if t.order_actions > 0:
            t.order_actions -= 1
        else:
            t.actions -= 1
    yield from t.play_order(t.seat, card, frozenset())


def arrange(t: Table, words: list[str]) -> None:
    unit = t.sides[t.seat].unit
    if words[0] == "clear":
        t.actions -= 0 if t.leads(t.seat, "paladin") else 1
        t.to_discard((t.seat, words[1]))
    elif words[0] == "move":
        t.actions -= 0 if is_free_move(t, words[1]) else 1
        unit[words[2]] = unit.pop(words[1])
        unit[words[2]].marks.add("moved")
    else:
        t.actions -= 2
        for cell in words[1:]:
            if not unit[cell].corpse and t.options["one_act_per_hero"] == "true":
                unit[cell].marks.add("moved")
        unit[words[1]], unit[words[2]] = unit[words[2]], unit[words[1]]


# ---- what follows a turn (FLW-8) ----


def end_turn(t: Table) -> Play:
    seat = t.seat
    if t.second:
        wait_for_time(t, seat)
    yield from t.settle(seat)
    if seat == t.first:
        begin_turn(t, 1 - seat)
    else:
        yield from end_wave(t)


def wait_for_time(t: Table, seat: int) -> None:
    """Let an Alchemist or Healer leader wait: for the end of the wave, in the second printing of the turn."""
    if t.leads(seat, "alchemist") and (t.round > 1 or not t.second):
        t.wait("alchemist", seat, t.leader(seat))
    elif t.leads(seat, "healer"):
        t.wait("healer", seat, t.leader(seat))


def begin_turn(t: Table, seat: int) -> None:
    t.seat, t.begun, t.orders, t.order_actions = seat, False, 0, 0
    t.actions = max(1, (3 if t.leads(seat, "scientist") else 2) - t.sides[seat].hindered)
    t.sides[seat].hindered = 0
    for piece in t.sides[seat].unit.values():
        piece.marks -= {"acted", "fresh", "moved"}


def end_wave(t: Table) -> Play:
    """End-of-wave effects, all casualties at once, what defeats set off, fallen leaders, the next wave."""
    for seat in (t.first, 1 - t.first):
        if not t.second:
            wait_for_time(t, seat)
    yield from t.settle(t.first)
    routed = [is_routed(t, seat) for seat in range(2)]
    for slot in [(seat, cell) for seat in range(2) for cell in t.heroes(seat) if t.lethal((seat, cell))]:
        t.fall(slot)
    left = [len(t.heroes(seat)) for seat in range(2)]
    yield from t.settle(t.first)
    end_durations(t)
    if all(routed):
        t.ending = compare(left), "count"
    elif any(routed):
        t.ending = routed.index(False), "rout"
    else:
        next_wave(t)


def is_routed(t: Table, seat: int) -> bool:
    damage, life = t.leader(seat).damage, t.life((seat, LEADER))
    return damage > life if t.options["rout_threshold"] == "more_than" else damage >= life


def compare(figures: list[int]) -> int:
    """Return the seat with more, or -1 for a tie."""
    return -1 if figures[0] == figures[1] else figures.index(max(figures))


def end_durations(t: Table) -> None:
    for side in t.sides:
        side.avenging = False
        for piece in side.unit.values():
            piece.bonus = 0
            piece.marks -= {"hurt", "struck"}


def next_wave(t: Table) -> None:
    if t.wave != "R":
        t.wave = "VFR"["VFR".index(t.wave) + 1]
        begin_turn(t, t.first)
        return
    for seat in range(2):
        t.sides[seat].counters += t.leads(seat, "priestess") and t.round > 1
    spent = not any(side.hand or side.deck() for side in t.sides)
    if t.round >= int(str(t.options["round_cap"])) or (spent and not t.stirred):
        left = [t.life((seat, LEADER)) - t.leader(seat).damage for seat in range(2)]
        heroes = [len(t.heroes(seat)) for seat in range(2)]
        t.ending = compare(left if left[0] != left[1] else heroes), "cap"
        return
    t.first, t.round, t.wave, t.stirred = 1 - t.first, t.round + 1, "V", not spent
    begin_turn(t, t.first)
