"""The fixed figures of a match: the cards, the edition's flags and the numbering of actions."""

from __future__ import annotations

from typing import Final, cast

from warband.kernel.game import Game
from warband.kernel.notation import NONE, Notation

# Rows, waves and the roles a card plays in them; an order and a leader have roles of their own.
VANGUARD: Final = 0
FLANK: Final = 1
REAR: Final = 2
LEADER: Final = 3
ORDER: Final = 4
ROLE_NAMES: Final = ["vanguard", "flank", "rear", "leader", "order"]
ROW_NAMES: Final = ["vanguard", "flank", "rear"]

# A unit has nine cells, row by row; the leader stands in the middle one. A slot is 9 * seat + cell.
CELLS_PER_UNIT: Final = 9
LEADER_CELL: Final = 4
CELL_NAMES: Final = ["V1", "V2", "V3", "F1", "F2", "F3", "R1", "R2", "R3"]
HERO_CELLS: Final = 0b111101111
ROW_CELLS: Final = [0b000000111, 0b000111000, 0b111000000]
COLUMN_CELLS: Final = [0b001001001, 0b010010010, 0b100100100]
MOST_CARDS: Final = 30

# What an attack is.
MELEE: Final = 0
RANGED: Final = 1
MODE_NAMES: Final = ["melee", "ranged"]


def _cells_of(mask: int) -> list[int]:
    return [cell for cell in range(CELLS_PER_UNIT) if mask >> cell & 1]


def _front_of(mask: int) -> int:
    """Return the foremost cell of each column among the cells of a mask."""
    front = 0
    for column in range(3):
        for cell in (column, column + 3, column + 6):
            if mask >> cell & 1:
                front |= 1 << cell
                break
    return front


def _behind(mask: int) -> int:
    """Return all cells that lie behind a cell of the mask, in its column."""
    return (mask << 3 | mask << 6) & 0b111111111


def _before(mask: int) -> int:
    """Return all cells that lie before a cell of the mask, in its column."""
    return mask >> 3 | mask >> 6


# For every set of cells: its cells in order, its foremost ones, the cells behind any of them, how many they are.
CELLS: Final[list[list[int]]] = [_cells_of(mask) for mask in range(512)]
FRONT: Final[list[int]] = [_front_of(mask) for mask in range(512)]
BEHIND: Final[list[int]] = [_behind(mask) for mask in range(512)]
BEFORE: Final[list[int]] = [_before(1 << cell) for cell in range(9)]
COUNT: Final[list[int]] = [len(_cells_of(mask)) for mask in range(512)]

# The cells of a set as bits 9 to 17, 18 to 26 and 27 to 35 of a larger set.
SECOND_NINE: Final[list[list[int]]] = [[cell + 9 for cell in cells] for cells in CELLS]
THIRD_NINE: Final[list[list[int]]] = [[cell + 18 for cell in cells] for cells in CELLS]
FOURTH_NINE: Final[list[list[int]]] = [[cell + 27 for cell in cells] for cells in CELLS]

# The values of the flags of section 13, as numbers.
ALLOWED: Final = 0
HARMLESS: Final = 1
FORBIDDEN: Final = 2
WINNER: Final = 0
LOSER: Final = 1
BY_LOT: Final = 2

# Ongoing orders (ONG-2, ONG-3).
ONGOING_SLOTS: Final = 3
ONGOING_TURNS: Final = 4
HAND_AT_START: Final = 5
MOST_REDRAWS: Final = 5
MOST_REACTIONS: Final = 50
# A turn that has taken so many decisions ends (FLW-12).
MOST_DECISIONS: Final = 400


# One object for each action, in whatever list it stands, so that what is touched all the time stays in the fast cache.
# They are objects to whoever picks from them here, since an `int` that is picked in compiled code is made anew.
_NUMBERS: Final[list[object]] = []


def numbers(count: int) -> list[object]:
    """Return the numbers from 0 on, at least so many, each the same object every time."""
    _NUMBERS.extend(range(len(_NUMBERS), count))
    return _NUMBERS


_FANS: Final[dict[tuple[int, int], list[list[int]]]] = {}


def fans(first: int, count: int) -> list[list[int]]:
    """Return, for each of `count` runs of nine actions and each set of cells, the actions at those cells.

    Listing legal actions is most of random play: a list that is ready is added ten times faster than number by number.
    The list of run `number` and cells `mask` has index `512 * number + mask`.
    """
    key = (first, count)
    if key not in _FANS:
        runs = range(first, first + 9 * count, 9)
        known = numbers(first + 9 * count)
        made = [[known[start + cell] for cell in CELLS[mask]] for start in runs for mask in range(512)]
        _FANS[key] = cast(list[list[int]], made)
    return _FANS[key]


