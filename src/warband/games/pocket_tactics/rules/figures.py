"""The fixed figures of a match: units, factions, terrain and options, as flat lists the rules read fast."""

from __future__ import annotations

from typing import Final

from warband.games.pocket_tactics.rules.hexes import TILES
from warband.kernel.game import Game
from warband.kernel.notation import Notation

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
    """What never changes during a match; unit types are numbered through all factions (`kind`)."""

    def __init__(self, ids: list[str], factions: list[int], faction_ids: list[str], notation: Notation) -> None:
        # The game that was bound to these figures.
        self.game: Game | None = None
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
        self.notation = notation
        self._number_actions(notation)

    def _number_actions(self, notation: Notation) -> None:
        """Keep the first action of each kind, which the rules add to all the time."""
        self.faction = notation.first("faction")
        self.place = notation.first("place")
        self.summon = notation.first("summon")
        self.move = notation.first("move")
        self.assault = notation.first("assault")
        self.pass_ = notation.first("pass")
        self.stay = notation.first("stay")
        self.swap = notation.first("swap")
        self.keep = notation.first("keep")
        self.reroll = notation.first("reroll")
        self.reroll_all = notation.first("reroll_all")
        self.take = notation.first("take")
        self.take_none = notation.first("take_none")
        self.die = notation.first("die")
        self.tile = notation.first("tile")

    def bound(self) -> int:
        """Return the most decisions one match can take."""
        set_up = 4 + TILES + 1 + 4 * FIRST_UNITS
        units = max([sum([self.counts[kind] for kind in slots]) for slots in self.slots])
        # Each of up to six neighbours gives at most two re-rolls a side, each use with a pass of the other.
        combat = 4 * (12 + 1 + units) + 8
        return set_up + self.turns * (3 + units + combat)
