"""Give every pack one shape, whether it is a file or a folder, and say where each card of it stands.

A complaint about a pack begins with where it stands: `WHERE.path.to[2].field: what is wrong`. WHERE is the file, or
the folder for a field of its pack.toml; a card of a folder stands at FOLDER/FILE (`my-set/knight.toml.symbols.draw`),
a card of a file at FILE.cards[1] (`mine.toml.cards[1] (knight).symbols.draw`).
"""

from __future__ import annotations

from typing import Final

from warband.kernel.errors import BadInput
from warband.kernel.validation import Node

PACK_FILE: Final = "pack.toml"
CARDS: Final = "cards"
FILE: Final = "file"


def assemble(tables: dict[str, dict[str, object]], where: str) -> dict[str, object]:
    """Return the data of a pack that is a folder, from its tables by file name, pack.toml among them."""
    if CARDS in tables[PACK_FILE]:
        raise BadInput(f"{where}/{PACK_FILE}.{CARDS}: in a folder every card has a file of its own; move them there")
    names = sorted(name for name in tables if name != PACK_FILE)
    for name in names:
        if FILE in tables[name]:
            raise BadInput(f"{where}/{name}.{FILE}: the name of the file stands for this field; leave it out")
    return {**tables[PACK_FILE], CARDS: [{FILE: name, **tables[name]} for name in names]}


def card_nodes(pack: Node) -> list[Node]:
    """Return the cards of a pack without the field `file`, each knowing where it stands; no id may stand twice."""
    cards = [_card_node(pack, item) for item in pack.field(CARDS).items()]
    places: dict[str, str] = {}
    for named in [card.field("id") for card in cards if "id" in card.fields()]:
        name = str(named.value)
        if name in places:
            raise named.wrong(f"the id {name!r} stands twice, here and in {places[name]}")
        places[name] = named.where.removesuffix(".id")
    return cards


def _card_node(pack: Node, item: Node) -> Node:
    fields = item.fields()
    if FILE in fields:
        card = {name: field.value for name, field in fields.items() if name != FILE}
        return Node(card, f"{pack.where}/{fields[FILE].text()}")
    return Node(item.value, f"{item.where} ({fields['id'].value})" if "id" in fields else item.where)


def check_game_of(pack: Node, game: str) -> None:
    """Raise BadInput if a pack says in its field `game` that it is for another game."""
    named = pack.fields().get("game")
    if named is not None and named.text() != game:
        raise named.wrong(f"this pack is for {named.text()!r}, not for {game}")
