"""Lay out what a seat has beside its unit: its leader's plate, hand, deck, discard pile, orders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warband.games.pixel_tactics.pack.reading import Card
from warband.games.pixel_tactics.rules.board import kind_of, life_of
from warband.games.pixel_tactics.rules.figures import LEADER_CELL, ROW_NAMES
from warband.games.pixel_tactics.rules.flow import goal
from warband.games.pixel_tactics.scene.pieces import details, left
from warband.kernel.notation import NONE
from warband.kernel.scene import BACK, CARD, COLUMN, HAND, PILE, TRACK, Container, Number, Piece
from warband.kernel.seats import Seat
from warband.kernel.validation import Node

if TYPE_CHECKING:
    from warband.games.pixel_tactics.scene.table import TacticsSceneBuilder


def card_piece(builder: TacticsSceneBuilder, card: Card, handle: str, seat: Seat) -> Piece:
    """Return a card face up; before round 1 it is looked at as a leader, later as a hero of the wave's row."""
    leads = not builder.board.round
    role = "leader" if leads else ROW_NAMES[builder.board.wave]
    figures = card.roles["leader"] if leads else card
    piece = Piece(handle, CARD, card.name, seat, card.sprite)
    piece.numbers = [
        Number(builder.figure("strength"), figures.attack, icon="sword"),
        Number(builder.figure("life"), figures.life, icon="heart"),
    ]
    piece.details = details(builder, card)
    label = builder.words.name("role", role)
    piece.note = next(f"{name}: {text}" for name, text in piece.details if name == label)
    piece.now = label
    return piece


def hero_card(builder: TacticsSceneBuilder, card: Card) -> Piece:
    """Return a card as it stands in a gallery: its figures as a hero, and its five uses."""
    piece = Piece(f"card/{card.id}", CARD, card.name, sprite=card.sprite, details=details(builder, card))
    piece.numbers = [
        Number(builder.figure("strength"), card.attack, icon="sword"),
        Number(builder.figure("life"), card.life, icon="heart"),
    ]
    return piece


# ---- the plate of a seat ----


def plate(builder: TacticsSceneBuilder, seat: Seat, area: str) -> list[Container]:
    """Return the plate of a seat: its leader with its life, who is first, trophies, what is to come."""
    b = builder.board
    slot = 9 * seat + LEADER_CELL
    container = Container(f"{seat}/plate", TRACK, builder.word("no_leader", seat=seat), area, seat)
    if b.card[slot] != NONE:
        card = builder.cards[kind_of(b, b.card[slot])]
        container.name = card.name
        container.sprite = card.sprite
        container.numbers = [Number(builder.figure("life"), max(0, left(b, slot)), life_of(b, slot), "heart")]
    if builder.rules.edition.series > 1:
        container.numbers.append(Number(builder.figure("trophies"), b.sides[seat].trophies, goal(b), "crown"))
    container.badges = plate_badges(builder, seat)
    container.marks = ["first"] if b.first == seat else []
    return [container] if container.numbers else []


def plate_badges(builder: TacticsSceneBuilder, seat: Seat) -> list[str]:
    """Return what a seat has to expect: fewer actions, melee attacks avenged."""
    side = builder.board.sides[seat]
    words = [builder.word("hindered", count=side.hindered)] if side.hindered else []
    return words + ([builder.word("avenging")] if side.avenging else [])


# ---- hands ----


def hand(builder: TacticsSceneBuilder, table: Node, seat: Seat) -> Container:
    """Return a hand: one's own cards, or backs with those that the viewer knows of."""
    fields = table.fields()
    area = "near_hand" if seat == builder.near else "far"
    container = Container(f"{seat}/hand", HAND, builder.named("hand", seat), area, seat)
    if "hand" in fields:
        container.pieces = [
            card_piece(builder, builder.card(name), f"{seat}/hand/{name}", seat) for name in names(fields, "hand")
        ]
        note_known(builder, container.pieces, names(fields, "known") if builder.viewer == seat else [], seat)
        return container
    seen = names(fields, "certain") if "certain" in fields else names(fields, "shown")
    hidden = table.field("hand_size").integer() - len(seen)
    container.pieces = backs(builder, f"{seat}/hand/backs", hidden, seat)
    for name in seen:
        piece = card_piece(builder, builder.card(name), f"{seat}/hand/{name}", seat)
        piece.note = ""
        piece.badges = [builder.word("known")]
        container.pieces.append(piece)
    return container


def names(fields: dict[str, Node], key: str) -> list[str]:
    """Return a list of card ids of a view, empty where the viewer may not see it."""
    return fields[key].texts() if key in fields else []


def note_known(builder: TacticsSceneBuilder, pieces: list[Piece], known: list[str], seat: Seat) -> None:
    """Say of one's own cards which of them the rival knows."""
    for piece in pieces:
        if piece.id.rpartition("/")[2] in known:
            piece.badges.append(builder.word("rival_knows"))


def backs(builder: TacticsSceneBuilder, handle: str, count: int, seat: Seat) -> list[Piece]:
    """Return so many cards face down, as one piece."""
    if count <= 0:
        return []
    return [Piece(handle, BACK, builder.words.name("noun", "hidden", count), seat, count=count)]


