"""Write actions as short texts and read them back: `move archer 2,-3 > 2,-4`, `reroll off 3`."""

from __future__ import annotations

import re
from typing import Final

from warband.games.pocket_tactics import board
from warband.games.pocket_tactics.assault import manner_of, offset_of
from warband.games.pocket_tactics.board import Board
from warband.games.pocket_tactics.hexes import OFFSETS, OUTSIDE, TILES, number_of, q_of, r_of, text_of
from warband.games.pocket_tactics.land import PLACES, TERRAIN_NAMES
from warband.games.pocket_tactics.rules import ASSAULTS, MANNER_NAMES, NONE, Rules
from warband.kernel.errors import NotAnAction
from warband.kernel.game import Cover
from warband.kernel.seats import ONE

HEX: Final = re.compile(r"(-?[0-9]{1,2}),(-?[0-9]{1,2})")
PATH: Final = re.compile(r"(move|assault)(?: ([a-z_0-9]+))? ([-0-9,]+) > ([-0-9,]+)(?: ([a-z ]+))?")
DICE_NAMES: Final = ["off", "def"]
PLAIN_KINDS: Final = ["pass", "stay", "swap", "keep"]


class Deed:
    """Hold an action taken apart: its kind and up to two numbers (a slot or place, a place or code)."""

    def __init__(self, kind: str, one: int = NONE, two: int = NONE) -> None:
        self.kind = kind
        self.one = one
        self.two = two


