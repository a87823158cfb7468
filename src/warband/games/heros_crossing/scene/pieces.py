"""Lay the pieces of a view out in containers: monarchs, Fronts, hands, stacks, supply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warband.games.heros_crossing.pack import SYMBOLS, Hero
from warband.games.heros_crossing.rules.figures import FRONT_NAMES, SOLDIER_NAMES
from warband.kernel.scene import BACK, CARD, COLUMN, CUBE, HAND, PILE, TRACK, Container, Number, Piece, Scene
from warband.kernel.seats import NOBODY, Seat
from warband.kernel.validation import Node
from warband.kernel.words import Words, join

if TYPE_CHECKING:
    from warband.games.heros_crossing.scene.table import CrossingSceneBuilder

ICONS = {**{name: f"soldier_{name}" for name in SOLDIER_NAMES}, "draw": "draw_power"}


def count_soldiers(words: Words, row: list[int]) -> str:
    """Return soldiers in words: 2 weapons and 1 potion."""
    named = [
        f"{count} {words.name('soldier', SOLDIER_NAMES[soldier], count)}" for soldier, count in enumerate(row) if count
    ]
    return join(named) if named else words.say("texts", "nobody", {}).plain().lower()


def hero_of(builder: CrossingSceneBuilder, card: str) -> Hero:
    """Return the hero of an id."""
    return next(hero for hero in builder.heroes.heroes if hero.id == card)


def hero_piece(builder: CrossingSceneBuilder, card: str, handle: str, seat: Seat) -> Piece:
    """Return a hero card, face up."""
    hero = hero_of(builder, card)
    figures = [(name, hero.symbols[index]) for index, name in enumerate(SYMBOLS)]
    numbers = [Number(name, count, None, ICONS[name]) for name, count in figures if count]
    piece = Piece(handle, CARD, hero.name, seat, hero.sprite, numbers=numbers)
    piece.badges = [builder.word("level", level=hero.level)]
    return piece


# ---- one side ----


def side(builder: CrossingSceneBuilder, seat: Seat, area: str) -> list[Container]:
    """Return the containers of a seat: its monarch, its Fronts, its hand or draft."""
    table = builder.seat_node(seat)
    fronts = [front(builder, seat, column, area) for column in range(3)]
    held = [hand(builder, table, seat, area)] if builder.node.field("round").integer() else []
    if not held:
        held = draft(builder, table, seat, area) or [hand(builder, table, seat, area)]
    return [monarch(builder, seat, area), *fronts, *held, *reserve(builder, seat, area)]


def monarch(builder: CrossingSceneBuilder, seat: Seat, area: str) -> Container:
    """Return the Monarch of a seat with its health."""
    table = builder.seat_node(seat)
    first = builder.node.field("first").value
    title, sprite = title_of(builder, seat)
    name = builder.word("monarch_of", monarch=title, seat=seat)
    number = Number(builder.word("health"), table.field("health").integer(), builder.rules.health, "heart")
    badges = [builder.word("first_player")] if first == seat else []
    return Container(f"{seat}/monarch", TRACK, name, area, seat, sprite, numbers=[number], badges=badges)


def title_of(builder: CrossingSceneBuilder, seat: Seat) -> tuple[str, str]:
    """Return whether a seat has the King or the Queen, and the sprite; the first player of the match has the King.

    Until that is known each has a Monarch (SET-2).
    """
    first = builder.node.field("first").value
    if first is None:
        return builder.word("monarch"), "crest"
    odd_round = builder.node.field("round").integer() % 2 == 1 or builder.node.field("round").integer() == 0
    hero = builder.heroes.monarchs[0 if (first == seat) == odd_round else 1]
    return hero.name, hero.sprite


def front(builder: CrossingSceneBuilder, seat: Seat, column: int, area: str) -> Container:
    """Return a Front; heroes stand behind their soldiers, who face the middle of the table."""
    name = FRONT_NAMES[column]
    table = builder.seat_node(seat).field(name)
    handle = f"{seat}/{name}"
    cards = table.field("heroes").texts()
    heroes = [hero_piece(builder, card, f"{handle}/{place + 1}", seat) for place, card in enumerate(cards)]
    soldiers = [
        soldier_piece(builder, f"{handle}/{soldier}", soldier, count.integer(), seat)
        for soldier, count in table.field("soldiers").fields().items()
        if count.integer()
    ]
    heroes += placed_hero(builder, seat, column)
    temporary = temporary_soldiers(builder, seat, column)
    marks = ["done"] if table.field("activated").boolean() else []
    container = Container(handle, COLUMN, builder.word("front_of", front=name), f"{area}_fronts", seat, marks=marks)
    container.pieces = [*heroes, *soldiers, *temporary] if area == "far" else [*temporary, *soldiers, *heroes]
    return container


def placed_hero(builder: CrossingSceneBuilder, seat: Seat, column: int) -> list[Piece]:
    """Return the hero that a seat has placed in a Front and not turned up yet: one's own, or a back."""
    placed = _cards(builder.seat_node(seat).field("draft").field("placed"))[column : column + 1]
    pieces = [_draft_piece(builder, card, seat, "placed", column) for card in placed]
    for piece in pieces:
        piece.note = builder.word("face_down")
    return pieces


