"""Bind the options of Pixel Tactics to a game: the cards, the edition, notation, words and scene."""

from __future__ import annotations

from functools import cached_property

from warband.games.pixel_tactics import notation, position, preview, scene
from warband.games.pixel_tactics.board import Board
from warband.games.pixel_tactics.editions import OPTIONS, bind, edition_of
from warband.games.pixel_tactics.encoding import TacticsEncoder
from warband.games.pixel_tactics.evaluation import evaluate
from warband.games.pixel_tactics.pack import bind_rules, bound_of, card_clauses, load_pack
from warband.games.pixel_tactics.redeal import deal_anew
from warband.games.pixel_tactics.state import begin
from warband.kernel.chance import Rng
from warband.kernel.game import Encoder, Game, State
from warband.kernel.plain import Node
from warband.kernel.reasons import Reason
from warband.kernel.registry import Entry, Packs
from warband.kernel.scene import Effect, Scene, Sentence
from warband.kernel.worded import WordedGame

NAME = "pixel-tactics"
TITLE = "Pixel Tactics"
RULES_VERSION = 1
PACKAGE = "warband.games.pixel_tactics"


class PixelTactics(WordedGame):
    """Hold Pixel Tactics with its options bound."""

    def __init__(self, options: dict[str, object], packs: Packs) -> None:
        super().__init__(NAME, TITLE, RULES_VERSION, bind(options), PACKAGE)
        self.ending_clause = f"{NAME}:END-1"
        self.stake = 1000
        data, where = self.pack_data(packs)
        self.pack = load_pack(data, where, str(self.options["printing"]))
        self.packs = {self.pack.name: self.pack.digest}
        self.rules = bind_rules(self.pack, edition_of(self.options))
        self.clauses.update(card_clauses(NAME, data, where))
        self.words.add_names("card", {card.id: card.name for card in self.pack.cards})
        self.card_details: dict[str, list[tuple[str, str]]] = {}

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
        return bound_of(self.rules)

    def restore(self, position_data: dict[str, object], where: str = "position") -> State:
        """Return the state that a position describes."""
        return position.restore(self.rules, Node(position_data, where))

    def imagine(self, view: dict[str, object], rng: Rng) -> State:
        """Return a state that the view's seat cannot tell from the real one."""
        return position.imagine(self.rules, Node(view, "view"), rng)

    def redeal(self, state: State, seat: int, rng: Rng) -> State:
        """Return a copy in which all that the seat cannot see is dealt anew."""
        twin = state.copy()
        if not isinstance(twin, Board):
            raise TypeError("not a state of this game")
        deal_anew(twin, 1 - seat, rng)
        return twin

    def evaluate(self, state: State, seat: int) -> int:
        """Return how well a seat stands."""
        return evaluate(state, seat) if isinstance(state, Board) else 0

    @cached_property
    def tactics_encoder(self) -> Encoder:
        """Return what writes observations of these cards."""
        return TacticsEncoder(self.rules)

    def encoder(self) -> Encoder:
        """Return what writes observations of this game."""
        return self.tactics_encoder

    def scene(self, view: dict[str, object]) -> Scene:
        """Return what the view's owner sees."""
        return scene.scene(self, view)

    def preview(self, view: dict[str, object], action: int) -> list[Sentence]:
        """Return what is certain to follow an action."""
        return preview.preview(self, view, action)

    def effects(self, view: dict[str, object], action: int) -> list[Effect]:
        """Return the life that an action is certain to take or give."""
        return preview.effects(self, view, action)

    def attempt(self, view: dict[str, object], handles: list[str]) -> Reason | None:
        """Return why touching these handles means no legal action."""
        return scene.attempt(self, view, handles)


def make(options: dict[str, object], packs: Packs) -> Game:
    """Return the game with these options."""
    return PixelTactics(options, packs)


ENTRY = Entry(
    NAME,
    TITLE,
    OPTIONS,
    make,
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
)
