"""A table of Pixel Tactics a second time, as a person sees it: who stands where, reach, strength, armour."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import TypeVar

from warband.kernel.validation import Node

Found = TypeVar("Found")
Slot = tuple[int, str]

CELLS = [row + column for row in "VFR" for column in "123"]
LEADER = "F2"
ROWS = {"vanguard": "V", "flank": "F", "rear": "R"}
MARKS = ["acted", "fresh", "moved", "captured", "unhealable", "hurt", "struck", "falling"]

# Attack and life as a hero, then as a leader, as printed.
FIGURES: dict[str, tuple[int, int, int, int]] = {
    "alchemist": (2, 4, 2, 17),
    "assassin": (3, 1, 8, 15),
    "berserker": (3, 6, 4, 19),
    "doppelganger": (3, 5, 2, 18),
    "dragon_mage": (6, 3, 4, 17),
    "fighter": (4, 8, 4, 23),
    "gunner": (5, 4, 5, 18),
    "healer": (1, 4, 0, 15),
    "homunculus": (3, 7, 0, 36),
    "illusionist": (4, 5, 4, 15),
    "knight": (3, 10, 4, 20),
    "mascot": (1, 4, 1, 20),
    "mystic": (1, 7, 1, 19),
    "oracle": (2, 4, 3, 20),
    "overlord": (3, 7, 4, 17),
    "paladin": (4, 6, 3, 20),
    "planestalker": (3, 7, 4, 19),
    "priestess": (1, 7, 0, 19),
    "pyromancer": (3, 3, 6, 17),
    "scientist": (2, 5, 1, 17),
    "summoner": (2, 5, 1, 21),
    "templar": (1, 6, 4, 23),
    "trapper": (4, 5, 5, 19),
    "vampire": (2, 6, 3, 18),
    "witch": (1, 5, 3, 20),
}
SECOND_LEADERS = {"healer": (5, 18), "homunculus": (1, 36), "mascot": (2, 17), "paladin": (4, 17)}
KINDS = list(FIGURES)

INTERCEPT = {f"{card} V" for card in ("alchemist", "fighter", "healer", "homunculus", "knight", "mystic")}
INTERCEPT |= {f"{card} V" for card in ("overlord", "paladin", "planestalker", "trapper")}
RANGED = {"dragon_mage R", "gunner V", "gunner F", "gunner R", "planestalker V", "planestalker R"}
RANGED |= {"pyromancer F", "pyromancer R"}
RANGED_BEFORE = {"planestalker F", "pyromancer F"}
RANGED_BEHIND = {"gunner F", "planestalker F", "trapper F"}
RANGED_LEADERS = {"gunner", "pyromancer", "trapper", "planestalker"}
STRONGER = {"berserker V": 2, "fighter F": 2, "fighter R": 4, "homunculus V": 2}
LESS = {"berserker V": 1, "healer V": 2}
# Orders that could neither name nor change anything of the rival's (CF-3).
HARMLESS = {"homunculus", "mystic", "oracle", "overlord", "priestess", "scientist", "summoner"}


@dataclass
class Ask:
    """A question: who answers it (CHANCE for chance), and the answers in notation."""

    who: int
    options: list[str]


Asking = Generator[Ask, str, Found]
Play = Generator[Ask, str, None]


@dataclass(eq=False)
class Piece:
    """A card in a unit and what lies on it; it stays the same piece when it moves."""

    card: str
    owner: int
    damage: int = 0
    corpse: bool = False
    bonus: int = 0
    marks: set[str] = field(default_factory=set)

    def bare(self) -> None:
        """Take everything off: damage, bonus, what was remembered."""
        self.damage = self.bonus = 0
        self.marks = set()


@dataclass
class Side:
    """The cards of one seat."""

    leads: str
    unit: dict[str, Piece]
    hand: set[str]
    aside: set[str]
    bag: set[str]
    top: list[str]
    bottom: list[str]
    discard: set[str]
    counters: int
    hindered: int
    avenging: bool
    dealt: int

    def deck(self) -> set[str]:
        return self.bag | set(self.top) | set(self.bottom)


def read_piece(node: Node, seat: int) -> Piece:
    fields = node.fields()
    owner = fields["owner"].integer() if "owner" in fields else seat
    damage = fields["damage"].integer() if "damage" in fields else 0
    bonus = fields["bonus"].integer() if "bonus" in fields else 0
    marks = {mark for mark in MARKS if mark in fields}
    return Piece(fields["card"].text(), owner, damage, "corpse" in fields, bonus, marks)


def read_side(node: Node, seat: int) -> Side:
    cards = {name: set(node.field(name).texts()) for name in ("hand", "aside", "deck", "discard")}
    top, bottom = ([item.field("card").text() for item in node.field(name).items()] for name in ("top", "bottom"))
    counts = [node.field(name).integer() for name in ("counters", "hindered", "dealt")]
    unit = {cell: read_piece(piece, seat) for cell, piece in node.field("unit").fields().items()}
    return Side(
        leads=node.field("leads").text(),
        unit=unit,
        hand=cards["hand"],
        aside=cards["aside"],
        bag=cards["deck"],
        top=top,
        bottom=bottom,
        discard=cards["discard"],
        counters=counts[0],
        hindered=counts[1],
        avenging=node.field("avenging").boolean(),
        dealt=counts[2],
    )


class Board:
    """A position between two actions, and what can be read off it."""

    def __init__(self, position: dict[str, object], options: dict[str, object]) -> None:
        node = Node(position, "position")
        self.options = options
        self.second = options["printing"] == "second"
        self.round, self.first, self.seat, self.actions, self.order_actions, self.orders = (
            node.field(name).integer(-1) for name in ("round", "first", "seat", "actions", "order_actions", "orders")
        )
        self.wave = ROWS[node.field("wave").text()]
        self.begun, self.stirred = node.field("taken").integer() > 0, node.field("stirred").boolean()
        self.sides = [read_side(side, seat) for seat, side in enumerate(node.field("seats").items())]
        winner = node.field("winner").value
        self.ending: tuple[int, str] | None = None
        if winner is not None:
            self.ending = node.field("winner").integer(-1), node.field("why").text()

    def leads(self, seat: int, card: str) -> bool:
        return self.sides[seat].leads == card

    # ---- who stands where ----

    def at(self, slot: Slot) -> Piece | None:
        return self.sides[slot[0]].unit.get(slot[1])

    def living(self, seat: int) -> list[str]:
        unit = self.sides[seat].unit
        return [cell for cell in CELLS if cell in unit and not unit[cell].corpse]

    def heroes(self, seat: int) -> list[str]:
        return [cell for cell in self.living(seat) if cell != LEADER]

    def corpses(self, seat: int) -> list[str]:
        unit = self.sides[seat].unit
        return [cell for cell in CELLS if cell in unit and unit[cell].corpse]

    def empty(self, seat: int) -> list[str]:
        return [cell for cell in CELLS if cell not in self.sides[seat].unit]

    def touchable(self, seat: int) -> list[int]:
        """Return the units an effect of a seat may touch: in a strict ceasefire only its own (CF-4)."""
        safe = self.round == 1 and self.options["ceasefire_blocks_rival_interaction"] == "true"
        return [seat] if safe else [seat, 1 - seat]

    def all_heroes(self, seat: int) -> list[Slot]:
        return [(unit, cell) for unit in self.touchable(seat) for cell in self.heroes(unit)]

    def place_of(self, piece: Piece | None) -> Slot | None:
        for seat in range(2):
            for cell, found in self.sides[seat].unit.items():
                if found is piece:
                    return seat, cell
        return None

    def standing(self, piece: Piece | None) -> Slot | None:
        return self.place_of(piece) if piece is not None and not piece.corpse else None

    def role(self, seat: int, cell: str) -> str:
        """Return card and row of the living hero in a cell, such as `knight V`, or nothing."""
        piece = self.sides[seat].unit.get(cell)
        return "" if piece is None or piece.corpse or cell == LEADER else f"{piece.card} {cell[0]}"

    def helper(self, seat: int, cell: str) -> str:
        """Return the role of the flank hero next to a vanguard or rear hero; only the flank gives help to others."""
        return self.role(seat, f"F{cell[1]}") if cell[0] != "F" else ""

    def roles(self, seat: int) -> list[str]:
        return [self.role(seat, cell) for cell in self.heroes(seat)]

    # ---- reach ----

    def exposed(self, seat: int, cell: str) -> bool:
        """Return whether no living card stands before a cell in its column (TRM-8)."""
        before = "VFR"[: "VFR".index(cell[0])]
        return not any(row + cell[1] in self.living(seat) for row in before)

    def fronts(self, seat: int) -> list[str]:
        return [cell for cell in self.living(seat) if self.exposed(seat, cell)]

    def intercepts(self, seat: int, cell: str) -> bool:
        if cell not in self.heroes(seat):
            return False
        given = cell[0] == "V" and self.helper(seat, cell) == "trapper F"
        return given or self.leads(seat, "trapper") or self.role(seat, cell) in INTERCEPT

    def shots(self, seat: int) -> list[str]:
        """Return the cells of a unit that can be shot at: no interceptor stands before them (INT-1)."""
        covered = {
            row + cell[1]
            for cell in self.living(seat)
            if self.intercepts(seat, cell)
            for row in "VFR"["VFR".index(cell[0]) + 1 :]
        }
        return [cell for cell in self.living(seat) if cell not in covered]

    def shoots(self, seat: int, cell: str) -> bool:
        """Return whether a hero or leader has the ranged attack (ATK-6)."""
        leader = self.sides[seat].leads
        if cell == LEADER:
            return leader in RANGED_LEADERS
        given = RANGED_BEFORE if cell[0] == "V" else RANGED_BEHIND
        return leader == "planestalker" or self.role(seat, cell) in RANGED or self.helper(seat, cell) in given

    def targets(self, seat: int, mode: str) -> list[Slot]:
        rival = 1 - seat
        return [(rival, cell) for cell in (self.fronts(rival) if mode == "melee" else self.shots(rival))]

    def rival_aims(self, slot: Slot, mode: str) -> bool:
        """Return whether the defender picks the target: Illusionist leader, second printing not for mere corpses."""
        piece = self.at(slot)
        mere = piece is not None and piece.corpse and "falling" not in piece.marks
        return mode == "melee" and self.leads(1 - slot[0], "illusionist") and not (self.second and mere)

    # ---- figures ----

    def life(self, slot: Slot) -> int:
        piece = self.sides[slot[0]].unit[slot[1]]
        if slot[1] == LEADER:
            return self.leader_figures(slot[0])[1]
        return 1 if "captured" in piece.marks else FIGURES[piece.card][1]

    def leader_figures(self, seat: int) -> tuple[int, int]:
        card = self.sides[seat].leads
        return SECOND_LEADERS[card] if self.second and card in SECOND_LEADERS else FIGURES[card][2:]

    def lethal(self, slot: Slot) -> bool:
        return self.sides[slot[0]].unit[slot[1]].damage >= self.life(slot)

    def strength(self, slot: Slot, mode: str, target: Slot) -> int:
        """Return the strength of an attack: printed, doubled, then what is added (ATK-11)."""
        seat, cell = slot
        piece = self.sides[seat].unit[cell]
        if piece.corpse and "falling" not in piece.marks:
            return 3
        if cell == LEADER:
            strong = self.leads(seat, "fighter") and self.second and mode == "melee"
            return self.leader_figures(seat)[0] + (3 if strong else 0)
        role = f"{piece.card} {cell[0]}"
        at_leader = target[1] == LEADER
        twice = cell[0] == "V" and self.helper(seat, cell) == "assassin F" and not at_leader
        avenger = role == "assassin V" and at_leader
        printed = FIGURES[piece.card][0] * (2 if twice or (avenger and self.second) else 1)
        added = piece.bonus + self.own_bonus(slot, role, target) + self.leader_bonus(seat, piece, mode)
        added += {"V": {"mystic F": 2}, "R": {"dragon_mage F": 3}}.get(cell[0], {}).get(self.helper(seat, cell), 0)
        return (printed + added) * (2 if avenger and not self.second else 1)

    def own_bonus(self, slot: Slot, role: str, target: Slot) -> int:
        seat, cell = slot
        if role == "gunner V":
            return 3 if self.intercepts(*target) else 0
        if role == "templar V":
            return self.sides[seat].unit[cell].damage
        if role == "witch V":
            # A last blow has the strength that the hero had: it does not count itself (STR-1).
            return len(self.corpses(0)) + len(self.corpses(1)) - ("falling" in self.sides[seat].unit[cell].marks)
        if role == "witch F":
            return 4 if f"V{cell[1]}" in self.corpses(seat) else 0
        return STRONGER.get(role, 0)

    def leader_bonus(self, seat: int, piece: Piece, mode: str) -> int:
        leader = self.sides[seat].leads
        if leader == "priestess":
            return self.sides[seat].counters
        strong = {
            "fighter": 3 if mode == "melee" else 0,
            "templar": 5 if "hurt" in piece.marks else 0,
            "pyromancer": 3 if self.first == seat else 0,
        }
        return strong.get(leader, 0)

    def after_armour(self, slot: Slot, amount: int, mode: str) -> int:
        """Return what is left of an attack: immunity, reductions, then reductions that leave something (ATK-10)."""
        seat, cell = slot
        roles, role, helper = self.roles(seat), self.role(seat, cell), self.helper(seat, cell)
        covered = mode == "ranged" and (role == "trapper V" or (cell == LEADER and "knight F" in roles))
        if covered or (cell[0] == "R" and helper == "templar F"):
            return 0
        less = LESS.get(role, 0) + (cell[0] == "V" and helper == "mystic F") + self.leads(seat, "knight")
        less += self.leads(seat, "pyromancer") and self.first != seat and cell != LEADER
        amount = max(0, amount - less)
        for _ in range(roles.count("alchemist F") if cell == LEADER else role == "alchemist V"):
            amount = max(min(amount, 1 if self.second else 0), amount - 2)
        return amount

    def order_allowed(self, seat: int, card: str) -> bool:
        """Return whether an order may be played at this time: the ceasefire bars some or all (CF-3)."""
        rule = self.options["ceasefire_orders"]
        printed = self.sides[seat].unit[LEADER].card if card == "mascot" else card
        if self.round > 1 or rule == "none":
            return self.round > 1
        return printed != "berserker" and (rule == "allowed" or printed in HARMLESS)

    # ---- comparing ----

    def document(self) -> dict[str, object]:
        """Return the table in the words of a position document."""
        over = self.ending is not None
        return {
            "winner": self.ending[0] if self.ending else None,
            "why": self.ending[1] if self.ending else "",
            "turn": None if over else (self.round, self.wave, self.first, self.seat),
            "counts": None if over else (self.actions, self.order_actions, self.orders),
            "seats": [self.side_document(seat) for seat in range(2)],
        }

    def side_document(self, seat: int) -> dict[str, object]:
        side = self.sides[seat]
        return {
            "unit": {cell: self.piece_document((seat, cell)) for cell in CELLS if cell in side.unit},
            "hand": sorted(side.hand),
            "aside": sorted(side.aside),
            "deck": sorted(side.bag),
            "fixed": (side.top, side.bottom),
            "discard": sorted(side.discard),
            "counts": (side.counters, side.hindered, side.avenging, side.dealt),
        }

    def piece_document(self, slot: Slot) -> dict[str, object]:
        piece = self.sides[slot[0]].unit[slot[1]]
        state = "corpse" if piece.corpse else self.life(slot)
        return {**piece.__dict__, "marks": sorted(piece.marks), "state": state}
