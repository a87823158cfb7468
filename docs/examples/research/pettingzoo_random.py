"""Play random matches through PettingZoo and count who wins.

python docs/examples/research/pettingzoo_random.py --game pixel-tactics --matches 20
"""

from __future__ import annotations

import argparse

import gymnasium

from warband.kernel.errors import BadInput
from warband.research.pettingzoo import env


def main(words: list[str] | None = None) -> None:
    """Play and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="pixel-tactics")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(words)
    try:
        table = env(given.game)
        for number, agent in enumerate(table.possible_agents):
            table.action_space(agent).seed(given.seed + number)
    except (BadInput, gymnasium.error.Error) as error:
        parser.error(str(error))
    won = dict.fromkeys(table.possible_agents, 0)
    for match in range(given.matches):
        table.reset(seed=given.seed + match)
        for agent in table.agent_iter():
            observation, reward, is_over, is_cut, _ = table.last()
            won[agent] += reward > 0
            mask = observation["action_mask"]
            table.step(None if is_over or is_cut else table.action_space(agent).sample(mask))
    print(f"{given.game}: {given.matches} matches, won by {won}")


if __name__ == "__main__":
    main()
