"""Play random matches of Pixel Tactics, printing and flags drawn by seed; count endings, wins and long turns."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field

from warband.engine import engine
from warband.games.pixel_tactics.editions import FLAGS
from warband.games.pixel_tactics.game import PixelTactics
from warband.games.pixel_tactics.rules.figures import MOST_DECISIONS
from warband.games.pixel_tactics.rules.state import Tactics
from warband.kernel.chance import Rng
from warband.kernel.seats import CHANCE, NOBODY

EDITIONS = ("classic", "deluxe", "manual")
CHUNK = 500


@dataclass
class Played:
    """What random matches came to."""

    rounds: Counter[int] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    winners: Counter[str] = field(default_factory=Counter)
    decisions: int = 0
    matches: int = 0
    longest: int = 0
    longest_seed: int = 0

    def add(self, other: Played) -> None:
        self.rounds += other.rounds
        self.endings += other.endings
        self.winners += other.winners
        self.decisions += other.decisions
        self.matches += other.matches
        if other.longest > self.longest:
            self.longest, self.longest_seed = other.longest, other.longest_seed


def play_some(task: tuple[str, int, int, bool, bool]) -> Played:
    """Play some matches of an edition, one seed each."""
    edition, first, count, lively, pure = task
    played = Played()
    for seed in range(first, first + count):
        play(PixelTactics({"edition": edition, **({} if pure else flags_of(seed))}, {}), seed, lively, played)
    return played


def flags_of(seed: int) -> dict[str, object]:
    """Return a printing and a value of every flag, drawn by the seed; `edition` is one of the values."""
    rng = Rng(seed)
    return {flag.name: flag.choices[rng.below(len(flag.choices))] for flag in FLAGS}


def play(game: PixelTactics, seed: int, lively: bool, played: Played) -> None:
    """Play one match and add up what it came to."""
    state, rng = game.start(), Rng(seed)
    assert isinstance(state, Tactics)
    turn, in_turn = (0, 0, 0), 0
    while awaiting := state.awaiting():
        if awaiting[0] == CHANCE:
            state.apply(CHANCE, state.sample(rng))
            continue
        if (state.round, state.wave, state.seat) != turn:
            turn, in_turn = (state.round, state.wave, state.seat), 0
        in_turn += 1
        played.decisions += 1
        if in_turn > played.longest:
            played.longest, played.longest_seed = in_turn, seed
        legal = state.legal(awaiting[0])
        state.apply(awaiting[0], pick(game, legal, rng, lively))
    count_ending(state, played)


def pick(game: PixelTactics, legal: list[int], rng: Rng, lively: bool) -> int:
    """Return a random action; a lively player hardly ever passes or stops short."""
    if lively and len(legal) > 1 and rng.below(20):
        legal = [action for action in legal if action not in (game.rules.end_turn, game.rules.done)]
    return legal[rng.below(len(legal))]


def count_ending(state: Tactics, played: Played) -> None:
    """Count how a match ended."""
    result = state.result()
    assert result is not None
    played.matches += 1
    played.rounds[state.round] += 1
    played.endings[result.why if state.fight == 1 else f"{result.why} after a tie"] += 1
    first = "first" if result.winner == state.opener else "second"
    played.winners["draw" if result.winner == NOBODY else first] += 1


def in_order(counts: Counter[str] | Counter[int]) -> list[tuple[str, int]]:
    """Return counts by key, numbers by their size."""
    return sorted([(str(key), count) for key, count in counts.items()], key=lambda item: (len(item[0]), item[0]))


def report(edition: str, played: Played) -> None:
    """Print what the matches of an edition came to."""
    print(f"{edition}: {played.matches} matches, {played.decisions / played.matches:.1f} decisions each")
    for name, counts in (("why", played.endings), ("wins", played.winners), ("rounds", played.rounds)):
        shares = [f"{key} {100 * count / played.matches:.1f} %" for key, count in in_order(counts)]
        print(f"  {name:7} {', '.join(shares)}")
    print(
        f"  longest turn: {played.longest} decisions (seed {played.longest_seed}); a turn ends after {MOST_DECISIONS}"
    )


def main() -> None:
    """Play the matches on all cores and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20_000, help="matches per edition")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--pure", action="store_true", help="play each edition as it is, no flag drawn at random")
    parser.add_argument("--lively", action="store_true", help="hardly ever pass or stop short")
    options = parser.parse_args()
    print(f"{engine()} engine")
    with ProcessPoolExecutor(options.jobs) as pool:
        for edition in EDITIONS:
            tasks = [
                (edition, first, min(CHUNK, options.matches - first), options.lively, options.pure)
                for first in range(0, options.matches, CHUNK)
            ]
            played = Played()
            for some in pool.map(play_some, tasks):
                played.add(some)
                print(f"\r{edition} {played.matches} of {options.matches}", end="", file=sys.stderr, flush=True)
            print(file=sys.stderr)
            report(edition, played)


if __name__ == "__main__":
    main()
