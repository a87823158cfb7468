"""Number the words of the cards: keywords, traits, queries, ops, triggers. The vocabulary spells them."""

from __future__ import annotations

from typing import Final

# ---- who a trait speaks of, seen from the card that has it ----
SELF: Final = 1
FORERUNNER: Final = 2
SUPPORTER: Final = 4
OWN_LEADER: Final = 8
HEROES: Final = 16
UNIT: Final = 32
# The wider ones have no room in the groups of keywords below; a keyword for them is a row of its own.
OWN_ROW: Final = 64
OWN_COLUMN: Final = 128
NEIGHBOURS: Final = 256
IN_VANGUARD: Final = 512
IN_FLANK: Final = 1024
IN_REAR: Final = 2048
RIVAL_HEROES: Final = 4096
RIVAL_LEADER: Final = 8192
RIVAL_COLUMN: Final = 16384
RIVAL_VANGUARD: Final = 32768
RIVAL_FLANK: Final = 65536
RIVAL_REAR: Final = 131072
WIDE: Final = 262144 - 64
OF_RIVALS: Final = 262144 - 4096

# ---- keywords: one group of six bits each, a bit for whom it is given to ----
INTERCEPT_SHIFT: Final = 0
RANGED_SHIFT: Final = 6
LONG_ATTACK_SHIFT: Final = 12
FREE_ATTACK_SHIFT: Final = 18
LIMITED_ATTACK_SHIFT: Final = 24
KEYWORD_SHIFTS: Final = [0, 6, 12, 18, 24]

# ---- traits with a number: [what, who, amount, when, floor] ----
STRENGTH: Final = 0
LESS: Final = 1
IMMUNE: Final = 2
DOUBLE_PRINTED: Final = 3
DOUBLE_ALL: Final = 4
FREE_ORDERS: Final = 5
TURN_ACTIONS: Final = 6
CORPSE_STRENGTH: Final = 7
MORE: Final = 8
CAP: Final = 9
PIERCE: Final = 10
KEYWORD: Final = 11

ALWAYS: Final = 0
IN_MELEE: Final = 1
AGAINST_LEADERS: Final = 2
AGAINST_HEROES: Final = 3
AGAINST_INTERCEPT: Final = 4
WHILE_FIRST: Final = 5
WHILE_SECOND: Final = 6
PER_DAMAGE: Final = 7
PER_CORPSE: Final = 8
PER_COUNTER: Final = 9
BEHIND_CORPSE: Final = 10
AFTER_DAMAGE: Final = 11
FROM_RANGED: Final = 12
# The row goes on with what is counted, or with the two numbers that are compared and how.
PER_VALUE: Final = 13
WHILE_VALUE: Final = 14

# ---- traits that are there or not: bits ----
FALL_AT_ONCE: Final = 1
FALL_TO_UNIT: Final = 2
COPIES_LEADER: Final = 4
NO_CLEAR: Final = 8
TAKES_FOR_REAR: Final = 16
TAKES_FOR_FORERUNNER: Final = 32
SPARES_HEROES: Final = 64
CHOOSES_TARGETS: Final = 128
CHOOSES_FOR_BODIES: Final = 256
FREE_MOVE: Final = 512
FREE_CLEAR: Final = 1024
FREE_RECRUIT: Final = 2048
OPEN_HAND: Final = 4096
SEES_TOP: Final = 8192
HEALS_BY_DAMAGE: Final = 16384
UNIT_HEALS: Final = 32768
CORPSES_IN_WAVE: Final = 65536
CORPSES_ANY_WAVE: Final = 131072
# What a card's own spell, and the action of a leader, is.
LONG_SPELL: Final = 262144
FREE_SPELL: Final = 524288
LIMITED_SPELL: Final = 1048576
LONG_ACTION: Final = 2097152
FREE_ACTION: Final = 4194304
LIMITED_ACTION: Final = 8388608
# A hero that counts as standing in another row too.
COUNTS_IN: Final = 16777216
COUNTS_IN_ANY: Final = 16777216 * 7
OF_SPELLS: Final = 262144 + 524288 + 1048576
OF_ACTIONS: Final = 2097152 + 4194304 + 8388608

