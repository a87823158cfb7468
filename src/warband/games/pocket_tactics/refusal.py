"""Turn the numbers of the rules' predicates into reasons with clause and data."""

from __future__ import annotations

from typing import Final

from warband.games.pocket_tactics import board, reasons
from warband.games.pocket_tactics.assault import manner_of, refuse_assault, target_of
from warband.games.pocket_tactics.board import Board, has, slots_of
from warband.games.pocket_tactics.combat import refuse_take
from warband.games.pocket_tactics.hexes import text_of
from warband.games.pocket_tactics.land import NOWHERE
from warband.games.pocket_tactics.movement import refuse_follow, refuse_move, refuse_stay
from warband.games.pocket_tactics.notation import DICE_NAMES, Deed, decode, spot
from warband.games.pocket_tactics.reasons import reason
from warband.games.pocket_tactics.rerolls import refuse_all, refuse_reroll
from warband.games.pocket_tactics.rules import CLOSE_MAGIC, MANNER_NAMES, NONE, UNDERGROWTH_PROWLER
from warband.games.pocket_tactics.setup import refuse_base, refuse_deploy, refuse_faction, refuse_tile, refuse_unit
from warband.games.pocket_tactics.summon import refuse_summon, refuse_summon_at
from warband.kernel.reasons import LEGAL, Reason
from warband.kernel.seats import CHANCE

CHANCE_KINDS: Final = ("die", "tile")


def why_not(b: Board, seat: int, action: int) -> Reason | None:
    """Return why an action is not legal for a seat now, or None if it is."""
    if b.phase == board.OVER:
        return reason(reasons.OVER, {})
    if action < 0 or action >= b.rules.actions:
        return reason(reasons.NOT_NOW, {"kind": "unknown", "asked": list(b.kinds(seat))})
    deed = decode(b.rules, action)
    number = refuse_moment(b, seat, deed)
    if number == LEGAL:
        number = refuse_deed(b, seat, deed)
    if number == LEGAL:
        return None
    return reason(number, facts(b, seat, deed), nearer_clause(b, deed, reasons.REASONS[number][0]))


def nearer_clause(b: Board, deed: Deed, code: str) -> str:
    """Return the clause that speaks of this very case, where the usual one does not."""
    if code == "no_offense" and manner_of(deed.two) > CLOSE_MAGIC:
        return "ASL-02"
    if code == "occupied" and b.phase == board.DEPLOY_AT:
        return "SET-15"
    if code == "occupied" and b.phase == board.SUMMON_AT:
        return "SUM-01"
    if code == "not_beside_base" and has(b, b.chosen, UNDERGROWTH_PROWLER):
        return "ability/undergrowth_prowler"
    if code == "too_far" and b.phase == board.FOLLOW:
        return "ability/phalanx"
    if code == "hex_taken" and b.phase == board.CITADEL:
        return "SET-14"
    return ""


def refuse_moment(b: Board, seat: int, deed: Deed) -> int:
    """Return why this is not the moment: chance decides, it is the other's turn, or something else is asked."""
    awaiting = b.awaiting()
    if deed.kind in CHANCE_KINDS or awaiting[0] == CHANCE:
        return reasons.CHANCE_DECIDES
    if seat not in awaiting:
        return reasons.CHOSEN if b.phase == board.FACTION and b.first == NONE else reasons.NOT_YOURS
    return LEGAL if deed.kind in b.kinds(seat) else reasons.NOT_NOW


def refuse_deed(b: Board, seat: int, deed: Deed) -> int:
    """Return what the predicate of the action's own kind says."""
    kind = deed.kind
    if kind == "assault":
        return refuse_assault(b, seat, deed.one, deed.two)
    if kind == "move":
        if b.phase == board.FOLLOW:
            return refuse_follow(b, deed.one, deed.two)
        return refuse_move(b, seat, deed.one, deed.two)
    if kind == "place":
        return _refuse_place(b, seat, deed.one)
    if kind == "summon":
        return refuse_unit(b, seat, deed.one) if b.phase == board.DEPLOY else refuse_summon(b, seat, deed.one)
    if kind == "reroll":
        return refuse_all(b, seat, deed.one - 24) if deed.one >= 24 else refuse_reroll(b, seat, deed.one)
    if kind == "take":
        return refuse_take(b, seat, deed.one) if deed.one != NONE else LEGAL
    if kind == "stay":
        return refuse_stay(b)
    return refuse_faction(b, deed.one) if kind == "faction" else LEGAL


def _refuse_place(b: Board, seat: int, number: int) -> int:
    if b.phase == board.PLACE:
        return refuse_tile(b, number)
    if b.phase == board.CITADEL:
        return refuse_base(b, number)
    if b.phase == board.DEPLOY_AT:
        return refuse_deploy(b, seat, number)
    return refuse_summon_at(b, seat, number)


def facts(b: Board, seat: int, deed: Deed) -> dict[str, object]:
    """Return the data that the sentence of a refusal may need."""
    data: dict[str, object] = {"kind": deed.kind, "asked": list(b.kinds(seat)), "seat": seat}
    if deed.kind == "place":
        data["hex"] = text_of(deed.one)
    elif deed.kind in ("move", "assault"):
        _add_path(b, deed, data)
    elif deed.kind in ("summon", "take") and deed.one != NONE:
        slots = slots_of(b, seat) if b.factions[seat] != NONE else []
        data["unit"] = b.rules.ids[slots[deed.one]] if deed.one < len(slots) else f"unit {deed.one + 1}"
    elif deed.kind == "reroll":
        data["dice"] = DICE_NAMES[deed.one - 24 if deed.one >= 24 else deed.one // 6 % 2]
        data["value"] = deed.one % 6 + 1
    if b.chosen != NONE:
        data["unit"] = b.rules.ids[b.chosen]
    return data


def _add_path(b: Board, deed: Deed, data: dict[str, object]) -> None:
    unit = b.units[deed.one]
    data["from"] = spot(deed.one, b)
    data["unit"] = b.rules.ids[unit] if unit != NONE else "unit"
    if deed.kind == "move":
        data["hex"] = spot(deed.two, b)
        return
    target = target_of(b, deed.one, deed.two)
    data["hex"] = spot(target, b) if target != NOWHERE else "there"
    data["manner"] = MANNER_NAMES[manner_of(deed.two)]
