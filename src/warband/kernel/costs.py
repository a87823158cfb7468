"""Say what an action costs whoever takes it, and whether a table asks before it is done: one rule for all games."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from warband.kernel.chance import Rng
from warband.kernel.events import Event
from warband.kernel.game import Result, State
from warband.kernel.seats import BOTH, BY_CHANCE, CHANCE, NOBODY, Seat

# A turn that chance keeps busy for longer than this is not followed to its end.
MOST_CHANCE: Final = 40


@dataclass
class Price:
    """What a game says that an action costs.

    `actions` of the turn, or the `whole_turn`; the id of a `card` that leaves the player's hand or unit for good;
    `lasting`: a choice of the set-up that holds until the end.
    """

    actions: int = 0
    whole_turn: bool = False
    card: str = ""
    lasting: bool = False


@dataclass
class Cost:
    """What is at stake with an action: its price, what it ends, and whether it could be taken back.

    `forced` is true of the only action that is legal: nobody needs to be asked about that.
    """

    price: Price = field(default_factory=Price)
    ends_turn: bool = False
    result: Result | None = None
    may_undo: bool = False
    forced: bool = False

    def asks(self) -> bool:
        """Return whether a table asks before the action is done: it costs much, and cannot be taken back."""
        price = self.price
        costly = price.actions > 1 or price.whole_turn or price.card != "" or price.lasting
        return not self.may_undo and not self.forced and (costly or self.ends_turn or self.result is not None)

    def keys(self, seat: Seat) -> list[str]:
        """Return what there is to say of the costs to the seat that acts, as keys of a game's words."""
        if self.result is not None:
            return [{NOBODY: "drawn", seat: "won"}.get(self.result.winner, "lost")]
        price = self.price
        said = {
            "whole_turn": price.whole_turn,
            "actions": price.actions > 1 and not price.whole_turn,
            "card": price.card != "",
            "lasting": price.lasting,
            "ends_turn": self.ends_turn and not price.whole_turn,
        }
        return [key for key, counts in said.items() if counts]


def may_take_back(seat: Seat, joint: bool, after: State, events: list[Event]) -> bool:
    """Return whether an action may be taken back: nothing revealed, no chance, the same seat decides next."""
    return not joint and after.awaiting() == (seat,) and not any(event.reveals for event in events)


def cost_with(state: State, seat: Seat, action: int, price: Price, ends_turn: bool) -> Cost:
    """Return what is at stake with a legal action of a seat."""
    after = state.copy()
    events: list[Event] = []
    after.apply(seat, action, events)
    undo = may_take_back(seat, state.awaiting() == BOTH, after, events)
    # What the rival hid was imagined: an end that hangs on it is not certain.
    unsure = any(event.reveals and event.open.get("seat") != seat for event in events)
    return Cost(price, ends_turn, None if unsure else after.result(), undo, len(state.legal(seat)) == 1)


def follow(state: State, seat: Seat, action: int) -> State:
    """Return a state after an action and the chance that follows it, drawn at random."""
    after, rng = state.copy(), Rng(0)
    after.apply(seat, action)
    for _ in range(MOST_CHANCE):
        if after.awaiting() != BY_CHANCE:
            break
        after.apply(CHANCE, after.sample(rng))
    return after
