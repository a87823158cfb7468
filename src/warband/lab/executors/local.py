"""Do ranges in processes of this machine; one job does them here."""

from __future__ import annotations

import time
from collections import deque
from typing import Any

from warband.kernel.errors import BadInput
from warband.lab.executors.executor import Answer, Executor, Task, Ticket
from warband.lab.executors.ranges import AHEAD
from warband.processes import Worker, WorkerDied, as_error, wait_for

Range = tuple[Ticket, tuple[Any, ...]]


class Local(Executor):
    """Processes of this machine that are given ranges, a few ahead; none are started for one job."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.workers: dict[Worker, deque[Ticket]] = {}
        self.waiting: deque[Range] = deque()
        self.own: tuple[Task[Any, Any, Any], Any] | None = None

    @property
    def slots(self) -> int:
        """Return how many processes there are."""
        return max(1, len(self.workers))

    def prepare(self, task: Task[Any, Any, Any], most: int) -> None:
        """Start as many processes as are needed, and give all of them the task."""
        self.waiting.clear()
        count = min(self.jobs, most)
        self.has_ranges = count > 1
        self.own = None if count > 1 else (task, task.make())
        if count > 1:
            try:
                self._prepare_workers(task, count)
            except WorkerDied:
                raise _died() from None

    def _prepare_workers(self, task: Task[Any, Any, Any], count: int) -> None:
        self._end_busy_ones()
        fresh = [Worker() for _ in range(count - len(self.workers))]
        for worker in fresh:
            worker.start()
            self.workers[worker] = deque()
        for worker in self.workers:
            worker.send(_prepare, (task,))
        for worker in self.workers:
            if worker in fresh:
                worker.receive()
            _value(worker)

    def _end_busy_ones(self) -> None:
        """End processes that still do what nobody waits for any more."""
        for worker in [worker for worker, at_hand in self.workers.items() if at_hand]:
            worker.close()
            del self.workers[worker]

    def send(self, ticket: Ticket, items: tuple[Any, ...]) -> None:
        """Have a range done by the next process that is free."""
        self.waiting.append((ticket, items))

    def receive(self, seconds: float) -> list[Answer]:
        """Do the next range here, or return what the processes have finished."""
        if self.own is not None:
            return [self._play_here(*self.own)] if self.waiting else []
        try:
            self._feed()
            return [self._answer_of(worker) for worker in wait_for(list(self.workers), seconds)]
        except WorkerDied:
            raise _died() from None

    def _play_here(self, task: Task[Any, Any, Any], tool: Any) -> Answer:  # noqa: ANN401
        ticket, items = self.waiting.popleft()
        begun = time.perf_counter()
        results = task.play_all(tool, items)
        return Answer(ticket, results, time.perf_counter() - begun)

    def _feed(self) -> None:
        """Keep every process a few ranges ahead, those with the fewest first; one that hangs gets no more."""
        while self.waiting:
            worker = min(self.workers, key=lambda one: len(self.workers[one]))
            if len(self.workers[worker]) >= AHEAD:
                return
            ticket, items = self.waiting.popleft()
            worker.send(_play, (items,))
            self.workers[worker].append(ticket)

    def _answer_of(self, worker: Worker) -> Answer:
        ticket = self.workers[worker].popleft()
        try:
            results, seconds = _value(worker)
        except WorkerDied:
            raise
        except Exception as error:
            return Answer(ticket, error=error)
        return Answer(ticket, results, seconds)

    def drop(self, ticket: Ticket) -> None:
        """Forget a range that no process has begun."""
        self.waiting = deque(one for one in self.waiting if one[0] != ticket)

    def close(self) -> None:
        """End the processes."""
        for worker in self.workers:
            worker.close()
        self.workers.clear()


def _died() -> BadInput:
    return BadInput("a worker process died; what was finished is kept")


def _value(worker: Worker) -> Any:  # noqa: ANN401
    result, error, failure = worker.receive()
    if failure:
        raise as_error(error, failure)
    return result


# ---- in the other process ----

_prepared: list[tuple[Task[Any, Any, Any], object]] = []


def _prepare(task: Task[Any, Any, Any]) -> None:
    _prepared[:] = [(task, task.make())]


def _play(items: tuple[Any, ...]) -> tuple[list[Any], float]:
    task, tool = _prepared[0]
    begun = time.perf_counter()
    results = task.play_all(tool, items)
    return results, time.perf_counter() - begun
