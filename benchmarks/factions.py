"""Let the greedy bot play Pocket-Tactics against itself on quick maps; count wins by faction and by seat order."""

from __future__ import annotations

import argparse
import math
import statistics
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from warband.agents.bot import Budget
from warband.agents.greedy import GreedyBot
from warband.kernel.chance import seeded_chance
from warband.kernel.match import Match
from warband.kernel.registry import make_game
from warband.kernel.seats import NOBODY
from warband.kernel.validation import Node

BUDGET = Budget(60)


@dataclass
class Played:
    """How one match went: the winner's faction and place in the order, why, how many turns and decisions."""

    faction: str
    order: str
    why: str
    turns: int
    decisions: int


def play(seed: int) -> Played:
    """Play one match; the seats choose a faction each by the parity of the seed."""
    game = make_game("pocket-tactics", {"map": "quick", "turns": 240})
    match = Match(game, seeded_chance(seed))
    bots = [GreedyBot(game, 2 * seed), GreedyBot(game, 2 * seed + 1)]
    for seat in (0, 1):
        match.play(seat, match.actions(seat)[(seat + seed) % 2])
    decisions = 0
    while match.result is None:
        seat = match.awaiting()[0]
        match.play(seat, bots[seat].choose(match.view(seat), match.actions(seat), BUDGET))
        decisions += 1
    return told(match, decisions)


def told(match: Match, decisions: int) -> Played:
    """Return the result of a finished match."""
    result = match.result
    position = Node(match.state.position(), "position")
    turns = position.field("turn").integer()
    if result is None or result.winner == NOBODY:
        return Played("draw", "draw", result.why if result else "", turns, decisions)
    faction = position.field("seats").items()[result.winner].field("faction").text()
    order = "first" if position.field("first").integer() == result.winner else "second"
    return Played(faction, order, result.why, turns, decisions)


def interval(wins: int, games: int) -> str:
    """Return a share with its 95 % interval (Wilson)."""
    share, z = wins / games, 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return f"{wins:5} of {games}  {100 * share:5.1f} %  [{100 * (middle - half):.1f}, {100 * (middle + half):.1f}]"


def report(played: list[Played]) -> None:
    """Print wins by faction, by order and by ending, and the lengths."""
    for key in ("faction", "order", "why"):
        print(f"by {key}:")
        values = [getattr(match, key) for match in played]
        for value in sorted(set(values)):
            print(f"  {value:8} {interval(values.count(value), len(played))}")
    turns = sorted(match.turns for match in played)
    cuts = [turns[len(turns) * part // 10] for part in (1, 5, 9)]
    print(f"turns: mean {statistics.mean(turns):.1f}, 10/50/90 % {cuts}")


def main() -> None:
    """Play the matches on all cores and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    played: list[Played] = []
    with ProcessPoolExecutor(options.jobs) as pool:
        for match in pool.map(play, range(options.matches), chunksize=5):
            played.append(match)
            print(f"\r{len(played)} of {options.matches}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    report(played)


if __name__ == "__main__":
    main()
