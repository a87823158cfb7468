"""Write a position of Pocket-Tactics as a row of small numbers, the own side of a seat first.

Both seats see everything but a secret choice of a faction that waits for the other, and that is not written.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from warband.games.pocket_tactics.rules import board
from warband.games.pocket_tactics.rules.board import NO_LAND, PHASE_NAMES, POOL_NAMES, SPECIAL_NAMES, Board, base_of
from warband.games.pocket_tactics.rules.figures import MANNER_NAMES, MOST_FACTIONS, Rules
from warband.games.pocket_tactics.rules.hexes import HEXES, TILES, q_of, r_of
from warband.games.pocket_tactics.rules.land import PLACES, TERRAIN_NAMES
from warband.kernel.encoding import EIGHTS, MOST, Field, PieceEncoder, cell, layout_size, one_hots, pair
from warband.kernel.game import State
from warband.kernel.notation import NONE
from warband.kernel.seats import Seat

POOL_DICE: Final = 6
# Coordinates lie between -22 and 22; written they are 1 to 45, and 0 where nothing lies yet.
SHIFT: Final = 23
TRUTHS: Final = ["seat", "own first", "own turn", "own decision", "rival decision", "own win", "rival win", "over"]
FIGURES: Final = [
    "turns played / 100",
    "turns played % 100",
    "turns left / 100",
    "turns left % 100",
    "quiet turns + 1",
    "passes in a row",
    "first roll",
    "second roll",
]
COMBAT: Final = [
    "step of the move",
    "steps of the move",
    "stage",
    "own step",
    "rival step",
    "declined",
    "defender falls",
    "attacker falls",
    "saving, 1 for the defender, 2 for the attacker",
    "saves to roll",
    "saved",
    "own curse",
    "rival curse",
]

NO_PLACES: Final = bytes(PLACES)
NO_DICE: Final = bytes(POOL_DICE)
NO_COMBAT: Final = bytes(len(COMBAT))


def moment_layout() -> list[Field]:
    """Return the fields that say what is going on."""
    return [
        Field("truths", len(TRUTHS), 0, 1, ", ".join(TRUTHS)),
        Field("figures", len(FIGURES), 0, MOST, ", ".join(FIGURES)),
        Field("phase", len(PHASE_NAMES), 0, 1, "one of " + ", ".join(PHASE_NAMES)),
        Field("drawn", 4, 0, 1, "the tile that is drawn: " + ", ".join(TERRAIN_NAMES)),
        Field("bag", 4, 0, MOST, "tiles in the bag: " + ", ".join(TERRAIN_NAMES)),
        Field("own faction", MOST_FACTIONS, 0, 1, "the faction, by its number in the pack"),
        Field("rival faction", MOST_FACTIONS, 0, 1, "the rival's faction"),
        Field("own wish", MOST_FACTIONS, 0, 1, "the faction asked for, once both have asked"),
        Field("rival wish", MOST_FACTIONS, 0, 1, "the faction the rival asked for"),
    ]


def land_layout(kinds: int) -> list[Field]:
    """Return the fields of the map: place by place, as actions number them; the last two are the bases."""
    ground = "q + 23 and r + 23, water, field, hill, forest, own base, rival's base"
    unit = "own unit by kind, rival's unit by kind"
    layout = [Field(f"place {place} ground", 8, 0, MOST, ground) for place in range(PLACES)]
    return layout + [Field(f"place {place} unit", 2 * kinds, 0, 1, unit, kinds, 2) for place in range(PLACES)]


def action_layout(kinds: int) -> list[Field]:
    """Return the fields of the action in progress."""
    places = [("origin", "where it comes from"), ("target", "where it goes"), ("guards", "units that may step in")]
    places += [("leaves", "who moves: 1 for the first to move, 2 for the next"), ("enters", "where each of them goes")]
    layout = [Field(name, PLACES, 0, MOST, note) for name, note in places]
    kinds_of = [("chosen", "the unit to be placed"), ("attacker", "who attacks"), ("defender", "who is attacked")]
    layout += [Field(name, kinds, 0, 1, note, kinds) for name, note in kinds_of]
    layout.append(Field("manner", len(MANNER_NAMES), 0, 1, "one of " + ", ".join(MANNER_NAMES)))
    layout += [Field(f"{name} dice", POOL_DICE, 0, 6, "the dice rolled, 0 for none") for name in POOL_NAMES]
    layout.append(Field("dice wanted", 4, 0, MOST, ", ".join(POOL_NAMES)))
    layout.append(Field("own special", 4, 0, MOST, "special re-rolls left: " + ", ".join(SPECIAL_NAMES)))
    layout.append(Field("rival special", 4, 0, MOST, "the same for the rival"))
    layout.append(Field("situational", 2, 0, MOST, "situational re-rolls left, own and rival's"))
    layout.append(Field("combat", len(COMBAT), 0, MOST, ", ".join(COMBAT)))
    return layout


def make_layout(kinds: int) -> list[Field]:
    """Return the whole layout for a number of kinds of unit."""
    stocks = [("reserves", "units in reserve, by kind"), ("captured", "units captured, by kind")]
    forces = [Field(name, kinds, 0, MOST, note, kinds) for name, note in stocks]
    return moment_layout() + land_layout(kinds) + forces + action_layout(kinds)


class SkirmishEncoder(PieceEncoder):
    """Join observations from pieces that lie ready for every kind of unit and terrain."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(make_layout(rules.kinds))
        kinds = rules.kinds
        self.hots = one_hots(kinds)
        # Phase and drawn tile together: `moments[5 * phase + drawn]`, each with "none" before the first.
        self.moments: list[bytes] = [
            phase + drawn for phase in one_hots(len(PHASE_NAMES)) for drawn in one_hots(len(TERRAIN_NAMES))
        ]
        self.ground = one_hots(len(TERRAIN_NAMES) + 2)
        # Own and rival's faction together: `factions[5 * own + rival]`, each with "none" before the first.
        self.factions: list[bytes] = [
            own + rival for own in one_hots(MOST_FACTIONS) for rival in one_hots(MOST_FACTIONS)
        ]
        self.manners = one_hots(len(MANNER_NAMES))
        self.places = one_hots(PLACES)
        # A unit on a place: none, then an own one by kind, then one of the rival's by kind.
        self.units = one_hots(2 * kinds)
        self.kinds = kinds
        self.nobody: list[bytes] = [bytes(2 * kinds * empty) for empty in range(PLACES + 1)]
        self.no_action = bytes(layout_size(action_layout(kinds)))
        # Where every hex lies; first the piece of no hex.
        self.spots: list[bytes] = [b"\x00\x00"]
        self.spots += [bytes([q_of(number) + SHIFT, r_of(number) + SHIFT]) for number in range(HEXES)]

    def add_row(self, state: State, seat: Seat, pieces: list[bytes]) -> None:
        """Append the pieces of the row of a seat."""
        if not isinstance(state, Board):
            raise TypeError("not a state of this game")
        pieces.append(EIGHTS[truths_of(state, seat)])
        add_figures(state, pieces)
        pieces.append(self.moments[5 * (state.phase + 1) + state.drawn + 1])
        bag = state.bag
        pieces.append(pair(bag[0], bag[1]))
        pieces.append(pair(bag[2], bag[3]))
        self._add_factions(state, seat, pieces)
        pieces.append(self._ground(state, seat))
        self._add_units(state, seat, pieces)
        pieces.append(bytes(state.reserves))
        pieces.append(bytes(state.captured))
        if is_idle(state):
            pieces.append(self.no_action)
        else:
            self._add_action(state, seat, pieces)

    def _add_factions(self, b: Board, seat: Seat, pieces: list[bytes]) -> None:
        pieces.append(self.factions[5 * (b.factions[seat] + 1) + b.factions[1 - seat] + 1])
        wishes = 0 if is_joint(b) else 5 * (b.choices[seat] + 1) + b.choices[1 - seat] + 1
        pieces.append(self.factions[wishes])

    def _ground(self, b: Board, seat: Seat) -> bytes:
        """Return the ground of all places; a finished map keeps it for each base that can be the own one."""
        if b.land is NO_LAND:
            return self._lay_ground(b, seat)
        kept = b.land.rows
        if not kept:
            kept.append(self._lay_ground(b, b.first))
            kept.append(self._lay_ground(b, 1 - b.first))
        return kept[0 if seat == b.first else 1]

    def _lay_ground(self, b: Board, seat: Seat) -> bytes:
        own_base = base_of(b, seat) if b.first != NONE else NONE
        pieces: list[bytes] = []
        for place in range(PLACES):
            pieces.append(self.spots[b.hexes[place] + 1])
            if place >= TILES:
                pieces.append(self.ground[5 if place == own_base else 6] if b.hexes[place] != NONE else self.ground[0])
            else:
                pieces.append(self.ground[b.terrain[place] + 1 if place < len(b.terrain) else 0])
        return b"".join(pieces)

    def _add_units(self, b: Board, seat: Seat, pieces: list[bytes]) -> None:
        own: i64 = b.sides[seat]
        rival: i64 = b.sides[1 - seat]
        standing = own | rival
        kinds: i64 = self.kinds
        following: i64 = 0
        place: i64 = 0
        while standing >> place:
            if standing >> place & 1:
                if place > following:
                    pieces.append(self.nobody[place - following])
                kind: i64 = b.units[place]
                pieces.append(self.units[kind + 1 if own >> place & 1 else kind + 1 + kinds])
                following = place + 1
            place += 1
        pieces.append(self.nobody[PLACES - following])

    def _add_action(self, b: Board, seat: Seat, pieces: list[bytes]) -> None:
        pieces.append(self.places[b.origin + 1])
        pieces.append(self.places[b.target + 1])
        pieces.append(guards_of(b.guards))
        pieces.append(order_of(b.steps, 0))
        pieces.append(order_of(b.steps, 1))
        pieces.append(self.hots[b.chosen + 1])
        pieces.append(self.hots[b.attacker + 1])
        pieces.append(self.hots[b.defender + 1])
        pieces.append(self.manners[b.manner + 1])
        for pool in b.pools:
            pieces.append(dice_of(pool))
        pieces.append(bytes(b.wanted))
        pieces.append(bytes(b.special[4 * seat : 4 * seat + 4]))
        pieces.append(bytes(b.special[4 - 4 * seat : 8 - 4 * seat]))
        pieces.append(bytes([b.situational[seat], b.situational[1 - seat]]))
        pieces.append(combat_of(b, seat))


