"""Step many random matches together and say how fast that goes.

python docs/examples/research/batch_random.py --game pixel-tactics --lanes 256 --steps 1000
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from warband.kernel.errors import BadInput
from warband.research.batch import make_batch


def main(words: list[str] | None = None) -> None:
    """Play, count and time."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="pixel-tactics")
    parser.add_argument("--lanes", type=int, default=256, help="matches played side by side")
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(words)
    try:
        batch, random = make_batch(given.game, given.lanes, given.seed), np.random.default_rng(given.seed)
    except (BadInput, ValueError) as error:
        parser.error(str(error))
    begin, ended = time.perf_counter(), 0
    for _ in range(given.steps):
        weights = random.random(batch.masks.shape, np.float32) * batch.masks
        batch.step(weights.argmax(axis=1))
        ended += int(batch.dones.sum())
    decisions = given.lanes * given.steps
    print(f"{given.game}: {ended} matches, {decisions / (time.perf_counter() - begin):,.0f} decisions a second")


if __name__ == "__main__":
    main()
