"""Write down a position; both seats see all of it but a secret choice that waits for the other."""

from __future__ import annotations

from warband.games.pocket_tactics import board
from warband.games.pocket_tactics.board import ONGOING, PHASE_NAMES, POOL_NAMES, SPECIAL_NAMES, Board, base_of
from warband.games.pocket_tactics.hexes import TILES, text_of
from warband.games.pocket_tactics.land import TERRAIN_NAMES
from warband.games.pocket_tactics.rules import MANNER_NAMES, NONE


def hex_name(b: Board, place: int) -> object:
    """Return where a place lies, or None."""
    return text_of(b.hexes[place]) if place != NONE and b.hexes[place] != NONE else None


def unit_name(b: Board, kind: int) -> object:
    """Return the id of a kind of unit, or None."""
    return b.rules.ids[kind] if kind != NONE else None


def open_table(b: Board) -> dict[str, object]:
    """Return everything that lies open."""
    return {
        "game": "pocket-tactics",
        "phase": PHASE_NAMES[b.phase],
        "turn": b.turn,
        "first": b.first if b.first != NONE else None,
        "seat": b.seat if b.seat != NONE else None,
        "winner": b.winner if b.winner != ONGOING else None,
        "why": b.why,
        "quiet": b.quiet,
        "passes": b.passes,
        "rolls": list(b.rolls),
        "tiles": [f"{text_of(b.hexes[place])} {TERRAIN_NAMES[kind]}" for place, kind in enumerate(b.terrain)],
        "bag": {TERRAIN_NAMES[kind]: count for kind, count in enumerate(b.bag)},
        "drawn": TERRAIN_NAMES[b.drawn] if b.drawn != NONE else None,
        "seats": [open_seat(b, seat) for seat in range(2)],
        "action": open_action(b),
    }


def open_seat(b: Board, seat: int) -> dict[str, object]:
    """Return a seat: its faction, its base, its units on the map, in reserve and captured."""
    faction = b.factions[seat]
    kinds = b.rules.slots[faction] if faction != NONE else []
    units = {
        text_of(b.hexes[place]): b.rules.ids[b.units[place]] for place in range(TILES) if b.sides[seat] >> place & 1
    }
    return {
        "faction": b.rules.faction_ids[faction] if faction != NONE else None,
        "base": hex_name(b, base_of(b, seat)) if b.first != NONE else None,
        "units": units,
        "reserves": {b.rules.ids[kind]: b.reserves[kind] for kind in kinds if b.reserves[kind]},
        "captured": {b.rules.ids[kind]: b.captured[kind] for kind in kinds if b.captured[kind]},
    }


def open_action(b: Board) -> dict[str, object]:
    """Return the action in progress."""
    return {
        "chosen": unit_name(b, b.chosen),
        "steps": [hex_name(b, place) for place in b.steps],
        "step": b.step,
        "origin": hex_name(b, b.origin),
        "target": hex_name(b, b.target),
        "manner": MANNER_NAMES[b.manner] if b.manner != NONE else None,
        "attacker": unit_name(b, b.attacker),
        "defender": unit_name(b, b.defender),
        "guards": [hex_name(b, place) for place in range(TILES) if b.guards >> place & 1],
        **open_combat(b),
    }


def open_combat(b: Board) -> dict[str, object]:
    """Return the dice of a combat and what is left to do with them."""
    return {
        "dice": {name: list(pool) for name, pool in zip(POOL_NAMES, b.pools, strict=True)},
        "wanted": dict(zip(POOL_NAMES, b.wanted, strict=True)),
        "special": [
            {name: b.special[4 * seat + index] for index, name in enumerate(SPECIAL_NAMES)} for seat in range(2)
        ],
        "situational": list(b.situational),
        "stage": PHASE_NAMES[b.stage] if b.stage != NONE else None,
        "stepper": b.stepper if b.stepper != NONE else None,
        "declined": b.declined,
        "fallen": list(b.fallen),
        "saving": b.saving if b.saving != NONE else None,
        "saves": b.saves,
        "saved": b.saved,
        "curses": [seat for seat in range(2) if b.curses >> seat & 1],
    }


def view(b: Board, viewer: int) -> dict[str, object]:
    """Return all that a viewer may know."""
    table = open_table(b)
    table["viewer"] = viewer
    joint = b.phase == board.FACTION and b.first == NONE
    table["awaiting"] = [0, 1] if joint else list(b.awaiting())
    if not joint:
        table["choices"] = choices(b)
    return table


def choices(b: Board) -> list[object]:
    """Return the factions both seats asked for, while it is not settled who has which."""
    return [b.rules.faction_ids[choice] if choice != NONE else None for choice in b.choices]


def position(b: Board) -> dict[str, object]:
    """Return everything as a document that `restore` reads back."""
    return {**open_table(b), "choices": choices(b)}
