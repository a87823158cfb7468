"""Measure the peers inside their own virtual environment and print one JSON object, label to figures.

Everything is per second of CPU time, best and median of five windows of whole matches of uniformly random play.
A decision is a player's choice among two or more legal actions; forced turns and chance nodes are counted apart.

OpenSpiel's `cpp_rollout` runs its C++ random rollouts through an MCTS bot of one simulation, so that a single call
from Python plays `ROLLOUTS` matches. C++ does not say how many decisions it took, so rollouts per second are
multiplied by the mean number of decisions per match, played in Python beforehand from the same start states. Those
states are the first ones where a player decides, so the rollouts are spared the deal, to the peer's advantage.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.metadata
import itertools
import json
import math
import random
import statistics
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
Figures = dict[str, Json]
Action = TypeVar("Action")

WINDOWS = 5
PLY_CAP = 400
DEALS = 64
REPLAYS = 16
ROLLOUTS = 20
SEED = 7
CHANCE = random.Random(SEED)


class Mask(Protocol):
    """Name what we call on a mask of actions."""

    def nonzero(self) -> tuple[Sequence[int], ...]: ...


class SpielState(Protocol):
    """Name what we call on an OpenSpiel state."""

    def apply_action(self, action: int) -> None: ...
    def chance_outcomes(self) -> list[tuple[int, float]]: ...
    def clone(self) -> SpielState: ...
    def is_chance_node(self) -> bool: ...
    def is_terminal(self) -> bool: ...
    def legal_actions(self) -> list[int]: ...


class SpielGame(Protocol):
    """Name what we call on an OpenSpiel game."""

    def new_initial_state(self) -> SpielState: ...


class SpielBot(Protocol):
    """Name what we call on an OpenSpiel bot."""

    def step(self, state: SpielState) -> int: ...


class CardTable(Protocol):
    """Name what we call on an RLCard environment."""

    def reset(self) -> tuple[dict[str, Collection[int]], int]: ...
    def step(self, action: int) -> tuple[dict[str, Collection[int]], int]: ...
    def is_over(self) -> bool: ...


class AgentTable(Protocol):
    """Name what we call on a PettingZoo environment in which agents take turns."""

    def reset(self, seed: int | None = None) -> None: ...
    def agent_iter(self) -> Iterator[str]: ...
    def last(self) -> tuple[Mapping[str, Mask], float, bool, bool, Mapping[str, Mask]]: ...
    def step(self, action: int | None) -> None: ...


class ChessBoard(Protocol):
    """Name what we call on a python-chess board."""

    @property
    def legal_moves(self) -> Collection[object]: ...
    def push(self, move: object) -> None: ...
    def is_insufficient_material(self) -> bool: ...
    def is_seventyfive_moves(self) -> bool: ...
    def is_fivefold_repetition(self) -> bool: ...


@dataclass(frozen=True)
class Tally:
    """Count what was played in one match, or in one call that plays several."""

    decisions: float
    forced: int = 0
    chance: int = 0
    matches: int = 1

    @property
    def steps(self) -> float:
        """Return all that players did, forced or not."""
        return self.decisions + self.forced


Play = Callable[[], Tally]


@dataclass(frozen=True)
class Window:
    """The tallies of one stretch of CPU time."""

    cpu_s: float
    tallies: list[Tally]

    def rate(self, field: str) -> float:
        """Return how many of a tally's field happened per second of CPU time."""
        total: float = sum(getattr(tally, field) for tally in self.tallies)
        return total / self.cpu_s


# Playing


def pick(actions: Sequence[Action]) -> Action:
    """Return one action, each equally likely."""
    return actions[int(CHANCE.random() * len(actions))]


def roll(outcomes: list[tuple[int, float]]) -> int:
    """Return one chance outcome by its probability."""
    left = CHANCE.random()
    for outcome, probability in outcomes:
        left -= probability
        if left < 0:
            return outcome
    return outcomes[-1][0]


def play_spiel(state: SpielState) -> Tally:
    """Play an OpenSpiel state to its end at random."""
    decisions = turns = rolls = 0
    while not state.is_terminal():
        if state.is_chance_node():
            rolls += 1
            state.apply_action(roll(state.chance_outcomes()))
        else:
            actions = state.legal_actions()
            turns += 1
            decisions += len(actions) > 1
            state.apply_action(pick(actions))
    return Tally(decisions, turns - decisions, rolls)


