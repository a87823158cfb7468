"""Play pairs of matches between two bots, count them as they finish, and stop once the result is clear."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field

from warband.kernel.errors import BadInput
from warband.lab.executors import Executor, run_all
from warband.lab.intervals import USUAL, Interval, excludes, percent, span, wilson
from warband.lab.pairs import LEFT, RIGHT, Contest, Effort, Pair, Played
from warband.lab.shards import WHOLE, Shard

# Whoever looks after every pair sees a 95 % interval leave the truth out in three runs of ten; at 99.5 %, from
# 10 pairs on, it is one in twenty over 100 pairs (docs/arena.md).
LOOKING = 0.995
LEAST_MATCHES = 20
EVEN = 0.5


@dataclass
class Score:
    """Count the results, lengths and times of matches."""

    matches: int = 0
    left_wins: int = 0
    right_wins: int = 0
    draws: int = 0
    first_seat_points: float = 0.0
    decisions: int = 0
    most_decisions: int = 0
    left: Effort = field(default_factory=Effort)
    right: Effort = field(default_factory=Effort)

    def add(self, played: Played) -> None:
        """Count one match."""
        self.matches += 1
        self.left_wins += played.winner == LEFT
        self.right_wins += played.winner == RIGHT
        self.draws += played.winner not in (LEFT, RIGHT)
        self.first_seat_points += _points(played, LEFT if played.left_seat == 0 else RIGHT)
        self.decisions += played.decisions
        self.most_decisions = max(self.most_decisions, played.decisions)
        self.left.add(played.left)
        self.right.add(played.right)

    def add_pair(self, pair: Pair) -> None:
        """Count both matches of a pair."""
        self.add(pair[0])
        self.add(pair[1])

    @property
    def points(self) -> float:
        """Return the points of the left bot; a draw is half a point."""
        return self.left_wins + self.draws / 2

    @property
    def win_rate(self) -> float | None:
        """Return the share of the points that the left bot made, or None if nothing was played."""
        return self.points / self.matches if self.matches else None

    def interval(self, confidence: float = USUAL) -> Interval:
        """Return the interval of the win rate."""
        return wilson(self.points, self.matches, confidence)

    def running(self) -> str:
        """Return the win rate so far in a few words."""
        return f"{percent(self.win_rate)} ({span(self.interval())})" if self.win_rate is not None else "nothing yet"


def _points(played: Played, side: str) -> float:
    if played.winner == side:
        return 1.0
    return 0.0 if played.winner in (LEFT, RIGHT) else 0.5


Stop = Callable[[Score], bool]


def decided(score: Score, than: float = EVEN) -> bool:
    """Return whether the win rate differs for certain, even though it was looked at after every pair."""
    return score.matches >= LEAST_MATCHES and excludes(score.interval(LOOKING), than)


class Arena:
    """A contest under way: the pairs that are finished, and whether the first of them decide it.

    Only an unbroken row of pairs from the first on can decide, so that the result is the same for any number of jobs.
    Of a shard only its own pairs are played.
    """

    def __init__(self, contest: Contest, matches: int, stop: Stop | None = None, shard: Shard = WHOLE) -> None:
        self.contest = contest
        self.shard = shard
        self.pairs = pairs_of(matches)
        self.stop = stop
        self.finished: dict[int, Pair] = {}
        self.is_decided = False
        self.is_stopped = False
        self._all = Score()
        self._row = Score()
        self._next = 0

    def add(self, pair: Pair) -> None:
        """Count a finished pair."""
        number = pair[0].pair
        if number >= self.pairs or number in self.finished:
            return
        self.finished[number] = (pair[0].summary(), pair[1].summary())
        self._all.add_pair(pair)
        while not self.is_decided and self._next in self.finished:
            self._row.add_pair(self.finished[self._next])
            self._next += 1
            self.is_decided = self.stop is not None and self.stop(self._row)

    def score(self) -> Score:
        """Return what counts: the pairs that decided it, or all that are finished."""
        return self._row if self.is_decided else self._all

    def missing(self) -> list[int]:
        """Return the numbers of the pairs that are still to be played."""
        return [] if self.is_decided else [n for n in self.shard.of(self.pairs) if n not in self.finished]

    def run(self, executor: Executor, keep: Callable[[Pair], None], tell: Callable[[Score], None]) -> None:
        """Play what is missing until a person stops it; every finished pair is handed over at once, then told of."""
        try:
            with closing(run_all(executor, self.contest, self.missing())) as playing:
                for pair in playing:
                    keep(pair)
                    self.add(pair)
                    tell(self.score())
                    if self.is_decided:
                        return
        except KeyboardInterrupt:
            self.is_stopped = True


def pairs_of(matches: int) -> int:
    """Return how many pairs an even number of matches makes, or raise BadInput."""
    if matches < 2 or matches % 2:
        raise BadInput(f"{matches} matches: they are played in pairs with the seats swapped, so give 2, 4, 6 ...")
    return matches // 2