# ---- queries: which slots an op may name ----
Q_OWN: Final = 1
Q_RIVAL: Final = 2
Q_HEROES: Final = 4
Q_LEADER: Final = 8
Q_CORPSES: Final = 16
Q_EMPTY: Final = 32
Q_MELEE: Final = 64
Q_OTHER: Final = 128
Q_THIS_ROW: Final = 256
Q_THIS_WAVE: Final = 512
Q_DAMAGED: Final = 1024
Q_POWER: Final = 2048
Q_CAN_MELEE: Final = 4096
Q_CAN_SHOOT: Final = 8192
Q_VANGUARD: Final = 16384
Q_FLANK: Final = 32768
Q_REAR: Final = 65536
Q_POISONED: Final = 131072
Q_SHIELDED: Final = 262144
Q_STUNNED: Final = 524288
Q_SILENCED: Final = 1048576
Q_MARKED: Final = 2097152
Q_THIS_COLUMN: Final = 4194304
Q_BESIDE: Final = 8388608
Q_ROWS: Final = 16384 + 32768 + 65536
Q_STATUSES: Final = 131072 + 262144 + 524288 + 1048576 + 2097152
Q_BITS: Final = 26

# ---- ops: what a row of a program does ----
EACH: Final = 0
CHOOSE: Final = 1
SEVERAL: Final = 2
SPLIT: Final = 3
SPLIT_UP_TO: Final = 4
ROW: Final = 5
COLUMN: Final = 6
MARK_SELF: Final = 7
MARK_ATTACKER: Final = 8
DEAL: Final = 9
HEAL: Final = 10
GATHER: Final = 11
TRANSFER: Final = 12
DEFEAT: Final = 13
RETURN: Final = 14
CLEAR: Final = 15
REVIVE: Final = 16
SWAP: Final = 17
TRADE_PLACES: Final = 18
REARRANGE: Final = 19
STRENGTHEN: Final = 20
ATTACK: Final = 21
STRIKE: Final = 22
DRAW: Final = 23
TAKE: Final = 24
LOOK: Final = 25
SHOW: Final = 26
CARRY_OUT: Final = 27
DISCARD: Final = 28
PLAY: Final = 29
SHUFFLE: Final = 30
REFRESH: Final = 31
ACTIONS: Final = 32
COPY: Final = 33
RECRUIT: Final = 34
ACT: Final = 35
AVENGE: Final = 36
CAPTURE: Final = 37
LEVEL_UP: Final = 38
IF: Final = 39
OTHERWISE: Final = 40
EITHER: Final = 41
OR: Final = 42
END: Final = 43
ROLL: Final = 44
GIVE: Final = 45
CLEANSE: Final = 46
MILL: Final = 47
EXILE: Final = 48
CROWN: Final = 49
RELOCATE: Final = 50
PREVENT: Final = 51
CANCEL: Final = 52
# These choose, as those up to MARK_ATTACKER do.
MARK_FALLEN: Final = 60
MARK_VICTIM: Final = 61
MARK_CULPRIT: Final = 62

