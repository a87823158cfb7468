"""The table of a match: fronts, soldiers, supply, stacks, hands, and what is going on just now."""

from __future__ import annotations

from typing import Final

from warband.games.heros_crossing.rules.figures import FRONT_NAMES, SOLDIER_NAMES, Rules
from warband.kernel.events import Event
from warband.kernel.game import Game
from warband.kernel.notation import NONE
from warband.kernel.ruled_state import RuledState
from warband.kernel.seats import ONGOING, Seat

# What is going on.
FIRST: Final = 0
DEAL: Final = 1
PICK: Final = 2
PLACE: Final = 3
DRAW: Final = 4
DRAWN: Final = 5
TURN: Final = 6
DISCARD: Final = 7
FLANK: Final = 8
RESERVE: Final = 9
DEFENCE: Final = 10
KILL: Final = 11
OVER: Final = 12
PHASE_NAMES: Final = [
    "first",
    "deal",
    "pick",
    "place",
    "draw",
    "drawn",
    "turn",
    "discard",
    "flank",
    "reserve",
    "defence",
    "kill",
    "over",
]


class Board(RuledState):
    """The data of a position; the chapters of the rules work on it.

    heroes is 2 seats x 3 fronts x 3 places (top first), soldiers is 2 x 3 x 4 kinds, both flat.
    Stacks and discards count cards by kind: a stack is a bag, since nobody knows its order (SET-4).
    `lay_out` declares the attributes; a copy takes them over one by one.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def game(self) -> Game | None:
        """Return the game that this position belongs to."""
        return self.rules.game

    def lay_out(self) -> None:
        """Lay out the table before set-up: full stacks and supply, empty fronts."""
        self.phase = FIRST
        self.round = 0
        self.first = NONE
        self.seat: Seat = NONE
        self.winner = ONGOING
        self.health = [self.rules.health, self.rules.health]
        self.heroes = [NONE] * 18
        self.activated = [0] * 6
        self.soldiers = [0] * 24
        self.supply = self.rules.cubes[:]
        self.stack = self.rules.copies[:]
        self.discards = [0] * self.rules.kinds
        self.hands: list[list[int]] = [[], []]
        # known[seat]: cards the rival holds that the seat remembers (INF-2).
        self.known: list[list[int]] = [[], []]
        # The draft: what each seat may pick from, what it has picked, what it has placed, its secret choice.
        self.packs: list[list[int]] = [[], []]
        self.picks: list[list[int]] = [[], []]
        self.placed: list[list[int]] = [[], []]
        self.choices = [NONE, NONE]
        self.reserves = [NONE, NONE]
        self.temporary = [0, 0, 0, 0]
        self.clear_action()

    def clear_action(self) -> None:
        """Forget the action in progress."""
        self.front = NONE
        self.power = 0
        self.limit = 0
        self.level = 0
        self.last = NONE
        self.target = NONE
        self.weapons = 0
        self.magics = 0

    def take_over(self, other: Board) -> None:
        """Copy every figure and list of another board into this one."""
        self.phase = other.phase
        self.round = other.round
        self.first = other.first
        self.seat = other.seat
        self.winner = other.winner
        self.front = other.front
        self.power = other.power
        self.limit = other.limit
        self.level = other.level
        self.last = other.last
        self.target = other.target
        self.weapons = other.weapons
        self.magics = other.magics
        self.health = other.health[:]
        self.heroes = other.heroes[:]
        self.activated = other.activated[:]
        self.soldiers = other.soldiers[:]
        self.supply = other.supply[:]
        self.stack = other.stack[:]
        self.discards = other.discards[:]
        self.hands = [other.hands[0][:], other.hands[1][:]]
        self.known = [other.known[0][:], other.known[1][:]]
        self.packs = [other.packs[0][:], other.packs[1][:]]
        self.picks = [other.picks[0][:], other.picks[1][:]]
        self.placed = [other.placed[0][:], other.placed[1][:]]
        self.choices = other.choices[:]
        self.reserves = other.reserves[:]
        self.temporary = other.temporary[:]


def hero_count(b: Board, seat: Seat, front: int) -> int:
    """Return how many heroes stand in a Front."""
    base = 9 * seat + 3 * front
    heroes = b.heroes
    if heroes[base + 2] != NONE:
        return 3
    return 2 if heroes[base + 1] != NONE else 1


def top_level(b: Board, seat: Seat, front: int) -> int:
    """Return the highest level of a hero in a Front."""
    base = 9 * seat + 3 * front
    highest = 0
    for place in range(base, base + 3):
        kind = b.heroes[place]
        if kind != NONE and b.rules.levels[kind] > highest:
            highest = b.rules.levels[kind]
    return highest


def come_to_light(b: Board, seat: Seat, kind: int) -> None:
    """Show the rival a card that a seat held: the one it knew of, if it knew of one (INF-2)."""
    known = b.known[1 - seat]
    if known and kind in known:
        known.remove(kind)


def gain(b: Board, seat: Seat, front: int, kind: int, sink: list[Event] | None) -> None:
    """Add the soldiers of a hero to a Front, as far as the supply goes (LIM-1)."""
    symbols = b.rules.symbols[kind]
    base = 12 * seat + 4 * front
    for soldier in range(4):
        wanted = symbols[soldier]
        if wanted == 0:
            continue
        count = min(wanted, b.supply[soldier])
        b.supply[soldier] -= count
        b.soldiers[base + soldier] += count
        if sink is not None:
            tell_gain(seat, front, soldier, count, wanted, sink)


def tell_gain(seat: Seat, front: int, soldier: int, count: int, wanted: int, sink: list[Event]) -> None:
    """Emit how many soldiers of a kind came, and how many the supply could not give."""
    data: dict[str, object] = {"seat": seat, "front": FRONT_NAMES[front], "soldier": SOLDIER_NAMES[soldier]}
    if count > 0:
        sink.append(Event("gain", {**data, "count": count}))
    if count < wanted:
        sink.append(Event("short", {**data, "count": wanted - count}))
