"""Play random matches through OpenSpiel, chance and all, and count who wins.

python docs/examples/research/openspiel_random.py --game "warband_pixel_tactics(edition=classic)" --matches 20
"""

from __future__ import annotations

import argparse

import numpy as np
import pyspiel

import warband.research.openspiel  # noqa: F401  (registers the games)
from warband.kernel.errors import BadInput


def play(game: pyspiel.Game, random: np.random.Generator) -> list[float]:
    """Play one match and return what the two seats got."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(random.choice(outcomes, p=odds)))
        else:
            state.apply_action(int(random.choice(state.legal_actions())))
    returns: list[float] = state.returns()
    return returns


def main(words: list[str] | None = None) -> None:
    """Play and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="warband_heros_crossing", help="a game of OpenSpiel, with its parameters")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(words)
    try:
        game, random = pyspiel.load_game(given.game), np.random.default_rng(given.seed)
    except (BadInput, ValueError, pyspiel.SpielError) as error:
        parser.error(str(error).partition("\n")[0])
    results = [play(game, random)[0] for _ in range(given.matches)]
    print(f"{game}: seat 0 won {results.count(1.0)}, lost {results.count(-1.0)}, drew {results.count(0.0)}")


if __name__ == "__main__":
    main()
