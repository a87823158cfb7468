"""Hold the fixed figures of a match: units, factions, terrain and options, as flat lists the rules read fast."""

from __future__ import annotations

from typing import Final

from warband.games.pocket_tactics.hexes import HEXES, TILES
from warband.games.pocket_tactics.land import PLACES

NONE: Final = -1

MELEE: Final = 0
MAGIC: Final = 1
ARCHERY: Final = 2
TYPE_NAMES: Final = ["melee", "magic", "archery"]

# Manners of an assault: a type, close or ranged.
CLOSE_MELEE: Final = 0
CLOSE_MAGIC: Final = 1
RANGED_MAGIC: Final = 2
RANGED_ARCHERY: Final = 3
MANNER_NAMES: Final = ["melee", "magic close", "magic ranged", "archery"]
MANNER_TYPE: Final = [MELEE, MAGIC, MAGIC, ARCHERY]

# Abilities, one bit each.
ABILITY_NAMES: Final = [
    "strength_in_numbers",
    "longshot",
    "phalanx",
    "duelist",
    "guardian",
    "fate_weaver",
    "undergrowth_prowler",
    "beasts_vengeance",
    "iron_hide",
    "curse_of_the_wild",
    "undead",
    "forest_walk",
]
STRENGTH_IN_NUMBERS: Final = 1 << 0
PHALANX: Final = 1 << 2
DUELIST: Final = 1 << 3
GUARDIAN: Final = 1 << 4
FATE_WEAVER: Final = 1 << 5
UNDERGROWTH_PROWLER: Final = 1 << 6
BEASTS_VENGEANCE: Final = 1 << 7
IRON_HIDE: Final = 1 << 8
CURSE_OF_THE_WILD: Final = 1 << 9
UNDEAD: Final = 1 << 10
FOREST_WALK: Final = 1 << 11

MOST_FACTIONS: Final = 4
MOST_SLOTS: Final = 8
BASE_DEFENCE: Final = 3
FIRST_UNITS: Final = 3
MANNERS_NEAR: Final = 4
MANNERS_FAR: Final = 2
ASSAULTS: Final = 6 * MANNERS_NEAR + 12 * MANNERS_FAR


class Rules:
    """Hold what never changes during a match; unit types are numbered through all factions (`kind`)."""

    def __init__(self, ids: list[str], factions: list[int], faction_ids: list[str]) -> None:
        self.ids = ids
        self.factions = factions
        self.faction_ids = faction_ids
        self.kinds = len(ids)
        self.counts: list[int] = []
        self.costs: list[int] = []
        # offense[3 * kind + type], defense and range likewise; range 0 is no ranged assault.
        self.offense: list[int] = []
        self.defense: list[int] = []
        self.range: list[int] = []
        self.favoured: list[int] = []
        self.living: list[int] = []
        self.abilities: list[int] = []
        self.terrains: list[int] = []
        self.quick = False
        self.compact = False
        self.strict = False
        self.witch_to_tile = False
        self.stuck_loses = False
        self.turns = 400
        # slots[faction][slot] is the kind in that slot of a faction.
        self.slots: list[list[int]] = [
            [kind for kind in range(len(ids)) if factions[kind] == faction] for faction in range(len(faction_ids))
        ]
        self._number_actions()

    def _number_actions(self) -> None:
        self.faction = 0
        self.place = self.faction + MOST_FACTIONS
        self.summon = self.place + HEXES
        self.move = self.summon + MOST_SLOTS
        self.assault = self.move + TILES * PLACES
        self.pass_ = self.assault + TILES * ASSAULTS
        self.stay = self.pass_ + 1
        self.swap = self.stay + 1
        self.keep = self.swap + 1
        self.reroll = self.keep + 1
        self.reroll_all = self.reroll + 24
        self.take = self.reroll_all + 2
        self.take_none = self.take + MOST_SLOTS
        self.die = self.take_none + 1
        self.tile = self.die + 6
        self.actions = self.tile + 4

    def bound(self) -> int:
        """Return the most decisions one match can take."""
        set_up = 4 + TILES + 1 + 4 * FIRST_UNITS
        units = max([sum([self.counts[kind] for kind in slots]) for slots in self.slots])
        # Each of up to six neighbours gives at most two re-rolls a side, each use with a pass of the other.
        combat = 4 * (12 + 1 + units) + 8
        return set_up + self.turns * (3 + units + combat)