# ---- amounts that depend: a number that says what is counted, how often, whether half of it, and how much at most ----
VALUE: Final = 1 << 60
V_MEASURE: Final = 26
V_TIMES: Final = 33
V_HALF: Final = 1 << 40
V_MOST: Final = 41
COUNTED: Final = 0
CARDS_OF_HAND: Final = 1
CARDS_OF_DECK: Final = 3
CARDS_OF_DISCARD: Final = 5
COUNTERS: Final = 7
ROUNDS: Final = 9
THE_ROLL: Final = 10
THAT_MUCH: Final = 11
DAMAGE_ON: Final = 12
LIFE_LEFT_OF: Final = 16
POISON_ON: Final = 20
MARKS_ON: Final = 22
STRENGTH_OF: Final = 24
PLAIN_NUMBER: Final = 26
# Of whom: added to the measures of one card; those of a seat are its own, then the rival's.
OF_THIS: Final = 0
OF_CHOSEN: Final = 1
OF_OWN_LEADER: Final = 2
OF_RIVAL_LEADER: Final = 3

# Amounts that are no numbers.
BY_SPLIT: Final = -1
ALL_OF_IT: Final = -2

# Where cards are taken from and put to.
OWN_HAND: Final = 0
RIVAL_HAND: Final = 1
RANDOM_RIVAL_HAND: Final = 2
ASIDE: Final = 3
DECK: Final = 4
NAMED_DECK: Final = 5
LEADER_CARD: Final = 6
OWN_DISCARD: Final = 7
RIVAL_DISCARD: Final = 8
RIVAL_CHOICE: Final = 9
TO_HAND: Final = 0
TO_TOP: Final = 1
TO_DISCARD: Final = 2
TO_NONE: Final = 3
TO_EXILE: Final = 4

# Conditions of `if`.
NO_CEASEFIRE: Final = 0
FIRST_ORDER: Final = 1
REAR_WAVE: Final = 2
VANGUARD_WAVE: Final = 3
FLANK_WAVE: Final = 4
OWN_TURN: Final = 5
RIVAL_TURN: Final = 6
THIS_IN_ROW: Final = 7
IT_FELL: Final = 10
IT_IS_DOOMED: Final = 11
ONCE: Final = 12
FIRST_IN_ROUND: Final = 15
COMPARED: Final = 16
NOT: Final = 64
# How two numbers are compared.
AT_LEAST: Final = 0
AT_MOST: Final = 1
MORE_THAN: Final = 2
FEWER_THAN: Final = 3
EXACTLY: Final = 4
# How long `once` counts, added to ONCE.
A_TURN: Final = 0
A_ROUND: Final = 1
A_FIGHT: Final = 2

# ---- triggers ----
WHEN_ATTACKED: Final = 0
WHEN_UNIT_ATTACKED: Final = 1
WHEN_ORDER_PLAYED: Final = 2
WHEN_RECRUITED: Final = 3
WHEN_OWN_FALLS: Final = 4
WHEN_RIVAL_FALLS: Final = 5
END_OF_TURN: Final = 6
END_OF_WAVE: Final = 7
END_OF_ROUND: Final = 8
THIS_FALLS: Final = 9
THIS_ENTERS: Final = 10
THIS_IS_HIT: Final = 11
THIS_ATTACKS: Final = 12
START_OF_TURN: Final = 13
START_OF_WAVE: Final = 14
START_OF_ROUND: Final = 15
TRIGGERS: Final = 16

# ---- what springs a trap: what the rival is about to do, then what the rival has done ----
WOULD_ATTACK: Final = 0
WOULD_ORDER: Final = 1
WOULD_CAST: Final = 2
HAS_ATTACKED: Final = 3
HAS_ORDERED: Final = 4
HAS_RECRUITED: Final = 5
HERO_FELL: Final = 6
TURN_ENDED: Final = 7
EVENTS: Final = 8

# ---- statuses: a count of six bits each, then those that are there or not ----
POISON: Final = 0
SHIELD: Final = 6
MIGHT: Final = 12
WEAKNESS: Final = 18
VIGOR: Final = 24
FRAILTY: Final = 30
TALLY: Final = 36
MOST_STATUS: Final = 63
STUNNED: Final = 1 << 42
SILENCED: Final = 1 << 43
ROOTED: Final = 1 << 44
DOUBLED: Final = 1 << 45
PIERCING: Final = 1 << 46
