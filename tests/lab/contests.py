"""Make short contests, and matches that were never played, for the tests of the lab."""

from __future__ import annotations

from tests.kernel.matches import GAME, SHORT

from warband.lab.arena import Score
from warband.lab.pairs import LEFT, NEITHER, RIGHT, Contest, Effort, Pair, Played

OPTIONS = [word for name, value in SHORT.items() for word in ("--option", f"{name}={value}")]


def contest(left: str = "greedy:2", right: str = "random", seed: int = 0) -> Contest:
    return Contest(GAME, left, right, seed, dict(SHORT))


def pair(number: int, results: str = "ll") -> Pair:
    """Return a pair that ended so: l and r for who won, d for a draw."""
    who = {"l": LEFT, "r": RIGHT, "d": NEITHER}
    first, second = (
        Played(number, number, seat, who[letter], "", 10 + seat, Effort(5, 0.5), Effort(4, 0.1))
        for seat, letter in enumerate(results)
    )
    return first, second


def score(results: str) -> Score:
    """Return the score of matches that ended so, two letters a pair."""
    found = Score()
    for number in range(len(results) // 2):
        found.add_pair(pair(number, results[2 * number : 2 * number + 2]))
    return found
