"""Define a bot: it gets a view and the legal actions, and chooses one."""

from __future__ import annotations

from abc import ABC, abstractmethod

from mypy_extensions import mypyc_attr

from warband.kernel.chance import Rng
from warband.kernel.game import Game


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot(ABC):
    """Choose actions for a seat from its view alone; `budget` is how many imagined plays a choice may cost."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.rng = Rng(seed)

    @abstractmethod
    def choose(self, view: dict[str, object], legal: list[int], budget: int) -> int:
        """Return one of the legal actions."""


class RandomBot(Bot):
    """Choose any legal action."""

    def choose(self, view: dict[str, object], legal: list[int], budget: int) -> int:
        """Return a random legal action."""
        return legal[self.rng.below(len(legal))]
