"""Number the refusals; each has a code for its sentence and the clause behind it."""

from __future__ import annotations

from typing import Final

from warband.kernel.reasons import Reason

OVER: Final = 1
CHANCE_DECIDES: Final = 2
NOT_YOURS: Final = 3
NOT_NOW: Final = 4
CHOSEN: Final = 5
NO_FACTION: Final = 6
TAKEN_FACTION: Final = 7
HEX_TAKEN: Final = 8
NOT_FORWARD: Final = 9
NOT_COMPACT: Final = 10
FACES_SOUTH: Final = 11
NOT_FARTHEST: Final = 12
NO_TILE: Final = 13
OCCUPIED: Final = 14
NOT_CLOSEST: Final = 15
NO_SUCH_UNIT: Final = 16
NONE_IN_RESERVE: Final = 17
NOT_BESIDE_BASE: Final = 18
NO_ROOM: Final = 19
NO_UNIT_THERE: Final = 20
NOT_YOUR_UNIT: Final = 21
ENEMY_BASE: Final = 22
TOO_FAR: Final = 23
NO_ENEMY: Final = 24
NO_OFFENSE: Final = 25
OUT_OF_RANGE: Final = 26
BASE_TOO_FAR: Final = 27
NOT_A_FOLLOWER: Final = 28
NOBODY_BESIDE: Final = 29
NO_SUCH_DIE: Final = 30
NO_REROLL: Final = 31
NOT_CAPTURED: Final = 32

REASONS: Final = [
    ("legal", ""),
    ("over", "WIN-02"),
    ("chance_decides", "SET-12"),
    ("not_yours", "TRN-01"),
    ("not_now", "TRN-01"),
    ("chosen", "SET-10"),
    ("no_faction", "SET-10"),
    ("taken_faction", "SET-10"),
    ("hex_taken", "SET-12"),
    ("not_forward", "SET-13"),
    ("not_compact", "SET-13"),
    ("faces_south", "SET-13"),
    ("not_farthest", "SET-14"),
    ("no_tile", "TRN-03"),
    ("occupied", "MOV-01"),
    ("not_closest", "SET-15"),
    ("no_such_unit", "SET-01"),
    ("none_in_reserve", "SUM-01"),
    ("not_beside_base", "SUM-01"),
    ("no_room", "SUM-01"),
    ("no_unit_there", "TRN-01"),
    ("not_your_unit", "TRN-01"),
    ("enemy_base", "MOV-01"),
    ("too_far", "MOV-02"),
    ("no_enemy", "ASL-01"),
    ("no_offense", "ASL-01"),
    ("out_of_range", "RNG-02"),
    ("base_too_far", "RNG-04"),
    ("not_a_follower", "ability/phalanx"),
    ("nobody_beside", "ability/phalanx"),
    ("no_such_die", "RRL-03"),
    ("no_reroll", "RRL-06"),
    ("not_captured", "ability/curse_of_the_wild"),
]


def reason(number: int, data: dict[str, object], clause: str = "") -> Reason:
    """Return the reason behind a refusal, under its usual clause or a nearer one."""
    code, usual = REASONS[number]
    return Reason(code, f"pocket-tactics:{clause or usual}", data)
