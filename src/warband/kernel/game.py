"""Define a game and its states: who decides, what is legal, what follows, who sees what."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

from warband.kernel.chance import Rng, fresh_chance, pick_weighted, seeded_chance
from warband.kernel.encoding import Encoder, Field
from warband.kernel.errors import BadInput, NotAnAction
from warband.kernel.events import Event
from warband.kernel.features import Features, plain_features
from warband.kernel.pickling import Reduced, reduce, restore_state
from warband.kernel.reasons import IllegalAction, Reason
from warband.kernel.scene import Effect, Number, Part, Piece, Scene, Sentence
from warband.kernel.seats import BY_CHANCE, NOBODY, PUBLIC, SIDE_NAMES, Seat
from warband.kernel.validation import Node
from warband.kernel.views import View, Viewer

if TYPE_CHECKING:
    from warband.kernel.costs import Cost
    from warband.kernel.match import Match


class Result:
    """How a match ended: the winning seat or NOBODY, and why in one word."""

    def __init__(self, winner: int, why: str) -> None:
        self.winner = winner
        self.why = why

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Result) and self.winner == other.winner and self.why == other.why

    def __hash__(self) -> int:
        return hash((self.winner, self.why))

    def __repr__(self) -> str:
        return f"Result({self.winner!r}, {self.why!r})"

    def __reduce__(self) -> Reduced:
        return Result, (self.winner, self.why)

    def data(self) -> dict[str, object]:
        """Return winner and reason as plain data."""
        return {"winner": self.winner, "why": self.why}

    def __str__(self) -> str:
        return f"draw ({self.why})" if self.winner == NOBODY else f"seat {self.winner} wins ({self.why})"


def read_result(node: Node) -> Result:
    """Return the result that plain data holds."""
    return Result(node.field("winner").integer(NOBODY, 1), node.field("why").text())


class Cover:
    """Who may see an action in the log, and the open form that the others see."""

    def __init__(self, seen_by: tuple[int, ...], text: str) -> None:
        self.seen_by = seen_by
        self.text = text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cover) and self.seen_by == other.seen_by and self.text == other.text

    def __hash__(self) -> int:
        return hash((self.seen_by, self.text))

    def __reduce__(self) -> Reduced:
        return Cover, (self.seen_by, self.text)


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """One position of a match. A state has no random generator and no clock, and copies exactly."""

    @abstractmethod
    def awaiting(self) -> tuple[int, ...]:
        """Return the seats that owe a decision, BY_CHANCE, or NO_SEATS once the match is over."""

    @abstractmethod
    def legal(self, seat: Seat) -> list[int]:
        """Return the legal actions of a seat, in order; empty when it owes no decision."""

    @abstractmethod
    def why_not(self, seat: Seat, action: int) -> Reason | None:
        """Return why the action is not legal for the seat now, or None if it is."""

    @abstractmethod
    def apply(self, seat: Seat, action: int, sink: list[Event] | None = None) -> None:
        """Carry out an action of a seat or an outcome of CHANCE; trusts its caller. Events go into the sink."""

    @abstractmethod
    def outcomes(self) -> list[tuple[int, int]]:
        """Return the outcomes chance has now, each an action with its weight."""

    @abstractmethod
    def result(self) -> Result | None:
        """Return how the match ended, or None while it goes on."""

    @abstractmethod
    def copy(self) -> State:
        """Return a state that is equal to this one and shares nothing that changes."""

    @abstractmethod
    def view(self, viewer: Viewer) -> View:
        """Return all that a seat, PUBLIC, or (once the match is over) ALL may know, as plain data."""

    @abstractmethod
    def position(self) -> dict[str, object]:
        """Return the whole state as a readable document."""

    @abstractmethod
    def kinds(self, seat: Seat) -> list[str]:
        """Return the kinds of action that a seat is now asked for."""

    def cover(self, seat: Seat, action: int) -> Cover | None:
        """Return how the log hides an action about to be applied, or None if all may see it."""
        return None

    def settled(self) -> bool:
        """Return whether no action is in progress: whoever decides now begins a new one."""
        return True

    def sample(self, rng: Rng) -> int:
        """Return an outcome of chance, drawn by weight with the fast generator."""
        outcomes = self.outcomes()
        return pick_weighted(rng.below(sum([weight for _, weight in outcomes])), outcomes)

    def play(self, seat: Seat, action: int, sink: list[Event] | None = None) -> None:
        """Carry out an action after checking it; raise IllegalAction and change nothing if it is not legal."""
        reason = self.why_not(seat, action)
        if reason is not None:
            raise IllegalAction(reason)
        self.apply(seat, action, sink)

    def game(self) -> Game | None:
        """Return the game that this state belongs to if it knows; such a state pickles as its position."""
        return None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State) or type(self) is not type(other):
            return False
        return self.game() == other.game() and self.position() == other.position()

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> State:
        return self.copy()

    def __reduce_ex__(self, protocol: object) -> Reduced:
        game = self.game()
        return reduce(self) if game is None else (restore_state, (game, self.position()))

    def __repr__(self) -> str:
        game = self.game()
        awaiting = self.awaiting()
        result = self.result()
        what = type(self).__name__ if game is None else f"State of {game.name}"
        who = "chance" if awaiting == BY_CHANCE else " and ".join([f"seat {seat}" for seat in awaiting])
        return f"<{what}: {f'over, {result}' if result is not None else f'{who} to decide'}>"

    def __str__(self) -> str:
        from warband.kernel.hooks import HOOKS

        game = self.game()
        return repr(self) if game is None else HOOKS.draw(game.scene(self.view(PUBLIC)))


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(ABC):
    """A game with its options bound: its states, its notation, its words, its scenes."""

    def __init__(self, name: str, title: str, version: int, options: dict[str, object]) -> None:
        self.name = name
        self.title = title
        self.version = version
        self.options = options
        self.packs: dict[str, str] = {}
        # The options and packs it was made with, as JSON, where the registry made it: what it pickles as.
        self.recipe = ""
        # The texts of all actions; a game with many may compute them instead.
        self.notation: list[str] = []
        # Whether the game says how well a seat stands; where it does not, bots play the match out.
        self.has_evaluation = type(self).evaluate is not Game.evaluate
        # How far ahead in the evaluation a seat is that wins about three matches of four.
        self.stake = 1000
        # The kinds of action that do nothing, such as to end a turn early.
        self.passes: tuple[str, ...] = ("pass",)
        # The clause that speaks of resigning, agreed draws and forfeits.
        self.ending_clause = f"{name}:END"

    @abstractmethod
    def start(self) -> State:
        """Return the state from which a match begins."""

    def match(self, seed: int | None = None, players: list[str] | None = None) -> Match:
        """Return a match at its first decision; without a seed chance comes from the operating system."""
        from warband.kernel.match import Match

        match = Match(self, fresh_chance() if seed is None else seeded_chance(seed), players)
        match.settle()
        return match

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game) or type(self) is not type(other):
            return False
        same = self.name == other.name and self.version == other.version
        return same and self.options == other.options and self.packs == other.packs

    def __hash__(self) -> int:
        return hash(self.name)

    def __copy__(self) -> Game:
        # A game never changes once it is made.
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        return self

    def __reduce_ex__(self, protocol: object) -> Reduced:
        from warband.kernel.registry import remade

        return remade(self) if self.recipe else reduce(self)

    def __repr__(self) -> str:
        from warband.kernel.registry import given_options

        options = "".join([f", {name}={value!r}" for name, value in given_options(self).items()])
        return f"warband.game({self.name!r}{options})"

    def __str__(self) -> str:
        return self.title

    def action_count(self) -> int:
        """Return how many actions there are; every action is an int below this."""
        return len(self.notation)

    def text(self, action: int, state: State | None = None) -> str:
        """Return an action in notation; a state lets it speak of pieces and places as they stand there."""
        return self.notation[action]

    def parse(self, text: str, state: State | None = None) -> int:
        """Return the action that a text in notation means, in a state where it speaks of one, or raise NotAnAction."""
        if text not in self.notation:
            raise NotAnAction(f"{text!r} is not an action of {self.title}")
        return self.notation.index(text)

    def kind(self, action: int) -> str:
        """Return the kind of an action: its first word."""
        return self.text(action).split(" ")[0]

    @abstractmethod
    def bound(self) -> int:
        """Return an upper bound on the decisions of one match."""

    @abstractmethod
    def restore(self, position: dict[str, object], where: str = "position") -> State:
        """Return the state that a position describes, or raise BadInput that names what is impossible."""

    @abstractmethod
    def imagine(self, view: View, rng: Rng) -> State:
        """Return a state that the view's seat cannot tell from the real one, drawn with the right weight."""

    def redeal(self, state: State, seat: Seat, rng: Rng) -> State:
        """Return a copy in which all that the seat cannot see is imagined anew, with the weights of `imagine`."""
        return self.imagine(state.view(seat), rng)

    def evaluate(self, state: State, seat: Seat) -> int:
        """Return how well a seat stands, in hundredths of whatever the game counts.

        A game that does not say is played out by the bots instead.
        """
        return 0

    def world(self, view: View) -> State:
        """Return one imagined state; whatever a seat may know is the same in all of them."""
        return self.imagine(view, Rng(0))

    def encoder(self) -> Encoder:
        """Return what writes observations of this game; one without cells where nobody has made one."""
        return Encoder([])

    def layout(self) -> list[Field]:
        """Return the fields of an observation, in order."""
        return self.encoder().layout

    def features(self) -> Features:
        """Return what the cells of an observation and the actions are about, for learners."""
        return plain_features(self.layout(), [self.text(action) for action in range(self.action_count())])

    def encode(self, state: State, seat: Seat) -> bytes:
        """Return the observation of a seat: all that it may know in this state, a byte from 0 to 127 a cell."""
        return self.encoder().encode(state, seat)

    def observe(self, view: View) -> bytes:
        """Return the observation that a seat's view gives, from the view alone."""
        return self.encode(self.world(view), viewer_of(view))

    def say_event(self, event: dict[str, object], players: list[str]) -> Sentence:
        """Return the sentence of an event as a viewer saw it."""
        return Sentence([Part(f"{event['kind']} {event['data']}")])

    def motion(self, event: dict[str, object]) -> list[str]:
        """Return what a page shows of an event as a viewer saw it: a verb, then handles and figures."""
        return []

    def is_quiet(self, kind: str) -> bool:
        """Return whether a kind of event is bookkeeping that a page shows without telling it."""
        return False

    def glossary(self) -> dict[str, str]:
        """Return what keywords, figures and icons mean, by the word or the icon's name."""
        return {}

    def gallery(self) -> list[Piece]:
        """Return every card or unit there is, as a piece with its figures and all it can do."""
        return []

    def say_reason(self, reason: Reason) -> str:
        """Return the sentence of a reason."""
        return f"{reason.code} {reason.data}"

    def say_result(self, result: Result, players: list[str]) -> str:
        """Return the sentence that tells how the match ended."""
        return f"Draw: {result.why}." if result.winner == NOBODY else f"{players[result.winner]} wins: {result.why}."

    def scene(self, view: View) -> Scene:
        """Return what the view's owner sees; a game without a scene of its own shows its figures."""
        from warband.kernel.default_scene import default_scene

        return default_scene(self, view)

    def preview(self, view: View, action: int) -> list[Sentence]:
        """Return what is certain to follow an action, and the odds of the rest, from the view alone."""
        return []

    def effects(self, view: View, action: int) -> list[Effect]:
        """Return the figures that an action is certain to change, from the view alone."""
        return []

    def odds(self, view: View, action: int) -> list[Number]:
        """Return the chances of what may follow an action, in percent and together a whole, from the view alone."""
        return []

    def cost(self, view: View, action: int) -> tuple[Cost, Sentence]:
        """Return what is at stake with a legal action of the view's seat, and the sentence that says what it costs."""
        from warband.kernel.costs import Price, cost_with

        return cost_with(self.world(view), viewer_of(view), action, Price(), False), Sentence()

    def attempt(self, view: View, handles: list[str]) -> Reason | None:
        """Return why touching these handles in this order means no legal action, or None if it may yet."""
        for choice in self.scene(view).choices:
            if choice.handles[: len(handles)] == handles:
                return None
        return Reason("no_meaning", f"{self.name}:touch", {"handles": list(handles)})


def players_of(view: View) -> list[str]:
    """Return the names of the two players that a view tells, or the names of the sides."""
    names = view.get("players")
    return [str(name) for name in names] if isinstance(names, list) and len(names) == 2 else list(SIDE_NAMES)


def viewer_of(view: View) -> int:
    """Return whose view this is: a seat, PUBLIC or ALL."""
    viewer = view["viewer"]
    if not isinstance(viewer, int):
        raise BadInput(f"view.viewer: {viewer!r} is not a seat")
    return viewer
