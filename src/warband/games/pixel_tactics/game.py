"""Bind the options of Pixel Tactics to a game: the cards, the edition, notation, words and scene."""

from __future__ import annotations

from warband.games.pixel_tactics.documents import position
from warband.games.pixel_tactics.documents.encoding import TacticsEncoder
from warband.games.pixel_tactics.documents.features import describe
from warband.games.pixel_tactics.documents.redeal import deal_anew
from warband.games.pixel_tactics.editions import OPTIONS, bind, edition_of
from warband.games.pixel_tactics.evaluation import evaluate
from warband.games.pixel_tactics.pack.reading import bind_rules, bound_of, card_clauses, load_pack
from warband.games.pixel_tactics.pack.variation import vary_cards
from warband.games.pixel_tactics.rules.state import Tactics, begin
from warband.games.pixel_tactics.scene.table import TacticsSceneBuilder
from warband.games.pixel_tactics.terms import terms_of, worded_clauses, worded_pack, worded_words
from warband.kernel.chance import Rng
from warband.kernel.encoding import Encoder
from warband.kernel.features import Features
from warband.kernel.game import State
from warband.kernel.packaged_game import PackagedGame, own_state
from warband.kernel.registry import Entry, Packs
from warband.kernel.seats import Seat
from warband.kernel.validation import Node
from warband.kernel.views import View

NAME = "pixel-tactics"
TITLE = "Pixel Tactics"
RULES_VERSION = 2
PACKAGE = "warband.games.pixel_tactics"


class PixelTactics(PackagedGame):
    """Pixel Tactics with its options bound."""

    def __init__(self, options: dict[str, object], packs: Packs) -> None:
        super().__init__(NAME, TITLE, RULES_VERSION, bind(options), PACKAGE)
        self.passes = ("pass", "done")
        self.ending_clause = f"{NAME}:END-1"
        self.touch_clause = f"{NAME}:FLW-2"
        data, where = self.pack_data(packs)
        terms = terms_of(self.options)
        self.words = worded_words(self.words, terms)
        self.pack = worded_pack(load_pack(data, where, str(self.options["printing"])), terms)
        self.packs = {self.pack.name: self.pack.digest}
        self.rules = bind_rules(self.pack, edition_of(self.options))
        self.rules.game = self
        self.actions = self.rules.notation
        self.clauses = worded_clauses({**self.clauses, **card_clauses(NAME, data, where)}, terms)
        self.words.add_names("card", {card.id: card.name for card in self.pack.cards})
        self.card_details: dict[str, list[tuple[str, str]]] = {}

    def start(self) -> State:
        """Return the state from which a match begins."""
        return begin(self.rules)

    def bound(self) -> int:
        """Return an upper bound on the decisions of one match."""
        return bound_of(self.rules)

    def restore(self, position_data: dict[str, object], where: str = "position") -> State:
        """Return the state that a position describes."""
        return position.restore(self.rules, Node(position_data, where))

    def imagine(self, view: View, rng: Rng) -> State:
        """Return a state that the view's seat cannot tell from the real one."""
        return position.imagine(self.rules, Node(view, "view"), rng)

    def redeal(self, state: State, seat: Seat, rng: Rng) -> State:
        """Return a copy in which all that the seat cannot see is dealt anew."""
        twin = own_state(state.copy(), Tactics)
        deal_anew(twin, 1 - seat, rng)
        return twin

    def evaluate(self, state: State, seat: Seat) -> int:
        """Return how well a seat stands."""
        return evaluate(own_state(state, Tactics), seat)

    def make_encoder(self) -> Encoder:
        """Return what writes observations with the cards of this pack."""
        return TacticsEncoder(self.rules)

    def features(self) -> Features:
        """Return what the cells of an observation and the actions are about, for learners."""
        return describe(self.rules, self.layout())

    def scene_builder(self, view: View) -> TacticsSceneBuilder:
        """Return what turns a view into a scene."""
        return TacticsSceneBuilder(self, view)


ENTRY = Entry(
    NAME,
    TITLE,
    OPTIONS,
    PixelTactics,
    {
        "default": {},
        "classic": {"edition": "classic"},
        "classic-second": {"edition": "classic", "printing": "second"},
        "deluxe-first": {"edition": "deluxe", "printing": "first"},
        "manual": {"edition": "manual"},
        "manual-second": {"edition": "manual", "printing": "second"},
        "series": {"series": "3"},
    },
    PACKAGE,
    vary_cards,
)
