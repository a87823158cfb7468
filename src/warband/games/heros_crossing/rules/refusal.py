"""Ask the predicate of each kind of action; name the clause and the facts behind a refusal."""

from __future__ import annotations

from typing import Final

from warband.games.heros_crossing.rules import board
from warband.games.heros_crossing.rules.activation import refuse_activation
from warband.games.heros_crossing.rules.attack import refuse_attack, refuse_reserve, reserve_level
from warband.games.heros_crossing.rules.board import Board
from warband.games.heros_crossing.rules.drawing import refuse_discard, refuse_draw
from warband.games.heros_crossing.rules.figures import FRONT_NAMES
from warband.games.heros_crossing.rules.flank import refuse_move
from warband.games.heros_crossing.rules.hire import refuse_add, refuse_replace
from warband.games.heros_crossing.rules.reasons import REFUSALS
from warband.games.heros_crossing.rules.setup import refuse_pick, refuse_place
from warband.kernel.notation import NONE, Deed, Notation
from warband.kernel.reasons import LEGAL
from warband.kernel.referee import Referee
from warband.kernel.seats import Seat

# The clause behind some refusals depends on what was wanted.
NEARER: Final = {
    ("reserve", "not_in_hand"): "ER-1",
    ("discard", "not_in_hand"): "REC-4",
    ("reserve", "not_yours"): "ER-1",
    ("hold", "not_yours"): "ER-1",
    ("place", "chosen"): "SET-9",
    ("first", "chance_decides"): "SET-1",
}

# What is asked, and of whom, is said by another clause in every phase but that of a turn.
MOMENTS: Final = {
    board.PICK: "SET-7",
    board.PLACE: "SET-9",
    board.DRAW: "REC-3",
    board.DISCARD: "REC-4",
    board.FLANK: "FLK-1",
    board.RESERVE: "ER-1",
    board.DEFENCE: "ER-1",
    board.KILL: "ATK-8",
}


class CrossingReferee(Referee[Board]):
    """What answers `why_not` in Hero's Crossing."""

    def notation(self, state: Board) -> Notation:
        """Return the actions with the heroes of the pack."""
        return state.rules.notation

    def is_joint(self, state: Board) -> bool:
        """Return whether both seats draft or place in secret."""
        return state.phase <= board.PLACE

    def nearer_clause(self, state: Board, deed: Deed, code: str) -> str:
        """Return the clause that speaks of this very case, where the usual one does not."""
        if code == "too_dear" and state.round == 0:
            return "SET-12"
        if code in ("not_yours", "not_now") and (deed.kind, code) not in NEARER:
            return "SET-12" if state.phase == board.DRAW and state.round == 0 else MOMENTS.get(state.phase, "")
        return NEARER.get((deed.kind, code), "")

    def refuse(self, state: Board, seat: Seat, deed: Deed) -> int:
        """Return what the predicate of the action's own kind says."""
        kind = deed.kind
        if kind in ("recruit", "flank"):
            return refuse_activation(state, seat, deed["front"])
        if kind == "attack":
            return refuse_attack(state, seat, deed["front"])
        if kind == "draw":
            return refuse_draw(state, deed["level"])
        if kind == "move":
            return refuse_move(state, deed["soldier"], deed["target"])
        return self._refuse_card(state, seat, deed)

    def _refuse_card(self, state: Board, seat: Seat, deed: Deed) -> int:
        card, front = deed["card"], deed["front"]
        if deed.name == "add":
            return refuse_add(state, seat, front, card)
        if deed.name == "replace":
            return refuse_replace(state, seat, front, deed["place"], card)
        if deed.kind == "reserve":
            return refuse_reserve(state, seat, card)
        if deed.kind == "discard":
            return refuse_discard(state, card)
        if deed.kind == "pick":
            return refuse_pick(state, seat, card)
        return refuse_place(state, seat, card, front) if deed.kind == "place" else LEGAL

    def facts(self, state: Board, seat: Seat, deed: Deed) -> dict[str, object]:
        """Return the data that the sentence of a refusal may need."""
        data: dict[str, object] = {}
        if deed["card"] != NONE:
            data["card"] = state.rules.ids[deed["card"]]
            data["level"] = state.rules.levels[deed["card"]]
        if deed.kind == "draw":
            data["level"] = deed["level"]
            data["power"] = state.power
        if deed["soldier"] != NONE:
            data["soldier"] = deed.words()["soldier"]
        front = deed["front"] if deed["front"] != NONE else state.front
        if front != NONE:
            data["front"] = FRONT_NAMES[front]
        return data | self._nearer_facts(state, seat, deed)

    def _nearer_facts(self, state: Board, seat: Seat, deed: Deed) -> dict[str, object]:
        if deed.kind == "reserve" and state.target != NONE:
            return {"most": reserve_level(state, seat)}
        if deed.kind == "place":
            return {"target": FRONT_NAMES[len(state.placed[seat])] if len(state.placed[seat]) < 3 else ""}
        if deed.name != "replace":
            return {}
        old = state.heroes[9 * seat + 3 * deed["front"] + deed["place"]]
        name, level = (state.rules.ids[old], state.rules.levels[old]) if old != NONE else ("", 0)
        return {"place": deed["place"] + 1, "old": name, "old_level": level}


REFEREE: Final = CrossingReferee(REFUSALS)
