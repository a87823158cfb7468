"""An arena counts pairs, stops when it is decided, and gives the same result in whatever order pairs come in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.lab.contests import contest, pair, score

from warband.kernel.errors import BadInput
from warband.lab import arena as arena_lab
from warband.lab.arena import Arena, decided, pairs_of
from warband.lab.executors import Local
from warband.lab.pairs import Pair
from warband.lab.shards import Shard


def test_a_score_counts_sides_and_seats() -> None:
    found = score("lrdl")
    assert (found.matches, found.left_wins, found.right_wins, found.draws) == (4, 2, 1, 1)
    assert (found.points, found.win_rate) == (2.5, 0.625)
    # l in seat 0 and r in seat 0 are points of the first seat; the drawn match is half of one.
    assert found.first_seat_points == 1 + 1 + 0.5 + 0
    assert (found.decisions, found.most_decisions) == (42, 11)
    assert found.left.per_choice() == pytest.approx(0.1)


def test_nothing_played_has_no_win_rate() -> None:
    assert score("").win_rate is None
    assert score("").interval() == (0.0, 1.0)
    assert score("").running() == "nothing yet"
    assert score("lr").running() == "50.0 % (9.5 to 90.5 %)"


@pytest.mark.parametrize("games", [0, -2, 1, 7])
def test_matches_come_in_pairs(games: int) -> None:
    with pytest.raises(BadInput, match=f"^{games} matches: "):
        pairs_of(games)


# ---- deciding ----


def test_few_matches_decide_nothing() -> None:
    assert not decided(score("l" * 18))
    assert decided(score("l" * 20))
    assert decided(score("r" * 20))
    assert not decided(score("lr" * 40))


def test_deciding_takes_more_than_the_95_percent_interval() -> None:
    close = score("l" * 15 + "r" * 5)
    assert close.interval()[0] > 0.5
    assert not decided(close)


def test_another_goal_can_be_decided() -> None:
    assert decided(score("l" * 30), than=0.65)
    assert not decided(score("l" * 20 + "r" * 10), than=0.65)
    assert decided(score("r" * 20), than=0.65)


def test_only_an_unbroken_row_of_pairs_decides() -> None:
    arena = Arena(contest(), 60, decided)
    for number in range(1, 12):
        arena.add(pair(number))
    assert not arena.is_decided
    arena.add(pair(0, "rr"))
    assert arena.is_decided
    assert arena.score().matches == 20


def test_what_comes_after_the_decision_does_not_count() -> None:
    arena = Arena(contest(), 60, decided)
    for number in [*range(1, 15), 0]:
        arena.add(pair(number))
    assert arena.score().matches == 20
    assert arena.missing() == []


def test_a_pair_counts_once_and_only_if_it_was_asked_for() -> None:
    arena = Arena(contest(), 4)
    for number in (0, 0, 2):
        arena.add(pair(number))
    assert arena.score().matches == 2
    assert arena.missing() == [1]


def test_a_shard_plays_its_own_pairs_alone() -> None:
    assert Arena(contest(), 20, shard=Shard(2, 4)).missing() == [1, 5, 9]


# ---- playing ----


def test_what_is_there_is_not_played_again() -> None:
    arena, kept, told = Arena(contest(), 8), list[int](), list[int]()
    arena.add(pair(1))
    arena.run(Local(1), lambda pair: kept.append(pair[0].pair), lambda score: told.append(score.matches))
    assert kept == [0, 2, 3]
    assert told == [4, 6, 8]
    assert arena.score().matches == 8
    assert all(not played.record for both in arena.finished.values() for played in both)


def stand_in(monkeypatch: pytest.MonkeyPatch, error: BaseException | None = None, after: int = 99) -> None:
    """Let the left bot win all pairs at once, until an error."""

    def play(executor: object, what: object, numbers: list[int]) -> Iterator[Pair]:
        for count, number in enumerate(numbers):
            if error is not None and count == after:
                raise error
            yield pair(number)

    monkeypatch.setattr(arena_lab, "run_all", play)


def test_it_stops_when_it_is_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch)
    arena = Arena(contest(), 200, decided)
    arena.run(Local(1), lambda pair: None, lambda score: None)
    assert (arena.is_decided, arena.is_stopped, arena.score().matches) == (True, False, 20)


def test_a_person_stops_it_and_keeps_what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch, KeyboardInterrupt(), 3)
    arena = Arena(contest(), 200)
    arena.run(Local(1), lambda pair: None, lambda score: None)
    assert (arena.is_stopped, arena.score().matches) == (True, 6)
