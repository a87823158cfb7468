"""Turn what the predicates of a game's rules say of an action into a reason, or into none."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from warband.kernel.game import State
from warband.kernel.notation import Deed, Notation
from warband.kernel.reasons import CHANCE_DECIDES, CHOSEN, LEGAL, NOT_NOW, NOT_YOURS, OVER, Reason, Refusals
from warband.kernel.seats import CHANCE, Seat

S = TypeVar("S", bound=State)


class Referee(ABC, Generic[S]):
    """What answers `why_not` for the states of a game; the game adds the predicates of its own actions."""

    def __init__(self, refusals: Refusals) -> None:
        self.refusals = refusals

    @abstractmethod
    def notation(self, state: S) -> Notation:
        """Return the actions of the game that is played."""

    @abstractmethod
    def refuse(self, state: S, seat: Seat, deed: Deed) -> int:
        """Return why an action of a kind that is asked for is refused, or LEGAL."""

    def facts(self, state: S, seat: Seat, deed: Deed) -> dict[str, object]:
        """Return the data that the sentence of a refusal may need, beside the kind, the seat and what is asked."""
        return {}

    def nearer_clause(self, state: S, deed: Deed, code: str) -> str:
        """Return the clause that speaks of this very case, where the usual one does not."""
        return ""

    def is_joint(self, state: S) -> bool:
        """Return whether both seats decide now, each in secret."""
        return False

    def why_not(self, state: S, seat: Seat, action: int) -> Reason | None:
        """Return why an action is not legal for a seat now, or None if it is."""
        if not state.awaiting():
            return self.refusals.reason(OVER, {})
        notation = self.notation(state)
        asked = list(state.kinds(seat))
        if action < 0 or action >= notation.count:
            return self.refusals.reason(NOT_NOW, {"kind": "unknown", "asked": asked})
        deed = notation.decode(action)
        number = self._refuse_moment(state, seat, deed, action >= notation.decisions)
        if number == LEGAL:
            number = self.refuse(state, seat, deed)
        if number == LEGAL:
            return None
        data: dict[str, object] = {"kind": deed.kind, "asked": asked, "seat": seat}
        clause = self.nearer_clause(state, deed, self.refusals.codes[number])
        return self.refusals.reason(number, data | self.facts(state, seat, deed), clause)

    def _refuse_moment(self, state: S, seat: Seat, deed: Deed, by_chance: bool) -> int:
        """Return why this is not the moment: chance decides, it is the other's turn, or something else is asked."""
        awaiting = state.awaiting()
        if by_chance or awaiting[0] == CHANCE:
            return CHANCE_DECIDES
        if seat not in awaiting:
            return CHOSEN if self.is_joint(state) else NOT_YOURS
        return LEGAL if deed.kind in state.kinds(seat) else NOT_NOW
