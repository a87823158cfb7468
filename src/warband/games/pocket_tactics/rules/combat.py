"""Fight a combat: dice, results, saves, captures, the Witch's curse, the place of the attacker (ASL, RRL)."""

from __future__ import annotations

from typing import Final

from warband.games.pocket_tactics.rules import board
from warband.games.pocket_tactics.rules.board import (
    COUNTER,
    DUEL,
    GUARD_DICE,
    HIDE,
    SHIELD,
    STRIKE,
    VENGEANCE,
    WEAVE,
    Board,
    base_of,
    capture,
    has,
    lift,
    put,
    slots_of,
)
from warband.games.pocket_tactics.rules.dice import add_die, strikes
from warband.games.pocket_tactics.rules.figures import (
    BASE_DEFENCE,
    BEASTS_VENGEANCE,
    CLOSE_MAGIC,
    CURSE_OF_THE_WILD,
    DUELIST,
    FATE_WEAVER,
    IRON_HIDE,
    MAGIC,
    MANNER_TYPE,
    STRENGTH_IN_NUMBERS,
    UNDEAD,
)
from warband.games.pocket_tactics.rules.hexes import TILES
from warband.games.pocket_tactics.rules.reasons import NO_SUCH_UNIT, NOT_CAPTURED
from warband.kernel.events import Event
from warband.kernel.notation import NONE
from warband.kernel.reasons import LEGAL
from warband.kernel.seats import Seat

ASSIST: Final = 1
BASE_ASSIST: Final = 2
SAVE_DICE: Final = 3


def begin_combat(b: Board, sink: list[Event] | None) -> None:
    """Count dice and re-rolls from the positions now, then roll (ASL-06)."""
    b.defender = b.units[b.target]
    count_dice(b)
    assists = [assists_of(b, 0), assists_of(b, 1)]
    b.situational = assists[:]
    b.situational[b.seat] += terrain_advantage(b)
    count_specials(b, assists)
    b.stage = board.SPECIAL
    b.stepper = b.seat
    b.declined = 0
    b.phase = board.ROLL
    if sink is not None:
        mine, theirs = b.situational[b.seat], b.situational[1 - b.seat]
        sink.append(Event("combat", {"seat": b.seat, "rerolls": mine, "against": theirs}))


def count_dice(b: Board) -> None:
    """Count the dice of both sides in the declared type; with no counter-strike its defence is not rolled (RRL-07)."""
    kind = MANNER_TYPE[b.manner]
    rules = b.rules
    b.wanted[STRIKE] = rules.offense[3 * b.attacker + kind]
    if b.defender == NONE:
        b.wanted[SHIELD] = BASE_DEFENCE
        return
    b.wanted[SHIELD] = rules.defense[3 * b.defender + kind]
    if can_counter(b):
        b.wanted[COUNTER] = rules.offense[3 * b.defender + kind]
    if b.wanted[COUNTER] > 0:
        b.wanted[GUARD_DICE] = rules.defense[3 * b.attacker + kind]


def can_counter(b: Board) -> bool:
    """Return whether the defender reaches the attacker: beside it always, farther only by its own range (RNG-03)."""
    if b.manner <= CLOSE_MAGIC:
        return True
    distance = b.land.distance(b.origin, b.target)
    return distance == 1 or b.rules.range[3 * b.defender + MANNER_TYPE[b.manner]] >= distance


def assists_of(b: Board, seat: Seat) -> int:
    """Return the re-rolls that units and bases beside the assaulted place give a side (RRL-05)."""
    rerolls = 0
    near = b.land.touching[b.target]
    helpers = near & b.sides[seat] & ~(1 << b.origin)
    for place in range(TILES):
        if helpers >> place & 1:
            rerolls += 2 * ASSIST if has(b, b.units[place], STRENGTH_IN_NUMBERS) else ASSIST
    if near >> base_of(b, seat) & 1:
        rerolls += BASE_ASSIST
    return rerolls


