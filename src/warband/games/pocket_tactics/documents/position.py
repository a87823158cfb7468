"""Read a position document and refuse an impossible one."""

from __future__ import annotations

from warband.games.pocket_tactics.documents.consistency import builder, check_consistency, deployer
from warband.games.pocket_tactics.documents.fields import ACTION, SEAT_NAMES, TABLE, TABLE_NAMES
from warband.games.pocket_tactics.documents.notation import hex_number
from warband.games.pocket_tactics.rules import board
from warband.games.pocket_tactics.rules.board import PHASE_NAMES, put
from warband.games.pocket_tactics.rules.figures import Rules
from warband.games.pocket_tactics.rules.hexes import ORIGIN, TILES
from warband.games.pocket_tactics.rules.land import FIRST_BASE, SECOND_BASE, TERRAIN_NAMES, land_of
from warband.games.pocket_tactics.rules.setup import refuse_side
from warband.games.pocket_tactics.rules.state import Skirmish, begin
from warband.kernel.documents import field_names, read_fields, seat_nodes
from warband.kernel.notation import NONE
from warband.kernel.reasons import LEGAL
from warband.kernel.seats import Seat
from warband.kernel.validation import Node

# The map of a position that names none: all terrains, seven rows from base to base.
PLAIN_MAP = [
    "0,-1 field",
    "1,-1 forest",
    "-1,0 forest",
    "0,-2 hill",
    "1,-2 forest",
    "-1,-1 field",
    "2,-2 water",
    "-2,0 forest",
    "0,-3 forest",
    "1,-3 field",
    "-1,-2 water",
    "2,-3 forest",
    "-2,-1 hill",
    "0,-4 field",
    "1,-4 forest",
    "-1,-3 forest",
    "2,-4 field",
    "-2,-2 forest",
    "0,-5 hill",
    "1,-5 water",
]
PLAIN_BASE = "1,-6"


def restore(rules: Rules, node: Node, fields: list[str] | None = None) -> Skirmish:
    """Return the state of a position document; what it leaves out is as at the start of turn 1 on a plain map."""
    present = node.only(fields or TABLE_NAMES)
    if "game" in present and present["game"].text() != "pocket-tactics":
        raise present["game"].wrong(f"{present['game'].value!r} is not pocket-tactics")
    b = begin(rules)
    b.phase = board.TURN
    read_fields(TABLE, b, present)
    _read_figures(b, present)
    if b.phase > board.FIRST and (b.first == NONE or b.seat == NONE):
        raise node.wrong(f"first and seat must be known in phase {PHASE_NAMES[b.phase]}")
    _read_map(b, node, present)
    _read_seats(b, node, present)
    if "action" in present:
        _read_action(b, present["action"])
    if "seat" not in present:
        b.seat = _next_seat(b)
    check_consistency(b, node)
    return b


def _next_seat(b: Skirmish) -> int:
    """Return whose turn it is where a position does not say: as set-up has it, later the first player's."""
    if board.TILE <= b.phase <= board.CITADEL:
        return builder(b)
    return deployer(b) if b.phase in (board.DEPLOY, board.DEPLOY_AT) else b.seat


def _read_figures(b: Skirmish, fields: dict[str, Node]) -> None:
    """Read the choices, and fill in the figures that a position leaves out, as they are at this point of a match."""
    if "first" not in fields and b.phase > board.FIRST:
        b.first = 0
    again = b.phase == board.FACTION and b.first != NONE
    if "seat" not in fields:
        b.seat = 1 - b.first if again else b.first
    if "turn" not in fields and b.phase >= board.TURN:
        b.turn = 1
    if "choices" in fields:
        b.choices = [_faction(b, item) for item in fields["choices"].items()]
        if len(b.choices) != 2:
            raise fields["choices"].wrong(f"there are 2, not {len(b.choices)}")


def _faction(b: Skirmish, node: Node) -> int:
    return node.one_of(b.rules.faction_ids) if node.value is not None else NONE


# ---- the map ----


def _read_map(b: Skirmish, node: Node, fields: dict[str, Node]) -> None:
    building = b.phase <= board.CITADEL
    tiles = fields["tiles"].items() if "tiles" in fields else []
    if "tiles" not in fields and not building:
        tiles = [Node(line, f"{node.where}.tiles") for line in PLAIN_MAP]
    if b.phase > board.FIRST:
        b.hexes[FIRST_BASE] = ORIGIN
        b.filled[ORIGIN] = 1
    for tile in tiles:
        _read_tile(b, tile)
    b.drawn = fields["drawn"].one_of(TERRAIN_NAMES) if "drawn" in fields and fields["drawn"].value is not None else NONE
    if b.drawn != NONE:
        b.bag[b.drawn] -= 1
    if "bag" in fields:
        bag = [fields["bag"].field(name).integer() for name in TERRAIN_NAMES]
        if bag != b.bag:
            raise fields["bag"].wrong(f"{bag}; the tiles in play leave {b.bag}")


