"""Cut work into ranges of about a second, keep a bounded number of them in flight, and send late ones again.

Which items share a range, where it is done and what comes back first depends on the machines; no result does.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from warband.lab.executors.executor import Answer, Executor, Item, Result, Task, Ticket, Tool

# Seconds that a range should take. Where very many workers answer, ranges are longer, so that those who hand them out
# see at most so many a second (docs/cluster.md has the figures).
SECONDS: Final = 1.0
MOST_A_SECOND: Final = 100
# Ranges that a worker has at hand, so that it need not wait for the next one.
AHEAD: Final = 2
GROWTH: Final = 4
TICK: Final = 0.5


@dataclass(frozen=True)
class Patience:
    """When a range is late: so many times what the slowest took, but not sooner than so many seconds."""

    times: float = 10.0
    least: float = 60.0

    def deadline(self, slowest: float) -> float:
        """Return the seconds after which a range is sent again."""
        return max(self.least, self.times * slowest)


USUAL: Final = Patience()


def run_all(
    executor: Executor, task: Task[Tool, Item, Result], items: Sequence[Item], patience: Patience = USUAL
) -> Generator[Result, None, None]:
    """Yield what items mean as they are finished, each once; what one raises is raised here.

    Whoever closes the generator waits for nothing.
    """
    if items:
        executor.prepare(task, len(items))
        dispatch = Dispatch(executor, items, task.together, patience)
        try:
            yield from dispatch.results()
        finally:
            dispatch.drop_all()


@dataclass
class Sent:
    """A range in flight: its items, when it was sent last, how long to wait, and all its tickets."""

    items: tuple[Any, ...]
    at: float
    patience: float
    tickets: list[Ticket] = field(default_factory=list)


class Sizes:
    """How many items the next range has, by what those before took."""

    def __init__(self, together: int, has_ranges: bool) -> None:
        self.together = together
        self.has_ranges = has_ranges
        self.last = 1
        self.per_item = 0.0

    def next(self, left: int, slots: int) -> int:
        """Return the size of the next range: about a second's work, less near the end so that all end together."""
        share = max(1, left // (AHEAD * slots))
        if not self.has_ranges or not self.per_item:
            return min(left, self.together, share if self.has_ranges else left)
        seconds = max(SECONDS, slots / MOST_A_SECOND)
        return max(1, min(int(seconds / self.per_item), GROWTH * self.last, share))

    def learn(self, count: int, seconds: float) -> None:
        """Note what a range took; later ones count as much as all before."""
        each = seconds / count
        self.per_item = (self.per_item + each) / 2 if self.per_item else each
        self.last = max(count, self.last // GROWTH)


class Dispatch:
    """Work under way: what is left, what is in flight, and what is late."""

    def __init__(self, executor: Executor, items: Sequence[Any], together: int, patience: Patience) -> None:
        self.executor = executor
        self.items = items
        self.patience = patience
        self.sizes = Sizes(together, executor.has_ranges)
        self.begun = 0
        self.count = 0
        self.slowest = 0.0
        self.pauses = executor.pauses
        self.in_flight: dict[int, Sent] = {}

    def results(self) -> Iterator[Any]:
        """Yield results until every item has one."""
        self.fill()
        while self.in_flight:
            for answer in self.executor.receive(min(TICK, self.patience.least / 4)):
                yield from self.take(answer)
            self.send_late_again()
            self.fill()

    def fill(self) -> None:
        """Send ranges until as many are in flight as may be."""
        while self.begun < len(self.items) and len(self.in_flight) < AHEAD * self.executor.slots:
            size = self.sizes.next(len(self.items) - self.begun, self.executor.slots)
            items = tuple(self.items[self.begun : self.begun + size])
            ticket = Ticket(self.count, 0)
            self.begun += size
            self.count += 1
            wait = self.patience.deadline(self.slowest)
            self.in_flight[ticket.number] = Sent(items, time.monotonic(), wait, [ticket])
            self.executor.send(ticket, items)

    def take(self, answer: Answer) -> list[Any]:
        """Return the results of a range when its first answer comes; those that come later count for nothing."""
        sent = self.in_flight.pop(answer.ticket.number, None)
        if sent is None:
            return []
        for ticket in sent.tickets:
            self.executor.drop(ticket)
        if answer.error is not None:
            raise answer.error
        self.slowest = max(self.slowest, answer.seconds)
        self.sizes.learn(len(sent.items), answer.seconds)
        return answer.results

    def send_late_again(self) -> None:
        """Send ranges whose deadline has passed once more; the next deadline is twice as far."""
        now = time.monotonic()
        for number, sent in self.in_flight.items():
            if self.executor.pauses != self.pauses:
                return self.forgive(now)
            if now - sent.at > sent.patience:
                late, ticket = sent.tickets[-1], Ticket(number, len(sent.tickets))
                sent.tickets.append(ticket)
                sent.at, sent.patience = now, 2 * max(sent.patience, self.patience.deadline(self.slowest))
                self.executor.send_again(late, ticket, sent.items)
        return None

    def forgive(self, now: float) -> None:
        """Wait as long as at first for what was in flight while all work stood still."""
        self.pauses = self.executor.pauses
        for sent in self.in_flight.values():
            sent.at = now

    def drop_all(self) -> None:
        """Forget what is in flight."""
        for sent in self.in_flight.values():
            for ticket in sent.tickets:
                self.executor.drop(ticket)
        self.in_flight.clear()
