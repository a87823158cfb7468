"""Turn the numbers of the rules' predicates into reasons with clause and data."""

from __future__ import annotations

from warband.games.heros_crossing import board, reasons
from warband.games.heros_crossing.activation import refuse_activation
from warband.games.heros_crossing.attack import refuse_attack, refuse_reserve, reserve_level
from warband.games.heros_crossing.board import Board
from warband.games.heros_crossing.drawing import refuse_discard, refuse_draw
from warband.games.heros_crossing.flank import refuse_move
from warband.games.heros_crossing.hire import refuse_add, refuse_replace
from warband.games.heros_crossing.notation import Deed, decode
from warband.games.heros_crossing.reasons import reason
from warband.games.heros_crossing.rules import FRONT_NAMES, NONE, SOLDIER_NAMES
from warband.games.heros_crossing.setup import refuse_pick, refuse_place
from warband.kernel.reasons import LEGAL, Reason
from warband.kernel.seats import CHANCE

# The clause behind some refusals depends on what was wanted.
NEARER = {
    ("reserve", "not_in_hand"): "ER-1",
    ("discard", "not_in_hand"): "REC-4",
    ("reserve", "not_yours"): "ER-1",
    ("hold", "not_yours"): "ER-1",
    ("place", "chosen"): "SET-9",
    ("first", "chance_decides"): "SET-1",
}


def why_not(b: Board, seat: int, action: int) -> Reason | None:
    """Return why an action is not legal for a seat now, or None if it is."""
    if b.phase == board.OVER:
        return reason(reasons.OVER, {})
    if action < 0 or action >= b.rules.actions:
        return reason(reasons.NOT_NOW, {"kind": "unknown", "asked": asked(b, seat)})
    deed = decode(b.rules, action)
    number = refuse_moment(b, seat, deed)
    if number == LEGAL:
        number = refuse_deed(b, seat, deed)
    if number == LEGAL:
        return None
    code = reasons.REASONS[number][0]
    return reason(number, facts(b, seat, deed), nearer_clause(b, deed.kind, code))


def nearer_clause(b: Board, kind: str, code: str) -> str:
    """Return the clause that speaks of this very case, where the usual one does not."""
    if code in ("too_dear", "not_yours") and b.round == 0:
        return "SET-12"
    return NEARER.get((kind, code), "")


def asked(b: Board, seat: int) -> list[str]:
    """Return the kinds of action that a seat is asked for."""
    return list(b.kinds(seat))


def refuse_moment(b: Board, seat: int, deed: Deed) -> int:
    """Return why this is not the moment: chance decides, it is the other's turn, or something else is asked."""
    if deed.kind in ("first", "card") or b.awaiting()[0] == CHANCE:
        return reasons.CHANCE_DECIDES
    if seat not in b.awaiting():
        return reasons.CHOSEN if b.phase <= board.PLACE else reasons.NOT_YOURS
    return LEGAL if deed.kind in b.kinds(seat) else reasons.NOT_NOW


def refuse_deed(b: Board, seat: int, deed: Deed) -> int:
    """Return what the predicate of the action's own kind says."""
    kind = deed.kind
    if kind == "hire":
        return _refuse_hire(b, seat, deed)
    if kind in ("recruit", "flank"):
        return refuse_activation(b, seat, deed.front)
    if kind == "attack":
        return refuse_attack(b, seat, deed.front)
    if kind == "draw":
        return refuse_draw(b, deed.level)
    if kind == "move":
        return refuse_move(b, deed.soldier, deed.target)
    return _refuse_card(b, seat, deed)


def _refuse_hire(b: Board, seat: int, deed: Deed) -> int:
    if deed.place == NONE:
        return refuse_add(b, seat, deed.front, deed.card)
    return refuse_replace(b, seat, deed.front, deed.place, deed.card)


def _refuse_card(b: Board, seat: int, deed: Deed) -> int:
    if deed.kind == "reserve":
        return refuse_reserve(b, seat, deed.card)
    if deed.kind == "discard":
        return refuse_discard(b, deed.card)
    if deed.kind == "pick":
        return refuse_pick(b, seat, deed.card)
    if deed.kind == "place":
        return refuse_place(b, seat, deed.card, deed.front)
    return LEGAL


def facts(b: Board, seat: int, deed: Deed) -> dict[str, object]:
    """Return the data that the sentence of a refusal may need."""
    data: dict[str, object] = {"kind": deed.kind, "asked": asked(b, seat), "seat": seat}
    if deed.card != NONE:
        data["card"] = b.rules.ids[deed.card]
        data["level"] = b.rules.levels[deed.card]
    if deed.level != NONE:
        data["level"] = deed.level
        data["power"] = b.power
    if deed.soldier != NONE:
        data["soldier"] = SOLDIER_NAMES[deed.soldier]
    front = deed.front if deed.front != NONE else b.front
    if front != NONE:
        data["front"] = FRONT_NAMES[front]
    _add_nearer_facts(b, seat, deed, data)
    return data


def _add_nearer_facts(b: Board, seat: int, deed: Deed, data: dict[str, object]) -> None:
    if deed.kind == "reserve" and b.target != NONE:
        data["most"] = reserve_level(b, seat)
    if deed.kind == "place":
        data["target"] = FRONT_NAMES[len(b.placed[seat])] if len(b.placed[seat]) < 3 else ""
    if deed.kind == "hire" and deed.place != NONE:
        data["place"] = deed.place + 1
        old = b.heroes[9 * seat + 3 * deed.front + deed.place]
        data["old"] = b.rules.ids[old] if old != NONE else ""
        data["old_level"] = b.rules.levels[old] if old != NONE else 0
