"""Serve a game from the files of its package: words, clauses and packs; and from its notation and its scene builder."""

from __future__ import annotations

import tomllib
from abc import abstractmethod
from functools import cached_property, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, TypeVar

from warband.kernel.clauses import Clause, load_clauses
from warband.kernel.costs import Cost
from warband.kernel.encoding import Encoder
from warband.kernel.errors import BadInput
from warband.kernel.game import Game, Result, State
from warband.kernel.notation import Notation
from warband.kernel.packs import PACK_FILE, assemble, check_game_of
from warband.kernel.reasons import Reason
from warband.kernel.registry import Packs
from warband.kernel.scene import Effect, Number, Piece, Scene, Sentence
from warband.kernel.seats import PUBLIC
from warband.kernel.validation import Node
from warband.kernel.views import View
from warband.kernel.words import Words, load_words

if TYPE_CHECKING:
    from warband.kernel.scene_builder import SceneBuilder

S = TypeVar("S", bound=State)


class PackagedGame(Game):
    """A game whose package holds words.toml, clauses.toml and its packs, and which declares its notation."""

    # All actions of the game; set once the pack and the options are known.
    actions: Notation

    def __init__(self, name: str, title: str, version: int, options: dict[str, object], package: str) -> None:
        super().__init__(name, title, version, options)
        self.package = package
        self.words: Words = load_words(package)
        self.clauses: dict[str, Clause] = load_clauses(name, package)
        # The clause behind touching what means nothing now.
        self.touch_clause = ""

    @abstractmethod
    def scene_builder(self, view: View) -> SceneBuilder[State]:
        """Return what turns a view into a scene."""

    def action_count(self) -> int:
        """Return how many actions there are; every action is an int below this."""
        return self.actions.count

    def text(self, action: int, state: State | None = None) -> str:
        """Return an action in notation."""
        return self.actions.text(action)

    def parse(self, text: str, state: State | None = None) -> int:
        """Return the action that a text means, or raise NotAnAction."""
        return self.actions.parse(text)

    def kind(self, action: int) -> str:
        """Return the kind of an action: the first word of its text."""
        return self.actions.kind(action)

    def make_encoder(self) -> Encoder:
        """Return a new encoder for the pack and options of this game."""
        return Encoder([])

    @cached_property
    def _encoder(self) -> Encoder:
        return self.make_encoder()

    def encoder(self) -> Encoder:
        """Return what writes observations of this game."""
        return self._encoder

    def scene(self, view: View) -> Scene:
        """Return what the view's owner sees."""
        return self.scene_builder(view).scene()

    def preview(self, view: View, action: int) -> list[Sentence]:
        """Return what is certain to follow an action, and the odds of the rest, from the view alone."""
        return self.scene_builder(view).preview(action)

    def effects(self, view: View, action: int) -> list[Effect]:
        """Return the figures that an action is certain to change, from the view alone."""
        return self.scene_builder(view).effects(action)

    def odds(self, view: View, action: int) -> list[Number]:
        """Return the chances of what may follow an action, in percent and together a whole, from the view alone."""
        return self.scene_builder(view).odds(action)

    def cost(self, view: View, action: int) -> tuple[Cost, Sentence]:
        """Return what is at stake with a legal action of the view's seat, and the sentence that says what it costs."""
        builder = self.scene_builder(view)
        cost = builder.cost(action)
        return cost, builder.say_cost(action, cost)

    def attempt(self, view: View, handles: list[str]) -> Reason | None:
        """Return why touching these handles in this order means no legal action, or None if it may yet."""
        return self.scene_builder(view).attempt(handles)

    def say_event(self, event: dict[str, object], players: list[str]) -> Sentence:
        """Return the sentence of an event as a viewer saw it."""
        return self.words.event(event, players)

    def motion(self, event: dict[str, object]) -> list[str]:
        """Return what a page shows of an event as a viewer saw it."""
        return self.words.motion(event)

    def is_quiet(self, kind: str) -> bool:
        """Return whether a kind of event is bookkeeping."""
        return self.words.is_quiet(kind)

    def glossary(self) -> dict[str, str]:
        """Return what keywords, figures and icons mean."""
        return dict(self.words.tables["glossary"])

    def gallery(self) -> list[Piece]:
        """Return every card or unit there is."""
        return self.scene_builder(self.start().view(PUBLIC)).gallery()

    def say_reason(self, reason: Reason) -> str:
        """Return the sentence of a reason."""
        return self.words.reason(reason)

    def say_result(self, result: Result, players: list[str]) -> str:
        """Return the sentence that tells how the match ended."""
        return self.words.result(result, players)

    def pack_data(self, packs: Packs) -> tuple[dict[str, object], str]:
        """Return the data of the pack that the options name and where it stands: a person's own, or one that ships."""
        name = str(self.options["pack"])
        data, where = packs[name] if name in packs else shipped_pack(self.package, name)
        check_game_of(Node(data, where), self.name)
        return data, where


def own_state(state: State, kind: type[S]) -> S:
    """Return a state as one of the game's own, or raise TypeError if it belongs to another game."""
    if not isinstance(state, kind):
        raise TypeError(f"{type(state).__name__} is not a state of this game")
    return state


@lru_cache(maxsize=8)
def shipped_pack(package: str, name: str) -> tuple[dict[str, object], str]:
    """Return the data and the name of a pack that ships in `cards` of a game, as a file or as a folder."""
    pack = _shipped(package).get(name)
    if pack is None:
        known = ", ".join(shipped_packs(package))
        raise BadInput(f"option pack: {name!r} is neither a file, nor a folder, nor one of {known}")
    if pack.is_file():
        return _table(pack), pack.name
    tables = {item.name: _table(item) for item in pack.iterdir() if item.name.endswith(".toml")}
    return assemble(tables, name), name


def shipped_packs(package: str) -> list[str]:
    """Return the names of the packs that ship with a game."""
    return sorted(_shipped(package)) if package else []


def _shipped(package: str) -> dict[str, Traversable]:
    inside = list((resources.files(package) / "cards").iterdir())
    folders = {item.name: item for item in inside if item.joinpath(PACK_FILE).is_file()}
    return folders | {item.name.removesuffix(".toml"): item for item in inside if item.name.endswith(".toml")}


def _table(file: Traversable) -> dict[str, object]:
    return tomllib.loads(file.read_text(encoding="utf-8"))
