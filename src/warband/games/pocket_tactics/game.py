"""Bind the options of Pocket-Tactics to a game: units, map, rules, notation, words and scene."""

from __future__ import annotations

from warband.games.pocket_tactics.documents import notation, position
from warband.games.pocket_tactics.documents.encoding import SkirmishEncoder
from warband.games.pocket_tactics.documents.features import describe
from warband.games.pocket_tactics.documents.fields import VIEW_NAMES
from warband.games.pocket_tactics.evaluation import evaluate
from warband.games.pocket_tactics.pack import UnitSet, load_pack
from warband.games.pocket_tactics.rules.board import Board
from warband.games.pocket_tactics.rules.figures import ABILITY_NAMES, Rules
from warband.games.pocket_tactics.rules.state import Skirmish, begin
from warband.games.pocket_tactics.scene.table import SkirmishSceneBuilder
from warband.kernel.chance import Rng
from warband.kernel.encoding import Encoder
from warband.kernel.features import Features
from warband.kernel.game import State
from warband.kernel.notation import NONE
from warband.kernel.options import Option, bind_options
from warband.kernel.packaged_game import PackagedGame, own_state
from warband.kernel.registry import Entry, Packs
from warband.kernel.seats import Seat
from warband.kernel.validation import Node
from warband.kernel.views import View

NAME = "pocket-tactics"
TITLE = "Pocket-Tactics"
RULES_VERSION = 2
PACKAGE = "warband.games.pocket_tactics"

OPTIONS = [
    Option("pack", "set-one", "units, factions and terrain: a set that ships with the game, or a file of your own"),
    Option("map", "built", "build the map by hand, or have a quick one laid out by chance", choices=("built", "quick")),
    Option(
        "compact", "auto", "tiles touch two others where they can; auto: on quick maps", choices=("auto", "on", "off")
    ),
    Option("placing", "lenient", "how SET-13 is read when a tile is placed", choices=("lenient", "strict")),
    Option("witch", "reserves", "where a unit the Witch takes back goes", choices=("reserves", "tile")),
    Option("turns", 400, "the match is a draw after this turn, both seats counted (DRW-04)", low=1, high=1000),
    Option("stuck", "passes", "what a seat does that can neither act nor summon (DRW-05)", choices=("passes", "loses")),
]


class PocketTactics(PackagedGame):
    """Pocket-Tactics with its options bound."""

    def __init__(self, options: dict[str, object], packs: Packs) -> None:
        super().__init__(NAME, TITLE, RULES_VERSION, bind_options(OPTIONS, options), PACKAGE)
        self.passes = ("pass", "stay", "keep")
        self.ending_clause = f"{NAME}:DRW-06"
        self.touch_clause = f"{NAME}:TRN-01"
        self.set = load_pack(*self.pack_data(packs))
        self.packs = {self.set.name: self.set.digest}
        self.rules = bind_rules(self.set, self.options)
        self.rules.game = self
        self.actions = self.rules.notation
        self.words.add_names("unit", {unit.id: unit.name for unit in self.set.units})
        self.words.add_names("unit", {f"base/{faction.id}": faction.base for faction in self.set.factions})
        self.words.add_names("faction", {faction.id: faction.name for faction in self.set.factions})

    def start(self) -> State:
        """Return the state from which a match begins."""
        return begin(self.rules)

    def text(self, action: int, state: State | None = None) -> str:
        """Return an action in notation."""
        return notation.text(self.rules, action, state if isinstance(state, Board) else None)

    def parse(self, text: str, state: State | None = None) -> int:
        """Return the action that a text means."""
        return notation.parse(self.rules, text, state if isinstance(state, Board) else None)

    def bound(self) -> int:
        """Return an upper bound on the decisions of one match."""
        return self.rules.bound()

    def restore(self, position_data: dict[str, object], where: str = "position") -> State:
        """Return the state that a position describes."""
        return position.restore(self.rules, Node(position_data, where))

    def imagine(self, view: View, rng: Rng) -> State:
        """Return the state that a view shows; nothing on this table is hidden but a choice not yet made."""
        return position.restore(self.rules, Node(view, "view"), VIEW_NAMES)

    def redeal(self, state: State, seat: Seat, rng: Rng) -> State:
        """Return a copy; nothing on this table is hidden but a choice not yet made."""
        waiting = own_state(state, Skirmish).choices != [NONE, NONE]
        return super().redeal(state, seat, rng) if waiting else state.copy()

    def evaluate(self, state: State, seat: Seat) -> int:
        """Return how well a seat stands."""
        return evaluate(own_state(state, Skirmish), seat)

    def make_encoder(self) -> Encoder:
        """Return what writes observations with the units of this pack."""
        return SkirmishEncoder(self.rules)

    def features(self) -> Features:
        """Return what the cells of an observation and the actions are about, for learners."""
        return describe(self.rules, self.layout())

    def scene_builder(self, view: View) -> SkirmishSceneBuilder:
        """Return what turns a view into a scene."""
        return SkirmishSceneBuilder(self, view)


def bind_rules(pack: UnitSet, options: dict[str, object]) -> Rules:
    """Return the rules for a pack and options."""
    units = pack.units
    factions = [faction.id for faction in pack.factions]
    declared = notation.declare(factions)
    rules = Rules([unit.id for unit in units], [unit.faction for unit in units], factions, declared)
    rules.counts = [unit.count for unit in units]
    rules.costs = [unit.cost for unit in units]
    rules.offense = [dice for unit in units for dice in unit.offense]
    rules.defense = [dice for unit in units for dice in unit.defense]
    rules.range = [reach for unit in units for reach in unit.range]
    rules.favoured = [unit.terrain for unit in units]
    rules.living = [1 if unit.living else 0 for unit in units]
    rules.abilities = [sum(1 << ABILITY_NAMES.index(name) for name in unit.abilities) for unit in units]
    rules.terrains = pack.terrains
    rules.quick = options["map"] == "quick"
    rules.compact = options["compact"] == "on" or (options["compact"] == "auto" and rules.quick)
    rules.strict = options["placing"] == "strict"
    rules.witch_to_tile = options["witch"] == "tile"
    rules.stuck_loses = options["stuck"] == "loses"
    turns = options["turns"]
    rules.turns = turns if isinstance(turns, int) else rules.turns
    return rules


ENTRY = Entry(
    NAME,
    TITLE,
    OPTIONS,
    PocketTactics,
    {
        "default": {},
        "quick": {"map": "quick", "turns": 240},
        "strict": {"placing": "strict", "turns": 120, "stuck": "loses"},
        "variants": {"map": "quick", "compact": "off", "witch": "tile", "turns": 60},
    },
    PACKAGE,
)
