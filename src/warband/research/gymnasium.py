"""Offer every game to Gymnasium: one seat learns, the other is any bot. Importing this registers `warband/...-v0`."""

from __future__ import annotations

from typing import Any, Final

from warband.agents.bot import Bot, Budget, RandomBot
from warband.agents.lanes import settle
from warband.agents.roster import DEFAULT_ITERATIONS, Player, seat_bot
from warband.extras import extra
from warband.kernel import registry
from warband.kernel.chance import Rng
from warband.kernel.errors import BadInput
from warband.kernel.game import Game
from warband.kernel.registry import Packs
from warband.kernel.seats import NOBODY, Seat
from warband.kernel.views import View
from warband.research.encoding import Cells, limits, mask_array
from warband.research.picture import Picture, picture_of
from warband.research.recent import Recent
from warband.research.seating import CopiedWhole, IllegalMove, check, make, returns, whole
from warband.scene.text import render

with extra("research"):
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray

NAMESPACE: Final = "warband"
RENDER_MODES: Final = ["human", "ansi", "rgb_array"]
# What a bot gets that never looks.
NO_VIEW: Final = View({})
KEYWORDS: Final = ("opponent", "seat", "render_mode", "packs", "history")
VECTOR: Final = "warband.research.gymnasium_vector:WarbandVectorEnv"
Info = dict[str, Any]
Action = np.int64 | int
# A name that `warband arena` knows, the number of a level, or a bot of one's own.
Opponent = str | int | type[Bot]


class Draw(np.int64):
    """An action drawn at random, and the random share that drew it.

    If the environment was reset since and the action is not legal now, the same share draws from those that are.
    """

    share: float
    match: int


class LegalActions(spaces.Discrete):
    """All actions of a game; `sample()` without a mask draws from those that are legal at the moment."""

    def __init__(self, actions: int) -> None:
        super().__init__(actions)
        self.legal: list[int] = []
        self.match = 0

    def sample(self, mask: NDArray[np.int8] | None = None, probability: NDArray[np.int8] | None = None) -> np.int64:
        """Return a random action: a legal one, or one of the mask or probabilities given."""
        if mask is not None or probability is not None or not self.legal:
            return super().sample(mask, probability)
        share = float(self.np_random.random())
        drawn = Draw(self.pick(share))
        drawn.share = share
        drawn.match = self.match
        return drawn

    def pick(self, share: float) -> int:
        """Return the legal action that a share of luck, from 0 to 1, falls on."""
        return self.legal[int(share * len(self.legal))]