def soldier_piece(builder: CrossingSceneBuilder, handle: str, soldier: str, count: int, seat: Seat) -> Piece:
    """Return the soldiers of one kind in a Front."""
    name = builder.words.name("soldier", soldier, count)
    return Piece(handle, CUBE, name, seat, f"soldier_{soldier}", count=count)


def temporary_soldiers(builder: CrossingSceneBuilder, seat: Seat, column: int) -> list[Piece]:
    """Return the temporary soldiers of the Defending Front."""
    action = builder.node.field("action")
    if builder.node.field("seat").value == seat or action.field("target").value != FRONT_NAMES[column]:
        return []
    pieces: list[Piece] = []
    for soldier, count in action.field("temporary").fields().items():
        if count.integer():
            handle = f"{seat}/{FRONT_NAMES[column]}/temporary/{soldier}"
            piece = soldier_piece(builder, handle, soldier, count.integer(), seat)
            piece.note = builder.word("temporary")
            pieces.append(piece)
    return pieces


def hand(builder: CrossingSceneBuilder, table: Node, seat: Seat, area: str) -> Container:
    """Return a hand: one's own cards, or the backs of the rival's with those one knows of."""
    container = Container(f"{seat}/hand", HAND, builder.word("hand_of", seat=seat), f"{area}_hand", seat)
    fields = table.fields()
    if "hand" in fields:
        container.pieces = grouped(builder, fields["hand"].texts(), seat)
        return container
    for level, count in enumerate(table.field("hand_levels").integers(), 1):
        if count:
            name = builder.word("back" if count == 1 else "backs", level=level)
            back = Piece(f"{seat}/hand/level{level}", BACK, name, seat, count=count)
            container.pieces.append(back)
    if "known" in fields:
        for place, card in enumerate(fields["known"].texts()):
            piece = hero_piece(builder, card, f"{seat}/known/{place + 1}", seat)
            piece.note = builder.word("known")
            container.pieces.append(piece)
    return container


def grouped(builder: CrossingSceneBuilder, cards: list[str], seat: Seat) -> list[Piece]:
    """Return cards of a hand, equal ones as one piece with a count."""
    pieces: list[Piece] = []
    for card in dict.fromkeys(cards):
        piece = hero_piece(builder, card, f"{seat}/hand/{card}", seat)
        piece.count = cards.count(card)
        pieces.append(piece)
    return pieces


def draft(builder: CrossingSceneBuilder, table: Node, seat: Seat, area: str) -> list[Container]:
    """Return what is seen of a seat's draft beside its Fronts: the cards to pick from, and its picks."""
    node = table.field("draft")
    pack, picks, placed = (_cards(node.field(name)) for name in ("pack", "picks", "placed"))
    for card in placed:
        # A rival's placing is hidden: none of the picks that are known can be struck off.
        if card in picks and card:
            picks.remove(card)
    containers: list[Container] = []
    own = "own_" if seat == builder.viewer else ""
    hands = [(f"{own}pack_of", "hand", pack), (f"{own}picks_of", "picks" if pack else "hand", picks)]
    for key, where, cards in hands:
        if cards:
            container = Container(f"{seat}/{where}", HAND, builder.word(key, seat=seat), f"{area}_hand", seat)
            container.pieces = _draft_pieces(builder, cards, seat, where)
            containers.append(container)
    return containers


