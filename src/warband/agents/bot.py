"""Define a bot: it gets a view, the legal actions and a budget, and chooses one."""

from __future__ import annotations

from abc import ABC, abstractmethod

from mypy_extensions import mypyc_attr

from warband.kernel.chance import Rng
from warband.kernel.game import Game


class Budget:
    """Hold what a choice may cost: imagined plays, seconds, or both; 0 means that this is not limited."""

    def __init__(self, iterations: int = 0, seconds: float = 0.0) -> None:
        self.iterations = iterations
        self.seconds = seconds


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot(ABC):
    """Choose actions for a seat from its view alone."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.rng = Rng(seed)

    @abstractmethod
    def choose(self, view: dict[str, object], legal: list[int], budget: Budget) -> int:
        """Return one of the legal actions."""


class RandomBot(Bot):
    """Choose any legal action."""

    def choose(self, view: dict[str, object], legal: list[int], budget: Budget) -> int:
        """Return a random legal action."""
        return legal[self.rng.below(len(legal))]
