"""Ask the predicate of each kind of action; name the clause and the facts behind a refusal."""

from __future__ import annotations

from typing import Final

from warband.games.pocket_tactics.documents.notation import DICE_NAMES, spot
from warband.games.pocket_tactics.rules import board
from warband.games.pocket_tactics.rules.assault import manner_of, refuse_assault, target_of
from warband.games.pocket_tactics.rules.board import Board, has, slots_of
from warband.games.pocket_tactics.rules.combat import refuse_take
from warband.games.pocket_tactics.rules.figures import CLOSE_MAGIC, MANNER_NAMES, UNDERGROWTH_PROWLER
from warband.games.pocket_tactics.rules.hexes import text_of
from warband.games.pocket_tactics.rules.movement import refuse_follow, refuse_move, refuse_stay
from warband.games.pocket_tactics.rules.reasons import REFUSALS
from warband.games.pocket_tactics.rules.rerolls import refuse_all, refuse_reroll
from warband.games.pocket_tactics.rules.setup import (
    refuse_base,
    refuse_deploy,
    refuse_faction,
    refuse_tile,
    refuse_unit,
)
from warband.games.pocket_tactics.rules.summon import refuse_summon, refuse_summon_at
from warband.kernel.notation import NONE, Deed, Notation
from warband.kernel.reasons import LEGAL
from warband.kernel.referee import Referee
from warband.kernel.seats import Seat

# The clause behind some refusals depends on the phase.
NEARER: Final = {
    ("occupied", board.DEPLOY_AT): "SET-15",
    ("occupied", board.SUMMON_AT): "SUM-01",
    ("hex_taken", board.CITADEL): "SET-14",
}

# What is asked, and of whom, is said by another clause in every phase but that of a turn.
MOMENTS: Final = {
    board.FACTION: "SET-10",
    board.CITADEL: "SET-14",
    board.PLACE: "SET-12",
    board.DEPLOY: "SET-15",
    board.DEPLOY_AT: "SET-15",
    board.SUMMON_AT: "SUM-01",
    board.FOLLOW: "ability/phalanx",
    board.DROWN: "WAT-01",
    board.GUARD: "ability/guardian",
    board.ROLL: "DIE-01",
    board.SAVE: "ability/undead",
    board.SPECIAL: "RRL-02",
    board.SITUATION: "RRL-02",
    board.CURSE: "ability/curse_of_the_wild",
}


class SkirmishReferee(Referee[Board]):
    """What answers `why_not` in Pocket-Tactics."""

    def notation(self, state: Board) -> Notation:
        """Return the actions with the factions of the pack."""
        return state.rules.notation

    def is_joint(self, state: Board) -> bool:
        """Return whether both seats choose a faction in secret."""
        return state.phase == board.FACTION and state.first == NONE

    def nearer_clause(self, state: Board, deed: Deed, code: str) -> str:
        """Return the clause that speaks of this very case, where the usual one does not."""
        if code == "no_offense" and manner_of(deed["aim"]) > CLOSE_MAGIC:
            return "ASL-02"
        if code in ("not_yours", "not_now", "chance_decides"):
            return MOMENTS.get(state.phase, "")
        if code == "not_beside_base" and has(state, state.chosen, UNDERGROWTH_PROWLER):
            return "ability/undergrowth_prowler"
        if code == "no_such_die" and state.phase == board.SPECIAL:
            return "RRL-06"
        return NEARER.get((code, state.phase), "")

    def refuse(self, state: Board, seat: Seat, deed: Deed) -> int:
        """Return what the predicate of the action's own kind says."""
        kind = deed.kind
        if kind == "assault":
            return refuse_assault(state, seat, deed["from"], deed["aim"])
        if kind == "move":
            if state.phase == board.FOLLOW:
                return refuse_follow(state, deed["from"], deed["to"])
            return refuse_move(state, seat, deed["from"], deed["to"])
        if kind == "place":
            return _refuse_place(state, seat, deed["hex"])
        if kind == "summon":
            refuse = refuse_unit if state.phase == board.DEPLOY else refuse_summon
            return refuse(state, seat, deed["slot"])
        if kind == "stay":
            return refuse_stay(state)
        return self._refuse_rest(state, seat, deed)

    def _refuse_rest(self, state: Board, seat: Seat, deed: Deed) -> int:
        if deed.name == "reroll":
            return refuse_reroll(state, seat, deed.number)
        if deed.name == "reroll_all":
            return refuse_all(state, seat, deed["dice"])
        if deed.name == "take":
            return refuse_take(state, seat, deed["slot"])
        return refuse_faction(state, deed["faction"]) if deed.kind == "faction" else LEGAL

    def facts(self, state: Board, seat: Seat, deed: Deed) -> dict[str, object]:
        """Return the data that the sentence of a refusal may need."""
        data: dict[str, object] = {}
        if deed.kind == "place":
            data["hex"] = text_of(deed["hex"])
        elif deed.kind in ("move", "assault"):
            _add_path(state, deed, data)
        elif deed["slot"] != NONE:
            slots = slots_of(state, seat) if state.factions[seat] != NONE else []
            slot = deed["slot"]
            data["unit"] = state.rules.ids[slots[slot]] if slot < len(slots) else f"unit {slot + 1}"
        elif deed.kind == "reroll":
            data["dice"] = DICE_NAMES[deed["dice"]]
            data["value"] = deed.number % 6 + 1
        if state.chosen != NONE:
            data["unit"] = state.rules.ids[state.chosen]
        return data


def _refuse_place(b: Board, seat: Seat, number: int) -> int:
    if b.phase == board.PLACE:
        return refuse_tile(b, number)
    if b.phase == board.CITADEL:
        return refuse_base(b, number)
    if b.phase == board.DEPLOY_AT:
        return refuse_deploy(b, seat, number)
    return refuse_summon_at(b, seat, number)


def _add_path(b: Board, deed: Deed, data: dict[str, object]) -> None:
    origin = deed["from"]
    unit = b.units[origin]
    data["from"] = spot(origin, b)
    data["unit"] = b.rules.ids[unit] if unit != NONE else "unit"
    if deed.kind == "move":
        data["hex"] = spot(deed["to"], b)
        return
    target = target_of(b, origin, deed["aim"])
    data["hex"] = spot(target, b) if target != NONE else "there"
    data["manner"] = MANNER_NAMES[manner_of(deed["aim"])]


REFEREE: Final = SkirmishReferee(REFUSALS)
