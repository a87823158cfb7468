"""Move a unit: to a neighbour, over an ally, through the forest; followers, water, the own base (MOV, WAT, SUM-04)."""

from __future__ import annotations

from warband.games.pocket_tactics.rules import board
from warband.games.pocket_tactics.rules.board import NOT_QUIET, Board, base_of, capture, has, lift, put
from warband.games.pocket_tactics.rules.figures import FOREST_WALK, PHALANX
from warband.games.pocket_tactics.rules.hexes import TILES, text_of
from warband.games.pocket_tactics.rules.land import ALL_TILES, FOREST, PLACES
from warband.games.pocket_tactics.rules.reasons import (
    ANOTHER_MOVES_THERE,
    ENEMY_BASE,
    FOLLOWS_NO_BASE,
    FOREST_BESIDE_BASE,
    NO_UNIT_THERE,
    NOBODY_BESIDE,
    NOT_A_FOLLOWER,
    NOT_YOUR_UNIT,
    OCCUPIED,
    ONE_STEP,
    TOO_FAR,
)
from warband.kernel.events import Event
from warband.kernel.notation import NONE
from warband.kernel.reasons import LEGAL
from warband.kernel.seats import Seat


def reach(b: Board, seat: Seat, place: int) -> int:
    """Return the set of places a unit may move to: neighbours, past one ally, through the forest (MOV-01, MOV-02)."""
    land = b.land
    taken = b.sides[0] | b.sides[1]
    near = land.touching[place]
    free = (ALL_TILES & ~taken) | (1 << base_of(b, seat))
    places = near & free
    allies = near & b.sides[seat]
    ally = 0
    while allies:
        if allies & 1:
            places |= land.touching[ally] & free
        allies >>= 1
        ally += 1
    if has(b, b.units[place], FOREST_WALK) and land.terrain[place] == FOREST:
        places |= land.forests & ~taken & ~land.touching[base_of(b, 1 - seat)]
    return places


def refuse_mover(b: Board, seat: Seat, place: int) -> int:
    """Return why there is no unit of the seat to act on a place."""
    if b.units[place] == NONE:
        return NO_UNIT_THERE
    return LEGAL if b.sides[seat] >> place & 1 else NOT_YOUR_UNIT


def refuse_move(b: Board, seat: Seat, origin: int, to: int) -> int:
    """Return why a unit cannot move from one place to another."""
    refusal = refuse_mover(b, seat, origin)
    if refusal != LEGAL:
        return refusal
    if reach(b, seat, origin) >> to & 1:
        return LEGAL
    if to == base_of(b, 1 - seat):
        return ENEMY_BASE
    if b.units[to] != NONE:
        return OCCUPIED
    return FOREST_BESIDE_BASE if walks_to_forest(b, origin, to) else TOO_FAR


def walks_to_forest(b: Board, origin: int, to: int) -> bool:
    """Return whether a unit could go from forest to forest, were it not for what stands beside the second."""
    forests = b.land.forests
    return has(b, b.units[origin], FOREST_WALK) and (forests >> origin & forests >> to & 1) != 0


def find_moves(b: Board, seat: Seat, origin: int, legal: list[int]) -> None:
    """Append every legal move of a unit."""
    places = reach(b, seat, origin)
    first = b.rules.move + PLACES * origin
    to = 0
    while places:
        if places & 1:
            legal.append(first + to)
        places >>= 1
        to += 1


def declare_move(b: Board, origin: int, to: int, sink: list[Event] | None) -> None:
    """Declare a move; where spearmen may follow they are asked, otherwise it is carried out."""
    if to == base_of(b, b.seat):
        go_home(b, origin, sink)
        return
    b.steps = [origin, to]
    b.step = 0
    if may_follow(b):
        b.phase = board.FOLLOW
    else:
        carry_out(b, sink)


def go_home(b: Board, origin: int, sink: list[Event] | None) -> None:
    """Return a unit to the reserves by moving it onto its own base (SUM-04)."""
    kind = lift(b, b.seat, origin)
    b.reserves[kind] += 1
    b.phase = board.TURN
    if sink is not None:
        data: dict[str, object] = {"seat": b.seat, "unit": b.rules.ids[kind], "from": text_of(b.hexes[origin])}
        sink.append(Event("home", data))


# ---- phalanx ----


def declared(b: Board) -> int:
    """Return where the mover's side will stand once all that is declared so far is carried out."""
    own = b.sides[b.seat]
    for index in range(0, len(b.steps), 2):
        own = (own & ~(1 << b.steps[index])) | (1 << b.steps[index + 1])
    return own


def moved(b: Board) -> int:
    """Return where those will stand who move by what is declared so far."""
    places = 0
    for index in range(1, len(b.steps), 2):
        places |= 1 << b.steps[index]
    return places


def followers(b: Board) -> int:
    """Return the set of places from which a unit may yet follow another's move; no unit moves twice."""
    places = 0
    for place in range(TILES):
        if b.sides[b.seat] >> place & 1 and has(b, b.units[place], PHALANX):
            places |= 1 << place
    for index in range(0, len(b.steps), 2):
        places &= ~(1 << b.steps[index])
    return places


