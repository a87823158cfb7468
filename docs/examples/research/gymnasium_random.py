"""Play at random against a bot through Gymnasium and say how often that wins.

python docs/examples/research/gymnasium_random.py --id warband/PocketTactics-v0 --opponent greedy --matches 20
"""

from __future__ import annotations

import argparse

import gymnasium

import warband.research.gymnasium  # noqa: F401  (registers the ids)
from warband.kernel.errors import BadInput


def main(words: list[str] | None = None) -> None:
    """Play and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--id", default="warband/HerosCrossing-v0")
    parser.add_argument("--opponent", default="random", help="any bot that the arena takes")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(words)
    try:
        table = gymnasium.make(given.id, opponent=given.opponent)
        table.action_space.seed(given.seed)
    except (BadInput, gymnasium.error.Error) as error:
        parser.error(str(error))
    results: list[float] = []
    for match in range(given.matches):
        _, info = table.reset(seed=given.seed + match)
        is_over = False
        while not is_over:
            _, reward, is_over, _, info = table.step(table.action_space.sample(info["action_mask"]))
            if is_over:
                results.append(float(reward))
    print(
        f"{given.id}: random against {given.opponent} won {results.count(1.0)} and drew {results.count(0.0)}"
        f" of {given.matches}"
    )


if __name__ == "__main__":
    main()
