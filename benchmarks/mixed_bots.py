"""Let bots of all kinds play each other over all games and option sets; an action that is not legal ends the run.

Run it on the compiled engine (`make compile`): `.venv/bin/python -m benchmarks.mixed_bots`. What is played
is drawn by seed: game, option set and both bots. Every action goes through `Match.play`, which checks it.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from warband.engine import engine
from warband.kernel.chance import Rng
from warband.kernel.registry import entry, names
from warband.lab.pairs import Contest

BOTS = ["random", "greedy", "search:10", "search:40", *(str(level) for level in range(1, 6))]


def contest_of(number: int) -> Contest:
    """Return what is played under a number."""
    rng = Rng(number)
    name = names()[rng.below(len(names()))]
    sets = list(entry(name).option_sets.values())
    left, right = (BOTS[rng.below(len(BOTS))] for _ in range(2))
    return Contest(name, left, right, number, sets[rng.below(len(sets))])


def play_pair(number: int) -> tuple[str, str, str, int]:
    """Play a pair of matches; return the game, the bots and how many decisions there were."""
    contest = contest_of(number)
    try:
        pair = contest.play(contest.make(), number)
    except Exception as error:
        raise RuntimeError(f"pair {number}, {contest}: {error}") from error
    return contest.game, contest.left, contest.right, sum(played.decisions for played in pair)


def main() -> None:
    """Play the pairs on all cores and report what was played."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=5_000, help="an even number (default: 5000)")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    games: Counter[str] = Counter()
    bots: Counter[str] = Counter()
    decisions = 0
    with ProcessPoolExecutor(options.jobs) as pool:
        for done, (name, left, right, count) in enumerate(pool.map(play_pair, range(options.matches // 2)), 1):
            games[name] += 2
            bots.update([left, left, right, right])
            decisions += count
            print(f"\r{2 * done} of {options.matches} matches", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(f"{sum(games.values())} matches, {decisions} decisions on the {engine()} engine, no illegal action")
    for counts in (games, bots):
        print(", ".join(f"{name} {count}" for name, count in sorted(counts.items())))


if __name__ == "__main__":
    main()