def free_beside(b: Board, own: int, place: int) -> int:
    """Return the free tiles beside a place: a follower takes one step, no hop, and no base."""
    return b.land.touching[place] & ALL_TILES & ~(own | b.sides[1 - b.seat])


def alone(b: Board, own: int, movers: int) -> int:
    """Return one of those who moved that ends without an ally beside it, or NONE."""
    for place in range(TILES):
        if movers >> place & 1 and b.land.touching[place] & own == 0:
            return place
    return NONE


def completes(b: Board, own: int, movers: int, left: int) -> bool:
    """Return whether all who moved end beside an ally, or can if more of those left follow to their side."""
    lonely = alone(b, own, movers)
    if lonely == NONE:
        return True
    spots = free_beside(b, own, lonely)
    for to in range(TILES):
        if spots >> to & 1:
            for place in range(TILES):
                if b.land.touching[to] & left & (1 << place):
                    after = (own & ~(1 << place)) | (1 << to)
                    if completes(b, after, movers | (1 << to), left & ~(1 << place)):
                        return True
    return False


def follow_moves(b: Board, place: int) -> int:
    """Return the set of tiles to which a follower may declare its move: some completion must fulfil the condition."""
    own = declared(b)
    movers = moved(b)
    left = followers(b) & ~(1 << place)
    spots = free_beside(b, own, place)
    tiles = 0
    for to in range(TILES):
        if spots >> to & 1:
            after = (own & ~(1 << place)) | (1 << to)
            if completes(b, after, movers | (1 << to), left):
                tiles |= 1 << to
    return tiles


def may_follow(b: Board) -> bool:
    """Return whether any unit is left that could follow."""
    left = followers(b)
    for place in range(TILES):
        if left >> place & 1 and follow_moves(b, place):
            return True
    return False


def refuse_follow(b: Board, origin: int, to: int) -> int:
    """Return why a unit cannot declare to follow: it is none that may, or someone would end alone."""
    if not followers(b) >> origin & 1:
        return NOT_A_FOLLOWER
    if follow_moves(b, origin) >> to & 1:
        return LEGAL
    if to >= TILES:
        return FOLLOWS_NO_BASE
    if not b.land.touching[origin] >> to & 1:
        return ONE_STEP
    if free_beside(b, declared(b), origin) >> to & 1:
        return NOBODY_BESIDE
    return OCCUPIED if b.units[to] != NONE else ANOTHER_MOVES_THERE


def refuse_stay(b: Board) -> int:
    """Return why the rest cannot stay: once somebody follows, all who moved must end beside an ally."""
    if len(b.steps) == 2 or alone(b, declared(b), moved(b)) == NONE:
        return LEGAL
    return NOBODY_BESIDE


def legal_follows(b: Board) -> list[int]:
    """Return the moves that followers may declare, as actions, and `stay` if the rest may stay."""
    legal: list[int] = []
    left = followers(b)
    for place in range(TILES):
        if left >> place & 1:
            spots = follow_moves(b, place)
            legal += [b.rules.move + PLACES * place + to for to in range(TILES) if spots >> to & 1]
    if refuse_stay(b) == LEGAL:
        legal.append(b.rules.stay)
    return legal


def follow(b: Board, origin: int, to: int, sink: list[Event] | None) -> None:
    """Declare a follower's move, and carry all out once nobody is left who could follow."""
    b.steps.append(origin)
    b.steps.append(to)
    if not may_follow(b):
        carry_out(b, sink)


def stay(b: Board, sink: list[Event] | None) -> None:
    """Declare that the rest stay, and carry out what is declared."""
    if sink is not None:
        sink.append(Event("stay", {"seat": b.seat}))
    carry_out(b, sink)


# ---- carrying out ----


def carry_out(b: Board, sink: list[Event] | None) -> None:
    """Carry the declared moves out in order; who enters water must not drown (WAT-01)."""
    while b.step < len(b.steps):
        origin = b.steps[b.step]
        to = b.steps[b.step + 1]
        kind = lift(b, b.seat, origin)
        put(b, b.seat, kind, to)
        if sink is not None:
            data: dict[str, object] = {"seat": b.seat, "unit": b.rules.ids[kind]}
            sink.append(Event("move", {**data, "from": text_of(b.hexes[origin]), "hex": text_of(b.hexes[to])}))
        if b.land.waters >> to & 1:
            b.phase = board.DROWN
            return
        b.step += 2
    b.phase = board.TURN


def drown(b: Board, place: int, sink: list[Event] | None) -> None:
    """Remove a drowned unit and add it to the rival's captures."""
    b.quiet = NOT_QUIET
    kind = lift(b, b.seat, place)
    if sink is not None:
        water = place if b.target == NONE else b.target
        data: dict[str, object] = {"seat": b.seat, "unit": b.rules.ids[kind], "hex": text_of(b.hexes[water])}
        sink.append(Event("drowned", data))
    capture(b, b.seat, kind, sink)
