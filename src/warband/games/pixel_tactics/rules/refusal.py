"""Ask the predicate of each kind of action; name the clause and the facts behind a refusal."""

from __future__ import annotations

from typing import Final

from warband.games.pixel_tactics.programs import codes, frames
from warband.games.pixel_tactics.programs.frames import asking_frame
from warband.games.pixel_tactics.programs.traits import keyword_cells
from warband.games.pixel_tactics.rules import board, reasons
from warband.games.pixel_tactics.rules.acts import (
    refuse_clear,
    refuse_concede,
    refuse_draw,
    refuse_leader_action,
    refuse_move,
    refuse_order,
    refuse_power,
    refuse_recruit,
    refuse_switch,
    refuse_switcher,
    refuse_unset,
)
from warband.games.pixel_tactics.rules.attack import refuse_attack, refuse_target, rival_chooses
from warband.games.pixel_tactics.rules.board import Board, Frame, kind_of, owner_of
from warband.games.pixel_tactics.rules.figures import CELL_NAMES, LEADER, MELEE, ORDER, RANGED, ROLE_NAMES, ROW_NAMES
from warband.games.pixel_tactics.rules.reasons import REFUSALS
from warband.kernel.notation import NONE, Deed, Notation
from warband.kernel.reasons import LEGAL
from warband.kernel.referee import Referee
from warband.kernel.seats import CHANCE, Seat

TURN_KINDS = ["recruit", "attack", "shoot", "power", "order", "clear", "move", "switch", "draw", "pass", "concede"]

# The clause behind some refusals depends on what was wanted.
NEARER = {
    ("order", "not_in_hand"): "ACT-10",
    ("lead", "not_in_hand"): "SET-5",
    ("first", "chance_decides"): "SET-8",
    ("attack", "wrong_row"): "ACT-6",
    ("shoot", "wrong_row"): "ACT-6",
    ("power", "wrong_row"): "ACT-9",
    ("power", "recruited_now"): "ACT-5",
    ("move", "recruited_now"): "ACT-5",
    ("switch", "recruited_now"): "ACT-5",
    ("attack", "has_acted"): "ACT-7",
    ("shoot", "has_acted"): "ACT-7",
    ("power", "has_acted"): "SPL-4",
    ("move", "has_acted"): "ACT-15",
    ("move", "has_moved"): "ACT-20",
    ("switch", "has_moved"): "ACT-20",
    ("move", "nobody_there"): "ACT-13",
    ("switch", "nobody_there"): "ACT-17",
    ("power", "nobody_there"): "ACT-8",
    ("move", "not_empty"): "ACT-16",
    ("shoot", "no_target"): "ATK-5",
}


RIVAL_MARKS = {"rival_aims": codes.CHOOSES_TARGETS | codes.CHOOSES_FOR_BODIES, "clear_forbidden": codes.NO_CLEAR}


def _forbidder(b: Board, marks: int) -> tuple[int, int]:
    """Return the kind and the role of the rival's card that has a mark: an ongoing order, or else the leader."""
    side = b.sides[1 - b.seat]
    for place in range(0, len(side.orders), 2):
        if b.rules.marks[ORDER * b.rules.kinds + side.orders[place]] & marks:
            return side.orders[place], ORDER
    return side.leads, LEADER