class WarbandEnv(CopiedWhole, gymnasium.Env[Cells, Action]):
    """Play matches from one seat against a bot; a step is one decision of the learner and all that follows it."""

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012  (Gymnasium declares it so)

    def __init__(
        self,
        game: str | Game,
        *,
        opponent: Opponent = "random",
        seat: Seat | None = 0,
        render_mode: str | None = None,
        packs: Packs | None = None,
        history: int = 0,
        **options: object,
    ) -> None:
        """Take a game, a bot (a name that `warband arena` knows, or a class), and the learner's seat; None draws it.

        With `history` an observation ends with so many of the latest decisions, as far as the learner may know them.
        """
        if render_mode is not None and render_mode not in RENDER_MODES:
            gymnasium.logger.warn(
                f"render mode {render_mode!r} is not one of {', '.join(RENDER_MODES)}: nothing is drawn"
            )
        if seat not in (0, 1, None):
            raise BadInput(f"there is no seat {seat!r}; it is 0, 1, or None for one drawn anew in every match")
        self.game = make(game, options, packs, KEYWORDS)
        self.opponent = opponent
        self.render_mode = render_mode
        self._wanted_seat = None if seat is None else int(seat)
        self._encoder = self.game.encoder()
        self.position = self.game.start()
        self.recent = Recent(history)
        low, high = limits(self.game.layout(), self.recent.size)
        self.observation_space = spaces.Box(low, high, dtype=np.int8)
        self.action_space = LegalActions(self.game.action_count())
        self._bot = seat_opponent(opponent, self.game, 0)
        self.seat = 0
        self.rng = Rng(0)

    @property
    def legal_actions(self) -> LegalActions:
        """Return the action space under its own type."""
        if not isinstance(self.action_space, LegalActions):
            raise TypeError("the action space was replaced")
        return self.action_space

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Cells, Info]:
        """Begin a match and play until the learner decides, from a seed or from where the last match left off."""
        if options:
            raise BadInput(f"reset takes no options, so not {', '.join(options)}; give them where the game is made")
        self.begin(seed)
        self._show()
        return self._observe(), self._info()

    def begin(self, seed: int | None) -> None:
        """Begin a match and play until the learner decides, without looking at it."""
        super().reset(seed=seed)
        chosen = seed if seed is not None else int(self.np_random.integers(2**31))
        self.rng = Rng(chosen)
        self.seat = self._wanted_seat if self._wanted_seat is not None else self.rng.below(2)
        # A seed of its own: with the seed of the deal the bot's luck would tell of the cards.
        self._bot = seat_opponent(self.opponent, self.game, Rng(chosen).word())
        self.position = self.game.start()
        self.recent.clear()
        self.legal_actions.match += 1
        self._play_on()

    def step(self, action: Action) -> tuple[Cells, float, bool, bool, Info]:
        """Carry out the learner's action; an illegal one raises IllegalMove with the reason and changes nothing."""
        reward, is_over = self.take(self.checked(action))
        self._show()
        return self._observe(), reward, is_over, False, self._info()

    def take(self, action: int) -> tuple[float, bool]:
        """Carry out a legal action and all that follows it; return the reward, and whether the match is over."""
        self.recent.note(self.position, self.seat, action)
        self.position.apply(self.seat, action)
        self._play_on()
        result = self.position.result()
        return float(returns(result)[self.seat]), result is not None

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal now, under the name that learners with masks look for."""
        return self._mask().astype(np.bool_)

    def render(self) -> str | Picture | None:
        """Return the table as the learner sees it, as text or as a picture; for people every step prints it."""
        if self.render_mode == "ansi":
            return self._text()
        return picture_of(self._text()) if self.render_mode == "rgb_array" else None

    def _show(self) -> None:
        if self.render_mode == "human":
            print(self._text())

    def _text(self) -> str:
        return render(self.game.scene(self.position.view(self.seat)))

    def checked(self, action: Action) -> int:
        """Return an action as a plain number, or raise IllegalMove with the reason why it is not legal."""
        chosen = whole(self.game, action)
        legal = self.legal_actions.legal
        if chosen not in legal:
            if isinstance(action, Draw) and action.match != self.legal_actions.match and legal:
                return self.legal_actions.pick(action.share)
            check(self.game, self.position, self.seat, chosen)
            raise IllegalMove("nothing is asked of the learner; reset the environment")
        return chosen

    def _play_on(self) -> None:
        """Play chance and the bot until the learner decides or the match is over."""
        position = self.position
        # Should the bot fail, the learner cannot act in its place.
        self.legal_actions.legal = []
        mover = settle(position, self.rng)
        while mover == 1 - self.seat:
            chosen = self._bots_choice(mover)
            self.recent.note(position, mover, chosen)
            position.apply(mover, chosen)
            mover = settle(position, self.rng)
        self.legal_actions.legal = [] if mover == NOBODY else position.legal(mover)

    def _bots_choice(self, seat: Seat) -> int:
        legal = self.position.legal(seat)
        view = NO_VIEW if type(self._bot.bot) is RandomBot else self.position.view(seat)
        chosen = self._bot.choose(view, legal)
        if chosen not in legal:
            raise BadInput(f"bot {self._bot.name}: it answered {chosen!r}, which is not legal; reset the environment")
        return int(chosen)

    def _observe(self) -> Cells:
        row = self._encoder.encode(self.position, self.seat) + self.recent.cells(self.seat)
        return np.frombuffer(row, np.int8).copy()

    def _mask(self) -> Cells:
        """Return the mask of the legal actions; of all once the match is over, so that there is something to draw."""
        actions = int(self.legal_actions.n)
        return mask_array(self.legal_actions.legal or list(range(actions)), actions)

    def _info(self) -> Info:
        return {"action_mask": self._mask(), "seat": self.seat}


def seat_opponent(opponent: object, game: Game, seed: int) -> Player:
    """Return the bot of a name, a level or a class, with its budget; the same seed plays the same."""
    if isinstance(opponent, str | int):
        return seat_bot(str(opponent), game, seed, timed=False)
    if not isinstance(opponent, type) or not issubclass(opponent, Bot):
        raise BadInput(f"opponent {opponent!r} is neither the name of a bot nor a subclass of warband.agents.bot.Bot")
    return Player(opponent.__name__, opponent(game, seed), Budget(DEFAULT_ITERATIONS["search"]))


def env_id(name: str) -> str:
    """Return the id of a game: the words of its name with capitals, in our namespace, `warband/TheGame-v0`."""
    words = name.replace("'", "").split("-")
    return f"{NAMESPACE}/{''.join(word.capitalize() for word in words)}-v0"


def register_games() -> None:
    """Register every game of ours with Gymnasium; those that are registered already stay as they are."""
    for name in registry.names():
        if env_id(name) not in gymnasium.registry:
            gymnasium.register(
                env_id(name),
                entry_point=f"{__name__}:WarbandEnv",
                vector_entry_point=VECTOR,
                kwargs={"game": name},
            )


register_games()
