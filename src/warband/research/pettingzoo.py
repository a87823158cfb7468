"""Offer every game to PettingZoo: agents take turns, and a mask says which actions are legal.

A joint secret choice appears as two decisions in a row that hide from each other; chance is resolved inside, from the
seed given to `reset`.
"""

from __future__ import annotations

import secrets
from typing import Any, Final

from warband.agents.lanes import settle
from warband.extras import extra
from warband.kernel.chance import Rng
from warband.kernel.game import Game
from warband.kernel.registry import Packs
from warband.kernel.seats import NOBODY, PUBLIC, Seat
from warband.research.encoding import Cells, limits, mask_bytes
from warband.research.recent import Recent
from warband.research.seating import CopiedWhole, IllegalMove, check, make, returns, whole, whole_seed
from warband.scene.text import render

with extra("research"):
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper

AGENTS: Final = ["player_0", "player_1"]
SEATS: Final = {"player_0": 0, "player_1": 1}
KEYWORDS: Final = ("render_mode", "packs", "history")
Observation = dict[str, Cells]


def env(
    game: str | Game,
    *,
    render_mode: str | None = None,
    packs: Packs | None = None,
    history: int = 0,
    **options: object,
) -> AECEnv[str, Observation, int]:
    """Return a game as PettingZoo plays it, with its guard against calls in the wrong order."""
    return OrderEnforcingWrapper(raw_env(game, render_mode=render_mode, packs=packs, history=history, **options))


def raw_env(
    game: str | Game,
    *,
    render_mode: str | None = None,
    packs: Packs | None = None,
    history: int = 0,
    **options: object,
) -> WarbandAEC:
    """Return a game as PettingZoo plays it; wrong names and options raise BadInput that lists the right ones.

    With `history` an observation ends with so many of the latest decisions, as far as its agent may know them.
    """
    return WarbandAEC(make(game, options, packs, KEYWORDS), render_mode, history)


class WarbandAEC(CopiedWhole, AECEnv[str, Observation, int]):
    """Play a match between two agents, `player_0` and `player_1`, who see what their seats may know."""

    def __init__(self, game: Game, render_mode: str | None = None, history: int = 0) -> None:
        super().__init__()
        self.metadata = {"name": f"{game.name}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render mode {render_mode!r} is not one of ansi")
        self.game = game
        self.render_mode = render_mode
        self.possible_agents = AGENTS[:]
        self.rng = Rng(secrets.randbits(32))
        self._actions = game.action_count()
        self._encoder = game.encoder()
        self.position = game.start()
        self._recent = Recent(history)
        low, high = limits(game.layout(), self._recent.size)
        self.observation_spaces = {agent: observation_space(low, high, self._actions) for agent in AGENTS}
        self.action_spaces = {agent: spaces.Discrete(self._actions) for agent in AGENTS}
        self.state_space = spaces.Box(np.concatenate([low, low]), np.concatenate([high, high]), dtype=np.int8)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return what an agent may see: the cells of its observation and the mask of its legal actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return all actions of the game; which of them are legal the mask says."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match, from a seed or where the last one left off; the options of the game were given to `env`."""
        if seed is not None:
            self.rng = Rng(whole_seed(seed))
        self.position = self.game.start()
        self._recent.clear()
        self.agents = AGENTS[:]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self._ask(settle(self.position, self.rng))

    def observe(self, agent: str) -> Observation:
        """Return what an agent may know now; its mask is empty while the other decides."""
        return {"observation": self._cells(SEATS[agent]), "action_mask": self.infos[agent]["action_mask"].copy()}

    def state(self) -> Cells:
        """Return what both seats know together, that of `player_0` first: for critics in training, not for agents."""
        return np.concatenate([self._cells(seat) for seat in (0, 1)])

    def _cells(self, seat: Seat) -> Cells:
        row = self._encoder.encode(self.position, seat) + self._recent.cells(seat)
        return np.frombuffer(row, np.int8).copy()

    def step(self, action: int | None) -> None:
        """Carry out the action of the agent that decides; an illegal one raises IllegalMove and changes nothing."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        chosen = self._checked(agent, action)
        self._cumulative_rewards[agent] = 0.0
        self._recent.note(self.position, SEATS[agent], chosen)
        self.position.apply(SEATS[agent], chosen)
        seat = settle(self.position, self.rng)
        if seat == NOBODY:
            self._finish(agent)
        else:
            self._ask(seat)

    def _checked(self, agent: str, action: int | None) -> int:
        if action is None:
            raise IllegalMove(f"{agent} is to decide; None is for agents whose match is over")
        chosen = whole(self.game, action)
        if not 0 <= chosen < self._actions or not self._mask[chosen]:
            check(self.game, self.position, SEATS[agent], chosen)
        return chosen

    def _ask(self, seat: Seat) -> None:
        """Select the agent of a seat, with its mask."""
        self.agent_selection = AGENTS[seat]
        # What is handed out is theirs to change; what is legal is looked up in our own.
        self._mask = mask_bytes(self.position.legal(seat), self._actions)
        mask = np.frombuffer(self._mask, np.int8).copy()
        self.infos = {
            AGENTS[seat]: {"action_mask": mask},
            AGENTS[1 - seat]: {"action_mask": np.zeros(self._actions, np.int8)},
        }

    def _finish(self, agent: str) -> None:
        """End the match: both agents learn what it brought them, and each steps once more, with None."""
        pay = returns(self.position.result())
        self.rewards = {name: float(pay[SEATS[name]]) for name in AGENTS}
        self.terminations = dict.fromkeys(AGENTS, True)
        # Nothing is asked any more; whoever draws from the mask all the same draws something.
        self.infos = {name: {"action_mask": np.ones(self._actions, np.int8)} for name in AGENTS}
        self.agent_selection = AGENTS[1 - SEATS[agent]]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the table as a spectator sees it, as text."""
        if self.render_mode is None:
            return None
        return render(self.game.scene(self.position.view(PUBLIC)))

    def close(self) -> None:
        """Close nothing; there is nothing open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def observation_space(low: Cells, high: Cells, actions: int) -> spaces.Dict:
    """Return the space of an observation with its mask."""
    return spaces.Dict(
        {"observation": spaces.Box(low, high, dtype=np.int8), "action_mask": spaces.Box(0, 1, (actions,), np.int8)}
    )
