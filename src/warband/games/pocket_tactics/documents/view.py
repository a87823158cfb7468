"""Write down a position; both seats see all of it but a secret choice that waits for the other."""

from __future__ import annotations

from typing import Final

from warband.games.pocket_tactics.documents.fields import ACTION, TABLE, hex_name
from warband.games.pocket_tactics.rules import board
from warband.games.pocket_tactics.rules.board import Board, base_of
from warband.games.pocket_tactics.rules.hexes import TILES, text_of
from warband.games.pocket_tactics.rules.land import TERRAIN_NAMES
from warband.kernel.documents import write_fields
from warband.kernel.game import Cover
from warband.kernel.notation import NONE
from warband.kernel.ruled_state import Documents
from warband.kernel.seats import ONE, Seat
from warband.kernel.views import View, Viewer


def open_table(b: Board) -> dict[str, object]:
    """Return everything that lies open."""
    return {
        "game": "pocket-tactics",
        **write_fields(TABLE, b),
        "tiles": [f"{text_of(b.hexes[place])} {TERRAIN_NAMES[kind]}" for place, kind in enumerate(b.terrain)],
        "bag": {TERRAIN_NAMES[kind]: count for kind, count in enumerate(b.bag)},
        "drawn": TERRAIN_NAMES[b.drawn] if b.drawn != NONE else None,
        "seats": [open_seat(b, seat) for seat in range(2)],
        "action": write_fields(ACTION, b),
    }


def open_seat(b: Board, seat: Seat) -> dict[str, object]:
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


def choices(b: Board) -> list[object]:
    """Return the factions both seats asked for, while it is not settled who has which."""
    return [b.rules.faction_ids[choice] if choice != NONE else None for choice in b.choices]


# ---- the documents ----


class SkirmishDocuments(Documents[Board]):
    """What is written down of a position of Pocket-Tactics, whole, for one viewer and in the log."""

    def view(self, state: Board, viewer: Viewer) -> View:
        """Return all that a viewer may know."""
        table = open_table(state)
        table["viewer"] = viewer
        joint = state.phase == board.FACTION and state.first == NONE
        table["awaiting"] = [0, 1] if joint else list(state.awaiting())
        if not joint:
            table["choices"] = choices(state)
        return View(table)

    def position(self, state: Board) -> dict[str, object]:
        """Return everything as a document that `restore` reads back."""
        return {**open_table(state), "choices": choices(state)}

    def cover(self, state: Board, seat: Seat, action: int) -> Cover | None:
        """Return what the log hides of an action: a faction chosen in secret."""
        if state.phase == board.FACTION and state.first == NONE:
            return Cover(ONE[seat], "choose a faction")
        return None


DOCUMENTS: Final = SkirmishDocuments()
