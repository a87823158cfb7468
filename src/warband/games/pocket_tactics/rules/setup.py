"""Set up a match: factions, first player, the map tile by tile, the second base, three units each (SET)."""

from __future__ import annotations

from typing import Final

from warband.games.pocket_tactics.rules import board
from warband.games.pocket_tactics.rules.board import Board, base_of, put, slots_of
from warband.games.pocket_tactics.rules.figures import FIRST_UNITS
from warband.games.pocket_tactics.rules.hexes import (
    BACKWARD,
    FORWARD,
    HEXES,
    NEIGHBOURS,
    ORIGIN,
    TILES,
    hex_distance,
    text_of,
)
from warband.games.pocket_tactics.rules.land import ALL_TILES, FIRST_BASE, SECOND_BASE, TERRAIN_NAMES, Land
from warband.games.pocket_tactics.rules.reasons import (
    FACES_SOUTH,
    HEX_TAKEN,
    NO_FACTION,
    NO_SUCH_UNIT,
    NO_TILE,
    NONE_IN_RESERVE,
    NOT_CLOSEST,
    NOT_COMPACT,
    NOT_FARTHEST,
    NOT_FORWARD,
    OCCUPIED,
    TAKEN_FACTION,
)
from warband.kernel.events import Event
from warband.kernel.notation import NONE
from warband.kernel.reasons import LEGAL
from warband.kernel.seats import Seat

GUARD_DISTANCE: Final = 4

# ---- factions and first player ----


def refuse_faction(b: Board, faction: int) -> int:
    """Return why a faction cannot be chosen: there is none such, or the higher roll has it (SET-10)."""
    if faction >= len(b.rules.faction_ids):
        return NO_FACTION
    return TAKEN_FACTION if faction in b.factions else LEGAL


def choose_faction(b: Board, seat: Seat, faction: int, sink: list[Event] | None) -> None:
    """Store a secret choice, or the second choice of the seat whose first went to the other."""
    if b.first == NONE:
        b.choices[seat] = faction
        if NONE not in b.choices:
            tell_choices(b, sink)
            b.phase = board.FIRST
        return
    b.factions[seat] = faction
    begin_map(b, sink)


def tell_choices(b: Board, sink: list[Event] | None) -> None:
    """Show what both seats have chosen."""
    if sink is not None:
        for seat in range(2):
            faction = b.rules.faction_ids[b.choices[seat]]
            sink.append(Event("wants", {"seat": seat, "faction": faction}, reveals=True))


def roll_first(b: Board, value: int, sink: list[Event] | None) -> None:
    """Take a die of the roll for first place; ties are rolled again (SET-10)."""
    if sink is not None:
        sink.append(Event("first_roll", {"seat": len(b.rolls), "value": value}))
    b.rolls.append(value)
    if len(b.rolls) < 2:
        return
    if b.rolls[0] == b.rolls[1]:
        b.rolls = []
        return
    b.first = 0 if b.rolls[0] > b.rolls[1] else 1
    b.rolls = []
    if sink is not None:
        sink.append(Event("first_player", {"seat": b.first}))
    give_factions(b, sink)


def give_factions(b: Board, sink: list[Event] | None) -> None:
    """Give each seat its faction; if both want the same, the first player has it."""
    second = 1 - b.first
    b.factions[b.first] = b.choices[b.first]
    left = [faction for faction in range(len(b.rules.faction_ids)) if faction != b.factions[b.first]]
    if b.choices[0] != b.choices[1]:
        b.factions[second] = b.choices[second]
    elif len(left) == 1:
        b.factions[second] = left[0]
    b.choices = [NONE, NONE]
    if b.factions[second] == NONE:
        b.phase = board.FACTION
        b.seat = second
    else:
        begin_map(b, sink)


# ---- the map ----


def begin_map(b: Board, sink: list[Event] | None) -> None:
    """Place the first base and let the first player draw a tile (SET-11)."""
    b.hexes[FIRST_BASE] = ORIGIN
    b.filled[ORIGIN] = 1
    b.seat = b.first
    b.phase = board.TILE
    if sink is not None:
        for seat in range(2):
            sink.append(Event("faction", {"seat": seat, "faction": b.rules.faction_ids[b.factions[seat]]}))


def draw_tile(b: Board, terrain: int, sink: list[Event] | None) -> None:
    """Show the tile that was drawn; its place is the player's to choose, or chance's on a quick map."""
    b.bag[terrain] -= 1
    b.drawn = terrain
    b.phase = board.SPOT if b.rules.quick else board.PLACE
    if sink is not None:
        sink.append(Event("draw_tile", {"seat": b.seat, "terrain": TERRAIN_NAMES[terrain]}))


