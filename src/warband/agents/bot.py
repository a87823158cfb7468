"""Define a bot: it gets a view, the legal actions and a budget, and chooses one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from mypy_extensions import mypyc_attr

from warband.kernel.chance import Rng
from warband.kernel.game import Game
from warband.kernel.pickling import Reduced, attributes_of
from warband.kernel.views import View


class Budget:
    """What a choice may cost: imagined plays, seconds, or both; 0 means that this is not limited."""

    def __init__(self, iterations: int = 0, seconds: float = 0.0) -> None:
        self.iterations = iterations
        self.seconds = seconds

    def __repr__(self) -> str:
        return f"Budget({self.iterations}, {self.seconds})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Budget) and (self.iterations, self.seconds) == (other.iterations, other.seconds)

    def __hash__(self) -> int:
        return hash((self.iterations, self.seconds))

    def __reduce__(self) -> Reduced:
        return Budget, (self.iterations, self.seconds)


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot(ABC):
    """Choose actions for a seat from its view alone."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.rng = Rng(seed)

    def __reduce_ex__(self, protocol: object) -> Reduced:
        return seat_again, (type(self), self.game, attributes_of(self))

    @abstractmethod
    def choose(self, view: View, legal: list[int], budget: Budget) -> int:
        """Return one of the legal actions."""


def seat_again(kind: Callable[[Game, int], Bot], game: Game, held: dict[str, object]) -> Bot:
    """Return a bot that goes on with what another one of its class held, for pickle and copy."""
    twin = kind(game, 0)
    for name, value in held.items():
        setattr(twin, name, value)
    return twin


class RandomBot(Bot):
    """Choose any legal action."""

    def choose(self, view: View, legal: list[int], budget: Budget) -> int:
        """Return a random legal action."""
        return legal[self.rng.below(len(legal))]
