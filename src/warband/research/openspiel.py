"""Offer every game to OpenSpiel: importing this module registers them with pyspiel as `warband_...`.

Options are game parameters of the same names: `pyspiel.load_game("warband_GAME(OPTION=VALUE,OPTION=VALUE)")`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import warband
from warband.extras import extra
from warband.kernel import registry
from warband.kernel.chance import Rng
from warband.kernel.errors import BadInput
from warband.kernel.game import Game
from warband.kernel.options import bind_options
from warband.kernel.seats import CHANCE, Seat
from warband.kernel.views import View
from warband.research.history import History, bound_game, fitting, plain_text
from warband.research.notebook import state_html
from warband.research.observers import PrivateObserver, PublicObserver, RecallObserver, ViewObserver
from warband.research.parameters import to_options, to_parameters
from warband.research.seating import IllegalMove, check, returns

with extra("research"):
    import pyspiel

TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)
CHANCE_PLAYER: Final = int(pyspiel.PlayerId.CHANCE)
PREFIX: Final = "warband_"
# No game draws more often than this between two decisions, nor before the first.
DRAWS_BETWEEN_DECISIONS: Final = 64
# OpenSpiel counts plies in 32 bits, decisions and chance together.
MOST_DRAWS: Final = 2**30

Observer = ViewObserver | RecallObserver | PublicObserver | PrivateObserver


def short_name(name: str) -> str:
    """Return the name under which pyspiel knows a game."""
    return PREFIX + name.replace("-", "_")


def load_game(name: str, **options: object) -> WarbandGame:
    """Return one of our games as OpenSpiel has it, or raise BadInput that lists the right names and options."""
    warband.game(name, **options)
    declared = registry.entry(name).options
    game: WarbandGame = pyspiel.load_game(short_name(name), to_parameters(declared, options))
    return game


def resample(state: WarbandState, seat: Seat, rng: Rng) -> WarbandState:
    """Return a state that a seat cannot tell from this one, all that it cannot see imagined; its `history` is empty."""
    twin: WarbandState = state.get_game().new_initial_state()
    twin.memory = state.memory.imagine(seat, rng)
    return twin


def state_of(game: WarbandGame, view: View, rng: Rng) -> WarbandState:
    """Return a state that fits the view of a seat that is to decide, so that a bot of OpenSpiel can take the seat."""
    state = game.new_initial_state()
    state.memory = fitting(game.rules, view, rng)
    return state


class WarbandState(pyspiel.State):
    """One state of a game; a joint secret choice appears as two decisions in a row that hide from each other."""

    def __init__(self, game: WarbandGame) -> None:
        super().__init__(game)
        self.memory = game.beginning

    def current_player(self) -> int:
        """Return the seat that decides, chance, or that the match is over."""
        awaiting = self.memory.awaiting
        if not awaiting:
            return TERMINAL
        return CHANCE_PLAYER if awaiting[0] == CHANCE else awaiting[0]

    def is_terminal(self) -> bool:
        """Return whether the match is over."""
        return not self.memory.awaiting

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.memory.state.legal(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance may bring, with probabilities."""
        outcomes = self.memory.state.outcomes()
        total = sum(weight for _, weight in outcomes)
        return [(outcome, weight / total) for outcome, weight in sorted(outcomes)]

    def _apply_action(self, action: int) -> None:
        self.memory = after(self.memory, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.memory.game.text(action, self.memory.state)

    def returns(self) -> list[float]:
        """Return 1 for a win, 0 for a draw or while the match goes on, -1 for a loss."""
        return [float(reward) for reward in returns(self.memory.state.result())]

    def resample_from_infostate(self, player: int, sampler: object) -> WarbandState:
        """Return a state that a seat cannot tell from this one; the sampler of OpenSpiel gives numbers from 0 to 1."""
        number = sampler() if callable(sampler) else 0.0
        return resample(self, player, Rng(int(number * 2**60)))

    def _repr_html_(self) -> str:
        """Show a notebook what everybody sees."""
        return state_html(self.memory.state, game=self.memory.game)

    def __str__(self) -> str:
        return plain_text(self.memory.state.position())

    def __reduce__(self) -> tuple[Callable[[str], WarbandState], tuple[str]]:
        return read_state, (pyspiel.serialize_game_and_state(self.get_game(), self),)


class WarbandGame(pyspiel.Game):
    """A game with its options bound, as OpenSpiel wants it."""

    def __init__(self, name: str, parameters: dict[str, object] | None = None) -> None:
        declared = registry.entry(name).options
        options = to_options(declared, parameters or {})
        self.rules = bound_game(name, plain_text(warband.game(name, **options).options))
        self.beginning = History(self.rules, self.rules.start())
        super().__init__(game_type(name), game_info(self.rules), to_parameters(declared, options))

    def __reduce__(self) -> tuple[Callable[[str], WarbandGame], tuple[str]]:
        return read_game, (str(self),)

    def new_initial_state(self) -> WarbandState:
        """Return the state from which a match begins."""
        return WarbandState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound on the chance plies of one match."""
        return min(MOST_DRAWS, DRAWS_BETWEEN_DECISIONS * (1 + self.rules.bound()))

    def make_py_observer(self, kind: object = None, params: dict[str, object] | None = None) -> Observer:
        """Return an observer: of the view (no kind), or of what a kind of observation asks for."""
        if params:
            raise BadInput(f"an observer of {self.rules.title} takes no parameters, but got {', '.join(params)}")
        return ViewObserver(self.rules) if kind is None else observer_of(self.rules, kind)


# Functions of ours, so that whoever unpickles imports this module and has the games registered.


def read_game(text: str) -> WarbandGame:
    """Return the game that a text means, its name with its parameters."""
    game: WarbandGame = pyspiel.load_game(text)
    return game


def read_state(text: str) -> WarbandState:
    """Return the state that OpenSpiel wrote down together with its game."""
    state: WarbandState = pyspiel.deserialize_game_and_state(text)[1]
    return state


def observer_of(rules: Game, kind: pyspiel.IIGObservationType) -> Observer:
    """Return the observer that a kind of observation asks for, or raise BadInput that says which kinds there are."""
    recall, private = kind.perfect_recall, kind.private_info
    if kind.public_info and private == pyspiel.PrivateInfoType.SINGLE_PLAYER:
        return RecallObserver(rules) if recall else ViewObserver(rules)
    if kind.public_info and private == pyspiel.PrivateInfoType.NONE:
        return PublicObserver(recall)
    if private == pyspiel.PrivateInfoType.SINGLE_PLAYER and not recall:
        return PrivateObserver()
    raise BadInput(
        "this kind of observation is not offered; there are the public one and that of a single player, with or "
        "without perfect recall, and what a single player knows beyond the public, without"
    )


def after(memory: History, action: int) -> History:
    """Return the history after an action of whoever decides; raise IllegalMove with the reason if it is not legal."""
    awaiting = memory.awaiting
    if not awaiting:
        raise IllegalMove("the match is over")
    if awaiting[0] != CHANCE:
        check(memory.game, memory.state, awaiting[0], action)
    elif action not in [outcome for outcome, _ in memory.state.outcomes()]:
        raise IllegalMove(f"{action} is not an outcome that chance can have now")
    return memory.after(awaiting[0], action)


# ---- registering ----


def game_type(name: str) -> pyspiel.GameType:
    """Return what OpenSpiel wants to know of a game whatever its options are."""
    entry = registry.entry(name)
    has_tensor = bool(bound_game(name, "{}").layout())
    return pyspiel.GameType(
        short_name=short_name(name),
        long_name=entry.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=has_tensor,
        provides_observation_string=True,
        provides_observation_tensor=has_tensor,
        provides_factored_observation_string=True,
        parameter_specification=to_parameters(entry.options, bind_options(entry.options, {})),
    )


def game_info(rules: Game) -> pyspiel.GameInfo:
    """Return the sizes of a game; an outcome of chance is an action too, so there are as many."""
    return pyspiel.GameInfo(
        num_distinct_actions=rules.action_count(),
        max_chance_outcomes=rules.action_count(),
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=rules.bound(),
    )


def register(name: str) -> None:
    """Register a game of ours with pyspiel; the games that ship are registered when this module is imported."""

    # A class of its own: pyspiel lets go of what is registered after Python has ended, and only a class outlives that.
    class Registered(WarbandGame):
        def __init__(self, parameters: dict[str, object] | None = None) -> None:
            super().__init__(name, parameters)

    pyspiel.register_game(game_type(name), Registered)


for _name in registry.names():
    register(_name)
