"""Load a pack of cards from plain data, and refuse one that cannot be played, naming file, role and field."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass

from warband.games.pixel_tactics.documents.notation import declare
from warband.games.pixel_tactics.pack.binding import needs_of, note_rich
from warband.games.pixel_tactics.pack.extending import extend
from warband.games.pixel_tactics.pack.phrases import read_word
from warband.games.pixel_tactics.pack.proofread_traits import proofread_order, proofread_prefixes, proofread_traits
from warband.games.pixel_tactics.pack.proofreading import proofread
from warband.games.pixel_tactics.pack.texts import check_hash, tell_role
from warband.games.pixel_tactics.pack.vocabulary import EVENTS, TRIGGER_NAMES, Traits, read_program, read_traits
from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.amounts import is_once
from warband.games.pixel_tactics.rules.figures import (
    HERO_CELLS,
    LEADER,
    LEADER_CELL,
    MOST_CARDS,
    MOST_DECISIONS,
    MOST_REACTIONS,
    ORDER,
    ROLE_NAMES,
    ROW_CELLS,
    Edition,
    Rules,
)
from warband.kernel.clauses import Clause
from warband.kernel.errors import BadInput
from warband.kernel.notation import NONE
from warband.kernel.packs import card_nodes
from warband.kernel.validation import Node

PRINTINGS = ["first", "second"]
ID = re.compile(r"[a-z][a-z0-9_]*")
LEAST_CARDS = 12
MOST_FIGURE = 99
ROLE_FIELDS = ["text", "traits", *TRIGGER_NAMES, "text_of"]
HERO_FIELDS = [*ROLE_FIELDS, "power"]
LEADER_FIELDS = [*ROLE_FIELDS, "attack", "life", "power", "action"]
ORDER_FIELDS = [*ROLE_FIELDS, "effect", "ongoing", "trap"]
AMOUNT_TRAITS = (codes.FREE_ORDERS, codes.TURN_ACTIONS, codes.CORPSE_STRENGTH)
EVENT_NUMBERS = {event: number for number, event in enumerate(EVENTS)}
FIELDS_OF = {"order": ORDER_FIELDS, "leader": LEADER_FIELDS}


@dataclass
class Role:
    """What a card says in one role: its text, traits, triggers, and its power or effect."""

    text: str
    traits: Traits
    program: list[list[int]] | None
    triggers: dict[int, list[list[int]]]
    ongoing: bool
    attack: int
    life: int
    reprinted: bool
    action: list[list[int]] | None = None
    trap: int = NONE


@dataclass
class Card:
    """One card in one printing: a hero with three row powers, an order, a leader."""

    id: str
    name: str
    sprite: str
    attack: int
    life: int
    roles: dict[str, Role]


@dataclass
class Pack:
    """The cards of a pack in one printing, and the digest of its data."""

    name: str
    title: str
    digest: str
    cards: list[Card]


def load_pack(data: dict[str, object], where: str, printing: str) -> Pack:
    """Return the pack that the data describes in a printing, or raise BadInput that names file, role and field."""
    data = extend(data, where)
    digest = hashlib.blake2b(json.dumps(data, sort_keys=True).encode(), digest_size=16).hexdigest()
    key = (digest, printing)
    if key not in _READ:
        if len(_READ) >= MOST_READ:
            _READ.clear()
        _READ[key] = _read_pack(Node(data, where), digest, printing)
    return _READ[key]


# Packs that were read and found right; nothing changes them.
_READ: dict[tuple[str, str], Pack] = {}
MOST_READ = 16


def _read_pack(node: Node, digest: str, printing: str) -> Pack:
    fields = node.only(["name", "title", "game", "cards"])
    cards = [_load_card(item, printing) for item in card_nodes(node)]
    name = node.field("name").text()
    title = fields["title"].text() if "title" in fields else name
    pack = Pack(name, title, digest, cards)
    _check_whole(pack, node.where)
    return pack


def _check_whole(pack: Pack, where: str) -> None:
    count = len(pack.cards)
    if not LEAST_CARDS <= count <= MOST_CARDS:
        raise BadInput(f"{where}: cards: {count} cards; a deck has {LEAST_CARDS} to {MOST_CARDS} (SET-1)")


def _load_card(node: Node, printing: str) -> Card:
    fields = node.only(["id", "name", "sprite", "attack", "life", *ROLE_NAMES, "second"])
    card_id = node.field("id").text()
    if ID.fullmatch(card_id) is None:
        raise node.field("id").wrong(f"{card_id!r} is no id: lower-case letters, digits and _, a letter first")
    overlay = fields["second"].only(ROLE_NAMES) if "second" in fields else {}
    roles = {name: _load_role(name, fields.get(name), overlay.get(name), printing) for name in ROLE_NAMES}
    for name in ("order", "leader"):
        if name not in fields:
            raise node.wrong(f"the field {name!r} is missing")
    return Card(
        card_id,
        node.field("name").text(),
        fields["sprite"].text() if "sprite" in fields else card_id,
        node.field("attack").integer(0, MOST_FIGURE),
        node.field("life").integer(1, MOST_FIGURE),
        roles,
    )


def _load_role(name: str, base: Node | None, overlay: Node | None, printing: str) -> Role:
    """Return a role; the second printing replaces the fields it names. Both are read, so that both are checked."""
    known = FIELDS_OF.get(name, HERO_FIELDS)
    first = base.only(known) if base is not None else {}
    second = {**first, **(overlay.only(known) if overlay is not None else {})}
    printings = {"first": _read_role(name, first, base), "second": _read_role(name, second, overlay or base)}
    printings["second"].reprinted = overlay is not None
    return printings[printing]


def _read_role(name: str, fields: dict[str, Node], node: Node | None) -> Role:
    what = "effect" if name == "order" else "power"
    ongoing = fields["ongoing"].boolean() if "ongoing" in fields else False
    if name == "order":
        proofread_order(fields, ongoing)
    trap = read_word(fields["trap"], EVENT_NUMBERS) if "trap" in fields else NONE
    traits = _read_traits(name, fields)
    if "traits" in fields:
        proofread_prefixes(fields, traits)
    check_hash(fields)
    figures = [_figure(fields, node, key) if name == "leader" else 0 for key in ("attack", "life")]
    return Role(
        fields["text"].text() if "text" in fields else tell_role(fields),
        traits,
        _read_program(name, fields, what) if what in fields else None,
        {number: _read_program(name, fields, key) for number, key in enumerate(TRIGGER_NAMES) if key in fields},
        ongoing,
        figures[0],
        figures[1],
        False,
        _read_program(name, fields, "action") if "action" in fields else None,
        trap,
    )


def _read_traits(name: str, fields: dict[str, Node]) -> Traits:
    if "traits" not in fields:
        return Traits(0, 0, [])
    traits = read_traits(fields["traits"])
    proofread_traits(fields["traits"], name)
    return traits


def _read_program(name: str, fields: dict[str, Node], key: str) -> list[list[int]]:
    program = read_program(fields[key])
    place = f"trap: {fields['trap'].value}" if key == "effect" and "trap" in fields else key
    proofread(program, name, place, fields[key])
    return program


def _figure(fields: dict[str, Node], node: Node | None, key: str) -> int:
    if node is None:
        return 0
    if key not in fields:
        raise node.wrong(f"the field {key!r} is missing")
    return fields[key].integer(0 if key == "attack" else 1, MOST_FIGURE)


def card_clauses(game: str, data: dict[str, object], where: str) -> dict[str, Clause]:
    """Return a clause for every role of every card, and one more where the second printing differs."""
    clauses: dict[str, Clause] = {}
    for printing in PRINTINGS:
        for card in load_pack(data, where, printing).cards:
            for name, role in card.roles.items():
                if role.text and (printing == "first" or role.reprinted):
                    full = f"{game}:card/{card.id}/{name}/{printing}"
                    clauses[full] = Clause(full, f"{card.name}, {name}, {printing} printing", role.text, "stated")
    return clauses


# ---- from cards to the tables of the rules ----


def bind_rules(pack: Pack, edition: Edition) -> Rules:
    """Return the rules for a pack and an edition."""
    cards = pack.cards
    attack = [card.attack for card in cards] + [card.roles["leader"].attack for card in cards]
    life = [card.life for card in cards] + [card.roles["leader"].life for card in cards]
    ids = [card.id for card in cards]
    roles = [card.roles[name] for name in ROLE_NAMES for card in cards]
    rows = [row for role in roles for program in _programs_of(role) for row in program]
    rules = Rules(ids, attack, life, edition, declare(ids, needs_of(roles_act(roles), traps_of(cards), rows)))
    # The last entry of each table is of nobody: a silenced hero has no abilities (STA-7).
    rules.keywords = [*[role.traits.keywords for role in roles], 0]
    rules.marks = [*[role.traits.marks for role in roles], 0]
    rules.traits = [*[role.traits.rows for role in roles], []]
    rules.ongoing = [card.roles["order"].ongoing for card in cards]
    rules.reprinted = [role.reprinted for role in roles]
    rules.programs = []
    rules.program_roles = []
    rules.power = [*[_enter(rules, index, role.program) for index, role in enumerate(roles)], NONE]
    rules.action = [*[_enter(rules, index, role.action) for index, role in enumerate(roles)], NONE]
    rules.prefixed = any(_is_prefixed(role) for role in roles)
    rules.triggers = [
        [*[_enter(rules, index, role.triggers.get(number)) for index, role in enumerate(roles)], NONE]
        for number in range(codes.TRIGGERS)
    ]
    note_rich(rules, rows, traps_of(cards))
    rules.amounts = [[_amount(role.traits.rows, what) for role in roles] for what in AMOUNT_TRAITS]
    rules.trigger_cells = [_cells_with(rules, [program != NONE for program in table]) for table in rules.triggers]
    rules.peek_cells = _cells_marked(rules, codes.SEES_TOP)
    rules.stand_in_cells = _cells_marked(rules, codes.TAKES_FOR_REAR | codes.TAKES_FOR_FORERUNNER)
    rules.attacking = [_attacks(rules, ORDER * rules.kinds + kind) for kind in range(rules.kinds)]
    rules.harmful = [_harms(rules, ORDER * rules.kinds + kind) for kind in range(rules.kinds)]
    return rules


def _programs_of(role: Role) -> list[list[list[int]]]:
    return [program for program in (role.program, role.action, *role.triggers.values()) if program]


def roles_act(roles: list[Role]) -> bool:
    """Return whether any leader gives an action."""
    return any(role.action for role in roles)


def traps_of(cards: list[Card]) -> list[int]:
    """Return what springs the trap that each card is, NONE for no trap."""
    return [card.roles["order"].trap for card in cards]


def _is_prefixed(role: Role) -> bool:
    """Return whether something of a role is long, free, limited, or done once a turn, a round or a fight."""
    if any(is_once(row[1]) for program in _programs_of(role) for row in program if row[0] == codes.IF):
        return True
    return bool(
        role.traits.keywords >> codes.LONG_ATTACK_SHIFT or role.traits.marks & (codes.OF_SPELLS | codes.OF_ACTIONS)
    )


def _amount(rows: list[list[int]], what: int) -> int:
    return max([row[2] for row in rows if row[0] == what], default=0)


def _cells_marked(rules: Rules, marks: int) -> int:
    return _cells_with(rules, [bool(mark & marks) for mark in rules.marks])


def _cells_with(rules: Rules, has: list[bool]) -> int:
    """Return the cells in which some card has something, by its role there."""
    cells = 1 << LEADER_CELL if any(has[LEADER * rules.kinds : ORDER * rules.kinds]) else 0
    for row, row_cells in enumerate(ROW_CELLS):
        if any(has[row * rules.kinds : (row + 1) * rules.kinds]):
            cells |= row_cells & HERO_CELLS
    return cells


def _enter(rules: Rules, index: int, program: list[list[int]] | None) -> int:
    if not program:
        return -1
    rules.programs.append(program)
    rules.program_roles.append(index)
    return len(rules.programs) - 1


def _attacks(rules: Rules, index: int) -> bool:
    """Return whether an order makes something attack (CF-1)."""
    return any(row[0] in (codes.ATTACK, codes.ACT) for row in _rows(rules, index))


def _rows(rules: Rules, index: int) -> list[list[int]]:
    return rules.programs[rules.power[index]] if rules.power[index] >= 0 else []


def _harms(rules: Rules, index: int) -> bool:
    """Return whether an order could name or change a rival card, hand, deck or slot (CF-3, harmless)."""
    return any(_row_harms(row) for row in _rows(rules, index))


SET_UP_DECISIONS = 12
MOST_POINTS = 99
ANSWERS_AROUND = 4


def bound_of(rules: Rules) -> int:
    """Return an upper bound on the decisions of a match.

    A turn ends after MOST_DECISIONS; the action in progress then may still play every card of a deck as an order, with
    the reactions that REA-2 allows after each; a program asks no more than its rows do, and a few times around them
    (targets, who takes damage, which reaction is first) for each of up to 18 cards it works on.
    """
    longest = max([sum(_questions(row) for row in program) for program in rules.programs], default=1)
    program = longest + 18 * ANSWERS_AROUND
    turn = MOST_DECISIONS + rules.kinds * (1 + MOST_REACTIONS) * program
    edition = rules.edition
    fights = 1 if edition.series == 1 else edition.fight_cap
    return fights * (SET_UP_DECISIONS + 6 * edition.round_cap * turn)


def _questions(row: list[int]) -> int:
    """Return how many answers a row can ask for by itself."""
    if row[0] in (codes.SEVERAL, codes.SPLIT, codes.SPLIT_UP_TO):
        return (row[1] if row[1] < codes.VALUE else MOST_POINTS) + 1
    if row[0] in (codes.TAKE, codes.RECRUIT, codes.REARRANGE, codes.ATTACK):
        return max(row[3] if row[0] == codes.TAKE else 0, 9)
    return 1


QUERY_PLACE = {
    codes.EACH: 1,
    codes.CHOOSE: 1,
    codes.SEVERAL: 2,
    codes.SPLIT: 2,
    codes.SPLIT_UP_TO: 2,
    codes.ROW: 1,
    codes.COLUMN: 1,
}
RIVAL_ZONES = (codes.RIVAL_HAND, codes.RANDOM_RIVAL_HAND, codes.RIVAL_DISCARD, codes.RIVAL_CHOICE)


def _row_harms(row: list[int]) -> bool:
    op = row[0]
    if op in QUERY_PLACE:
        return bool(row[QUERY_PLACE[op]] & codes.Q_RIVAL)
    if op == codes.SHOW:
        return row[1] != codes.LEADER_CARD
    if op == codes.ACTIONS:
        return row[1] == 1
    if op in (codes.AVENGE, codes.LOOK, codes.CANCEL):
        return True
    if op == codes.MILL:
        return row[1] == 1
    return op == codes.TAKE and row[1] in RIVAL_ZONES
