"""Bind the options of Hero's Crossing: Tactics to a game: the hero set, the rules, notation, words and scene."""

from __future__ import annotations

from functools import cached_property

from warband.games.heros_crossing import notation, position, scene
from warband.games.heros_crossing.board import PLACE, Board
from warband.games.heros_crossing.encoding import CrossingEncoder
from warband.games.heros_crossing.evaluation import evaluate
from warband.games.heros_crossing.pack import HeroSet, load_pack
from warband.games.heros_crossing.redeal import deal_anew
from warband.games.heros_crossing.rules import Rules
from warband.games.heros_crossing.state import begin
from warband.kernel.chance import Rng
from warband.kernel.game import Encoder, Game, State
from warband.kernel.options import Option, bind_options
from warband.kernel.plain import Node
from warband.kernel.reasons import Reason
from warband.kernel.registry import Entry, Packs
from warband.kernel.scene import Effect, Scene, Sentence
from warband.kernel.worded import WordedGame

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


class HerosCrossing(WordedGame):
    """Hold Hero's Crossing: Tactics with its options bound."""

    def __init__(self, options: dict[str, object], packs: Packs) -> None:
        super().__init__(NAME, TITLE, RULES_VERSION, bind_options(OPTIONS, options), PACKAGE)
        self.ending_clause = f"{NAME}:END-4"
        self.stake = 1000
        self.heroes = load_pack(*self.pack_data(packs))
        self.packs = {self.heroes.name: self.heroes.digest}
        self.rules = bind_rules(self.heroes, self.options)
        self.words.add_names("card", {hero.id: hero.name for hero in [*self.heroes.heroes, *self.heroes.monarchs]})

    @cached_property
    def texts(self) -> dict[str, int]:
        """Return every action by its text."""
        return notation.all_texts(self.rules)

    def start(self) -> State:
        """Return the state from which a match begins."""
        return begin(self.rules)

    def action_count(self) -> int:
        """Return how many actions there are."""
        return self.rules.actions

    def text(self, action: int, state: State | None = None) -> str:
        """Return an action in notation."""
        return notation.text(self.rules, action)

    def parse(self, text: str, state: State | None = None) -> int:
        """Return the action that a text means."""
        return notation.parse(self.texts, text)

    def kind(self, action: int) -> str:
        """Return the kind of an action."""
        return notation.decode(self.rules, action).kind

    def bound(self) -> int:
        """Return an upper bound on the decisions of one match."""
        return self.rules.bound()

    def restore(self, position_data: dict[str, object], where: str = "position") -> State:
        """Return the state that a position describes."""
        return position.restore(self.rules, Node(position_data, where))

    def imagine(self, view: dict[str, object], rng: Rng) -> State:
        """Return a state that the view's seat cannot tell from the real one."""
        return position.imagine(self.rules, Node(view, "view"), rng)

    def redeal(self, state: State, seat: int, rng: Rng) -> State:
        """Return a copy in which all that the seat cannot see is dealt anew; the draft is imagined from the view."""
        if not isinstance(state, Board) or state.phase <= PLACE:
            return super().redeal(state, seat, rng)
        twin = state.copy()
        if isinstance(twin, Board):
            deal_anew(twin, 1 - seat, rng)
        return twin

    def evaluate(self, state: State, seat: int) -> int:
        """Return how well a seat stands."""
        return evaluate(state, seat) if isinstance(state, Board) else 0

    @cached_property
    def crossing_encoder(self) -> Encoder:
        """Return what writes observations of this pack."""
        return CrossingEncoder(self.rules)

    def encoder(self) -> Encoder:
        """Return what writes observations of this game."""
        return self.crossing_encoder

    def scene(self, view: dict[str, object]) -> Scene:
        """Return what the view's owner sees."""
        return scene.scene(self, view)

    def preview(self, view: dict[str, object], action: int) -> list[Sentence]:
        """Return what is certain to follow an action."""
        return scene.preview(self, view, action)

    def effects(self, view: dict[str, object], action: int) -> list[Effect]:
        """Return the figures that an action is certain to change."""
        return scene.effects(self, view, action)

    def attempt(self, view: dict[str, object], handles: list[str]) -> Reason | None:
        """Return why touching these handles means no legal action."""
        return scene.attempt(self, view, handles)


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
    )


def make(options: dict[str, object], packs: Packs) -> Game:
    """Return the game with these options."""
    return HerosCrossing(options, packs)


ENTRY = Entry(
    NAME,
    TITLE,
    OPTIONS,
    make,
    {
        "default": {},
        "dealt": {"fronts": "dealt"},
        "scarce": {"cubes": 4},
        "short": {"fronts": "dealt", "health": 2, "rounds": 5},
        "tiny": {"pack": "tiny", "fronts": "dealt", "columns": 1, "health": 1, "rounds": 2},
    },
    PACKAGE,
)
