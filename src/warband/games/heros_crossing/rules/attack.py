"""Attack a Front: participants, emergency reserves, weapon hits, magic hits, the Monarch (ATK, ER, END)."""

from __future__ import annotations

from typing import Final

from warband.games.heros_crossing.rules.activation import refuse_activation
from warband.games.heros_crossing.rules.board import (
    DEFENCE,
    KILL,
    OVER,
    RESERVE,
    TURN,
    Board,
    come_to_light,
    top_level,
)
from warband.games.heros_crossing.rules.figures import ARMOR, FRONT_NAMES, MAGIC, POTION, SOLDIER_NAMES, WEAPON
from warband.games.heros_crossing.rules.reasons import FIRST_ROUND, LEVEL_TOO_HIGH, NOT_IN_HAND
from warband.kernel.events import Event
from warband.kernel.notation import NONE
from warband.kernel.reasons import LEGAL
from warband.kernel.seats import ONE, Seat

# Who a hit finds: a cube (its kind), a temporary soldier (4 + its kind), the Monarch, or the attacker's choice.
TEMPORARY: Final = 4
MONARCH: Final = 8
CHOICE: Final = 9


def refuse_attack(b: Board, seat: Seat, front: int) -> int:
    """Return why a Front cannot attack; which Front it attacks is free (ATK-1), with or without soldiers (ATK-3)."""
    refused = refuse_activation(b, seat, front)
    if refused != LEGAL:
        return refused
    return FIRST_ROUND if b.round == 1 else LEGAL


def declare(b: Board, front: int, target: int, sink: list[Event] | None) -> None:
    """Declare an attack on a Front and ask for the attacker's reserve."""
    b.front = front
    b.target = target
    if sink is not None:
        data: dict[str, object] = {"seat": b.seat, "front": FRONT_NAMES[front], "target": FRONT_NAMES[target]}
        sink.append(Event("attack", data))
    if has_reserve(b, b.seat):
        b.phase = RESERVE
    else:
        ask_defender(b, sink)


# ---- emergency reserves ----


def reserve_level(b: Board, seat: Seat) -> int:
    """Return the highest level a seat's reserve card may have: that of its Front in this attack (ER-2)."""
    return top_level(b, seat, b.front if seat == b.seat else b.target)


def has_reserve(b: Board, seat: Seat) -> bool:
    """Return whether a seat holds a card of a level it may play; hands show their levels, so both know it."""
    hand = b.hands[seat]
    return len(hand) > 0 and b.rules.levels[hand[0]] <= reserve_level(b, seat)


def refuse_reserve(b: Board, seat: Seat, kind: int) -> int:
    """Return why a card cannot be played as emergency reserve."""
    if kind not in b.hands[seat]:
        return NOT_IN_HAND
    return LEGAL if b.rules.levels[kind] <= reserve_level(b, seat) else LEVEL_TOO_HIGH


def legal_reserves(b: Board, seat: Seat) -> list[int]:
    """Return the cards a seat may play as reserve, as actions, and `hold`."""
    legal: list[int] = []
    previous = NONE
    for kind in b.hands[seat]:
        if kind != previous and refuse_reserve(b, seat, kind) == LEGAL:
            legal.append(b.rules.reserve + kind)
        previous = kind
    legal.append(b.rules.hold)
    return legal


def play_reserve(b: Board, seat: Seat, kind: int, sink: list[Event] | None) -> None:
    """Put a card from hand face down as reserve; its back shows its level (INF-1)."""
    b.hands[seat].remove(kind)
    b.reserves[seat] = kind
    if sink is not None:
        card: dict[str, object] = {"card": b.rules.ids[kind]}
        sink.append(Event("reserve", {"seat": seat, "level": b.rules.levels[kind]}, card, ONE[seat]))


def tell_hold(seat: Seat, sink: list[Event] | None) -> None:
    """Emit that a seat plays no reserve."""
    if sink is not None:
        sink.append(Event("hold", {"seat": seat}))


def ask_defender(b: Board, sink: list[Event] | None) -> None:
    """Ask the defender for a reserve; it knows whether the attacker played one (ER-1)."""
    if has_reserve(b, 1 - b.seat):
        b.phase = DEFENCE
    else:
        reveal(b, sink)


def reveal(b: Board, sink: list[Event] | None) -> None:
    """Turn both reserves up together, muster the attackers and begin to strike."""
    for seat in (b.seat, 1 - b.seat):
        kind = b.reserves[seat]
        if kind != NONE:
            come_to_light(b, seat, kind)
            if sink is not None:
                sink.append(Event("reveal", {"seat": seat, "card": b.rules.ids[kind]}, reveals=True))
    muster(b)
    if sink is not None:
        sink.append(Event("muster", {"seat": b.seat, "weapons": b.weapons, "magics": b.magics}))
    strike(b, sink)