def play_cards(table: CardTable) -> Tally:
    """Play one RLCard match at random."""
    decisions = turns = 0
    state, _ = table.reset()
    while not table.is_over():
        actions = list(state["legal_actions"])
        turns += 1
        decisions += len(actions) > 1
        state, _ = table.step(pick(actions))
    return Tally(decisions, turns - decisions)


def play_agents(table: AgentTable) -> Tally:
    """Play one match of a PettingZoo environment at random, each step with its observation and mask."""
    decisions = turns = 0
    table.reset()
    for _ in table.agent_iter():
        observation, _, is_over, is_cut, _ = table.last()
        if is_over or is_cut:
            table.step(None)
            continue
        actions = observation["action_mask"].nonzero()[0]
        turns += 1
        decisions += len(actions) > 1
        table.step(int(pick(actions)))
    return Tally(decisions, turns - decisions)


def play_chess(board: ChessBoard) -> Tally:
    """Play a python-chess board at random to its end, or to the cap of plies."""
    decisions = turns = 0
    while turns < PLY_CAP:
        moves = list(board.legal_moves)
        if not moves or is_drawn(board):
            break
        turns += 1
        decisions += len(moves) > 1
        board.push(pick(moves))
    return Tally(decisions, turns - decisions)


def is_drawn(board: ChessBoard) -> bool:
    """Say whether the game is over with legal moves left; unlike `is_game_over`, it does not list the moves again."""
    return board.is_insufficient_material() or board.is_seventyfive_moves() or board.is_fivefold_repetition()


# Measuring


def measure(play: Play, seconds: float) -> list[Window]:
    """Return five windows of at least so many CPU seconds each."""
    return [measure_window(play, seconds) for _ in range(WINDOWS)]


def measure_window(play: Play, seconds: float) -> Window:
    """Play whole matches until the CPU seconds are spent."""
    tallies = []
    start = now = time.process_time()
    while now - start < seconds:
        tallies.append(play())
        now = time.process_time()
    return Window(now - start, tallies)


def best_and_median(windows: list[Window], field: str) -> Json:
    """Return the best and the median rate of a tally's field."""
    rates = [window.rate(field) for window in windows]
    return {"best": round(max(rates), 1), "median": round(statistics.median(rates), 1)}


def summarise(windows: list[Window], *fields: str) -> Figures:
    """Return the rates of the fields, and over how many matches they were measured."""
    rates = {f"{field}_per_cpu_s": best_and_median(windows, field) for field in fields}
    return {**rates, "matches": sum(tally.matches for window in windows for tally in window.tallies)}


def measure_loop(play: Play, seconds: float) -> Figures:
    """Return the figures of a loop in Python."""
    windows = measure(play, seconds)
    decisions = [tally.decisions for window in windows for tally in window.tallies]
    figures = summarise(windows, "decisions", "forced", "chance", "matches", "steps")
    return {**figures, "decisions_per_match": round(statistics.mean(decisions), 2)}


# The peers


def measure_spiel_loop(name: str, seconds: float) -> Figures:
    """Measure an OpenSpiel game from its initial state, in a Python loop."""
    game: SpielGame = importlib.import_module("pyspiel").load_game(name)
    # A new gin rummy state takes 1.5 ms, more than a match; a clone takes 0.04 ms.
    initial = game.new_initial_state()
    return measure_loop(lambda: play_spiel(initial.clone()), seconds)


def measure_spiel_rollouts(name: str, seconds: float) -> Figures:
    """Measure OpenSpiel's C++ random rollouts from the first decisions of many deals."""
    game: SpielGame = importlib.import_module("pyspiel").load_game(name)
    starts = [deal(game) for _ in range(DEALS)]
    decisions = [play_spiel(start.clone()).decisions for start in starts for _ in range(REPLAYS)]
    mean = statistics.mean(decisions)
    windows = measure(rollouts(game, itertools.cycle(starts), mean), seconds)
    return {**summarise(windows, "decisions", "matches"), **explain_conversion(mean, decisions)}


def rollouts(game: SpielGame, starts: Iterator[SpielState], mean: float) -> Play:
    """Return a call that plays many rollouts in C++ from the next start, counted as so many decisions each."""
    bot = rollout_bot(game)

    def play() -> Tally:
        bot.step(next(starts))
        return Tally(decisions=ROLLOUTS * mean, matches=ROLLOUTS)

    return play


