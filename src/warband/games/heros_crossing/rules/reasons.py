"""Number the refusals; each has a code for its sentence and the clause behind it."""

from __future__ import annotations

from typing import Final

from warband.kernel.reasons import Refusals

REFUSALS: Final = Refusals(
    "heros-crossing", over="END-1", chance_decides="SET-4", not_yours="ACT-1", not_now="ACT-1", chosen="SET-7"
)
NOT_IN_PACK: Final[int] = REFUSALS.number("not_in_pack", "SET-7")
NOT_DRAFTED: Final[int] = REFUSALS.number("not_drafted", "SET-9")
FRONT_ORDER: Final[int] = REFUSALS.number("front_order", "SET-9")
TOO_DEAR: Final[int] = REFUSALS.number("too_dear", "REC-3")
NONE_LEFT: Final[int] = REFUSALS.number("none_left", "LIM-3")
NOT_IN_HAND: Final[int] = REFUSALS.number("not_in_hand", "HIR-1")
ACTIVATED: Final[int] = REFUSALS.number("activated", "ACT-3")
FRONT_FULL: Final[int] = REFUSALS.number("front_full", "HIR-2")
ONLY_LEVEL_ONE: Final[int] = REFUSALS.number("only_level_one", "HIR-3")
NO_HERO_THERE: Final[int] = REFUSALS.number("no_hero_there", "HIR-1")
WRONG_STEP: Final[int] = REFUSALS.number("wrong_step", "HIR-3")
FIRST_ROUND: Final[int] = REFUSALS.number("first_round", "ACT-7")
NO_SUCH_SOLDIER: Final[int] = REFUSALS.number("no_such_soldier", "FLK-1")
SAME_FRONT: Final[int] = REFUSALS.number("same_front", "FLK-2")
SOLDIER_ORDER: Final[int] = REFUSALS.number("soldier_order", "FLK-1")
LEVEL_TOO_HIGH: Final[int] = REFUSALS.number("level_too_high", "ER-2")
CARD_ORDER: Final[int] = REFUSALS.number("card_order", "REC-4")
CLOSED: Final[int] = REFUSALS.number("closed", "ACT-9")
