"""Say what is asked: the card and the step behind a question, and the data that its sentence names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warband.games.pixel_tactics.pack.vocabulary import FROM, OPS
from warband.games.pixel_tactics.programs import codes, frames
from warband.games.pixel_tactics.programs.amounts import amount
from warband.games.pixel_tactics.programs.frames import asking_frame
from warband.games.pixel_tactics.programs.traits import strength
from warband.games.pixel_tactics.rules import board
from warband.games.pixel_tactics.rules.board import Board, Frame, ceasefire, find, kind_of, life_of
from warband.games.pixel_tactics.rules.figures import CELL_NAMES, ORDER, ROW_NAMES
from warband.games.pixel_tactics.scene.pieces import handle_of, left
from warband.kernel.notation import NONE
from warband.kernel.scene import Sentence

if TYPE_CHECKING:
    from warband.games.pixel_tactics.scene.table import TacticsSceneBuilder

OP_NAMES = {code: name.replace(" ", "_") for name, (code, _) in OPS.items()}
ZONE_NAMES = {number: name.replace(" ", "_").replace("'s", "") for name, number in FROM.items()}
TO_NAMES = {codes.TO_HAND: "hand", codes.TO_TOP: "top", codes.TO_DISCARD: "discard", codes.TO_NONE: "none"}
TO_NAMES[codes.TO_EXILE] = "exile"
CHOOSING = (codes.CHOOSE, codes.SEVERAL, codes.SPLIT, codes.SPLIT_UP_TO, codes.ROW, codes.COLUMN)
COUNTING = (codes.SEVERAL, codes.SPLIT, codes.SPLIT_UP_TO)


def say(builder: TacticsSceneBuilder, section: str, keys: list[str], data: dict[str, object]) -> Sentence:
    """Return the sentence of the first key that the words know; the last one must be there."""
    known = builder.words.tables[section]
    key = next((key for key in keys if key in known), keys[-1])
    return builder.words.say(section, key, data, builder.players)


def prompt(builder: TacticsSceneBuilder) -> Sentence:
    """Return the question to the seat that decides."""
    return say(builder, "prompts", question_keys(builder.board), question_data(builder))


# ---- which question ----


def question_keys(b: Board) -> list[str]:
    """Return the keys of the question that is asked now, the most telling first."""
    frame = asking_frame(b)
    if b.question == board.TURN:
        return [turn_key(b)]
    if b.question != board.ANSWER or frame is None:
        return [board.QUESTION_NAMES[b.question]]
    if frame.step == frames.PROGRAM:
        return program_keys(b, b.rules.programs[frame.program][frame.at :], frame)
    return [step_key(b, frame)]


def turn_key(b: Board) -> str:
    """Return which turn this is: in the ceasefire, with actions left, or with nothing but what is free."""
    if b.actions <= 0:
        return "turn_orders" if b.order_actions > 0 else "turn_free"
    if ceasefire(b):
        return "turn_ceasefire"
    return "turn_and_orders" if b.order_actions > 0 else "turn"


def step_key(b: Board, frame: Frame) -> str:
    """Return the question of a rule step: aim, let another take damage, order reactions, act."""
    if frame.step == frames.ATTACK:
        return "aim" if b.asked == frame.seat else "aim_for_rival"
    if frame.step == frames.DEAL:
        return "stand_in" if len(b.options) == 2 else "stand_ins"
    if frame.step == frames.TRAP:
        return "trap"
    if frame.step == frames.ACT:
        return "act_may" if frame.mode == 1 else "act_must"
    fallen = b.pending and codes.WHEN_OWN_FALLS <= b.pending[0] <= codes.WHEN_RIVAL_FALLS
    return "react_to_falls" if fallen else "react"


def program_keys(b: Board, rows: list[list[int]], frame: Frame) -> list[str]:
    """Return the keys of what a card asks: the op with its place, or what is chosen for which effect."""
    row = rows[0]
    name = OP_NAMES[row[0]]
    if row[0] == codes.TAKE:
        key = f"take_{ZONE_NAMES[row[1]]}_{TO_NAMES[row[2]]}"
        return [*([f"{key}_last"] if points_left(b, row, frame) == 1 else []), key, "take"]
    if row[0] == codes.SHOW or row[0] == codes.PLAY:
        return [f"{name}_{ZONE_NAMES[row[1]]}", name]
    if row[0] == codes.RECRUIT:
        return ["recruit_many" if row[1] else "recruit_one"]
    if row[0] not in CHOOSING:
        return [f"ask_{name}"]
    return [f"{name}_{'_'.join(purpose(rows[1:]))}", f"ask_{name}"]


def purpose(rows: list[list[int]]) -> list[str]:
    """Return the names of the ops up to the first that does something with what was chosen."""
    names: list[str] = []
    for row in rows:
        names.append(OP_NAMES[row[0]])
        if row[0] not in CHOOSING:
            break
    return names


# ---- what its sentence names ----


def question_data(builder: TacticsSceneBuilder) -> dict[str, object]:
    """Return the data that a prompt, or the label of an answer, may name."""
    b = builder.board
    data: dict[str, object] = {"wave": ROW_NAMES[b.wave], "actions": b.actions, "orders": b.order_actions}
    data["power"] = str(builder.game.options["power_is"])
    frame = asking_frame(b)
    if b.question != board.ANSWER or frame is None:
        return data
    data["owner"] = frame.seat
    if frame.step == frames.PROGRAM:
        return {**data, **program_data(b, frame)}
    data.update(step_data(b, frame))
    if frame.step == frames.DEAL:
        data["fate"] = fate_of_target(builder, frame)
    return data


def named(b: Board, card: int, key: str, place: str) -> dict[str, object]:
    """Return a card that lies in a unit under a key, with the slot where it lies."""
    slot = find(b, card) if card != NONE else NONE
    if slot == NONE:
        return {}
    at = handle_of(slot)
    data: dict[str, object] = {key: b.rules.ids[kind_of(b, card)], place: CELL_NAMES[slot % 9], f"{key}_at": at}
    return {**data, "side": slot // 9} if place == "slot" else {**data, f"{place}_at": at}


def step_data(b: Board, frame: Frame) -> dict[str, object]:
    """Return what the question of a rule step names."""
    data: dict[str, object] = {"amount": frame.amount}
    if frame.step == frames.DEAL:
        data.update(named(b, frame.target, "card", "slot"))
        first = 9 * b.asked + b.rules.notation.decode(b.options[0])["cell"]
        data.update(named(b, frame.me, "source", "from"))
        return {**data, **named(b, b.card[first], "other", "place")}
    if frame.step == frames.ATTACK:
        data["strength"] = strength(b, find(b, frame.me), frame.mode, NONE)
    return {**data, **named(b, frame.me, "card", "slot")}


def fate_of_target(builder: TacticsSceneBuilder, frame: Frame) -> str:
    """Return what becomes of a hero that is about to take damage if no other takes it."""
    b, after = builder.board, builder.board.copy()
    after.apply(b.asked, b.rules.done)
    slot = find(after, frame.target)
    if slot == NONE or not after.sides[slot // 9].alive >> slot % 9 & 1 or left(after, slot) <= 0:
        return lowered(builder.word("fate_falls"))
    return builder.word("fate_stays", left=left(after, slot), life=life_of(after, slot))


def lowered(text: str) -> str:
    """Return a text that goes on within a sentence."""
    return text[:1].lower() + text[1:]


def program_data(b: Board, frame: Frame) -> dict[str, object]:
    """Return what the question of a card names: the card, points left, amounts, what was chosen before."""
    rows = b.rules.programs[frame.program][frame.at :]
    index = b.rules.program_roles[frame.program]
    kinds = b.rules.kinds
    data = named(b, frame.me, "card", "slot") if frame.me != NONE else {}
    data["card"] = b.rules.ids[index % kinds]
    if index // kinds == ORDER:
        data["card_at"] = f"order/{data['card']}"
    data["amount"] = next((amount(b, frame, row[1], NONE) for row in rows if row[0] not in CHOOSING), 0)
    data["left"] = points_left(b, rows[0], frame)
    if frame.target != NONE:
        data.update(named(b, frame.target, "other", "place"))
    if frame.marks:
        data.update(named(b, b.card[frame.marks[piece_asked_for(rows[0], frame)]], "chosen", "place"))
    return data


def points_left(b: Board, row: list[int], frame: Frame) -> int:
    """Return how many more points, slots or cards may be chosen."""
    if row[0] in COUNTING:
        return amount(b, frame, row[1], NONE) - frame.index
    return max(1, row[3]) - frame.index if row[0] == codes.TAKE else 1


def piece_asked_for(row: list[int], frame: Frame) -> int:
    """Return which of the marks a question speaks of: the piece to be placed, or the one chosen first."""
    return len(frame.marks) - frame.mode if row[0] == codes.REARRANGE else 0


# ---- what was chosen so far ----


def chosen_slots(b: Board) -> list[int]:
    """Return the slots that the card which asks has marked so far, a slot once for every point."""
    frame = asking_frame(b)
    if b.question != board.ANSWER or frame is None or frame.step != frames.PROGRAM:
        return []
    op = b.rules.programs[frame.program][frame.at][0]
    return frame.marks if op in CHOOSING else []


def new_places(b: Board) -> dict[int, int]:
    """Return where each piece goes that has its place in a rearrangement in progress, by the slot it lies in."""
    frame = asking_frame(b)
    if b.question != board.ANSWER or frame is None or frame.step != frames.PROGRAM:
        return {}
    if b.rules.programs[frame.program][frame.at][0] != codes.REARRANGE:
        return {}
    places = frame.marks[frame.mode :]
    return dict(zip(frame.marks, places, strict=False))


def acting_slots(b: Board) -> list[int]:
    """Return the slots whose cards are acting now: those whose power or attack is in progress."""
    steps = (frames.PROGRAM, frames.ATTACK, frames.ACT)
    return slots_of(b, [frame.me for frame in b.stack if frame.step in steps])


def aimed_slots(b: Board) -> list[int]:
    """Return the slots whose cards an attack in progress, or its damage, is aimed at."""
    return slots_of(b, [frame.target for frame in b.stack if frame.step in (frames.ATTACK, frames.DEAL)])


def slots_of(b: Board, cards: list[int]) -> list[int]:
    """Return where those of some cards lie that lie in a unit."""
    return [slot for slot in range(18) if b.card[slot] != NONE and b.card[slot] in cards]


def orders_in_progress(b: Board) -> list[tuple[int, int]]:
    """Return the orders that are being carried out, each with the seat that carries it out."""
    kinds = b.rules.kinds
    orders: list[tuple[int, int]] = []
    for frame in b.stack:
        entry = (NONE, NONE)
        if frame.step == frames.PLAY:
            entry = (kind_of(b, frame.card), frame.seat)
        elif frame.step == frames.PROGRAM and b.rules.program_roles[frame.program] // kinds == ORDER:
            entry = (b.rules.program_roles[frame.program] % kinds, frame.seat)
        if entry[0] != NONE and entry not in orders:
            orders.append(entry)
    return orders