def is_joint(b: Board) -> bool:
    """Return whether both seats choose a faction in secret."""
    return b.phase == board.FACTION and b.first == NONE


def is_idle(b: Board) -> bool:
    """Return whether no action is in progress."""
    chosen = b.chosen == NONE and b.origin == NONE and b.target == NONE and b.manner == NONE and b.attacker == NONE
    return chosen and b.stage == NONE and b.guards == 0 and b.saves == 0 and not b.steps


def truths_of(b: Board, seat: Seat) -> int:
    """Return what is true or not of the moment, as TRUTHS names it, the first as the lowest bit."""
    truths = seat
    if b.first == seat:
        truths |= 2
    if b.seat == seat:
        truths |= 4
    if b.phase == board.OVER:
        truths |= 128
        if b.winner >= 0:
            truths |= 32 if b.winner == seat else 64
    elif is_joint(b):
        truths |= 24
    else:
        decider = b.awaiting()[0]
        if decider >= 0:
            truths |= 8 if decider == seat else 16
    return truths


def add_figures(b: Board, pieces: list[bytes]) -> None:
    """Append the pieces of the figures, as FIGURES names them."""
    left = b.rules.turns - b.turn if b.turn < b.rules.turns else 0
    pieces.append(pair(b.turn // 100, b.turn % 100))
    pieces.append(pair(left // 100, left % 100))
    pieces.append(pair(b.quiet + 1, b.passes))
    pieces.append(pair(b.rolls[0] if b.rolls else 0, b.rolls[1] if len(b.rolls) > 1 else 0))


def guards_of(guards: int) -> bytes:
    """Return the places of a set, one cell for each."""
    return bytes([guards >> place & 1 for place in range(PLACES)]) if guards else NO_PLACES


def order_of(steps: list[int], offset: int) -> bytes:
    """Return the order in which places are left (offset 0) or entered (offset 1) by the units of a move."""
    if not steps:
        return NO_PLACES
    order = [0] * PLACES
    for at in range(offset, len(steps), 2):
        order[steps[at]] = at // 2 + 1
    return bytes(order)


def dice_of(pool: list[int]) -> bytes:
    """Return the dice of a pool."""
    return bytes(pool + [0] * (POOL_DICE - len(pool))) if pool else NO_DICE


def combat_of(b: Board, seat: Seat) -> bytes:
    """Return the piece that says how far an action has come, as COMBAT names it."""
    if b.stage == NONE and not b.steps and b.saves == 0:
        return NO_COMBAT
    fallen = b.fallen if b.fallen else [0, 0]
    return bytes(
        [
            cell(b.step),
            cell(len(b.steps)),
            b.stage + 1,
            1 if b.stepper == seat else 0,
            1 if b.stepper == 1 - seat else 0,
            cell(b.declined),
            fallen[0],
            fallen[1],
            b.saving + 1,
            cell(b.saves),
            cell(b.saved),
            b.curses >> seat & 1,
            b.curses >> (1 - seat) & 1,
        ]
    )