def terrain_advantage(b: Board) -> int:
    """Return 1 if the attacker has terrain advantage: on the target's tile when close, its own when ranged (RRL-04)."""
    place = b.target if b.manner <= CLOSE_MAGIC else b.origin
    return 1 if b.land.terrain[place] == b.rules.favoured[b.attacker] else 0


def count_specials(b: Board, assists: list[int]) -> None:
    """Count the special re-rolls of both sides (RRL-06)."""
    for seat in range(2):
        kind = b.attacker if seat == b.seat else b.defender
        if kind != NONE:
            b.special[4 * seat + VENGEANCE] = 1 if has(b, kind, BEASTS_VENGEANCE) else 0
            b.special[4 * seat + HIDE] = 1 if has(b, kind, IRON_HIDE) else 0
            b.special[4 * seat + DUEL] = 1 if has(b, kind, DUELIST) and assists[1 - seat] == 0 else 0
        helpers = b.land.touching[b.target] & b.sides[seat] & ~(1 << b.origin)
        for place in range(TILES):
            if helpers >> place & 1 and has(b, b.units[place], FATE_WEAVER):
                b.special[4 * seat + WEAVE] += 1


# ---- rolling ----


def pool_to_fill(b: Board) -> int:
    """Return the first pool that still wants a die, or NONE."""
    for pool in range(4):
        if len(b.pools[pool]) < b.wanted[pool]:
            return pool
    return NONE


def roll(b: Board, value: int, sink: list[Event] | None) -> bool:
    """Take a rolled die into the pool that wants one; return True when all are rolled."""
    pool = pool_to_fill(b)
    add_die(b.pools[pool], value)
    if sink is not None:
        seat = b.seat if pool in (STRIKE, GUARD_DICE) else 1 - b.seat
        dice = "off" if pool in (STRIKE, COUNTER) else "def"
        sink.append(Event("roll", {"seat": seat, "dice": dice, "value": value}))
    return pool_to_fill(b) == NONE


# ---- results ----


def compare(b: Board, sink: list[Event] | None) -> None:
    """Compare the dice: strike and counter-strike at once (ASL-04); a beaten base ends the match (WIN-02)."""
    hits = strikes(b.pools[STRIKE], b.pools[SHIELD])
    answered = strikes(b.pools[COUNTER], b.pools[GUARD_DICE])
    if sink is not None:
        sink.append(Event("strike", {"seat": b.seat, "result": "hits" if hits else "fails"}))
        if b.wanted[COUNTER] > 0:
            sink.append(Event("counter", {"seat": 1 - b.seat, "result": "hits" if answered else "fails"}))
    b.fallen = [1 if hits else 0, 1 if answered else 0]
    next_save(b, sink)


def next_save(b: Board, sink: list[Event] | None) -> None:
    """Roll the save of an undead unit about to be captured, the defender's first; then clear the field."""
    for side in range(2):
        kind = b.defender if side == 0 else b.attacker
        if b.fallen[side] == 1 and kind != NONE and saves(b, kind) and b.saving < side:
            b.saving = side
            b.saves = SAVE_DICE
            b.saved = 0
            b.phase = board.SAVE
            return
    clear_field(b, sink)


def saves(b: Board, kind: int) -> bool:
    """Return whether a unit may save itself: the undead, but not from magic."""
    return has(b, kind, UNDEAD) and (b.manner == NONE or MANNER_TYPE[b.manner] != MAGIC)


def roll_save(b: Board, value: int, sink: list[Event] | None) -> bool:
    """Take one save die; return True after the last."""
    b.saves -= 1
    if value == 6:
        b.saved = 1
    if sink is not None:
        sink.append(Event("save_roll", {"value": value}))
        if b.saves == 0:
            sink.append(Event("saved" if b.saved else "not_saved", {}))
    return b.saves == 0