def aside(builder: TacticsSceneBuilder, table: Node, seat: Seat) -> list[Container]:
    """Return the cards that a seat has taken from its deck to look at."""
    fields = table.fields()
    cards = names(fields, "aside") or names(fields, "known_aside")
    size = len(cards) if "aside" in fields else table.field("aside_size").integer()
    if not size:
        return []
    area = "near_hand" if seat == builder.near else "far"
    container = Container(f"{seat}/aside", HAND, builder.named("aside", seat), area, seat)
    container.pieces = backs(builder, f"{seat}/aside/backs", size - len(cards), seat)
    container.pieces += [card_piece(builder, builder.card(name), f"{seat}/aside/{name}", seat) for name in cards]
    return [container]


# ---- piles ----


def piles(builder: TacticsSceneBuilder, table: Node, seat: Seat) -> list[Container]:
    """Return deck, discard pile, and the leaders that have left the deck as trophies."""
    area = "near" if seat == builder.near else "far"
    containers = [deck(builder, table, seat, area), heap(builder, table, seat, "discard", area)]
    more = [key for key in ("gone", "exiled") if names(table.fields(), key)]
    return [*containers, *[heap(builder, table, seat, key, area) for key in more]]


def deck(builder: TacticsSceneBuilder, table: Node, seat: Seat, area: str) -> Container:
    """Return a deck: how many cards it holds, and those whose place the viewer knows."""
    fields = table.fields()
    container = Container(f"{seat}/deck", PILE, builder.named("deck", seat), area, seat)
    top, bottom = (fixed(fields[key]) for key in ("top", "bottom"))
    size = table.field("deck_size").integer() if "deck_size" in fields else len(names(fields, "deck") + top + bottom)
    container.numbers = [Number(builder.words.name("noun", "card", size), size)]
    for place in range(len(bottom) - 1, -1, -1):
        container.pieces += fixed_card(builder, bottom[place], f"{seat}/deck/bottom{place + 1}", "on_bottom", place + 1)
    for place in range(len(top) - 1, -1, -1):
        key = "further_down" if place else "on_top"
        container.pieces += fixed_card(builder, top[place], f"{seat}/deck/top{place + 1}", key, place + 1)
    if container.pieces and not (top and top[0]):
        container.pieces.append(Piece(f"{seat}/deck/back", BACK, builder.words.name("noun", "card"), seat))
    return container


def fixed(node: Node) -> list[str]:
    """Return the cards whose place in a deck is fixed, next to draw first; empty where the viewer knows none."""
    cards: list[str] = []
    for item in node.items():
        card = item.field("card").value if isinstance(item.value, dict) else item.value
        cards.append(card if isinstance(card, str) else "")
    return cards


def fixed_card(builder: TacticsSceneBuilder, name: str, handle: str, key: str, place: int) -> list[Piece]:
    """Return a card of a deck whose place is known."""
    if not name:
        return []
    return [Piece(handle, CARD, builder.word(key, card=name, place=place), sprite=builder.card(name).sprite)]


def heap(builder: TacticsSceneBuilder, table: Node, seat: Seat, key: str, area: str) -> Container:
    """Return cards that lie open in a pile."""
    container = Container(f"{seat}/{key}", PILE, builder.named(key, seat), area, seat)
    for name in names(table.fields(), key):
        card = builder.card(name)
        piece = Piece(f"{seat}/{key}/{name}", CARD, card.name, seat, card.sprite)
        piece.details = details(builder, card)
        container.pieces.append(piece)
    return container


def orders(builder: TacticsSceneBuilder, table: Node, seat: Seat, area: str) -> list[Container]:
    """Return the ongoing orders of a seat with the turns they have left."""
    container = Container(f"{seat}/orders", COLUMN, builder.named("orders", seat), area, seat)
    for item in table.field("orders").items():
        card = builder.card(item.field("card").text())
        piece = order_piece(builder, card, f"{seat}/orders/{card.id}", seat)
        piece.badges = [builder.word("turns_left", count=item.field("turns").integer())]
        container.pieces.append(piece)
    return [container] if container.pieces else []


def traps(builder: TacticsSceneBuilder, table: Node, seat: Seat, area: str) -> list[Container]:
    """Return the traps of a seat: face down, but for those whom the viewer knows."""
    fields = table.fields()
    container = Container(f"{seat}/traps", COLUMN, builder.named("traps", seat), area, seat)
    for place, name in enumerate(fixed(fields["traps"]) if "traps" in fields else []):
        handle = f"{seat}/traps/{place}"
        if name:
            container.pieces.append(order_piece(builder, builder.card(name), handle, seat))
        else:
            container.pieces.append(Piece(handle, BACK, builder.word("hidden_trap"), seat))
    return [container] if container.pieces else []


def order_piece(builder: TacticsSceneBuilder, card: Card, handle: str, seat: Seat) -> Piece:
    """Return a card that is played as an order."""
    piece = Piece(handle, CARD, card.name, seat, card.sprite)
    piece.note = card.roles["order"].text
    piece.details = details(builder, card)
    piece.now = builder.words.name("role", "order")
    return piece