def card_clause(b: Board, program: int) -> str:
    """Return the clause of the card and role that a program belongs to."""
    index = b.rules.program_roles[program]
    return card_clause_of(b, index % b.rules.kinds, index // b.rules.kinds)


def card_clause_of(b: Board, kind: int, role: int) -> str:
    """Return the clause of a card in a role, of the printing that is played where the printings differ."""
    printing = "second" if b.rules.reprinted[role * b.rules.kinds + kind] else "first"
    return f"card/{b.rules.ids[kind]}/{ROLE_NAMES[role]}/{printing}"


def asked_kinds(b: Board, seat: Seat) -> list[str]:
    """Return the kinds of action that a seat is asked for."""
    if seat not in b.awaiting() or seat == CHANCE:
        return []
    if b.question == board.TURN:
        more = ["action"] if b.rules.leader_action != NONE else []
        return [*TURN_KINDS, *more, *(["unset"] if b.rules.unset != NONE else [])]
    if b.question == board.LEAD:
        return ["lead"]
    kinds: list[str] = []
    for action in b.options:
        kind = b.rules.notation.kind(action)
        if kind not in kinds:
            kinds.append(kind)
    return kinds


def refuse_answer(b: Board, seat: Seat, deed: Deed) -> int:
    """Return why an answer is not among those offered; a target has reasons of its own."""
    frame = asking_frame(b)
    if frame is not None and frame.step == frames.ATTACK and deed.kind == "choose":
        return _refuse_aim(b, frame, deed)
    return reasons.NOT_OFFERED


def _refuse_aim(b: Board, frame: Frame, deed: Deed) -> int:
    by_rival = rival_chooses(b, board.find(b, frame.me), frame.mode)
    if (deed["cell"] < 9) != by_rival:
        return reasons.OWN_UNIT_HIT if by_rival else reasons.WRONG_UNIT
    number = refuse_target(b, frame.seat, frame.mode, deed["cell"] % 9)
    return number if number != LEGAL else reasons.NOT_OFFERED


def refuse_turn(b: Board, deed: Deed) -> int:
    """Return why an action may not be taken in a turn."""
    kind = deed.kind
    if kind == "recruit":
        return refuse_recruit(b, deed["card"], deed["cell"])
    if kind == "attack" or kind == "shoot":
        return refuse_attack(b, deed["cell"], MELEE if kind == "attack" else RANGED, deed["target"])
    if kind == "action":
        return refuse_leader_action(b)
    if kind == "power":
        return refuse_power(b, deed["cell"])
    if kind == "order":
        return refuse_order(b, deed["card"])
    if kind == "move":
        return refuse_move(b, deed["cell"], deed["target"])
    if kind == "switch":
        return refuse_switch(b, deed["cell"], deed["target"])
    return _refuse_plain(b, deed)


def _refuse_plain(b: Board, deed: Deed) -> int:
    if deed.kind == "clear":
        return refuse_clear(b, deed["cell"])
    if deed.kind == "draw":
        return refuse_draw(b)
    if deed.kind == "unset":
        return refuse_unset(b, deed["place"])
    return refuse_concede(b) if deed.kind == "concede" else LEGAL


# ---- what the sentence needs ----


def _blamed_cell(b: Board, deed: Deed) -> int:
    """Return the cell that a refusal speaks of: of a switch the one that may not be switched."""
    if deed.kind == "switch" and refuse_switcher(b, deed["cell"]) == LEGAL:
        return deed["target"]
    return deed["cell"]


def _add_board_facts(b: Board, deed: Deed, data: dict[str, object]) -> None:
    rival = 1 - b.seat
    for code, marks in RIVAL_MARKS.items():
        data[f"{code}_by"] = b.rules.ids[_forbidder(b, marks)[0]]
    cell = _blamed_cell(b, deed)
    if cell != NONE:
        data["slot"] = CELL_NAMES[cell % 9]
        data["row"] = ROW_NAMES[cell % 9 // 3]
        unit = b.seat if cell < 9 else rival
        if deed["card"] == NONE:
            _add_piece(b, 9 * unit + cell % 9, "card", data)
    if deed.kind in ("move", "switch"):
        data["target"] = CELL_NAMES[deed["target"]]
        _add_piece(b, 9 * b.seat + deed["target"], "victim", data)
    elif deed.kind == "choose":
        _add_aim(b, b.stack[len(b.stack) - 1].seat if b.stack else b.seat, deed["cell"] % 9, data)
    elif deed["target"] != NONE:
        _add_aim(b, b.seat, deed["target"], data)


def _add_piece(b: Board, slot: int, name: str, data: dict[str, object]) -> None:
    card = b.card[slot]
    data[name] = b.rules.ids[kind_of(b, card)] if card != NONE else "nobody"
    if card != NONE:
        data[f"{name}_owner"] = owner_of(b, card)


def _add_aim(b: Board, attacker: int, cell: int, data: dict[str, object]) -> None:
    """Add who is aimed at, in which column, and who stands or intercepts before."""
    rival = 1 - attacker
    data["target"] = CELL_NAMES[cell]
    data["column"] = cell % 3 + 1
    _add_piece(b, 9 * rival + cell, "victim", data)
    shields = keyword_cells(b, rival, codes.INTERCEPT_SHIFT)
    for before in range(cell - 3, -1, -3):
        if b.sides[rival].alive >> before & 1:
            _add_piece(b, 9 * rival + before, "foremost", data)
        if shields >> before & 1:
            _add_piece(b, 9 * rival + before, "interceptor", data)


def question_key(b: Board) -> str:
    """Return what is asked now, as a key of the prompts."""
    if b.question != board.ANSWER or not b.stack:
        return board.QUESTION_NAMES[b.question]
    frame = b.stack[len(b.stack) - 1]
    if frame.step != frames.PROGRAM:
        return f"ask_{frames.STEP_NAMES[frame.step]}"
    return f"op_{b.rules.programs[frame.program][frame.at][0]}"


class TacticsReferee(Referee[Board]):
    """What answers `why_not` in Pixel Tactics."""

    def notation(self, state: Board) -> Notation:
        """Return the actions with the cards of the pack."""
        return state.rules.notation

    def is_joint(self, state: Board) -> bool:
        """Return whether both seats choose their leaders in secret."""
        return state.question == board.LEAD

    def refuse(self, state: Board, seat: Seat, deed: Deed) -> int:
        """Return what the predicate of the action's own kind says."""
        if state.question == board.LEAD:
            return LEGAL if state.sides[seat].hand >> deed["card"] & 1 else reasons.NOT_IN_HAND
        if state.question == board.ANSWER:
            return LEGAL if deed.action in state.options else refuse_answer(state, seat, deed)
        return refuse_turn(state, deed)

    def nearer_clause(self, state: Board, deed: Deed, code: str) -> str:
        """Return the clause that speaks of this very case, where the usual one does not."""
        frame = asking_frame(state)
        if code in ("not_offered", "not_now") and frame is not None and frame.step == frames.PROGRAM:
            return card_clause(state, frame.program)
        if code == "ceasefire_power" and state.rules.edition.power_is_attack:
            return "CF-1"
        if code == "rival_aims" or code == "clear_forbidden":
            return card_clause_of(state, *_forbidder(state, RIVAL_MARKS[code]))
        return NEARER.get((deed.kind, code), "")

    def facts(self, state: Board, seat: Seat, deed: Deed) -> dict[str, object]:
        """Return the data that the sentence of a refusal may need."""
        data: dict[str, object] = {"wave": ROW_NAMES[state.wave], "actions": max(0, state.actions)}
        data["cap"] = state.rules.edition.draw_cap
        if deed["card"] != NONE:
            data["card"] = state.rules.ids[deed["card"]]
        if state.round > 0:
            _add_board_facts(state, deed, data)
        data["question"] = question_key(state)
        return data


REFEREE: Final = TacticsReferee(REFUSALS)
