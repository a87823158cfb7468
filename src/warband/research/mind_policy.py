"""Ask a mind as OpenSpiel asks a policy, so that its algorithms, such as exact exploitability, take it as it is."""

from __future__ import annotations

from pathlib import Path

from warband.extras import extra
from warband.kernel.errors import BadInput
from warband.research.openspiel import WarbandGame, WarbandState

with extra("research"):
    import numpy as np
    from open_spiel.python.policy import Policy

    from warband.agents.minds.bot import assemble, shipped_weights
    from warband.agents.minds.files import read_weights

Chances = dict[int, float]


class MindPolicy(Policy):
    """What a mind does wherever it is asked: the action it likes best, or one drawn by how much it likes each.

    `softness` is 0 for the first, as a bare mind plays at the table; 1 is the policy that was trained.
    """

    def __init__(self, game: WarbandGame, mind: str = "mind", softness: float = 0.0) -> None:
        super().__init__(game, [0, 1])
        if softness < 0:
            raise BadInput(f"softness {softness:g}: give 0 or more")
        weights = shipped_weights(game.rules.name) if mind == "mind" else read_weights(Path(mind))
        self.rules = game.rules
        self.network = assemble(weights, self.rules)
        self.softness = softness
        # The same row is met again and again in a tree.
        self._known: dict[bytes, Chances] = {}

    def action_probabilities(self, state: WarbandState, player_id: int | None = None) -> Chances:
        """Return how likely each legal action of a seat is, of the one that decides if none is named."""
        seat = state.current_player() if player_id is None else player_id
        row = self.rules.encode(state.memory.state, seat)
        if row not in self._known:
            self._known[row] = self._chances(row, state.legal_actions(seat))
        return self._known[row]

    def _chances(self, row: bytes, legal: list[int]) -> Chances:
        scores = self.network.scores(self.network.hidden(np.frombuffer(row, np.int8)[None])[0], legal)
        if self.softness == 0:
            best = legal[int(scores.argmax())]
            return {action: float(action == best) for action in legal}
        odds = np.exp((scores - scores.max()) / self.softness)
        return dict(zip(legal, (odds / odds.sum()).tolist(), strict=True))