def clear_field(b: Board, sink: list[Event] | None) -> None:
    """Remove the captured, then let the witches curse (ASL-06)."""
    if b.fallen[0] and b.defender != NONE:
        capture(b, 1 - b.seat, lift(b, 1 - b.seat, b.target), sink)
    if b.fallen[1]:
        capture(b, b.seat, lift(b, b.seat, b.origin), sink)
    if sink is not None and b.fallen == [0, 0]:
        sink.append(Event("stalemate", {}))
    b.curses = 0
    if b.fallen[0] and b.defender != NONE and curses(b, b.attacker, b.defender):
        b.curses |= 1 << b.seat
    if b.fallen[1] and curses(b, b.defender, b.attacker):
        b.curses |= 1 << (1 - b.seat)
    ask_curse(b, sink)


def curses(b: Board, kind: int, victim: int) -> bool:
    """Return whether a unit that captured another takes one of its own back for it: a Witch, from the living."""
    return has(b, kind, CURSE_OF_THE_WILD) and b.rules.living[victim] == 1


def cursing_seat(b: Board) -> int:
    """Return the seat whose Witch is to choose: the attacker's first."""
    return b.seat if b.curses >> b.seat & 1 else 1 - b.seat


def earlier_captured(b: Board, seat: Seat, kind: int) -> int:
    """Return how many units of a kind were captured before this combat."""
    now = b.attacker if seat == b.seat else b.defender
    lost = b.fallen[1] if seat == b.seat else b.fallen[0]
    return b.captured[kind] - (1 if lost and now == kind else 0)


def refuse_take(b: Board, seat: Seat, slot: int) -> int:
    """Return why a unit cannot be taken back: it must have been captured before this combat."""
    slots = slots_of(b, seat)
    if slot >= len(slots):
        return NO_SUCH_UNIT
    return LEGAL if earlier_captured(b, seat, slots[slot]) > 0 else NOT_CAPTURED


def legal_takes(b: Board, seat: Seat) -> list[int]:
    """Return the units that may be taken back, as actions, and `take none`."""
    slots = range(len(slots_of(b, seat)))
    legal = [b.rules.take + slot for slot in slots if refuse_take(b, seat, slot) == LEGAL]
    legal.append(b.rules.take_none)
    return legal


def ask_curse(b: Board, sink: list[Event] | None) -> None:
    """Ask a seat whose Witch has captured which unit comes back, if any can; then place the attacker."""
    while b.curses:
        seat = cursing_seat(b)
        if len(legal_takes(b, seat)) > 1:
            b.phase = board.CURSE
            return
        b.curses &= ~(1 << seat)
    place_attacker(b, sink)


def take_back(b: Board, seat: Seat, kind: int, sink: list[Event] | None) -> None:
    """Take a captured unit back into the reserves, or by an option onto the tile of the defeated, if it is empty."""
    b.curses &= ~(1 << seat)
    if kind != NONE:
        b.captured[kind] -= 1
        tile = b.target if seat == b.seat or b.manner <= CLOSE_MAGIC else b.origin
        stays = seat == b.seat and b.manner <= CLOSE_MAGIC and not b.fallen[1]
        if b.rules.witch_to_tile and b.units[tile] == NONE and not stays:
            put(b, seat, kind, tile)
        else:
            b.reserves[kind] += 1
        if sink is not None:
            sink.append(Event("take_back", {"seat": seat, "unit": b.rules.ids[kind]}))
    ask_curse(b, sink)


def place_attacker(b: Board, sink: list[Event] | None) -> None:
    """Move a close attacker that lives and has captured its enemy onto the tile; otherwise it is back on its own."""
    b.phase = board.TURN
    if b.manner <= CLOSE_MAGIC and b.fallen[0] and not b.fallen[1] and b.defender != NONE:
        put(b, b.seat, lift(b, b.seat, b.origin), b.target)
