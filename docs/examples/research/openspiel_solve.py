"""Solve a game small enough for tables: outcome-sampling MCCFR of OpenSpiel, and how far it is from perfect play.

python docs/examples/research/openspiel_solve.py --iterations 1000
"""

from __future__ import annotations

import argparse

import numpy as np
from open_spiel.python.algorithms.exploitability import exploitability
from open_spiel.python.algorithms.outcome_sampling_mccfr import OutcomeSamplingSolver

from warband.kernel.errors import BadInput
from warband.kernel.registry import entry
from warband.research.openspiel import load_game


def main(words: list[str] | None = None) -> None:
    """Iterate, and print the exploitability now and then."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--looks", type=int, default=1, help="how often to measure (a few seconds each)")
    parser.add_argument("--rounds", type=int, default=2, help="rounds of a match; more make the tree far larger")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(words)
    if not 1 <= given.looks <= given.iterations:
        parser.error(f"--looks {given.looks}: give 1 to {given.iterations}, the number of --iterations")
    tiny = entry("heros-crossing").option_sets["tiny"] | {"rounds": given.rounds}
    try:
        np.random.seed(given.seed)
        game = load_game("heros-crossing", **tiny)
    except (BadInput, ValueError) as error:
        parser.error(str(error))
    solver = OutcomeSamplingSolver(game)
    for look in range(1, given.looks + 1):
        for _ in range(given.iterations // given.looks):
            solver.iteration()
        made = look * (given.iterations // given.looks)
        print(f"{made} iterations: exploitability {exploitability(game, solver.average_policy()):.3f}", flush=True)


if __name__ == "__main__":
    main()