def muster(b: Board) -> None:
    """Count who takes part: magic always, weapons only straight ahead (ATK-2); reserves likewise (ER-4)."""
    base = 12 * b.seat + 4 * b.front
    b.magics = b.soldiers[base + MAGIC]
    b.weapons = b.soldiers[base + WEAPON]
    own = b.reserves[b.seat]
    if own != NONE:
        b.magics += b.rules.symbols[own][MAGIC]
        b.weapons += b.rules.symbols[own][WEAPON]
    if b.front != b.target:
        b.weapons = 0
    against = b.reserves[1 - b.seat]
    if against != NONE:
        for soldier in range(4):
            b.temporary[soldier] = b.rules.symbols[against][soldier]


# ---- damage ----


def next_victim(b: Board) -> int:
    """Return whom the next hit finds: potions, then armor, then weapon or magic, then the Monarch.

    Temporary potions and armor die before cubes (ATK-11), temporary weapons and magic after all cubes of
    both kinds (ATK-12); between two kinds of cube the attacker chooses.
    """
    base = 12 * (1 - b.seat) + 4 * b.target
    for soldier in (POTION, ARMOR):
        if b.temporary[soldier] > 0:
            return TEMPORARY + soldier
        if b.soldiers[base + soldier] > 0:
            return soldier
    if b.soldiers[base + WEAPON] > 0:
        return CHOICE if b.soldiers[base + MAGIC] > 0 else WEAPON
    if b.soldiers[base + MAGIC] > 0:
        return MAGIC
    for soldier in (WEAPON, MAGIC):
        if b.temporary[soldier] > 0:
            return TEMPORARY + soldier
    return MONARCH


def blocks_magic(b: Board) -> bool:
    """Return whether any armor, cube or temporary, stands in the Defending Front (ATK-9)."""
    return b.temporary[ARMOR] > 0 or b.soldiers[12 * (1 - b.seat) + 4 * b.target + ARMOR] > 0


def strike(b: Board, sink: list[Event] | None) -> None:
    """Land hit after hit, weapons first, until the attacker must choose or the attack has ended."""
    while b.weapons + b.magics > 0:
        if b.weapons == 0 and blocks_magic(b):
            if sink is not None:
                sink.append(Event("blocked", {"seat": b.seat, "target": FRONT_NAMES[b.target], "count": b.magics}))
            b.magics = 0
            break
        victim = next_victim(b)
        if victim == CHOICE:
            b.phase = KILL
            return
        land_hit(b, victim, sink)
    wrap_up(b, sink)


def land_hit(b: Board, victim: int, sink: list[Event] | None) -> None:
    """Land one hit on a cube, a temporary soldier or the Monarch."""
    by = spend_hit(b)
    rival = 1 - b.seat
    if victim == MONARCH:
        hit_monarch(b, by, sink)
    elif victim >= TEMPORARY:
        b.temporary[victim - TEMPORARY] -= 1
        if sink is not None:
            sink.append(Event("absorb", {"seat": rival, "soldier": SOLDIER_NAMES[victim - TEMPORARY], "by": by}))
    else:
        b.soldiers[12 * rival + 4 * b.target + victim] -= 1
        b.supply[victim] += 1
        if sink is not None:
            data: dict[str, object] = {"seat": rival, "front": FRONT_NAMES[b.target]}
            sink.append(Event("kill", {**data, "soldier": SOLDIER_NAMES[victim], "by": by}))


def spend_hit(b: Board) -> str:
    """Use up one hit and return whose it was: a weapon's while there are any, then magic's (ATK-8, ATK-10)."""
    if b.weapons > 0:
        b.weapons -= 1
        return "weapon"
    b.magics -= 1
    return "magic"


def hit_monarch(b: Board, by: str, sink: list[Event] | None) -> None:
    """Hit the defending Monarch for 1; at 0 the match is over and further hits are ignored (ATK-14, END-1)."""
    rival = 1 - b.seat
    b.health[rival] -= 1
    if sink is not None:
        sink.append(Event("wound", {"seat": rival, "by": by, "health": b.health[rival]}))
    if b.health[rival] == 0:
        b.winner = b.seat
        b.weapons = 0
        b.magics = 0


def wrap_up(b: Board, sink: list[Event] | None) -> None:
    """Discard the reserves, let temporary soldiers vanish (ER-5, END-2); end the match if a Monarch fell."""
    for seat in range(2):
        kind = b.reserves[seat]
        if kind != NONE:
            b.discards[kind] += 1
            b.reserves[seat] = NONE
            if sink is not None:
                sink.append(Event("spent", {"seat": seat, "card": b.rules.ids[kind]}))
    for soldier in range(4):
        b.temporary[soldier] = 0
    b.phase = OVER if b.health[1 - b.seat] == 0 else TURN
    if b.phase == OVER and sink is not None:
        sink.append(Event("monarch_falls", {"seat": 1 - b.seat}))
