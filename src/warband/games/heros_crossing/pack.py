"""Load a hero set from plain data, and refuse one that cannot be played, naming file, card and field."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field

from warband.games.heros_crossing.rules.figures import SOLDIER_NAMES
from warband.kernel.errors import BadInput
from warband.kernel.packs import card_nodes
from warband.kernel.validation import Node

SYMBOLS = [*SOLDIER_NAMES, "draw"]
LEVELS = (1, 2, 3)
MOST_KINDS = 100


@dataclass
class Hero:
    """One kind of hero card."""

    id: str
    name: str
    level: int
    copies: int
    symbols: list[int]
    sprite: str
    monarch: bool


@dataclass
class HeroSet:
    """The heroes of a pack by level, its two monarchs, its cubes and the digest of its data."""

    name: str
    digest: str
    heroes: list[Hero]
    monarchs: list[Hero]
    cubes: list[int]
    where: str = field(default="", compare=False)


def load_pack(data: dict[str, object], where: str) -> HeroSet:
    """Return the hero set that the data describes, or raise BadInput that names file, card and field."""
    node = Node(data, where)
    node.only(["name", "title", "game", "cubes", "cards"])
    cards = [_load_hero(card) for card in card_nodes(node)]
    heroes = sorted((card for card in cards if not card.monarch), key=lambda card: card.level)
    monarchs = [card for card in cards if card.monarch]
    cubes = node.field("cubes")
    cubes.only(SOLDIER_NAMES)
    counts = [cubes.field(name).integer(0, 99) for name in SOLDIER_NAMES]
    digest = hashlib.blake2b(json.dumps(data, sort_keys=True).encode(), digest_size=16).hexdigest()
    pack = HeroSet(node.field("name").text(), digest, heroes, monarchs, counts, where)
    _check_whole(pack)
    return pack


def _load_hero(card: Node) -> Hero:
    fields = card.only(["id", "name", "level", "copies", "symbols", "sprite", "monarch"])
    hero_id = card.field("id").text()
    if not hero_id.replace("_", "").isalnum() or hero_id != hero_id.lower():
        raise card.field("id").wrong(f"{hero_id!r} is not lower-case letters, digits and _")
    symbols = card.field("symbols")
    symbols.only(SYMBOLS)
    return Hero(
        hero_id,
        card.field("name").text(),
        card.field("level").integer(1, 3),
        card.field("copies").integer(1, 99),
        [symbols.field(symbol).integer(0, 9) for symbol in SYMBOLS],
        fields["sprite"].text() if "sprite" in fields else hero_id,
        fields["monarch"].boolean() if "monarch" in fields else False,
    )


def _check_whole(pack: HeroSet) -> None:
    if len(pack.monarchs) != 2:
        raise BadInput(f"{pack.where}: cards: {len(pack.monarchs)} monarchs; there must be 2 (monarch = true)")
    if len(pack.heroes) > MOST_KINDS:
        raise BadInput(f"{pack.where}: cards: {len(pack.heroes)} kinds of hero; at most {MOST_KINDS} are playable")
    for level in LEVELS:
        copies = sum(hero.copies for hero in pack.heroes if hero.level == level)
        if copies == 0:
            raise BadInput(f"{pack.where}: cards: level {level} has no cards")
        if level == 1 and copies < 6:
            raise BadInput(f"{pack.where}: cards: level 1 has {copies} cards; set-up deals 6")
