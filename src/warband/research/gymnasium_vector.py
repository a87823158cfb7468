"""Offer every game to Gymnasium as many environments in one, whose observations and masks lie in one array each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from warband.extras import extra
from warband.kernel.errors import BadInput
from warband.kernel.game import Game
from warband.kernel.registry import Packs
from warband.kernel.seats import Seat
from warband.research.encoding import Cells, mask_bytes
from warband.research.gymnasium import Info, Opponent, WarbandEnv
from warband.research.picture import Picture
from warband.research.seating import CopiedWhole, IllegalMove, make

with extra("research"):
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray

KEYWORDS: Final = ("num_envs", "opponent", "seat", "render_mode", "packs", "history", "copy")
RENDER_MODES: Final = ["ansi", "rgb_array"]
Actions = NDArray[np.int64]
Flags = NDArray[np.bool_]
Rewards = NDArray[np.float64]
Masks = tuple[NDArray[np.int8], ...]
Array = TypeVar("Array", bound=NDArray[Any])


class LegalRows(spaces.MultiDiscrete):
    """One action for each environment; `sample()` without a mask draws from those that are legal at the moment."""

    def __init__(self, envs: list[WarbandEnv]) -> None:
        super().__init__([int(env.legal_actions.n) for env in envs])
        self.envs = envs

    def sample(self, mask: Masks | None = None, probability: Masks | None = None) -> Actions:
        """Return random actions: legal ones, or those of the masks or probabilities given."""
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        shares = self.np_random.random(len(self.envs)).tolist()
        spaces_of = [env.legal_actions for env in self.envs]
        # Where a match is over nothing is asked: the action is not looked at.
        drawn = [space.pick(share) if space.legal else 0 for space, share in zip(spaces_of, shares, strict=True)]
        return np.array(drawn, np.int64)


class WarbandVectorEnv(CopiedWhole, VectorEnv[Cells, Actions, NDArray[Any]]):
    """Play a match in every environment, as so many `WarbandEnv` of the same seeds do.

    Where a match has ended, the next step begins another and looks at no action. If one action is illegal, IllegalMove
    says why and none is carried out. With `copy=False` the arrays returned are those that the next step fills anew.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  (Gymnasium declares it so)
        "render_modes": RENDER_MODES,
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        opponent: Opponent = "random",
        seat: Seat | None = 0,
        render_mode: str | None = None,
        packs: Packs | None = None,
        history: int = 0,
        copy: bool = True,
        **options: object,
    ) -> None:
        """Take what a `WarbandEnv` takes, and how many there are."""
        if num_envs < 1:
            raise BadInput(f"{num_envs} environments; give at least 1")
        if render_mode == "human":
            raise BadInput(f"render mode 'human' prints one table; many have {' and '.join(RENDER_MODES)}")
        one = make(game, options, packs, KEYWORDS)
        self.envs = [
            WarbandEnv(one, opponent=opponent, seat=seat, render_mode=render_mode, history=history)
            for _ in range(num_envs)
        ]
        self.game = one
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.copy = copy
        self.single_observation_space = self.envs[0].observation_space
        self.single_action_space = self.envs[0].action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = LegalRows(self.envs)
        self._encoder = one.encoder()
        self._actions = one.action_count()
        self._observations: Cells = np.zeros((num_envs, self._encoder.size + self.envs[0].recent.size), np.int8)
        self._masks: Cells = np.zeros((num_envs, self._actions), np.int8)
        self._rewards: Rewards = np.zeros(num_envs, np.float64)
        self._terminations: Flags = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Cells, Info]:
        """Begin a match everywhere: from so many seeds, from a seed and those that follow it, or going on."""
        if options:
            raise BadInput(f"reset takes no options, so not {', '.join(options)}; give them where the game is made")
        for env, own in zip(self.envs, self._seeds(seed), strict=True):
            env.begin(own)
        self._rewards[:] = 0
        self._terminations[:] = False
        self._write()
        return self._out(self._observations), self._info()

    def step(self, actions: Actions) -> tuple[Cells, Rewards, Flags, Flags, Info]:
        """Carry out an action in every environment whose match goes on, and begin a match in the others."""
        chosen = self._checked(actions)
        for place, env in enumerate(self.envs):
            if self._terminations[place]:
                env.begin(None)
                self._rewards[place], self._terminations[place] = 0.0, False
            else:
                self._rewards[place], self._terminations[place] = env.take(chosen[place])
        self._write()
        truncations = np.zeros(self.num_envs, np.bool_)
        figures = (self._out(self._rewards), self._out(self._terminations))
        return self._out(self._observations), *figures, truncations, self._info()

    def action_masks(self) -> Flags:
        """Return which actions are legal now, a row for each environment."""
        return self._masks.astype(np.bool_)

    def render(self) -> tuple[str | Picture | None, ...] | None:  # type: ignore[override]
        """Return every table as its learner sees it, as text or as a picture."""
        return None if self.render_mode is None else tuple(env.render() for env in self.envs)

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        if seed is None or isinstance(seed, int):
            return [None if seed is None else seed + place for place in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise BadInput(f"{len(seed)} seeds for {self.num_envs} environments; give one for each")
        return list(seed)

    def _checked(self, actions: Actions) -> list[int]:
        """Return the actions as plain numbers, or raise IllegalMove that names the environment of a wrong one."""
        if len(actions) != self.num_envs:
            raise BadInput(f"{len(actions)} actions for {self.num_envs} environments; give one for each")
        chosen: list[int] = []
        for place, env in enumerate(self.envs):
            try:
                chosen.append(0 if self._terminations[place] else env.checked(actions[place]))
            except IllegalMove as reason:
                raise IllegalMove(f"environment {place}: {reason}") from None
        return chosen

    def _write(self) -> None:
        """Write what every learner gets to know."""
        everything = bytes([1]) * self._actions
        pieces: list[bytes] = []
        masks: list[bytes] = []
        for env in self.envs:
            legal = env.legal_actions.legal
            self._encoder.add_row(env.position, env.seat, pieces)
            pieces.append(env.recent.cells(env.seat))
            masks.append(mask_bytes(legal, self._actions) if legal else everything)
        self._observations[:] = np.frombuffer(b"".join(pieces), np.int8).reshape(self._observations.shape)
        self._masks[:] = np.frombuffer(b"".join(masks), np.int8).reshape(self._masks.shape)

    def _info(self) -> Info:
        """Return masks and seats as Gymnasium's own vectors do: beside each, whether an environment has it."""
        present = np.ones(self.num_envs, np.bool_)
        seats = np.array([env.seat for env in self.envs], np.int64)
        return {"action_mask": self._out(self._masks), "_action_mask": present, "seat": seats, "_seat": present.copy()}

    def _out(self, array: Array) -> Array:
        """Return an array to hand out: one that stays as it is, unless our own is good enough."""
        if not self.copy:
            return array
        copied: Array = array.copy()
        return copied
