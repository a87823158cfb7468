"""Let two bots meet in pairs of matches with the seats swapped, and say how sure the result is.

python docs/examples/research/evaluate_bot.py pocket-tactics greedy random --pairs 20

A bot is whatever the arena takes: random, greedy, search:200, a level, or FILE.py:Name for one of your own.
"""

from __future__ import annotations

import argparse

from warband.kernel.errors import BadInput
from warband.lab.arena import Arena
from warband.lab.executors import Local
from warband.lab.intervals import percent, span
from warband.lab.pairs import Contest


def main(words: list[str] | None = None) -> None:
    """Play and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("left")
    parser.add_argument("right")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(words)
    if given.pairs < 1:
        parser.error(f"--pairs {given.pairs}: give at least 1")
    try:
        arena = Arena(Contest(given.game, given.left, given.right, given.seed), 2 * given.pairs)
        arena.run(Local(1), keep=lambda pair: None, tell=lambda score: None)
    except BadInput as error:
        parser.error(str(error))
    score = arena.score()
    rate = percent(score.points / score.matches)
    print(f"{given.left} makes {rate} of the points against {given.right} (95 %: {span(score.interval())})")


if __name__ == "__main__":
    main()
