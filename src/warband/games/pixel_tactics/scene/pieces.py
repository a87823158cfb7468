"""Lay out the two units: rows of slots with heroes, leaders and corpses, their figures, badges and marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warband.games.pixel_tactics.pack.reading import Card
from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.statuses import COUNTS, status_count
from warband.games.pixel_tactics.programs.statuses import WORDS as STATUS_WORDS
from warband.games.pixel_tactics.programs.traits import has_keyword, strength
from warband.games.pixel_tactics.rules import board
from warband.games.pixel_tactics.rules.attack import is_in_melee
from warband.games.pixel_tactics.rules.board import Board, kind_of, life_of, owner_of
from warband.games.pixel_tactics.rules.figures import CELL_NAMES, LEADER_CELL, MELEE, RANGED, ROLE_NAMES, ROW_NAMES
from warband.kernel.notation import NONE
from warband.kernel.scene import CARD, COLUMN, CORPSE, ROW, Container, Number, Piece, Slot
from warband.kernel.seats import Seat

if TYPE_CHECKING:
    from warband.games.pixel_tactics.scene.table import TacticsSceneBuilder

FLAG_BADGES = {board.FRESH: "fresh", board.MOVED: "moved"}
# The uses of a card, in the order in which they are read.
USES = [*ROW_NAMES, "order", "leader"]
KEYWORD_BADGES = {codes.INTERCEPT_SHIFT: "intercept", codes.RANGED_SHIFT: "ranged"}


def handle_of(slot: int) -> str:
    """Return the handle of a slot."""
    return f"{slot // 9}/{CELL_NAMES[slot % 9]}"


def row_handle(seat: Seat, row: int) -> str:
    """Return the handle of a row of a unit."""
    return f"{seat}/{ROW_NAMES[row]}"


# ---- units ----


def unit(builder: TacticsSceneBuilder, seat: Seat) -> Container:
    """Return a unit, its vanguard towards the middle of the table."""
    near = seat == builder.near
    rows = [rank(builder, seat, row) for row in (range(3) if near else (2, 1, 0))]
    area = "near_unit" if near else "far_unit"
    return Container(f"{seat}/unit", COLUMN, builder.named("unit", seat), area, seat, inside=rows)


def rank(builder: TacticsSceneBuilder, seat: Seat, row: int) -> Container:
    """Return a row of a unit; the one whose wave it is acts now."""
    b = builder.board
    name = builder.words.name("row_name", ROW_NAMES[row])
    container = Container(row_handle(seat, row), ROW, name, side=seat)
    container.marks = ["active"] if b.round and b.wave == row and b.seat == seat and b.question != board.OVER else []
    for column in range(3):
        slot = 9 * seat + 3 * row + column
        container.slots.append(Slot(handle_of(slot), CELL_NAMES[slot % 9], (row, column)))
        if b.card[slot] != NONE:
            piece = standing_piece(builder, slot)
            piece.at = (row, column)
            container.pieces.append(piece)
    return container


def standing_piece(builder: TacticsSceneBuilder, slot: int) -> Piece:
    """Return whatever lies in a slot: a hero, a leader, a corpse."""
    b = builder.board
    card = builder.cards[kind_of(b, b.card[slot])]
    handle = f"{handle_of(slot)}/{card.id}"
    if b.sides[slot // 9].corpses >> slot % 9 & 1:
        return corpse_piece(builder, slot, card, handle)
    role = ROLE_NAMES[3] if slot % 9 == LEADER_CELL else ROW_NAMES[slot % 9 // 3]
    piece = Piece(handle, CARD, card.name, slot // 9, card.sprite)
    piece.note = power_text(builder, slot, role)
    piece.numbers = [
        *strengths(builder, slot),
        Number(builder.figure("life"), max(0, left(b, slot)), life_of(b, slot), "heart"),
    ]
    piece.badges = badges(builder, slot)
    piece.marks = state_marks(builder, slot)
    piece.details = details(builder, card)
    piece.now = builder.words.name("role", role)
    return piece


def corpse_piece(builder: TacticsSceneBuilder, slot: int, card: Card, handle: str) -> Piece:
    """Return a corpse; where its leader lets corpses attack it has a strength."""
    b = builder.board
    piece = Piece(handle, CORPSE, card.name, slot // 9)
    power = strength(b, slot, MELEE, NONE)
    piece.numbers = [Number(builder.figure("strength"), power, icon="sword")] if power else []
    piece.marks = ["done"] if b.flags[slot] & board.ACTED and b.seat == slot // 9 else []
    piece.details = details(builder, card)
    return piece


def left(b: Board, slot: int) -> int:
    """Return how much life a card has left; below 0 where it has taken more than it has."""
    return life_of(b, slot) - b.damage[slot]


def strengths(builder: TacticsSceneBuilder, slot: int) -> list[Number]:
    """Return the strength of the attacks a card could make from where it stands, whomever it aims at."""
    b = builder.board
    melee, ranged = (strength(b, slot, mode, NONE) for mode in (MELEE, RANGED))
    shoots = has_keyword(b, slot, codes.RANGED_SHIFT)
    numbers: list[Number] = []
    if not shoots or is_in_melee(b, slot):
        numbers.append(Number(builder.figure("strength"), melee, icon="sword"))
    if shoots and (not numbers or ranged != melee):
        numbers.append(Number(builder.figure("ranged_strength"), ranged, icon="bow"))
    return numbers


def state_marks(builder: TacticsSceneBuilder, slot: int) -> list[str]:
    """Return the marks of a card in a slot that need no choice to be seen."""
    b = builder.board
    marks = ["falls"] if slot in builder.doomed else []
    if b.flags[slot] & board.ACTED and b.seat == slot // 9:
        marks.append("done")
    return marks


def badges(builder: TacticsSceneBuilder, slot: int) -> list[str]:
    """Return what is to be known of a card beside its figures, in short words."""
    b = builder.board
    words = [builder.word("leader")] if slot % 9 == LEADER_CELL else []
    words += [builder.word(key) for shift, key in KEYWORD_BADGES.items() if has_keyword(b, slot, shift)]
    if b.seat == slot // 9:
        words += [builder.word(key) for flag, key in FLAG_BADGES.items() if b.flags[slot] & flag]
    if b.flags[slot] & board.CAPTURED:
        words.append(builder.word("captured", seat=owner_of(b, b.card[slot])))
    if b.flags[slot] & board.UNHEALABLE:
        words.append(builder.word("unhealable"))
    if b.buff[slot]:
        words.append(builder.word("bonus", amount=b.buff[slot]))
    if b.status[slot]:
        words += status_badges(builder, b.status[slot])
    return words + (leader_badges(builder, slot) if slot % 9 == LEADER_CELL else [])


def status_badges(builder: TacticsSceneBuilder, status: int) -> list[str]:
    """Return the statuses of a card in brackets, with a number where they have one (STA-1)."""
    words: list[str] = []
    for number, word in enumerate(STATUS_WORDS):
        count = status_count(status, number)
        if count:
            words.append(builder.word("status" if word in COUNTS else "status_alone", status=word, count=count))
    return words


def leader_badges(builder: TacticsSceneBuilder, slot: int) -> list[str]:
    """Return what is to be known of a leader: level counters, and whom it copies."""
    b = builder.board
    side = b.sides[slot // 9]
    words = [builder.word("level", count=side.counters)] if side.counters else []
    if side.leads != kind_of(b, b.card[slot]):
        words.append(builder.word("copies", card=builder.rules.ids[side.leads]))
    return words


# ---- what a card says ----


def power_text(builder: TacticsSceneBuilder, slot: int, role: str) -> str:
    """Return what the card in a slot says there; a leader that copies says what it has copied."""
    b = builder.board
    kind = b.sides[slot // 9].leads if slot % 9 == LEADER_CELL else kind_of(b, b.card[slot])
    return builder.cards[kind].roles[role].text


def details(builder: TacticsSceneBuilder, card: Card) -> list[tuple[str, str]]:
    """Return the five uses of a card with their texts, put into words once."""
    known = builder.tactics.card_details.get(card.id)
    if known is None:
        known = builder.tactics.card_details[card.id] = _details(builder, card)
    return known


def _details(builder: TacticsSceneBuilder, card: Card) -> list[tuple[str, str]]:
    details: list[tuple[str, str]] = []
    for name in USES:
        role = card.roles[name]
        label = builder.words.name("role", name)
        text = role.text or builder.word("no_power")
        if name == "leader":
            text = builder.word("as_leader", attack=role.attack, life=role.life, text=text)
        details.append((label, text))
    return details
