"""Declare the actions with their short texts (`move archer 2,-3 > 2,-4`, `reroll off 3`); name what stands there."""

from __future__ import annotations

import re
from typing import Final

from warband.games.pocket_tactics.rules.assault import manner_of, offset_of
from warband.games.pocket_tactics.rules.board import Board
from warband.games.pocket_tactics.rules.figures import ASSAULTS, MANNER_NAMES, MOST_FACTIONS, MOST_SLOTS, Rules
from warband.games.pocket_tactics.rules.hexes import HEXES, OFFSETS, TILES, number_of, q_of, r_of, text_of
from warband.games.pocket_tactics.rules.land import PLACES, TERRAIN_NAMES
from warband.kernel.errors import NotAnAction
from warband.kernel.notation import NONE, Deed, Kind, Notation, Part, normal_form

HEX: Final = re.compile(r"(-?[0-9]{1,2}),(-?[0-9]{1,2})")
PATH: Final = re.compile(r"(move|assault)(?: ([a-z_0-9]+))? ([-0-9,]+) > ([-0-9,]+)(?: ([a-z ]+))?")
DICE_NAMES: Final = ["off", "def"]


def declare(faction_ids: list[str]) -> Notation:
    """Return all actions with the factions of a pack; without a position they name slots and places by number."""
    spare = [str(number + 1) for number in range(len(faction_ids), MOST_FACTIONS)]
    slot = Part("slot", [str(number + 1) for number in range(MOST_SLOTS)])
    tile, place = Part("from", [str(number) for number in range(TILES)]), [str(number) for number in range(PLACES)]
    dice, value = Part("dice", DICE_NAMES), Part("value", ["1", "2", "3", "4", "5", "6"], 1)
    kinds = [
        Kind("faction", "faction {faction}", [Part("faction", faction_ids + spare)]),
        Kind("place", "place {hex}", [Part("hex", [text_of(number) for number in range(HEXES)])]),
        Kind("summon", "summon {slot}", [slot]),
        Kind("move", "move {from} > {to}", [tile, Part("to", place)]),
        Kind("assault", "assault {from} > {aim}", [tile, Part("aim", [aim_text(code) for code in range(ASSAULTS)])]),
        Kind("pass", "pass"),
        Kind("stay", "stay"),
        Kind("swap", "swap"),
        Kind("keep", "keep"),
        Kind("reroll", "reroll {owner}{dice} {value}", [Part("owner", ["", "enemy "]), dice, value]),
        Kind("reroll_all", "reroll all {dice}", [dice]),
        Kind("take", "take {slot}", [slot]),
        Kind("take_none", "take none"),
    ]
    by_chance = [Kind("die", "die {value}", [value]), Kind("tile", "tile {terrain}", [Part("terrain", TERRAIN_NAMES)])]
    return Notation("Pocket-Tactics", kinds, by_chance)


# ---- writing ----


def aim_text(code: int) -> str:
    """Return where an assault goes, seen from where the attacker stands, and its manner."""
    dq, dr = OFFSETS[offset_of(code)]
    return f"{dq:+},{dr:+} {MANNER_NAMES[manner_of(code)]}"


def text(rules: Rules, action: int, b: Board | None) -> str:
    """Return an action in notation; with a position it names units and hexes, without one only numbers."""
    return rules.notation.text(action, words_in(b, rules.notation.decode(action)) if b is not None else None)


def words_in(b: Board, deed: Deed) -> dict[str, str]:
    """Return the words that a position has for slots and places."""
    if deed["slot"] != NONE:
        return {"slot": slot_name(b, deed["slot"])}
    origin = deed["from"]
    if deed.kind == "move":
        return {"from": standing(origin, b), "to": spot(deed["to"], b)}
    if deed.kind != "assault" or b.hexes[origin] == NONE:
        return {}
    dq, dr = OFFSETS[offset_of(deed["aim"])]
    aim = f"{q_of(b.hexes[origin]) + dq},{r_of(b.hexes[origin]) + dr} {MANNER_NAMES[manner_of(deed['aim'])]}"
    return {"from": standing(origin, b), "aim": aim}