def touches(b: Board, number: int, directions: list[int]) -> int:
    """Return how many tiles, the base included, lie in these directions from a hex."""
    count = 0
    around = NEIGHBOURS[number]
    for direction in directions:
        neighbour = around[direction]
        if neighbour != NONE and b.filled[neighbour]:
            count += 1
    return count


def refuse_side(b: Board, number: int) -> int:
    """Return why a tile may not lie on a hex, but for compactness: it must lie against a forward side (SET-13)."""
    if b.filled[number]:
        return HEX_TAKEN
    if touches(b, number, BACKWARD) == 0:
        return NOT_FORWARD
    if b.rules.strict and touches(b, number, FORWARD) > 0:
        return FACES_SOUTH
    return LEGAL


def refuse_tile(b: Board, number: int) -> int:
    """Return why a tile may not be placed on a hex."""
    refusal = refuse_side(b, number)
    if refusal != LEGAL or not wants_two(b):
        return refusal
    return LEGAL if touches(b, number, FORWARD + BACKWARD) >= 2 else NOT_COMPACT


def wants_two(b: Board) -> bool:
    """Return whether compactness asks for two neighbours: from the third tile on, if some legal place has them."""
    if not b.rules.compact or len(b.terrain) < 2:
        return False
    for number in open_sides(b):
        if touches(b, number, FORWARD + BACKWARD) >= 2:
            return True
    return False


def open_sides(b: Board) -> list[int]:
    """Return the hexes against forward sides where a tile may lie, in order."""
    hexes: list[int] = []
    seen: list[int] = [0] * HEXES
    for number in b.hexes:
        if number == NONE:
            continue
        for direction in FORWARD:
            neighbour = NEIGHBOURS[number][direction]
            if neighbour != NONE and seen[neighbour] == 0 and refuse_side(b, neighbour) == LEGAL:
                hexes.append(neighbour)
                seen[neighbour] = 1
    hexes.sort()
    return hexes


def tile_spots(b: Board) -> list[int]:
    """Return the hexes where the drawn tile may be placed."""
    spots = open_sides(b)
    if not wants_two(b):
        return spots
    return [number for number in spots if touches(b, number, FORWARD + BACKWARD) >= 2]


def closest_spots(b: Board, actions: list[int]) -> list[int]:
    """Return the actions that place a tile where it touches most others; of those, the nearest to all of them."""
    counts = [touches(b, action - b.rules.place, FORWARD + BACKWARD) for action in actions]
    most = max(counts)
    closest = [action for action, count in zip(actions, counts, strict=True) if count == most]
    ways = [way_to_all(b, action - b.rules.place) for action in closest]
    least = min(ways)
    return [action for action, way in zip(closest, ways, strict=True) if way == least]


def way_to_all(b: Board, number: int) -> int:
    """Return the sum of the distances from a hex to all that lies on the map."""
    return sum([hex_distance(number, other) for other in b.hexes if other != NONE])


def place_tile(b: Board, number: int, sink: list[Event] | None) -> None:
    """Place the drawn tile; after the twentieth comes the second base."""
    b.hexes[len(b.terrain)] = number
    b.filled[number] = 1
    b.terrain.append(b.drawn)
    if sink is not None:
        data: dict[str, object] = {"seat": b.seat, "terrain": TERRAIN_NAMES[b.drawn], "hex": text_of(number)}
        sink.append(Event("place_tile", data))
    b.drawn = NONE
    b.seat = 1 - b.seat
    b.phase = board.TILE
    if len(b.terrain) == TILES:
        ask_base(b, sink)


def ask_base(b: Board, sink: list[Event] | None) -> None:
    """Ask the second player, or chance on a quick map, for the second base, if there is a choice (SET-14)."""
    b.seat = 1 - b.first
    spots = base_spots(b)
    if len(spots) == 1:
        place_base(b, spots[0], sink)
    else:
        b.phase = board.SPOT if b.rules.quick else board.CITADEL


def terrain_beside(b: Board, number: int) -> int:
    """Return how many terrain tiles lie beside a hex."""
    count = 0
    for neighbour in NEIGHBOURS[number]:
        if neighbour != NONE and b.filled[neighbour] and neighbour != ORIGIN:
            count += 1
    return count


