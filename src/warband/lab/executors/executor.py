"""What an engine must offer to do numbered work, and what such work is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, NamedTuple, Self, TypeVar

Tool = TypeVar("Tool")
Item = TypeVar("Item")
Result = TypeVar("Result")


class Task(ABC, Generic[Tool, Item, Result]):
    """Work on many items: what each process makes once, and what is done with an item.

    A task travels to every worker once, as a pickle; items and results travel range by range.
    """

    @property
    def together(self) -> int:
        """Return how many items are best played together; 1 where each is played alone."""
        return 1

    @abstractmethod
    def make(self) -> Tool:
        """Return what all items need, such as a game."""

    @abstractmethod
    def play(self, tool: Tool, item: Item, /) -> Result:
        """Do what an item means; it depends on the task and the item alone."""

    def play_all(self, tool: Tool, items: tuple[Item, ...]) -> list[Result]:
        """Do what several items mean, each as it would go alone."""
        return [self.play(tool, item) for item in items]

    def files(self) -> list[Path]:
        """Return the files of a person's own that the task reads, which travel with it."""
        return []

    def placed(self, places: dict[str, str]) -> Self:
        """Return the same task, reading its files where they lie on this machine."""
        return self

    def proof(self) -> str:
        """Return a digest of what lies outside this package and must be the same wherever the task is done."""
        return ""


class Ticket(NamedTuple):
    """One sending of a range: its number, and how often it had been sent before."""

    number: int
    sending: int


@dataclass(frozen=True)
class Answer:
    """What came back for a ticket: the results, the seconds they took, or what was raised."""

    ticket: Ticket
    results: list[Any] = field(default_factory=list)
    seconds: float = 0.0
    error: Exception | None = None


class Executor(ABC):
    """Where ranges are done. `run_all` decides what is sent when; an executor sends it and brings back the answers."""

    # Whether ranges take about a second; where nothing travels they are as short as the task likes.
    has_ranges = True
    # How often all work stood still, such as without a scheduler; what was in flight then is not late.
    pauses = 0

    @property
    @abstractmethod
    def slots(self) -> int:
        """Return how many ranges can be done at the same time, at least 1."""

    @abstractmethod
    def prepare(self, task: Task[Any, Any, Any], most: int) -> None:
        """Bring a task to all workers, of which at most so many can be busy; raise BadInput if one runs other rules."""

    @abstractmethod
    def send(self, ticket: Ticket, items: tuple[Any, ...]) -> None:
        """Have a range done."""

    def send_again(self, late: Ticket, ticket: Ticket, items: tuple[Any, ...]) -> None:
        """Have a range done once more, elsewhere if possible; what was sent first may still be answered."""
        self.send(ticket, items)

    @abstractmethod
    def receive(self, seconds: float) -> list[Answer]:
        """Return what has come back, after waiting for it at most so long."""

    @abstractmethod
    def drop(self, ticket: Ticket) -> None:
        """Forget a range; its answer may still come."""

    @abstractmethod
    def close(self) -> None:
        """End all that this executor began, without waiting for answers."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
