"""Draw the table as a person sees it: two units face to face, hands and piles, the question, the handles."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from warband.games.pixel_tactics.documents.fields import QUESTION, SEEN_NAMES
from warband.games.pixel_tactics.documents.position import read_open
from warband.games.pixel_tactics.pack.reading import Card
from warband.games.pixel_tactics.rules import board
from warband.games.pixel_tactics.rules.board import ceasefire
from warband.games.pixel_tactics.rules.figures import ROW_NAMES
from warband.games.pixel_tactics.rules.state import Tactics
from warband.games.pixel_tactics.scene import belongings, labels, pieces, previews, prompts
from warband.games.pixel_tactics.scene.fate import doomed_slots
from warband.games.pixel_tactics.scene.marking import mark
from warband.kernel.costs import Cost, Price
from warband.kernel.documents import read_fields, seat_nodes
from warband.kernel.game import State
from warband.kernel.notation import NONE, Deed
from warband.kernel.packaged_game import own_state
from warband.kernel.reasons import Reason
from warband.kernel.scene import COLUMN, HAND, RAIL, TRACK, Choice, Container, Effect, Piece, Scene, Sentence, Slot
from warband.kernel.scene_builder import SceneBuilder
from warband.kernel.seats import NOBODY, Seat
from warband.kernel.validation import Node
from warband.kernel.views import View

if TYPE_CHECKING:
    from warband.games.pixel_tactics.game import PixelTactics

LAYOUT = [["far"], ["far_unit"], ["middle"], ["near_unit"], ["near"], ["near_hand"]]
PLACES = {"far": RAIL, "near": RAIL}
# Reasons that say most about what was touched come first, those that say little come last.
TELLING = ("intercepted",)
CARD_ALONE = ("lead", "order", "take")
VAGUE = ("not_offered", "not_ranged", "no_corpse", "no_switch", "switch_order", "same_slot")


class TacticsSceneBuilder(SceneBuilder[Tactics]):
    """A view of Pixel Tactics and what a person sees of it: of its own board, or of one that may follow."""

    def __init__(self, game: PixelTactics, view: View, follows: Tactics | None = None) -> None:
        super().__init__(game, view, LAYOUT, PLACES)
        self.tactics = game
        self.rules = game.rules
        self.cards = game.pack.cards
        self.board = follows or board_of(game, view, self.viewer)

    def state(self) -> Tactics:
        """Return the board that is shown."""
        return self.board

    def after(self, follows: Tactics) -> TacticsSceneBuilder:
        """Return the same view with a board that may follow."""
        return TacticsSceneBuilder(self.tactics, self.view, follows)

    @cached_property
    def doomed(self) -> list[int]:
        """Return the slots of those who fall when the wave ends, as things stand."""
        return doomed_slots(self.board)

    @cached_property
    def asked(self) -> dict[str, object]:
        """Return the data of the question, which the labels of its answers may name as well."""
        return prompts.question_data(self)

    def named(self, key: str, seat: Seat) -> str:
        """Return what a thing of a seat is called: `Your hand`, `Red's hand`."""
        return self.word(f"own_{key}" if seat == self.viewer else f"{key}_of", seat=seat)

    def figure(self, key: str) -> str:
        """Return the label of a figure."""
        return self.words.name("figure", key)

    def card(self, name: str) -> Card:
        """Return the card of an id."""
        return self.cards[self.rules.ids.index(name)]

    def heading(self) -> str:
        """Return where the match stands: fight, round, wave."""
        b = self.board
        key = "heading_round" if b.round else "heading_set_up"
        if self.rules.edition.series > 1:
            key = f"{key}_of_fight"
        return self.word(key, fight=b.fight, round=b.round, wave=ROW_NAMES[b.wave])

    def containers(self, choices: list[Choice]) -> list[Container]:
        """Return everything on the table, from the far side to the near one."""
        near, far = self.near, 1 - self.near
        units = [pieces.unit(self, far), *middle(self), pieces.unit(self, near)]
        return [
            *side(self, self.seat_node(far), far, "far"),
            *(units if self.board.sides[near].leads != NONE else []),
            *side(self, self.seat_node(near), near, "near"),
            *offer(self, choices),
        ]

    def gallery(self) -> list[Piece]:
        """Return every card of the pack as a hero, with its five uses."""
        return [belongings.hero_card(self, card) for card in self.cards]

    def mark(self, scene: Scene) -> None:
        """Mark what may act, who acts, who is aimed at and who is doomed."""
        mark(scene, self)

    def question(self) -> Sentence:
        """Return the question of the rules or of a card."""
        return prompts.prompt(self)

    def label(self, deed: Deed) -> str:
        """Return what the button of an action says."""
        return labels.label(self, deed)

    def handles(self, deed: Deed) -> list[str]:
        """Return the handles that a person touches, in order, to mean an action."""
        return labels.handles(self.board, self.viewer, deed)

    def verb(self, deed: Deed) -> tuple[str, str]:
        """Return what the flag of an action says, and how it is drawn."""
        return labels.verb(self, deed), labels.VERB_LOOKS.get(deed.kind, "")

    def price(self, deed: Deed) -> Price:
        """Return what an action costs: actions of the turn, a card that is played or discarded, the leader."""
        cost = previews.cost_of(self.board, self.viewer, deed)
        whole = cost > 1 and cost == self.board.actions
        return Price(cost, whole, labels.card_given_away(self.board, deed), deed.kind == "lead")

    def turn(self, state: State) -> tuple[int, ...]:
        """Return whose turn it is, and which; nobody's while leaders are chosen."""
        b = own_state(state, Tactics)
        return (b.seat, b.fight, b.round, b.wave) if b.round else (NOBODY,)

    def cost_keys(self, deed: Deed, cost: Cost) -> list[str]:
        """Return what is said of the costs; a turn that ends with actions left gives them up."""
        keys = super().cost_keys(deed, cost)
        gives_up = deed.kind == "pass" and self.board.actions > 0
        return ["gives_up" if gives_up and key == "ends_turn" else key for key in keys]

    def cost_data(self, deed: Deed, cost: Cost) -> dict[str, object]:
        """Return the data that the sentence of the costs may name."""
        return {**super().cost_data(deed, cost), "left": max(0, self.board.actions)}

    def rank(self, reason: Reason, deed: Deed, exact: bool) -> int:
        """Return how little a reason says to somebody who touched something."""
        if reason.code == "switch_order" and exact:
            return 0
        if reason.code in VAGUE:
            return 2
        return 0 if reason.code in TELLING or (exact and deed.kind in CARD_ALONE) else 1

    def preview(self, action: int) -> list[Sentence]:
        """Return what a card says where it is used, what it does for certain, and who decides then."""
        return previews.preview(self, action)

    def effects(self, action: int) -> list[Effect]:
        """Return the life that an action is certain to take or give, card by card."""
        return previews.effects(self, action)


