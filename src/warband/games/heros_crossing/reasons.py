"""Number the refusals; each has a code for its sentence and the clause behind it."""

from __future__ import annotations

from typing import Final

from warband.kernel.reasons import Reason

OVER: Final = 1
CHANCE_DECIDES: Final = 2
NOT_YOURS: Final = 3
NOT_NOW: Final = 4
CHOSEN: Final = 5
NOT_IN_PACK: Final = 6
NOT_DRAFTED: Final = 7
FRONT_ORDER: Final = 8
TOO_DEAR: Final = 9
NONE_LEFT: Final = 10
NOT_IN_HAND: Final = 11
ACTIVATED: Final = 12
FRONT_FULL: Final = 13
ONLY_LEVEL_ONE: Final = 14
NO_HERO_THERE: Final = 15
WRONG_STEP: Final = 16
FIRST_ROUND: Final = 17
NO_SUCH_SOLDIER: Final = 18
SAME_FRONT: Final = 19
SOLDIER_ORDER: Final = 20
LEVEL_TOO_HIGH: Final = 21
CARD_ORDER: Final = 22
CLOSED: Final = 23

REASONS: Final = [
    ("legal", ""),
    ("over", "END-1"),
    ("chance_decides", "SET-4"),
    ("not_yours", "ACT-1"),
    ("not_now", "ACT-1"),
    ("chosen", "SET-7"),
    ("not_in_pack", "SET-7"),
    ("not_drafted", "SET-9"),
    ("front_order", "SET-9"),
    ("too_dear", "REC-3"),
    ("none_left", "LIM-3"),
    ("not_in_hand", "HIR-1"),
    ("activated", "ACT-3"),
    ("front_full", "HIR-2"),
    ("only_level_one", "HIR-3"),
    ("no_hero_there", "HIR-1"),
    ("wrong_step", "HIR-3"),
    ("first_round", "ACT-7"),
    ("no_such_soldier", "FLK-1"),
    ("same_front", "FLK-2"),
    ("soldier_order", "FLK-1"),
    ("level_too_high", "ER-2"),
    ("card_order", "REC-4"),
    ("closed", "ACT-9"),
]


def reason(number: int, data: dict[str, object], clause: str = "") -> Reason:
    """Return the reason behind a refusal, under its usual clause or a nearer one."""
    code, usual = REASONS[number]
    return Reason(code, f"heros-crossing:{clause or usual}", data)