def decider(b: Board) -> int:
    """Return the seat that decides, or NONE."""
    awaiting = b.awaiting()
    return awaiting[0] if awaiting and awaiting[0] >= 0 else NONE


def slot_name(b: Board, slot: int) -> str:
    """Return the unit in a slot of the faction of the seat that decides, or the number of the slot."""
    seat = decider(b)
    slots = b.rules.slots[b.factions[seat]] if seat != NONE and b.factions[seat] != NONE else []
    return b.rules.ids[slots[slot]] if slot < len(slots) else str(slot + 1)


def spot(place: int, b: Board) -> str:
    """Return where a place lies, or its number."""
    return text_of(b.hexes[place]) if b.hexes[place] != NONE else str(place)


def standing(place: int, b: Board) -> str:
    """Return the unit on a place and where it stands, or the number of the place."""
    if b.hexes[place] == NONE:
        return str(place)
    kind = b.units[place]
    return f"{b.rules.ids[kind]} {spot(place, b)}" if kind != NONE else spot(place, b)


# ---- reading ----


def parse(rules: Rules, text: str, b: Board | None) -> int:
    """Return the action a text means, in a position where it names units and hexes of one."""
    action = rules.notation.find(text)
    if action != NONE:
        return action
    if b is not None:
        words = normal_form(text)
        kind, _, rest = words.partition(" ")
        if kind in ("summon", "take") and rest in rules.ids:
            return _parse_slot(rules, kind, rest, b)
        path = PATH.fullmatch(words)
        if path is not None:
            return _parse_path(rules, path, text, b)
    raise NotAnAction(f"{text!r} is not an action of Pocket-Tactics; write for example 'move archer 2,-3 > 2,-4'")


def _parse_slot(rules: Rules, kind: str, name: str, b: Board) -> int:
    unit = rules.ids.index(name)
    seat = decider(b)
    if seat == NONE or b.factions[seat] != rules.factions[unit]:
        raise NotAnAction(f"'{kind} {name}': the {name} is not a unit of the seat that decides")
    slot = rules.slots[rules.factions[unit]].index(unit)
    return (rules.summon if kind == "summon" else rules.take) + slot


def _parse_path(rules: Rules, path: re.Match[str], text: str, b: Board) -> int:
    kind, name, first, second, manner = path.groups()
    origin = _place_at(b, first, text)
    if origin >= TILES:
        raise NotAnAction(f"{text!r}: a base does not act")
    if name and (b.units[origin] == NONE or b.rules.ids[b.units[origin]] != name):
        raise NotAnAction(f"{text!r}: there is no {name} on {first}")
    if kind == "move" and not manner:
        return rules.move + PLACES * origin + _place_at(b, second, text)
    if kind == "assault" and manner in MANNER_NAMES:
        return rules.assault + ASSAULTS * origin + _assault_code(b, origin, second, MANNER_NAMES.index(manner), text)
    raise NotAnAction(f"{text!r}: an assault names its manner, one of {', '.join(MANNER_NAMES)}")


def _place_at(b: Board, words: str, text: str) -> int:
    number = hex_number(words)
    if number == NONE or number not in b.hexes:
        raise NotAnAction(f"{text!r}: there is no tile on {words}")
    return b.hexes.index(number)


def hex_number(words: str) -> int:
    """Return the hex that a text such as `2,-3` names, or NONE."""
    match = HEX.fullmatch(words)
    return number_of(int(match.group(1)), int(match.group(2))) if match is not None else NONE


def _assault_code(b: Board, origin: int, second: str, manner: int, text: str) -> int:
    there = hex_number(second)
    here = b.hexes[origin]
    if there != NONE:
        offset = (q_of(there) - q_of(here), r_of(there) - r_of(here))
        for code in range(ASSAULTS):
            if OFFSETS[offset_of(code)] == offset and manner_of(code) == manner:
                return code
    raise NotAnAction(f"{text!r}: {second} is too far for an assault by {MANNER_NAMES[manner]}")
