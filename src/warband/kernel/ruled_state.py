"""Answer for a state what its game answers for all of them alike: refusals, views, positions, covers of the log."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Generic, TypeVar

from warband.kernel.game import Cover, State
from warband.kernel.reasons import Reason
from warband.kernel.referee import Referee
from warband.kernel.seats import Seat
from warband.kernel.views import View, Viewer

S = TypeVar("S", bound=State)


class Documents(ABC, Generic[S]):
    """What a game writes down of its states, and for whom."""

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> View:
        """Return all that a viewer may know; the match asks for ALL only once it is over."""

    @abstractmethod
    def position(self, state: S) -> dict[str, object]:
        """Return everything, hidden things included, as a document that `restore` reads back."""

    @abstractmethod
    def cover(self, state: S, seat: Seat, action: int) -> Cover | None:
        """Return what the log hides of an action about to be applied, or None if all may see it."""


class RuledState(State):
    """A state whose game names a referee and documents for all its states."""

    referee: ClassVar[Referee[Any]]
    documents: ClassVar[Documents[Any]]

    def why_not(self, seat: Seat, action: int) -> Reason | None:
        """Return why the action is not legal for the seat now, or None if it is."""
        return self.referee.why_not(self, seat, action)

    def view(self, viewer: Viewer) -> View:
        """Return all that a seat, PUBLIC, or (once the match is over) ALL may know, as plain data."""
        return self.documents.view(self, viewer)

    def position(self) -> dict[str, object]:
        """Return the whole state as a readable document."""
        return self.documents.position(self)

    def cover(self, seat: Seat, action: int) -> Cover | None:
        """Return how the log hides an action about to be applied, or None if all may see it."""
        return self.documents.cover(self, seat, action)