_PAIRS: Final[dict[int, list[list[int]]]] = {}


def pairs(first: int) -> list[list[int]]:
    """Return, for each set of cells, the actions that name two of them, the earlier one first."""
    if first not in _PAIRS:
        known = numbers(first + 81)
        made = [[known[first + 9 * one + other] for one in cells for other in cells if one < other] for cells in CELLS]
        _PAIRS[first] = cast(list[list[int]], made)
    return _PAIRS[first]


class Edition:
    """The flags by which the editions differ, each under the name of its option."""

    draw_cap: int
    ceasefire_orders: int
    ceasefire_blocks_rival_interaction: bool
    same_leader_redraw: bool
    move_to_any: bool
    switch_action: bool
    power_is_attack: bool
    one_act_per_hero: bool
    ongoing_orders: bool
    rout_more_than: bool
    tie_trophies_own: bool
    tie_can_win: bool
    bonus_trailing: bool
    first_player_next: int
    series: int
    round_cap: int
    fight_cap: int


class Rules:
    """What never changes during a match: flat tables of the cards by kind and role, and the edition.

    Tables by kind and role are indexed `role * kinds + kind`. A program is a list of rows of numbers.
    """

    edition: Edition
    keywords: list[int]
    marks: list[int]
    traits: list[list[list[int]]]
    programs: list[list[list[int]]]
    # The card and role a program belongs to, as an index by role.
    program_roles: list[int]
    power: list[int]
    # The action that a leader gives, by role, and whether any card has something long, free or limited.
    action: list[int]
    prefixed: bool
    triggers: list[list[int]]
    # By trait FREE_ORDERS, TURN_ACTIONS, CORPSE_STRENGTH: what each card gives by role, 0 for nothing.
    amounts: list[list[int]]
    # The cells in which any card at all has a program for a trigger, and those in which one has a mark.
    trigger_cells: list[int]
    peek_cells: int
    stand_in_cells: int
    attacking: list[bool]
    harmful: list[bool]
    ongoing: list[bool]
    # Whether any card uses what few packs have: statuses, dice, traps and the like, which others need not look for.
    rich: bool
    # Whether any trait is for a row, a column or neighbours; for the other unit; whether heroes count in two rows.
    wide: bool
    rival_auras: bool
    two_rows: bool
    # What springs the trap that a card is, by kind (NONE for no trap), and which events spring any of the pack.
    trap: list[int]
    sprung_by: list[bool]
    # Whether the second printing, which is played, says something else there than the first.
    reprinted: list[bool]

    def __init__(
        self, ids: list[str], attack: list[int], life: list[int], edition: Edition, notation: Notation
    ) -> None:
        """Take attack and life of every card as hero, then of every card as leader."""
        # The game that was bound to these figures.
        self.game: Game | None = None
        self.ids = ids
        self.kinds = len(ids)
        self.attack = attack
        self.life = life
        self.edition = edition
        self.notation = notation
        self._number_actions(notation)

    def _number_actions(self, notation: Notation) -> None:
        """Keep the first action of each kind, which the rules add to all the time."""
        self.lead = notation.first("lead")
        self.recruit = notation.first("recruit")
        self.attack_at = notation.first("attack")
        self.attack_open = notation.first("attack_open")
        self.shoot = notation.first("shoot")
        self.use = notation.first("power")
        self.order = notation.first("order")
        self.clear = notation.first("clear")
        self.move = notation.first("move")
        self.switch = notation.first("switch")
        self.draw = notation.first("draw")
        self.end_turn = notation.first("pass")
        self.concede = notation.first("concede")
        self.choose = notation.first("choose")
        self.take = notation.first("take")
        self.row = notation.first("row")
        self.column = notation.first("column")
        self.done = notation.first("done")
        self.first = notation.first("first")
        self.card = notation.first("card")
        # The action of the leader has a number only where a card of the pack gives one.
        self.leader_action = notation.first("action") if notation.has("action") else NONE
        # The same holds for picking one of several effects, taking a trap away, and rolling a die.
        self.pick = notation.first("pick") if notation.has("pick") else NONE
        self.unset = notation.first("unset") if notation.has("unset") else NONE
        self.die = notation.first("die") if notation.has("die") else NONE
        self.recruit_fans = fans(self.recruit, self.kinds)
        self.attack_fans = fans(self.attack_at, 9)
        self.shoot_fans = fans(self.shoot, 9)
        self.move_fans = fans(self.move, 9)
        self.switch_pairs = pairs(self.switch)
