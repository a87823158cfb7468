"""The table of a match: the map, units, reserves, captures, and what is going on just now."""

from __future__ import annotations

from typing import Final

from warband.games.pocket_tactics.rules.figures import Rules
from warband.games.pocket_tactics.rules.hexes import HEXES
from warband.games.pocket_tactics.rules.land import FIRST_BASE, PLACES, SECOND_BASE, Land
from warband.kernel.events import Event
from warband.kernel.game import Game
from warband.kernel.notation import NONE
from warband.kernel.ruled_state import RuledState
from warband.kernel.seats import ONGOING, Seat

# What is going on.
FACTION: Final = 0
FIRST: Final = 1
TILE: Final = 2
PLACE: Final = 3
SPOT: Final = 4
CITADEL: Final = 5
DEPLOY: Final = 6
DEPLOY_AT: Final = 7
TURN: Final = 8
SUMMON_AT: Final = 9
FOLLOW: Final = 10
DROWN: Final = 11
GUARD: Final = 12
ROLL: Final = 13
SPECIAL: Final = 14
SITUATION: Final = 15
SAVE: Final = 16
CURSE: Final = 17
OVER: Final = 18
PHASE_NAMES: Final = [
    "faction",
    "first",
    "tile",
    "place",
    "spot",
    "base",
    "deploy",
    "deploy_at",
    "turn",
    "summon_at",
    "follow",
    "drown",
    "guard",
    "roll",
    "special",
    "situation",
    "save",
    "curse",
    "over",
]

NO_LAND: Final = Land([0] * PLACES, [1] * 20)

# What `quiet` counts from in the turn of an assault: the end of the turn makes it 0.
NOT_QUIET: Final = -1

# Dice pools of a combat.
STRIKE: Final = 0
SHIELD: Final = 1
COUNTER: Final = 2
GUARD_DICE: Final = 3
POOL_NAMES: Final = ["strike", "shield", "counter", "guard"]

# Special re-rolls, counted per side.
VENGEANCE: Final = 0
HIDE: Final = 1
DUEL: Final = 2
WEAVE: Final = 3
SPECIAL_NAMES: Final = ["vengeance", "hide", "duel", "weave"]


class Board(RuledState):
    """The data of a position; the chapters of the rules work on it.

    Places 0 to 19 are the tiles in the order of placing, 20 the first player's base, 21 the second's.
    `units` holds the kind on each place, `sides[seat]` the set of places where a seat's units stand.
    `lay_out` declares the attributes; a copy takes them over one by one.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def game(self) -> Game | None:
        """Return the game that this position belongs to."""
        return self.rules.game

    def lay_out(self) -> None:
        """Lay out the table before set-up."""
        self.land = NO_LAND
        self.phase = FACTION
        self.seat: Seat = NONE
        self.first = NONE
        self.turn = 0
        self.quiet = 0
        self.passes = 0
        self.winner = ONGOING
        self.why = ""
        self.factions = [NONE, NONE]
        self.choices = [NONE, NONE]
        self.rolls: list[int] = []
        self.hexes = [NONE] * PLACES
        self.terrain: list[int] = []
        self.bag = self.rules.terrains[:]
        self.drawn = NONE
        # filled[hex] is 1 where a tile or base lies, while the map is built.
        self.filled = [0] * HEXES
        self.units = [NONE] * PLACES
        self.sides = [0, 0]
        self.reserves = [0] * self.rules.kinds
        self.captured = [0] * self.rules.kinds
        self.clear_combat()
        self.clear_action()

    def clear_action(self) -> None:
        """Forget the action in progress."""
        self.chosen = NONE
        self.origin = NONE
        self.target = NONE
        self.attacker = NONE
        self.guards = 0
        self.steps: list[int] = []
        self.step = 0
        self.saves = 0
        self.saved = 0
        if self.stage != NONE:
            self.clear_combat()
        self.manner = NONE

    def clear_combat(self) -> None:
        """Forget the combat in progress."""
        self.defender = NONE
        self.pools: list[list[int]] = [[], [], [], []]
        self.wanted = [0, 0, 0, 0]
        self.special = [0] * 8
        self.situational = [0, 0]
        self.stage = NONE
        self.stepper = NONE
        self.declined = 0
        self.fallen: list[int] = []
        self.saving = NONE
        self.curses = 0

    def take_over(self, other: Board) -> None:
        """Copy every figure and list of another board into this one; the finished map is shared."""
        self.land = other.land
        self.phase = other.phase
        self.seat = other.seat
        self.first = other.first
        self.turn = other.turn
        self.quiet = other.quiet
        self.passes = other.passes
        self.winner = other.winner
        self.why = other.why
        self.drawn = other.drawn
        self.chosen = other.chosen
        self.origin = other.origin
        self.target = other.target
        self.step = other.step
        self.manner = other.manner
        self.attacker = other.attacker
        self.defender = other.defender
        self.guards = other.guards
        self.stage = other.stage
        self.stepper = other.stepper
        self.declined = other.declined
        self.saving = other.saving
        self.saves = other.saves
        self.saved = other.saved
        self.curses = other.curses
        self.factions = other.factions[:]
        self.choices = other.choices[:]
        self.rolls = other.rolls[:]
        self.hexes = other.hexes[:]
        self.terrain = other.terrain[:]
        self.bag = other.bag[:]
        self.filled = other.filled[:] if other.phase < DEPLOY else other.filled
        self.units = other.units[:]
        self.sides = other.sides[:]
        self.reserves = other.reserves[:]
        self.captured = other.captured[:]
        self.steps = other.steps[:]
        pools = other.pools
        self.pools = [pools[0][:], pools[1][:], pools[2][:], pools[3][:]]
        self.wanted = other.wanted[:]
        self.special = other.special[:]
        self.situational = other.situational[:]
        self.fallen = other.fallen[:]


def base_of(b: Board, seat: Seat) -> int:
    """Return the place of a seat's base."""
    return FIRST_BASE if seat == b.first else SECOND_BASE


def put(b: Board, seat: Seat, kind: int, place: int) -> None:
    """Put a unit on a place."""
    b.units[place] = kind
    b.sides[seat] |= 1 << place


def lift(b: Board, seat: Seat, place: int) -> int:
    """Take a unit off a place and return its kind."""
    kind = b.units[place]
    b.units[place] = NONE
    b.sides[seat] &= ~(1 << place)
    return kind


def has(b: Board, kind: int, ability: int) -> bool:
    """Return whether a kind of unit has an ability."""
    return (b.rules.abilities[kind] & ability) != 0


def slots_of(b: Board, seat: Seat) -> list[int]:
    """Return the kinds of a seat's faction, in their slots."""
    return b.rules.slots[b.factions[seat]]


def capture(b: Board, seat: Seat, kind: int, sink: list[Event] | None) -> None:
    """Add a unit of a seat, already off the map, to the captures of the other (ASL-05)."""
    b.captured[kind] += 1
    if sink is not None:
        sink.append(Event("captured", {"seat": seat, "unit": b.rules.ids[kind]}))


def all_captured(b: Board, seat: Seat) -> bool:
    """Return whether a seat's entire force is captured (WIN-01)."""
    for kind in slots_of(b, seat):
        if b.captured[kind] < b.rules.counts[kind]:
            return False
    return True
