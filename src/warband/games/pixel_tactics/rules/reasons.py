"""Number the refusals; each has a code for its sentence and the clause behind it."""

from __future__ import annotations

from typing import Final

from warband.kernel.reasons import Refusals

REFUSALS: Final = Refusals(
    "pixel-tactics", over="ROUT-3", chance_decides="SET-4", not_yours="FLW-2", not_now="FLW-2", chosen="SET-5"
)
NOT_IN_HAND: Final[int] = REFUSALS.number("not_in_hand", "ACT-3")
NOT_OFFERED: Final[int] = REFUSALS.number("not_offered", "CHO-1")
CEASEFIRE_ATTACK: Final[int] = REFUSALS.number("ceasefire_attack", "CF-1")
CEASEFIRE_POWER: Final[int] = REFUSALS.number("ceasefire_power", "CF-2")
CEASEFIRE_ORDER: Final[int] = REFUSALS.number("ceasefire_order", "CF-3")
CEASEFIRE_ATTACKING_ORDER: Final[int] = REFUSALS.number("ceasefire_attacking_order", "CF-1")
CEASEFIRE_HARMFUL_ORDER: Final[int] = REFUSALS.number("ceasefire_harmful_order", "CF-3")
CEASEFIRE_ONGOING: Final[int] = REFUSALS.number("ceasefire_ongoing", "ONG-5")
NO_ONGOING: Final[int] = REFUSALS.number("no_ongoing", "ONG-1")
ONGOING_FULL: Final[int] = REFUSALS.number("ongoing_full", "ONG-3")
NO_ACTIONS: Final[int] = REFUSALS.number("no_actions", "FLW-2")
LONG: Final[int] = REFUSALS.number("long", "ACT-21")
DECK_EMPTY: Final[int] = REFUSALS.number("deck_empty", "FLW-9")
HAND_FULL: Final[int] = REFUSALS.number("hand_full", "ACT-1")
WRONG_ROW: Final[int] = REFUSALS.number("wrong_row", "ACT-3")
NOT_EMPTY: Final[int] = REFUSALS.number("not_empty", "TRM-14")
NOBODY_THERE: Final[int] = REFUSALS.number("nobody_there", "ACT-6")
RECRUITED_NOW: Final[int] = REFUSALS.number("recruited_now", "ACT-4")
HAS_ACTED: Final[int] = REFUSALS.number("has_acted", "ACT-20")
HAS_MOVED: Final[int] = REFUSALS.number("has_moved", "ACT-14")
NO_POWER: Final[int] = REFUSALS.number("no_power", "ACT-8")
NOT_IN_MELEE: Final[int] = REFUSALS.number("not_in_melee", "ATK-2")
NOT_RANGED: Final[int] = REFUSALS.number("not_ranged", "ATK-6")
NO_TARGET: Final[int] = REFUSALS.number("no_target", "ATK-3")
NOT_FOREMOST: Final[int] = REFUSALS.number("not_foremost", "ATK-3")
INTERCEPTED: Final[int] = REFUSALS.number("intercepted", "INT-1")
RIVAL_AIMS: Final[int] = REFUSALS.number("rival_aims", "card/illusionist/leader/first")
YOU_AIM: Final[int] = REFUSALS.number("you_aim", "ATK-1")
NO_CORPSE: Final[int] = REFUSALS.number("no_corpse", "ACT-12")
CLEAR_FORBIDDEN: Final[int] = REFUSALS.number("clear_forbidden", "card/dragon_mage/leader/first")
LEADER_STAYS: Final[int] = REFUSALS.number("leader_stays", "ACT-16")
WRONG_MOVE_ROW: Final[int] = REFUSALS.number("wrong_move_row", "ACT-13")
NO_SWITCH: Final[int] = REFUSALS.number("no_switch", "ACT-17")
SAME_SLOT: Final[int] = REFUSALS.number("same_slot", "ACT-17")
ONE_FIGHT: Final[int] = REFUSALS.number("one_fight", "ROUT-4")
TURN_BEGUN: Final[int] = REFUSALS.number("turn_begun", "ROUT-4")
CORPSE_STAYS: Final[int] = REFUSALS.number("corpse_stays", "ACT-16")
CORPSE_RESTS: Final[int] = REFUSALS.number("corpse_rests", "COR-1")
SWITCH_ORDER: Final[int] = REFUSALS.number("switch_order", "ACT-17")
WRONG_UNIT: Final[int] = REFUSALS.number("wrong_unit", "ATK-8")
NO_ACTION: Final[int] = REFUSALS.number("no_action", "ACT-18")
OWN_UNIT_HIT: Final[int] = REFUSALS.number("own_unit_hit", "ATK-8")
LIMITED: Final[int] = REFUSALS.number("limited", "ACT-23")