def _cards(node: Node) -> list[str]:
    """Return the cards of a part of the draft; a bare number or None stands for cards not seen."""
    if isinstance(node.value, int):
        return [""] * node.value
    return [str(item.value) if item.value is not None else "" for item in node.items()]


def _draft_pieces(builder: CrossingSceneBuilder, cards: list[str], seat: Seat, where: str) -> list[Piece]:
    pieces: list[Piece] = []
    for place, card in enumerate(cards):
        twin = next((piece for piece in pieces if card and piece.id == f"{seat}/{where}/{card}"), None)
        if twin is None:
            pieces.append(_draft_piece(builder, card, seat, where, place))
        else:
            twin.count += 1
    return pieces


def _draft_piece(builder: CrossingSceneBuilder, card: str, seat: Seat, where: str, place: int) -> Piece:
    """Return a card of the draft as far as it is seen."""
    if card:
        return hero_piece(builder, card, f"{seat}/{where}/{card}", seat)
    return Piece(f"{seat}/{where}/back{place + 1}", BACK, builder.word("back_draft"), seat)


def reserve(builder: CrossingSceneBuilder, seat: Seat, area: str) -> list[Container]:
    """Return the face-down reserve of a seat, if it has played one."""
    fields = builder.seat_node(seat).fields()
    level = fields["reserve_level"].value if "reserve_level" in fields else None
    card = fields["reserve"].value if "reserve" in fields else None
    if level is None and card is None:
        return []
    container = Container(f"{seat}/reserve", PILE, builder.word("reserve_of", seat=seat), area, seat)
    if isinstance(card, str):
        container.pieces = [hero_piece(builder, card, f"{seat}/reserve/card", seat)]
    else:
        container.pieces = [Piece(f"{seat}/reserve/card", BACK, builder.word("back", level=level), seat)]
    return [container]


# ---- what both share ----


def shared(builder: CrossingSceneBuilder) -> list[Container]:
    """Return stacks, supply and discards."""
    stacks: list[Container] = []
    for level, count in enumerate(stack_counts(builder), 1):
        numbers = [Number(builder.word("cards"), count)]
        stacks.append(Container(f"stack/{level}", PILE, builder.word("stack", level=level), "shared", numbers=numbers))
    supply = Container("supply", PILE, builder.word("supply"), "shared")
    for soldier, left in builder.node.field("supply").fields().items():
        name = builder.words.name("soldier", soldier, left.integer())
        supply.pieces.append(Piece(f"supply/{soldier}", CUBE, name, NOBODY, f"soldier_{soldier}", count=left.integer()))
    discards = Container("discards", PILE, builder.word("discards"), "shared")
    for card, copies in builder.node.field("discards").fields().items():
        piece = hero_piece(builder, card, f"discards/{card}", NOBODY)
        piece.count = copies.integer()
        discards.pieces.append(piece)
    return [*stacks, supply, discards]


def stack_counts(builder: CrossingSceneBuilder) -> list[int]:
    """Return the number of cards in each stack, from a seat's view or from the view of everything."""
    stacks = builder.node.field("stacks")
    if isinstance(stacks.value, list):
        return stacks.integers()
    counts = [0, 0, 0]
    for card, count in stacks.fields().items():
        counts[hero_of(builder, card).level - 1] += count.integer()
    return counts


def mark(scene: Scene, node: Node) -> None:
    """Mark what may act, and the Fronts of an attack in progress."""
    first = {choice.handles[0] for choice in scene.choices if choice.handles}
    attacker, target = node.field("seat").value, node.field("action").field("target").value
    source = node.field("action").field("front").value
    for container in scene.containers:
        if container.id in first:
            container.marks.append("may_act")
        if source is not None and container.id == f"{attacker}/{source}":
            container.marks = ["active"]
        if target is not None and isinstance(attacker, int) and container.id == f"{1 - attacker}/{target}":
            container.marks.append("aimed")
        for piece in container.pieces:
            if piece.id in first:
                piece.marks.append("may_act")
