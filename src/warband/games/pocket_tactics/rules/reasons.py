"""Number the refusals; each has a code for its sentence and the clause behind it."""

from __future__ import annotations

from typing import Final

from warband.kernel.reasons import Refusals

REFUSALS: Final = Refusals(
    "pocket-tactics", over="WIN-02", chance_decides="SET-12", not_yours="TRN-01", not_now="TRN-01", chosen="SET-10"
)
NO_FACTION: Final[int] = REFUSALS.number("no_faction", "SET-10")
TAKEN_FACTION: Final[int] = REFUSALS.number("taken_faction", "SET-10")
HEX_TAKEN: Final[int] = REFUSALS.number("hex_taken", "SET-12")
NOT_FORWARD: Final[int] = REFUSALS.number("not_forward", "SET-13")
NOT_COMPACT: Final[int] = REFUSALS.number("not_compact", "SET-13")
FACES_SOUTH: Final[int] = REFUSALS.number("faces_south", "SET-13")
NOT_FARTHEST: Final[int] = REFUSALS.number("not_farthest", "SET-14")
NO_TILE: Final[int] = REFUSALS.number("no_tile", "TRN-03")
OCCUPIED: Final[int] = REFUSALS.number("occupied", "MOV-01")
NOT_CLOSEST: Final[int] = REFUSALS.number("not_closest", "SET-15")
NO_SUCH_UNIT: Final[int] = REFUSALS.number("no_such_unit", "SET-01")
NONE_IN_RESERVE: Final[int] = REFUSALS.number("none_in_reserve", "SUM-01")
NOT_BESIDE_BASE: Final[int] = REFUSALS.number("not_beside_base", "SUM-01")
NO_ROOM: Final[int] = REFUSALS.number("no_room", "SUM-01")
NO_UNIT_THERE: Final[int] = REFUSALS.number("no_unit_there", "TRN-01")
NOT_YOUR_UNIT: Final[int] = REFUSALS.number("not_your_unit", "TRN-01")
ENEMY_BASE: Final[int] = REFUSALS.number("enemy_base", "MOV-01")
TOO_FAR: Final[int] = REFUSALS.number("too_far", "MOV-02")
NO_ENEMY: Final[int] = REFUSALS.number("no_enemy", "ASL-01")
NO_OFFENSE: Final[int] = REFUSALS.number("no_offense", "ASL-01")
OUT_OF_RANGE: Final[int] = REFUSALS.number("out_of_range", "RNG-02")
BASE_TOO_FAR: Final[int] = REFUSALS.number("base_too_far", "RNG-04")
NOT_A_FOLLOWER: Final[int] = REFUSALS.number("not_a_follower", "ability/phalanx")
NOBODY_BESIDE: Final[int] = REFUSALS.number("nobody_beside", "ability/phalanx")
NO_SUCH_DIE: Final[int] = REFUSALS.number("no_such_die", "RRL-03")
NO_REROLL: Final[int] = REFUSALS.number("no_reroll", "RRL-06")
NOT_CAPTURED: Final[int] = REFUSALS.number("not_captured", "ability/curse_of_the_wild")
NO_RANGE: Final[int] = REFUSALS.number("no_range", "RNG-05")
FOREST_BESIDE_BASE: Final[int] = REFUSALS.number("forest_beside_base", "ability/forest_walk")
ONE_STEP: Final[int] = REFUSALS.number("one_step", "ability/phalanx")
FOLLOWS_NO_BASE: Final[int] = REFUSALS.number("follows_no_base", "ability/phalanx")
ANOTHER_MOVES_THERE: Final[int] = REFUSALS.number("another_moves_there", "ability/phalanx")
OWN_DICE: Final[int] = REFUSALS.number("own_dice", "RRL-03")
SPECIAL_FIRST: Final[int] = REFUSALS.number("special_first", "RRL-02")
NO_REROLL_ALL: Final[int] = REFUSALS.number("no_reroll_all", "RRL-06")
BESIDE_ENEMY: Final[int] = REFUSALS.number("beside_enemy", "ability/undergrowth_prowler")