def base_spots(b: Board) -> list[int]:
    """Return where the second base may stand: as far as possible, touching as many tiles as the first (SET-14)."""
    empty: list[int] = []
    seen: list[int] = [0] * HEXES
    for number in b.hexes[:TILES]:
        for neighbour in NEIGHBOURS[number]:
            if neighbour != NONE and b.filled[neighbour] == 0 and seen[neighbour] == 0:
                empty.append(neighbour)
                seen[neighbour] = 1
    empty.sort()
    for sides in range(terrain_beside(b, ORIGIN), 0, -1):
        spots = farthest([number for number in empty if terrain_beside(b, number) == sides])
        if spots and hex_distance(spots[0], ORIGIN) >= GUARD_DISTANCE:
            return spots
    return farthest(empty)


def farthest(numbers: list[int]) -> list[int]:
    """Return those hexes that lie farthest from the first base."""
    most = max([hex_distance(number, ORIGIN) for number in numbers], default=0)
    return [number for number in numbers if hex_distance(number, ORIGIN) == most]


def refuse_base(b: Board, number: int) -> int:
    """Return why the second base may not stand on a hex."""
    if b.filled[number]:
        return HEX_TAKEN
    return LEGAL if number in base_spots(b) else NOT_FARTHEST


def place_base(b: Board, number: int, sink: list[Event] | None) -> None:
    """Place the second base; the map is finished and the forces stand ready."""
    b.hexes[SECOND_BASE] = number
    b.land = Land(b.hexes, b.terrain)
    for seat in range(2):
        for kind in slots_of(b, seat):
            b.reserves[kind] = b.rules.counts[kind]
    b.seat = b.first
    b.phase = board.DEPLOY
    if sink is not None:
        sink.append(Event("place_base", {"seat": 1 - b.first, "hex": text_of(number)}))


# ---- the first units ----


def refuse_unit(b: Board, seat: Seat, slot: int) -> int:
    """Return why a unit cannot come from the reserves: there is none such, or none left."""
    slots = slots_of(b, seat)
    if slot >= len(slots):
        return NO_SUCH_UNIT
    return LEGAL if b.reserves[slots[slot]] > 0 else NONE_IN_RESERVE


def legal_units(b: Board, seat: Seat) -> list[int]:
    """Return the units that may come from the reserves, as actions."""
    slots = slots_of(b, seat)
    return [b.rules.summon + slot for slot in range(len(slots)) if refuse_unit(b, seat, slot) == LEGAL]


def deploy_spots(b: Board, seat: Seat) -> int:
    """Return the set of empty tiles closest to the own base; if all are water, the next distance too (SET-15)."""
    empty = ALL_TILES & ~(b.sides[0] | b.sides[1])
    base = base_of(b, seat)
    spots = 0
    for distance in range(1, 99):
        for place in range(TILES):
            if empty >> place & 1 and b.land.distance(base, place) == distance:
                spots |= 1 << place
        if spots & ~b.land.waters or spots == empty:
            break
    return spots


def place_on(b: Board, number: int) -> int:
    """Return the tile that lies on a hex, or NONE."""
    return b.hexes.index(number) if number in b.hexes[:TILES] else NONE


def refuse_deploy(b: Board, seat: Seat, number: int) -> int:
    """Return why a first unit may not be placed on a hex."""
    place = place_on(b, number)
    if place == NONE:
        return NO_TILE
    if b.units[place] != NONE:
        return OCCUPIED
    return LEGAL if deploy_spots(b, seat) >> place & 1 else NOT_CLOSEST


def deploy(b: Board, number: int, sink: list[Event] | None) -> bool:
    """Place the chosen unit; return True when both seats have placed their three."""
    bring(b, number, "deploy", sink)
    b.seat = 1 - b.seat
    b.phase = board.DEPLOY
    return count(b.sides[0]) + count(b.sides[1]) == 2 * FIRST_UNITS


def bring(b: Board, number: int, kind: str, sink: list[Event] | None) -> None:
    """Bring the chosen unit from the reserves to a tile."""
    put(b, b.seat, b.chosen, place_on(b, number))
    b.reserves[b.chosen] -= 1
    if sink is not None:
        data: dict[str, object] = {"seat": b.seat, "unit": b.rules.ids[b.chosen], "hex": text_of(number)}
        sink.append(Event(kind, data))
    b.chosen = NONE


def count(places: int) -> int:
    """Return how many places a set holds."""
    total = 0
    while places:
        places &= places - 1
        total += 1
    return total


def places_to_actions(b: Board, places: int) -> list[int]:
    """Return a set of tiles as actions that name their hexes."""
    return [b.rules.place + b.hexes[place] for place in range(TILES) if places >> place & 1]
