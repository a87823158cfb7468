"""Draw a match as HTML, as a notebook shows it: `show(match)` in a cell draws the same.

python docs/examples/research/show_match.py --game pixel-tactics --decisions 40 --out match.html
"""

from __future__ import annotations

import argparse
from pathlib import Path

from warband.kernel.chance import Rng, seeded_chance
from warband.kernel.errors import BadInput
from warband.kernel.match import Match
from warband.kernel.registry import make_game
from warband.research.notebook import show


def main(words: list[str] | None = None) -> None:
    """Play some random decisions and draw what seat 0 sees then."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="pixel-tactics")
    parser.add_argument("--decisions", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("match.html"))
    given = parser.parse_args(words)
    try:
        match, rng = Match(make_game(given.game), seeded_chance(given.seed)), Rng(given.seed)
    except BadInput as error:
        parser.error(str(error))
    match.settle()
    for _ in range(given.decisions):
        for seat in match.awaiting()[:1]:
            legal = match.actions(seat)
            match.play(seat, legal[rng.below(len(legal))])
    try:
        given.out.write_text(f"<!doctype html><meta charset=utf-8>{show(match, seat=0).html}", encoding="utf-8")
    except OSError as error:
        parser.error(f"--out {given.out}: {error.strerror}")
    print(f"the picture is in {given.out}")


if __name__ == "__main__":
    main()
