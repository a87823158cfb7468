"""Bind the options of Hero's Crossing: Tactics to a game: the hero set, the rules, notation, words and scene."""

from __future__ import annotations

from warband.games.heros_crossing.documents import notation, position
from warband.games.heros_crossing.documents.encoding import CrossingEncoder
from warband.games.heros_crossing.documents.features import describe
from warband.games.heros_crossing.documents.redeal import deal_anew
from warband.games.heros_crossing.evaluation import evaluate
from warband.games.heros_crossing.pack import HeroSet, load_pack
from warband.games.heros_crossing.rules.board import PLACE
from warband.games.heros_crossing.rules.figures import Rules
from warband.games.heros_crossing.rules.state import Crossing, begin
from warband.games.heros_crossing.scene.table import CrossingSceneBuilder
from warband.games.heros_crossing.variation import vary_heroes
from warband.kernel.chance import Rng
from warband.kernel.encoding import Encoder
from warband.kernel.features import Features
from warband.kernel.game import State
from warband.kernel.options import Option, bind_options
from warband.kernel.packaged_game import PackagedGame, own_state
from warband.kernel.registry import Entry, Packs
from warband.kernel.seats import Seat
from warband.kernel.validation import Node
from warband.kernel.views import View

NAME = "heros-crossing"
TITLE = "Hero's Crossing: Tactics"
RULES_VERSION = 1
PACKAGE = "warband.games.heros_crossing"

OPTIONS = [
    Option("pack", "set-one", "the hero set: one that ships with the game, or a file or folder of your own"),
    Option("cubes", 0, "cubes of each colour; 0 takes the numbers of the hero set", low=0, high=99),
    Option("health", 6, "health of each Monarch at the start", low=1, high=6),
    Option("rounds", 60, "the match is a draw after this round", low=1, high=200),
    Option("columns", 3, "columns whose Fronts may be activated, counted from the west", low=1, high=3),
    Option("fronts", "draft", "draft heroes in secret, or have them dealt by chance", choices=("draft", "dealt")),
]


class HerosCrossing(PackagedGame):
    """Hero's Crossing: Tactics with its options bound."""

    def __init__(self, options: dict[str, object], packs: Packs) -> None:
        super().__init__(NAME, TITLE, RULES_VERSION, bind_options(OPTIONS, options), PACKAGE)
        self.passes = ("done", "hold")
        self.ending_clause = f"{NAME}:END-4"
        self.touch_clause = f"{NAME}:ACT-1"
        self.heroes = load_pack(*self.pack_data(packs))
        self.packs = {self.heroes.name: self.heroes.digest}
        self.rules = bind_rules(self.heroes, self.options)
        self.rules.game = self
        self.actions = self.rules.notation
        self.words.add_names("card", {hero.id: hero.name for hero in [*self.heroes.heroes, *self.heroes.monarchs]})

    def start(self) -> State:
        """Return the state from which a match begins."""
        return begin(self.rules)

    def bound(self) -> int:
        """Return an upper bound on the decisions of one match."""
        return self.rules.bound()

    def restore(self, position_data: dict[str, object], where: str = "position") -> State:
        """Return the state that a position describes."""
        return position.restore(self.rules, Node(position_data, where))

    def imagine(self, view: View, rng: Rng) -> State:
        """Return a state that the view's seat cannot tell from the real one."""
        return position.imagine(self.rules, Node(view, "view"), rng)

    def redeal(self, state: State, seat: Seat, rng: Rng) -> State:
        """Return a copy in which all that the seat cannot see is dealt anew; the draft is imagined from the view."""
        if own_state(state, Crossing).phase <= PLACE:
            return super().redeal(state, seat, rng)
        twin = own_state(state.copy(), Crossing)
        deal_anew(twin, 1 - seat, rng)
        return twin

    def evaluate(self, state: State, seat: Seat) -> int:
        """Return how well a seat stands."""
        return evaluate(own_state(state, Crossing), seat)

    def make_encoder(self) -> Encoder:
        """Return what writes observations with the heroes of this pack."""
        return CrossingEncoder(self.rules)

    def features(self) -> Features:
        """Return what the cells of an observation and the actions are about, for learners."""
        return describe(self.rules, self.layout())

    def scene_builder(self, view: View) -> CrossingSceneBuilder:
        """Return what turns a view into a scene."""
        return CrossingSceneBuilder(self, view)


def bind_rules(heroes: HeroSet, options: dict[str, object]) -> Rules:
    """Return the rules for a hero set and options."""
    numbers = [options[name] for name in ("cubes", "health", "rounds", "columns")]
    cubes, health, rounds, columns = [number for number in numbers if isinstance(number, int)]
    return Rules(
        [hero.id for hero in heroes.heroes],
        [hero.level for hero in heroes.heroes],
        [hero.copies for hero in heroes.heroes],
        [hero.symbols for hero in heroes.heroes],
        [cubes] * 4 if cubes else heroes.cubes,
        health,
        rounds,
        options["fronts"] == "dealt",
        columns,
        notation.declare([hero.id for hero in heroes.heroes]),
    )


ENTRY = Entry(
    NAME,
    TITLE,
    OPTIONS,
    HerosCrossing,
    {
        "default": {},
        "dealt": {"fronts": "dealt"},
        "scarce": {"cubes": 4},
        "short": {"fronts": "dealt", "health": 2, "rounds": 5},
        "tiny": {"pack": "tiny", "fronts": "dealt", "columns": 1, "health": 1, "rounds": 2},
    },
    PACKAGE,
    vary_heroes,
)
