"""Play a match of every game on an installed Warband: python tools/play_installed.py compiled|plain.

Exit 1 if another engine runs than the one that is named, or if the package is not an installed one.
"""

from __future__ import annotations

import sys
from pathlib import Path

import warband
from warband.engine import engine
from warband.kernel.chance import Rng
from warband.kernel.random_play import Tally, random_match
from warband.kernel.registry import make_game, names

CHECKOUT = Path(__file__).resolve().parents[1]


def main(wanted: str) -> int:
    """Play, say what was played where, and return the exit code."""
    place = Path(str(warband.__file__)).resolve()
    if place.is_relative_to(CHECKOUT / "src") or engine() != wanted:
        print(f"{place} runs the {engine()} engine, not an installed {wanted} one", file=sys.stderr)
        return 1
    for name in names():
        tally = Tally()
        random_match(make_game(name), Rng(7), tally)
        print(f"{engine()} engine: a match of {name}, {tally.decisions + tally.forced} decisions")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1]))
