"""Measure lanes: decisions of random play a second, with observations and the ids of legal actions.

Observations are int8 cells in the layout of the game, legal actions uint16 ids, ascending, with room for 128; both are
written by compiled code to one block of memory, lane after lane. A figure is per second of CPU time of one core, the
best and the median of five windows. With --processes the lanes of so many processes are stepped at the same time, and
the figure is of all of them per second of the clock. Needs nothing but Warband: `python -m benchmarks.lanes`.
"""

from __future__ import annotations

import argparse
import multiprocessing
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from warband.agents.lane_memory import new_memory
from warband.agents.lanes import Lanes
from warband.engine import engine
from warband.kernel import registry
from warband.kernel.chance import Rng
from warband.lab.ladder import markdown_table

SIZES = (1, 64, 1024)
WINDOWS = 5
BLOCK = 4096
SEED = 7
OPTIONS: dict[str, dict[str, object]] = {"pocket-tactics": {"map": "quick"}}


def stepper(name: str, size: int, skip_forced: bool, seed: int) -> Callable[[], int]:
    """Return what steps lanes of a game a few thousand times and says how often."""
    game, luck = registry.make_game(name, OPTIONS.get(name)), Rng(seed - 1)
    lanes = Lanes(game, skip_forced)
    lanes.write_to(new_memory(game, size))
    lanes.reset(list(range(seed, seed + size)))
    rounds = max(1, BLOCK // size)

    def step() -> int:
        for _ in range(rounds):
            lanes.choose(luck)
            lanes.step()
        return rounds * size

    return step


def window(step: Callable[[], int], seconds: float, clock: Callable[[], float]) -> float:
    """Return how many steps a second a window of so many seconds holds."""
    steps, begun = 0, clock()
    while (passed := clock() - begun) < seconds:
        steps += step()
    return steps / passed


@dataclass(frozen=True)
class Together:
    """The windows of one process among several, all at the same time."""

    name: str
    size: int
    skip_forced: bool
    seconds: float
    begin: float

    def play(self, number: int) -> float:
        """Return the steps a second of a process, from the same moment on as the others."""
        step = stepper(self.name, self.size, self.skip_forced, SEED + number * self.size)
        time.sleep(max(0.0, self.begin - time.time()))
        return window(step, self.seconds, time.perf_counter)


def measure(name: str, size: int, given: argparse.Namespace) -> str:
    """Return the figures of a game in so many lanes, as a cell of the table."""
    if given.processes > 1:
        task = Together(name, size, given.skip_forced, given.seconds, time.time() + 15)
        with multiprocessing.get_context("spawn").Pool(given.processes) as pool:
            return f"{sum(pool.map(task.play, range(given.processes), chunksize=1)):,.0f}"
    step = stepper(name, size, given.skip_forced, SEED)
    found = [window(step, given.seconds, time.process_time) for _ in range(WINDOWS)]
    return f"{max(found):,.0f} ({statistics.median(found):,.0f})"


def main() -> None:
    """Measure all games, or one, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=registry.names(), help="this game only")
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds of each window")
    parser.add_argument("--processes", type=int, default=1, help="so many processes at the same time")
    parser.add_argument("--skip-forced", action="store_true", help="show choices only, as in training")
    given = parser.parse_args()
    print(f"{engine()} engine, {given.processes} process(es)", file=sys.stderr)
    rows = [["game", "observation", *(f"{size} lanes" for size in SIZES)]]
    for name in [given.game] if given.game else registry.names():
        cells = registry.make_game(name, OPTIONS.get(name)).encoder().size
        rows.append([name, f"{cells} int8", *(measure(name, size, given) for size in SIZES)])
    print(markdown_table(rows), end="")


if __name__ == "__main__":
    main()
