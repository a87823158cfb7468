"""Ranges are about a second long and bounded in number; a late one is sent again, and its first answer counts."""

from __future__ import annotations

from typing import Any

import pytest
from tests.lab.executors.tasks import Squares, squares

from warband.kernel.errors import BadInput
from warband.lab.executors.executor import Answer, Executor, Task, Ticket
from warband.lab.executors.ranges import AHEAD, MOST_A_SECOND, Patience, Sizes, run_all


class Imagined(Executor):
    """Workers that answer at once, or not at all, or twice."""

    def __init__(self, workers: int = 2, hung: int = 0, twice: bool = False) -> None:
        self.workers, self.hung, self.twice = workers, hung, twice
        self.waiting: list[tuple[Ticket, tuple[int, ...]]] = []
        self.most = 0
        self.again: list[tuple[Ticket, Ticket]] = []
        self.dropped: list[Ticket] = []

    @property
    def slots(self) -> int:
        return self.workers

    def prepare(self, task: Task[Any, Any, Any], most: int) -> None:
        self.task = task

    def send(self, ticket: Ticket, items: tuple[int, ...]) -> None:
        self.waiting.append((ticket, items))
        self.most = max(self.most, len(self.waiting))

    def send_again(self, late: Ticket, ticket: Ticket, items: tuple[int, ...]) -> None:
        self.again.append((late, ticket))
        super().send_again(late, ticket, items)

    def receive(self, seconds: float) -> list[Answer]:
        here = [one for one in self.waiting if one[0].number >= self.hung or one[0].sending]
        self.waiting = [one for one in self.waiting if one not in here]
        answers = [Answer(ticket, [(item, item**2) for item in items], 0.5) for ticket, items in here]
        return answers * 2 if self.twice else answers

    def drop(self, ticket: Ticket) -> None:
        self.dropped.append(ticket)

    def close(self) -> None:
        pass


def test_every_item_comes_back_once_and_few_are_in_flight() -> None:
    executor = Imagined(3)
    assert sorted(run_all(executor, Squares(), range(100))) == squares(100)
    assert executor.most <= AHEAD * 3


def test_the_first_answer_counts() -> None:
    assert sorted(run_all(Imagined(twice=True), Squares(), range(30))) == squares(30)


def test_what_is_late_is_sent_again() -> None:
    executor = Imagined(hung=2)
    assert sorted(run_all(executor, Squares(), range(30), Patience(1.0, 0.01))) == squares(30)
    assert {(late.number, late.sending, again.sending) for late, again in executor.again} == {(0, 0, 1), (1, 0, 1)}
    # All tickets of a range are forgotten with its first answer.
    assert {(0, 0), (0, 1), (1, 0), (1, 1)} <= set(executor.dropped)


def test_what_was_in_flight_while_all_stood_still_is_not_late() -> None:
    class Pausing(Imagined):
        def receive(self, seconds: float) -> list[Answer]:
            if not self.pauses:
                self.pauses += 1
                return []
            return super().receive(seconds)

    executor = Pausing()
    assert sorted(run_all(executor, Squares(), range(9), Patience(1.0, 0.0))) == squares(9)
    assert executor.again == []


def test_whoever_stops_drops_what_is_in_flight() -> None:
    executor = Imagined()
    running = run_all(executor, Squares(), range(100))
    next(running)
    running.close()
    assert {ticket.number for ticket in executor.dropped} == {0, 1, 2, 3}


def test_what_comes_back_as_an_error_is_raised() -> None:
    class Failing(Imagined):
        def receive(self, seconds: float) -> list[Answer]:
            return [Answer(ticket, error=BadInput("no")) for ticket, _ in self.waiting]

    with pytest.raises(BadInput, match="no"):
        list(run_all(Failing(), Squares(), range(3)))


# ---- sizes ----


def test_ranges_grow_to_a_second_and_shrink_at_the_end() -> None:
    sizes = Sizes(1, True)
    assert sizes.next(1000, 2) == 1
    sizes.learn(1, 0.01)
    assert sizes.next(1000, 2) == 4
    sizes.learn(4, 0.04)
    assert sizes.next(1000, 2) == 16
    sizes.learn(64, 0.64)
    assert sizes.next(1000, 2) == 100
    assert sizes.next(40, 2) == 10
    assert sizes.next(1, 2) == 1


def test_what_takes_longer_than_a_second_goes_alone() -> None:
    sizes = Sizes(1, True)
    sizes.learn(1, 7.0)
    assert sizes.next(1000, 2) == 1


def test_very_many_workers_get_longer_ranges() -> None:
    sizes = Sizes(1, True)
    sizes.learn(1000, 1.0)
    assert sizes.next(10**9, 10) == 1000
    assert sizes.next(10**9, 3 * MOST_A_SECOND) == 3000


def test_what_is_best_played_together_begins_so() -> None:
    assert Sizes(128, True).next(10_000, 2) == 128
    assert Sizes(128, True).next(100, 2) == 25
    # Where nothing travels, ranges are as short as the task likes.
    assert Sizes(1, False).next(10_000, 1) == 1
    assert Sizes(128, False).next(200, 1) == 128


def test_a_deadline_follows_the_slowest() -> None:
    assert Patience().deadline(0.5) == 60
    assert Patience().deadline(30.0) == 300
