"""Seat a trained network at the table as a bot: it plays what `train_ppo.py` learnt, from the view alone.

    warband arena heros-crossing docs/examples/research/trained_bot.py:Trained random --matches 200
    warband play heros-crossing --against docs/examples/research/trained_bot.py:Trained

The weights are in `trained_bot.npz` beside this file; NumPy is enough to play with them.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from warband.agents.bot import Bot, Budget
from warband.kernel.errors import BadInput
from warband.kernel.game import Game
from warband.kernel.views import View

WEIGHTS = Path(__file__).with_suffix(".npz")
LAYERS = range(3)

Floats = npt.NDArray[np.float32]


class Trained(Bot):
    """Choose the legal action that the network likes best."""

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed)
        if not WEIGHTS.is_file():
            raise BadInput(f"{WEIGHTS}: there are no weights yet; train_ppo.py makes them")
        with np.load(WEIGHTS) as arrays:
            self.layers = [(arrays[f"weight{number}"], arrays[f"bias{number}"]) for number in LAYERS]
        highs = np.array([field.high for field in game.layout() for _ in range(field.size)], np.float32)
        self.scale: Floats = np.reciprocal(np.maximum(highs, np.float32(1)))
        sizes = self.layers[0][0].shape[1], self.layers[-1][0].shape[0]
        if sizes != (len(highs), game.action_count()):
            raise BadInput(f"{WEIGHTS}: these weights are of another game or other options than {game.title}")

    def choose(self, view: View, legal: list[int], budget: Budget) -> int:
        """Return the best of the legal actions."""
        if len(legal) == 1:
            return legal[0]
        seen: Floats = np.frombuffer(self.game.observe(view), np.int8) * self.scale
        for weight, bias in self.layers[:-1]:
            seen = np.maximum(0.0, weight @ seen + bias)
        weight, bias = self.layers[-1]
        return legal[int(np.argmax(weight[legal] @ seen + bias[legal]))]
