"""Draw a view: the frame that the scenes of all games share, and the steps that each game fills in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from warband.kernel.costs import Cost, Price, cost_with, follow
from warband.kernel.game import Result, State, players_of, read_result, viewer_of
from warband.kernel.notation import Deed
from warband.kernel.reasons import Reason
from warband.kernel.scene import Choice, Container, Effect, Number, Part, Piece, Scene, Sentence
from warband.kernel.seats import CHANCE, NOBODY, Seat
from warband.kernel.validation import Node
from warband.kernel.views import View

if TYPE_CHECKING:
    from warband.kernel.packaged_game import PackagedGame

S = TypeVar("S", bound=State, covariant=True)
# A reason for what ends with a touch says less than any for what begins with it.
LEAST_TELLING: Final = 100


class SceneBuilder(ABC, Generic[S]):
    """A view with its game: who looks at it, who is named in it, and the scene of it."""

    def __init__(self, game: PackagedGame, view: View, layout: list[list[str]], places: dict[str, str]) -> None:
        self.game = game
        self.view = view
        self.layout = layout
        self.places = places
        self.node = Node(view, "view")
        self.viewer = viewer_of(view)
        # A spectator sits behind seat 0.
        self.near = self.viewer if self.viewer in (0, 1) else 0
        self.players = players_of(view)
        self.words = game.words
        self.awaiting = self.node.field("awaiting").integers(CHANCE, 1)

    # ---- what a game fills in ----

    @abstractmethod
    def state(self) -> S:
        """Return a state that the view's seat cannot tell from the real one; always the same one."""

    @abstractmethod
    def heading(self) -> str:
        """Return where the match stands, in a few words."""

    @abstractmethod
    def containers(self, choices: list[Choice]) -> list[Container]:
        """Return everything on the table, from the far side to the near one."""

    @abstractmethod
    def question(self) -> Sentence:
        """Return the question to the viewer, who owes a decision."""

    @abstractmethod
    def label(self, deed: Deed) -> str:
        """Return what the button of an action says."""

    @abstractmethod
    def handles(self, deed: Deed) -> list[str]:
        """Return the handles that a person touches, in order, to mean an action."""

    @abstractmethod
    def verb(self, deed: Deed) -> tuple[str, str]:
        """Return what the flag of an action says, a verb, and how it is drawn (of LOOKS, or plain)."""

    def price(self, deed: Deed) -> Price:
        """Return what an action costs."""
        return Price()

    def turn(self, state: State) -> tuple[int, ...]:
        """Return what tells one turn from the next: whose it is, and its number; nobody's before the first."""
        return (NOBODY,)

    def gallery(self) -> list[Piece]:
        """Return every card or unit there is, with its figures and all it can do."""
        return []

    def mark(self, scene: Scene) -> None:
        """Mark the pieces that may act or are acted on."""

    def rank(self, reason: Reason, deed: Deed, exact: bool) -> int:
        """Return how little a reason says to somebody who touched something; `exact`: the handles say it all."""
        return 0

    def preview(self, action: int) -> list[Sentence]:
        """Return what is certain to follow an action, and the odds of the rest."""
        return []

    def effects(self, action: int) -> list[Effect]:
        """Return the figures that an action is certain to change."""
        return []

    def odds(self, action: int) -> list[Number]:
        """Return the chances of what may follow an action, in percent and together a whole."""
        return []

    # ---- what all games share ----

    def word(self, key: str, **data: object) -> str:
        """Return a short text of the scene."""
        return self.words.say("texts", key, data, self.players).plain()

    def seat_node(self, seat: Seat) -> Node:
        """Return what the view shows of a seat."""
        return self.node.field("seats").items()[seat]

    def scene(self) -> Scene:
        """Return what the view's owner sees."""
        game = self.game
        scene = Scene(game.name, game.title, self.viewer, self.heading(), self.players, self.layout, places=self.places)
        if self.viewer in self.awaiting:
            scene.choices = self.choices()
        scene.containers = self.containers(scene.choices)
        scene.prompt = self.prompt()
        self.mark(scene)
        return scene

    def choices(self) -> list[Choice]:
        """Return every legal action of the viewer with its label and the handles that mean it."""
        state, actions = self.state(), self.game.actions
        deeds = [actions.decode(action) for action in state.legal(self.viewer)]
        return [
            Choice(
                deed.action, self.game.text(deed.action, state), self.label(deed), self.handles(deed), *self.verb(deed)
            )
            for deed in deeds
        ]

    def cost(self, action: int) -> Cost:
        """Return what is at stake with a legal action of the viewer."""
        state, seat = self.state(), self.viewer
        before = self.turn(state)
        ends_turn = before[0] == seat and self.turn(follow(state, seat, action)) != before
        return cost_with(state, seat, action, self.price(self.game.actions.decode(action)), ends_turn)

    def say_cost(self, action: int, cost: Cost) -> Sentence:
        """Return what an action costs in a sentence; nothing where it costs nothing much."""
        deed = self.game.actions.decode(action)
        data = self.cost_data(deed, cost)
        costs = [self.words.say("costs", key, data, self.players).plain() for key in self.cost_keys(deed, cost)]
        said = ", and ".join([costs[0], *[cost[:1].lower() + cost[1:] for cost in costs[1:]]]) if costs else ""
        return Sentence([Part(f"{said}.")] if said else [])

    def cost_keys(self, deed: Deed, cost: Cost) -> list[str]:
        """Return what is said of the costs, as keys of the words; one that speaks of this action alone comes first."""
        known, name = self.words.tables["costs"], self.cost_name(deed)
        return [f"{key}_{name}" if f"{key}_{name}" in known else key for key in cost.keys(self.viewer)]

    def cost_name(self, deed: Deed) -> str:
        """Return what an action is called among the costs that speak of it alone."""
        return deed.name

    def cost_data(self, deed: Deed, cost: Cost) -> dict[str, object]:
        """Return the data that the sentence of the costs may name."""
        return {"actions": cost.price.actions, "card": cost.price.card}

    def prompt(self) -> Sentence:
        """Return the question to the viewer, or whom the table waits for, or how the match ended."""
        say = self.words.say
        if not self.awaiting:
            return say("prompts", "over", {"result": self.game.say_result(self.result(), self.players)})
        if self.viewer in self.awaiting:
            return self.question()
        if CHANCE in self.awaiting:
            return say("prompts", "wait_chance", {})
        both = len(self.awaiting) > 1 and "wait_both" in self.words.tables["prompts"]
        return say("prompts", "wait_both" if both else "wait", {"seat": self.awaiting[0]}, self.players)

    def result(self) -> Result:
        """Return how the match ended: by the rules, or by resignation, agreement or forfeit."""
        ending = self.node.field("ending") if "ending" in self.view else self.node
        return read_result(ending)

    def attempt(self, touched: list[str]) -> Reason | None:
        """Return why touching these handles means no legal action, or None if it does or may yet."""
        state, actions = self.state(), self.game.actions
        nearest: Reason | None = None
        lowest = 0
        for action in range(actions.decisions):
            deed = actions.decode(action)
            handles = self.handles(deed)
            # A place may be touched before what goes there.
            turned = len(handles) == 2 and handles[::-1][: len(touched)] == touched
            if handles[: len(touched)] != touched and not turned:
                continue
            reason = state.why_not(self.viewer, action)
            if reason is None:
                return None
            rank = self.rank(reason, deed, handles == touched) + (LEAST_TELLING if turned else 0)
            if reason.code != "not_now" and (nearest is None or rank < lowest):
                nearest, lowest = reason, rank
        return nearest or Reason("no_touch", self.game.touch_clause, {})