def rollout_bot(game: SpielGame) -> SpielBot:
    """Return a bot of one simulation, which evaluates the state it is given and does not grow a tree."""
    spiel = importlib.import_module("pyspiel")
    evaluator = spiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=SEED)
    bot: SpielBot = spiel.MCTSBot(
        game, evaluator, uct_c=1.0, max_simulations=1, max_memory_mb=10, solve=False, seed=SEED, verbose=False
    )
    return bot


def deal(game: SpielGame) -> SpielState:
    """Return a new state at its first decision, chance nodes rolled."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(roll(state.chance_outcomes()))
    return state


def explain_conversion(mean: float, decisions: list[float]) -> Figures:
    """Say how rollouts became decisions, and how sure the factor is."""
    error = statistics.stdev(decisions) / math.sqrt(len(decisions))
    note = (
        "decisions are C++ rollouts times the mean decisions per match of"
        f" {len(decisions)} matches played in Python from the same {DEALS} start states"
    )
    return {"decisions_per_match": round(mean, 2), "decisions_per_match_error": round(error, 2), "note": note}


def measure_rlcard(name: str, seconds: float) -> Figures:
    """Measure an RLCard environment."""
    table: CardTable = importlib.import_module("rlcard").make(name, config={"seed": SEED})
    return measure_loop(lambda: play_cards(table), seconds)


def measure_pettingzoo(name: str, seconds: float) -> Figures:
    """Measure a classic environment of PettingZoo."""
    table: AgentTable = importlib.import_module(f"pettingzoo.classic.{name}").env()
    table.reset(seed=SEED)
    return measure_loop(lambda: play_agents(table), seconds)


def measure_python_chess(seconds: float) -> Figures:
    """Measure python-chess."""
    chess = importlib.import_module("chess")
    return measure_loop(lambda: play_chess(chess.Board()), seconds)


@dataclass(frozen=True)
class Peer:
    """Name a peer, the package it comes from and how it is measured."""

    label: str
    package: str
    measure: Callable[[float], Figures]


def spiel_peers(name: str) -> list[Peer]:
    """Return the two ways of playing an OpenSpiel game."""
    return [
        Peer(f"open_spiel/{name}/python", "open_spiel", lambda seconds: measure_spiel_loop(name, seconds)),
        Peer(f"open_spiel/{name}/cpp_rollout", "open_spiel", lambda seconds: measure_spiel_rollouts(name, seconds)),
    ]


def rlcard_peer(name: str) -> Peer:
    """Return an RLCard game."""
    return Peer(f"rlcard/{name}/python", "rlcard", lambda seconds: measure_rlcard(name, seconds))


def pettingzoo_peer(name: str) -> Peer:
    """Return a classic game of PettingZoo."""
    return Peer(f"pettingzoo/{name}/python", "pettingzoo", lambda seconds: measure_pettingzoo(name, seconds))


PEERS = [
    *spiel_peers("gin_rummy"),
    *spiel_peers("backgammon"),
    *spiel_peers("chess"),
    rlcard_peer("gin-rummy"),
    rlcard_peer("uno"),
    rlcard_peer("leduc-holdem"),
    *(pettingzoo_peer(f"{name}_v4") for name in ("leduc_holdem", "texas_holdem")),
    *(pettingzoo_peer(name) for name in ("texas_holdem_no_limit_v6", "hanabi_v5")),
    *(pettingzoo_peer(name) for name in ("tictactoe_v3", "connect_four_v3", "chess_v6")),
    Peer("python-chess/chess/python", "chess", measure_python_chess),
]


def report(peer: Peer, seconds: float) -> Figures:
    """Return the figures of a peer, or why there are none: one broken peer must not hide the others."""
    print(f"peers: measuring {peer.label}", file=sys.stderr, flush=True)
    try:
        return {"version": importlib.metadata.version(peer.package), **peer.measure(seconds)}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


def main() -> None:
    """Measure every peer and print the figures."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds of each window")
    seconds = parser.parse_args().seconds
    print(json.dumps({peer.label: report(peer, seconds) for peer in PEERS}))


if __name__ == "__main__":
    main()