def board_of(game: PixelTactics, view: View, viewer: int) -> Tactics:
    """Return the board of a view: an imagined one for a seat, what lies open for everybody else."""
    if viewer in (0, 1):
        return own_state(game.world(view), Tactics)
    node = Node(view, "view")
    b, _ = read_open(game.rules, node, seat_nodes(node, SEEN_NAMES))
    read_fields(QUESTION, b, node.fields())
    return b


# ---- what lies on the table ----


def side(builder: TacticsSceneBuilder, table: Node, seat: Seat, area: str) -> list[Container]:
    """Return what a seat has beside its unit."""
    return [
        *belongings.plate(builder, seat, area),
        *belongings.orders(builder, table, seat, area),
        *belongings.traps(builder, table, seat, area),
        *belongings.piles(builder, table, seat),
        *belongings.aside(builder, table, seat),
        belongings.hand(builder, table, seat),
    ]


def middle(builder: TacticsSceneBuilder) -> list[Container]:
    """Return what lies between the units: the waves of the round, and the orders being carried out."""
    b = builder.board
    played = Container("order", COLUMN, builder.word("order_in_progress"), "middle")
    for kind, seat in prompts.orders_in_progress(b):
        card = builder.cards[kind]
        played.pieces.append(belongings.order_piece(builder, card, f"order/{card.id}", seat))
    return [*([waves(builder)] if b.round else []), *([played] if played.pieces else [])]


def waves(builder: TacticsSceneBuilder) -> Container:
    """Return the three waves of the round, whose turn it is and the actions left."""
    b = builder.board
    container = Container("turn", TRACK, builder.word("round", round=b.round), "middle")
    for wave, name in enumerate(ROW_NAMES):
        marks = ["done"] if wave < b.wave else ["active"] if wave == b.wave else []
        container.slots.append(Slot(f"wave/{name}", builder.words.name("row_name", name), marks=marks))
    if b.question == board.OVER or b.seat == NONE:
        return container
    container.badges = [builder.word("turn_of", seat=b.seat), builder.word("actions_left", count=max(0, b.actions))]
    if b.order_actions:
        container.badges.append(builder.word("for_orders", count=b.order_actions))
    if ceasefire(b):
        container.badges.append(builder.word("ceasefire"))
    return container


def offer(builder: TacticsSceneBuilder, choices: list[Choice]) -> list[Container]:
    """Return the cards that may be named or taken out of the deck now."""
    container = Container("offer", HAND, builder.word("offer"), "near_hand", builder.viewer)
    for choice in choices:
        for handle in choice.handles:
            if handle.startswith("offer/"):
                card = builder.card(handle.removeprefix("offer/"))
                container.pieces.append(belongings.card_piece(builder, card, handle, builder.viewer))
    return [container] if container.pieces else []
