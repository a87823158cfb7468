"""Build a pack on a shipped one: cards of its own, changes of cards, cards left out."""

from __future__ import annotations

from warband.games.pixel_tactics.pack.query_words import hint
from warband.games.pixel_tactics.rules.figures import ROLE_NAMES
from warband.kernel.packaged_game import shipped_pack
from warband.kernel.packs import CARDS, FILE
from warband.kernel.validation import Node

PACKAGE = "warband.games.pixel_tactics"
SHIPPED = ["set-one"]
EXTENDS, WITHOUT = "extends", "without"

Table = dict[str, object]


def extend(data: Table, where: str) -> Table:
    """Return the whole pack that some data means: as it is, or what it extends with its additions and changes."""
    node = Node(data, where)
    if EXTENDS not in data:
        if WITHOUT in data:
            raise node.field(WITHOUT).wrong("only a pack that extends another leaves cards of it out")
        return data
    base = shipped_pack(PACKAGE, SHIPPED[node.field(EXTENDS).one_of(SHIPPED)])[0]
    cards = {str(card.field("id").value): card.mapping() for card in Node(base, "base").field(CARDS).items()}
    _leave_out(node, cards)
    for item in node.field(CARDS).items() if CARDS in data else []:
        card = item.mapping()
        known = cards.get(str(card.get("id")))
        cards[str(card.get("id", len(cards)))] = _changed(known, card) if known is not None else card
    rest = {name: value for name, value in data.items() if name not in (EXTENDS, WITHOUT, CARDS)}
    return {**rest, CARDS: list(cards.values())}


def _leave_out(node: Node, cards: dict[str, Table]) -> None:
    for item in node.field(WITHOUT).items() if WITHOUT in node.fields() else []:
        name = item.text()
        if name not in cards:
            raise item.wrong(f"there is no card {name!r} to leave out{hint(name, cards)}")
        del cards[name]


def _changed(base: Table, own: Table) -> Table:
    """Return a card with the fields and roles that its change names; a changed role is the same in both printings."""
    second = base.get("second")
    if isinstance(second, dict):
        kept = {role: fields for role, fields in second.items() if role not in own}
        base = {**base, "second": kept}
    merged = {**base, **own}
    for role in ROLE_NAMES:
        merged[role] = own.get(role, base.get(role, {}))
    empty = [name for name in (*ROLE_NAMES, "second") if not merged.get(name)]
    return {name: value for name, value in merged.items() if name not in empty} | _place(base, own)


def _place(base: Table, own: Table) -> Table:
    """Return where a changed card stands: in the file of its change."""
    return {FILE: own[FILE]} if FILE in own else {FILE: base[FILE]} if FILE in base else {}
