"""Number the refusals; each has a code for its sentence and the clause behind it."""

from __future__ import annotations

from typing import Final

from warband.kernel.reasons import Reason

OVER: Final = 1
CHANCE_DECIDES: Final = 2
NOT_YOURS: Final = 3
NOT_NOW: Final = 4
CHOSEN: Final = 5
NOT_IN_HAND: Final = 6
NOT_OFFERED: Final = 7
CEASEFIRE_ATTACK: Final = 8
CEASEFIRE_POWER: Final = 9
CEASEFIRE_ORDER: Final = 10
CEASEFIRE_ATTACKING_ORDER: Final = 11
CEASEFIRE_HARMFUL_ORDER: Final = 12
CEASEFIRE_ONGOING: Final = 13
NO_ONGOING: Final = 14
ONGOING_FULL: Final = 15
NO_ACTIONS: Final = 16
LONG: Final = 17
DECK_EMPTY: Final = 18
HAND_FULL: Final = 19
WRONG_ROW: Final = 20
NOT_EMPTY: Final = 21
NOBODY_THERE: Final = 22
RECRUITED_NOW: Final = 23
HAS_ACTED: Final = 24
HAS_MOVED: Final = 25
NO_POWER: Final = 26
NOT_IN_MELEE: Final = 27
NOT_RANGED: Final = 28
NO_TARGET: Final = 29
NOT_FOREMOST: Final = 30
INTERCEPTED: Final = 31
RIVAL_AIMS: Final = 32
YOU_AIM: Final = 33
NO_CORPSE: Final = 34
CLEAR_FORBIDDEN: Final = 35
LEADER_STAYS: Final = 36
WRONG_MOVE_ROW: Final = 37
NO_SWITCH: Final = 38
SAME_SLOT: Final = 39
ONE_FIGHT: Final = 40
TURN_BEGUN: Final = 41
CORPSE_STAYS: Final = 42
CORPSE_RESTS: Final = 43
SWITCH_ORDER: Final = 44
WRONG_UNIT: Final = 45

REASONS: Final = [
    ("legal", ""),
    ("over", "ROUT-3"),
    ("chance_decides", "SET-4"),
    ("not_yours", "FLW-2"),
    ("not_now", "FLW-2"),
    ("chosen", "SET-5"),
    ("not_in_hand", "ACT-3"),
    ("not_offered", "CHO-1"),
    ("ceasefire_attack", "CF-1"),
    ("ceasefire_power", "CF-2"),
    ("ceasefire_order", "CF-3"),
    ("ceasefire_attacking_order", "CF-1"),
    ("ceasefire_harmful_order", "CF-3"),
    ("ceasefire_ongoing", "ONG-5"),
    ("no_ongoing", "ONG-1"),
    ("ongoing_full", "ONG-3"),
    ("no_actions", "FLW-2"),
    ("long", "ACT-21"),
    ("deck_empty", "FLW-9"),
    ("hand_full", "ACT-1"),
    ("wrong_row", "ACT-3"),
    ("not_empty", "TRM-14"),
    ("nobody_there", "ACT-6"),
    ("recruited_now", "ACT-4"),
    ("has_acted", "ACT-20"),
    ("has_moved", "ACT-14"),
    ("no_power", "ACT-8"),
    ("not_in_melee", "ATK-2"),
    ("not_ranged", "ATK-6"),
    ("no_target", "ATK-3"),
    ("not_foremost", "ATK-3"),
    ("intercepted", "INT-1"),
    ("rival_aims", "card/illusionist/leader/first"),
    ("you_aim", "ATK-1"),
    ("no_corpse", "ACT-12"),
    ("clear_forbidden", "card/dragon_mage/leader/first"),
    ("leader_stays", "ACT-16"),
    ("wrong_move_row", "ACT-13"),
    ("no_switch", "ACT-17"),
    ("same_slot", "ACT-17"),
    ("one_fight", "ROUT-4"),
    ("turn_begun", "ROUT-4"),
    ("corpse_stays", "ACT-16"),
    ("corpse_rests", "COR-1"),
    ("switch_order", "ACT-17"),
    ("wrong_unit", "ATK-8"),
]


def reason(number: int, data: dict[str, object], clause: str = "") -> Reason:
    """Return the reason behind a refusal, under its usual clause or a nearer one."""
    code, usual = REASONS[number]
    return Reason(code, f"pixel-tactics:{clause or usual}", data)