def decode(rules: Rules, action: int) -> Deed:
    """Return an action taken apart."""
    if action < rules.place:
        return Deed("faction", action - rules.faction)
    if action < rules.summon:
        return Deed("place", action - rules.place)
    if action < rules.move:
        return Deed("summon", action - rules.summon)
    if action < rules.assault:
        return Deed("move", (action - rules.move) // PLACES, (action - rules.move) % PLACES)
    if action < rules.pass_:
        return Deed("assault", (action - rules.assault) // ASSAULTS, (action - rules.assault) % ASSAULTS)
    return _decode_rest(rules, action)


def _decode_rest(rules: Rules, action: int) -> Deed:
    if action < rules.reroll:
        return Deed(PLAIN_KINDS[action - rules.pass_])
    if action < rules.take:
        return Deed("reroll", action - rules.reroll)
    if action <= rules.take_none:
        return Deed("take", NONE if action == rules.take_none else action - rules.take)
    if action < rules.tile:
        return Deed("die", action - rules.die + 1)
    return Deed("tile", action - rules.tile)


# ---- writing ----


def text(rules: Rules, action: int, b: Board | None) -> str:
    """Return an action in notation; with a position it names units and hexes, without one only numbers."""
    deed = decode(rules, action)
    if deed.kind == "faction":
        known = deed.one < len(rules.faction_ids)
        return f"faction {rules.faction_ids[deed.one] if known else deed.one + 1}"
    if deed.kind == "place":
        return f"place {text_of(deed.one)}"
    if deed.kind == "summon":
        return f"summon {slot_name(rules, deed.one, b)}"
    if deed.kind == "move":
        return f"move {standing(deed.one, b)} > {spot(deed.two, b)}"
    if deed.kind == "assault":
        return _assault_text(deed, b)
    return _rest_text(rules, deed, b)


def _assault_text(deed: Deed, b: Board | None) -> str:
    dq, dr = OFFSETS[offset_of(deed.two)]
    manner = MANNER_NAMES[manner_of(deed.two)]
    if b is None or b.hexes[deed.one] == NONE:
        return f"assault {deed.one} > {dq:+},{dr:+} {manner}"
    origin = b.hexes[deed.one]
    return f"assault {standing(deed.one, b)} > {q_of(origin) + dq},{r_of(origin) + dr} {manner}"


def _rest_text(rules: Rules, deed: Deed, b: Board | None) -> str:
    if deed.kind == "reroll":
        return reroll_text(deed.one)
    if deed.kind == "take":
        return f"take {slot_name(rules, deed.one, b) if deed.one != NONE else 'none'}"
    if deed.kind == "die":
        return f"die {deed.one}"
    if deed.kind == "tile":
        return f"tile {TERRAIN_NAMES[deed.one]}"
    return deed.kind


def reroll_text(code: int) -> str:
    """Return a re-roll in notation: of one die by its value, or of all of a kind."""
    if code >= 24:
        return f"reroll all {DICE_NAMES[code - 24]}"
    owner = "" if code < 12 else "enemy "
    return f"reroll {owner}{DICE_NAMES[code // 6 % 2]} {code % 6 + 1}"


def decider(b: Board) -> int:
    """Return the seat that decides, or NONE."""
    awaiting = b.awaiting()
    return awaiting[0] if awaiting and awaiting[0] >= 0 else NONE


def slot_name(rules: Rules, slot: int, b: Board | None) -> str:
    """Return the unit in a slot of the faction of the seat that decides, or the number of the slot."""
    seat = decider(b) if b is not None else NONE
    if b is not None and seat != NONE and b.factions[seat] != NONE:
        slots = rules.slots[b.factions[seat]]
        if slot < len(slots):
            return rules.ids[slots[slot]]
    return str(slot + 1)


def spot(place: int, b: Board | None) -> str:
    """Return where a place lies, or its number."""
    return text_of(b.hexes[place]) if b is not None and b.hexes[place] != NONE else str(place)


def standing(place: int, b: Board | None) -> str:
    """Return the unit on a place and where it stands, or the number of the place."""
    if b is None or b.hexes[place] == NONE:
        return str(place)
    kind = b.units[place]
    return f"{b.rules.ids[kind]} {spot(place, b)}" if kind != NONE else spot(place, b)


# ---- reading ----


def parse(rules: Rules, texts: dict[str, int], given: str, b: Board | None) -> int:
    """Return the action a text means, in a position where it names units and hexes of one."""
    words = " ".join(given.lower().replace(">", " > ").split())
    if words in texts:
        return texts[words]
    if b is not None:
        kind, _, rest = words.partition(" ")
        if kind in ("summon", "take") and rest in rules.ids:
            return _parse_slot(rules, kind, rest, b)
        path = PATH.fullmatch(words)
        if path is not None:
            return _parse_path(rules, path, given, b)
    raise NotAnAction(f"{given!r} is not an action of Pocket-Tactics; write for example 'move archer 2,-3 > 2,-4'")


def _parse_slot(rules: Rules, kind: str, name: str, b: Board) -> int:
    unit = rules.ids.index(name)
    seat = decider(b)
    if seat == NONE or b.factions[seat] != rules.factions[unit]:
        raise NotAnAction(f"'{kind} {name}': the {name} is not a unit of the seat that decides")
    slot = rules.slots[rules.factions[unit]].index(unit)
    return (rules.summon if kind == "summon" else rules.take) + slot


def _parse_path(rules: Rules, path: re.Match[str], given: str, b: Board) -> int:
    kind, name, first, second, manner = path.groups()
    origin = _place_at(b, first, given)
    if origin >= TILES:
        raise NotAnAction(f"{given!r}: a base does not act")
    if name and (b.units[origin] == NONE or b.rules.ids[b.units[origin]] != name):
        raise NotAnAction(f"{given!r}: there is no {name} on {first}")
    if kind == "move" and not manner:
        return rules.move + PLACES * origin + _place_at(b, second, given)
    if kind == "assault" and manner in MANNER_NAMES:
        return rules.assault + ASSAULTS * origin + _assault_code(b, origin, second, MANNER_NAMES.index(manner), given)
    raise NotAnAction(f"{given!r}: an assault names its manner, one of {', '.join(MANNER_NAMES)}")


def _place_at(b: Board, words: str, given: str) -> int:
    number = hex_number(words)
    if number == OUTSIDE or number not in b.hexes:
        raise NotAnAction(f"{given!r}: there is no tile on {words}")
    return b.hexes.index(number)


def hex_number(words: str) -> int:
    """Return the hex that a text such as `2,-3` names, or OUTSIDE."""
    found = HEX.fullmatch(words)
    return number_of(int(found.group(1)), int(found.group(2))) if found is not None else OUTSIDE


def _assault_code(b: Board, origin: int, second: str, manner: int, given: str) -> int:
    there = hex_number(second)
    here = b.hexes[origin]
    if there != OUTSIDE:
        offset = (q_of(there) - q_of(here), r_of(there) - r_of(here))
        for code in range(ASSAULTS):
            if OFFSETS[offset_of(code)] == offset and manner_of(code) == manner:
                return code
    raise NotAnAction(f"{given!r}: {second} is too far for an assault by {MANNER_NAMES[manner]}")


def cover(b: Board, seat: int, action: int) -> Cover | None:
    """Return what the log hides of an action: a faction chosen in secret."""
    if b.phase == board.FACTION and b.first == NONE:
        return Cover(ONE[seat], "choose a faction")
    return None