def _read_tile(b: Skirmish, node: Node) -> None:
    where, _, name = node.text().partition(" ")
    number = hex_number(where)
    if number == NONE or name not in TERRAIN_NAMES:
        raise node.wrong(f"{node.value!r} is not a tile; write for example '2,-3 forest'")
    if number in b.hexes:
        raise node.wrong(f"two tiles or bases lie on {where}")
    kind = TERRAIN_NAMES.index(name)
    if b.bag[kind] == 0:
        raise node.wrong(f"more {name} tiles than the {b.rules.terrains[kind]} there are (SET-02)")
    if b.phase <= board.CITADEL and refuse_side(b, number) != LEGAL:
        raise node.wrong(f"no tile could be placed on {where} after those before it (SET-13)")
    b.bag[kind] -= 1
    b.hexes[len(b.terrain)] = number
    b.filled[number] = 1
    b.terrain.append(kind)


# ---- the seats ----


def _read_seats(b: Skirmish, node: Node, fields: dict[str, Node]) -> None:
    seats = seat_nodes(node, SEAT_NAMES)
    tables = [seat.fields() for seat in seats]
    for seat in range(2):
        if "faction" in tables[seat]:
            b.factions[seat] = _faction(b, tables[seat]["faction"])
        elif b.phase > board.FIRST:
            b.factions[seat] = seat
    if b.factions[0] == b.factions[1] and b.factions[0] != NONE:
        raise fields["seats"].wrong("both seats have the same faction (SET-10)")
    if b.phase > board.CITADEL:
        _finish_map(b, node, tables)
        for seat in range(2):
            _read_force(b, tables[seat], seats[seat], seat)
    else:
        for fields in tables:
            _check_no_force(b, fields)


def _check_no_force(b: Skirmish, fields: dict[str, Node]) -> None:
    for name in ("units", "reserves", "captured"):
        if name in fields and fields[name].fields():
            raise fields[name].wrong(f"no unit is there in phase {PHASE_NAMES[b.phase]}")


def _finish_map(b: Skirmish, node: Node, tables: list[dict[str, Node]]) -> None:
    if len(b.terrain) != TILES:
        raise node.wrong(f"tiles: {len(b.terrain)} tiles; a finished map has {TILES} (SET-02)")
    second = tables[1 - b.first].get("base", Node(PLAIN_BASE, f"{node.where}.base"))
    number = hex_number(second.text())
    if number == NONE or number in b.hexes:
        raise second.wrong(f"{second.value!r} is not a free hex for a base")
    first = tables[b.first].get("base")
    if first is not None and hex_number(first.text()) != ORIGIN:
        raise first.wrong("the first player's base stands on 0,0")
    b.hexes[SECOND_BASE] = number
    b.land = land_of(b.hexes, b.terrain)
    if max(b.land.distances) > len(b.hexes):
        raise node.wrong("tiles: the map does not hang together")


def _read_force(b: Skirmish, fields: dict[str, Node], node: Node, seat: Seat) -> None:
    slots = b.rules.slots[b.factions[seat]]
    names = [b.rules.ids[kind] for kind in slots]
    left = [b.rules.counts[kind] for kind in slots]
    for where, unit in fields["units"].fields().items() if "units" in fields else []:
        place = _tile_at(b, where, unit)
        if b.units[place] != NONE:
            raise unit.wrong(f"two units stand on {where}")
        slot = unit.one_of(names)
        left[slot] -= 1
        put(b, seat, slots[slot], place)
    for name, count in fields["captured"].fields().items() if "captured" in fields else []:
        slot = Node(name, count.where).one_of(names)
        b.captured[slots[slot]] = count.integer(0, 11)
        left[slot] -= b.captured[slots[slot]]
    for slot, kind in enumerate(slots):
        b.reserves[kind] = max(0, left[slot])
        if left[slot] < 0:
            raise node.wrong(f"more {names[slot]} units than the {b.rules.counts[kind]} there are (SET-01)")
    _check_reserves(b, fields, names, slots)


def _check_reserves(b: Skirmish, fields: dict[str, Node], names: list[str], slots: list[int]) -> None:
    if "reserves" not in fields:
        return
    counts = {name: count.integer(0, 11) for name, count in fields["reserves"].fields().items()}
    for name in counts:
        Node(name, fields["reserves"].where).one_of(names)
    for kind, name in zip(slots, names, strict=True):
        if counts.get(name, 0) > b.reserves[kind]:
            raise fields["reserves"].wrong(f"{counts.get(name, 0)} {name}; the others leave {b.reserves[kind]}")
        if counts.get(name, 0) < b.reserves[kind]:
            raise fields["reserves"].wrong(f"{counts.get(name, 0)} {name}, but {b.reserves[kind]} are nowhere else")


def _tile_at(b: Skirmish, where: str, node: Node) -> int:
    number = hex_number(where)
    if number == NONE or number not in b.hexes[:TILES]:
        raise node.wrong(f"there is no tile on {where}")
    return b.hexes.index(number)


# ---- the action in progress ----


def _read_action(b: Skirmish, node: Node) -> None:
    parts = {name: item for name, item in node.only(field_names(ACTION)).items() if item.value is not None}
    read_fields(ACTION, b, parts)
    if len(b.special) != 8 or len(b.situational) != 2:
        raise node.wrong("special and situational have an entry for each of 2 seats")
    if len(b.fallen) not in (0, 2):
        raise parts["fallen"].wrong(f"there are 2 sides, not {len(b.fallen)}")
