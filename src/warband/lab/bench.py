"""Measure random play and search per second of CPU time, on the plain and on the compiled engine."""

from __future__ import annotations

import json
import statistics
import sys
import time

from warband.agents.bot import Budget
from warband.agents.search import SearchBot
from warband.engine import engine, is_current
from warband.kernel.chance import Rng
from warband.kernel.errors import BadInput, WorkFailed
from warband.kernel.game import Game, State
from warband.kernel.random_play import Tally, copy_many, random_match, random_matches, random_step
from warband.kernel.registry import make_game
from warband.processes import run_module

WINDOWS = 5
WINDOW_SECONDS = 1.0
# Most iterations of one search.
SEARCH = 6000
SEATS = ((0,), (1,))
ENGINES = ("plain", "compiled")


def measure(name: str, seconds: float = WINDOW_SECONDS) -> dict[str, object]:
    """Return the figures of a game on the engine that runs here: best and median of five windows each."""
    game = make_game(name)
    bare = [window(game, seconds, number, False) for number in range(WINDOWS)]
    with_events = [window(game, seconds / 2, number, True) for number in range(WINDOWS)]
    copies = [copy_window(game, seconds / 4) for _ in range(WINDOWS)]
    searched = [search_window(game, seconds / 2, number) for number in range(WINDOWS)]
    return {
        "engine": engine(),
        "decisions_per_cpu_s": summary([row["decisions"] for row in bare]),
        "forced_per_cpu_s": summary([row["forced"] for row in bare]),
        "chance_per_cpu_s": summary([row["chance"] for row in bare]),
        "matches_per_cpu_s": summary([row["matches"] for row in bare]),
        "decisions_with_events_per_cpu_s": summary([row["decisions"] for row in with_events]),
        "copies_per_cpu_s": summary(copies),
        "iterations_per_cpu_s": summary(searched),
    }


def summary(figures: list[float]) -> dict[str, float]:
    """Return the best and the median of some figures."""
    return {"best": round(max(figures)), "median": round(statistics.median(figures))}


def window(game: Game, seconds: float, seed: int, with_events: bool) -> dict[str, float]:
    """Play random matches for a while and return what was done per second of CPU time."""
    rng, tally = Rng(seed), Tally()
    start = time.process_time()
    spent = 0.0
    while spent < seconds:
        random_matches(game, rng, tally, 20, with_events)
        spent = time.process_time() - start
    counts = {"decisions": tally.decisions, "forced": tally.forced, "chance": tally.chance, "matches": tally.matches}
    return {what: count / spent for what, count in counts.items()}


def copy_window(game: Game, seconds: float) -> float:
    """Copy a state from the middle of a match for a while and return the copies per second of CPU time."""
    state = middle_of(game, 7)
    start = time.process_time()
    copies = 0
    while time.process_time() - start < seconds:
        copy_many(state, 1000)
        copies += 1000
    return copies / (time.process_time() - start)


def middle_of(game: Game, seed: int) -> State:
    """Return a state from the middle of a random match."""
    state, rng, tally = game.start(), Rng(seed), Tally()
    random_match(game, rng, tally)
    for _ in range((tally.decisions + tally.forced + tally.chance) // 2):
        random_step(state, rng, tally, None)
    return state


def search_window(game: Game, seconds: float, seed: int) -> float:
    """Search from the middle of a match and return the iterations per second of CPU time."""
    state = decision_of(game, seed)
    view = state.view(state.awaiting()[0])
    start = time.process_time()
    iterations = 0
    while time.process_time() - start < seconds:
        bot = SearchBot(game, seed)
        bot.search(view, Budget(SEARCH, seconds))
        iterations += bot.iterations
    return iterations / (time.process_time() - start)


def decision_of(game: Game, seed: int) -> State:
    """Return a state from the middle of a match where one seat begins an action and has a choice."""
    state, rng, tally = middle_of(game, seed), Rng(seed), Tally()
    while not begins_action(state):
        if not random_step(state, rng, tally, None):
            state = game.start()
    return state


def begins_action(state: State) -> bool:
    """Return whether one seat begins an action and has a choice."""
    awaiting = state.awaiting()
    return awaiting in SEATS and state.settled() and len(state.legal(awaiting[0])) > 1


# ---- both engines, each in a process of its own ----


def measure_on(wanted: str, name: str, seconds: float) -> dict[str, object] | None:
    """Measure a game on one engine in a process of its own; None if that engine is not built from these sources."""
    if wanted == "compiled" and not is_current():
        return None
    try:
        printed = run_module("warband.lab.bench", [name, str(seconds)], WARBAND_ENGINE=wanted)
    except WorkFailed as error:
        raise BadInput(f"the {wanted} bench of {name} failed: {error}") from None
    figures: dict[str, object] = json.loads(printed)
    return figures


def bench(name: str, seconds: float = WINDOW_SECONDS) -> dict[str, object]:
    """Return the figures of a game on both engines, by measure and engine."""
    entry: dict[str, object] = {"game": name}
    per_engine = {wanted: measure_on(wanted, name, seconds) for wanted in ENGINES}
    for key in (
        "decisions_per_cpu_s",
        "matches_per_cpu_s",
        "copies_per_cpu_s",
        "iterations_per_cpu_s",
        "forced_per_cpu_s",
        "chance_per_cpu_s",
        "decisions_with_events_per_cpu_s",
    ):
        entry[key] = {wanted: best(figures, key) for wanted, figures in per_engine.items()}
        entry[f"median_{key}"] = {wanted: best(figures, key, "median") for wanted, figures in per_engine.items()}
    entry["peers"] = {}
    return entry


def best(figures: dict[str, object] | None, key: str, which: str = "best") -> float | None:
    """Return one figure of a measurement, or None if the engine is not built."""
    value = figures[key] if figures is not None else None
    return value[which] if isinstance(value, dict) else None


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], float(sys.argv[2]))))
