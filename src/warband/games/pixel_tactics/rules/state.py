"""Ask the right chapter of the rules: who decides, what is legal, what follows."""

from __future__ import annotations

from typing import Any, ClassVar

from warband.games.pixel_tactics.documents.view import DOCUMENTS
from warband.games.pixel_tactics.programs.parts import sides_of_die
from warband.games.pixel_tactics.rules import board
from warband.games.pixel_tactics.rules.board import Board, bits_of, count_bits
from warband.games.pixel_tactics.rules.figures import Rules
from warband.games.pixel_tactics.rules.flow import WHY_NAMES, concede, open_match
from warband.games.pixel_tactics.rules.machine import run
from warband.games.pixel_tactics.rules.offers import legal_turns
from warband.games.pixel_tactics.rules.refusal import REFEREE, asked_kinds
from warband.games.pixel_tactics.rules.setup import choose_leader, leader_choices
from warband.games.pixel_tactics.rules.turn import take_turn
from warband.games.pixel_tactics.rules.zones import peek, random_cards
from warband.kernel.chance import Rng
from warband.kernel.events import Event
from warband.kernel.game import Result
from warband.kernel.notation import NONE
from warband.kernel.referee import Referee
from warband.kernel.ruled_state import Documents
from warband.kernel.seats import BY_CHANCE, NO_SEATS, ONE, Seat, undecided


class Tactics(Board):
    """A position of Pixel Tactics and what may follow it."""

    referee: ClassVar[Referee[Any]] = REFEREE
    documents: ClassVar[Documents[Any]] = DOCUMENTS

    def awaiting(self) -> tuple[int, ...]:
        """Return who owes a decision."""
        question = self.question
        if question == board.TURN or question == board.ANSWER:
            return ONE[self.asked]
        if question == board.LEAD:
            return self._undecided()
        return NO_SEATS if question == board.OVER else BY_CHANCE

    def _undecided(self) -> tuple[int, ...]:
        return undecided([self.sides[0].choice, self.sides[1].choice])

    def legal(self, seat: Seat) -> list[int]:
        """Return the legal actions of a seat."""
        question = self.question
        if question == board.TURN:
            return legal_turns(self) if seat == self.asked else []
        if question == board.ANSWER:
            return self.options[:] if seat == self.asked else []
        if question == board.LEAD and seat in self._undecided():
            return [self.rules.lead + kind for kind in leader_choices(self.sides[seat])]
        return []

    def kinds(self, seat: Seat) -> list[str]:
        """Return the kinds of action a seat is now asked for."""
        return asked_kinds(self, seat)

    def apply(self, seat: Seat, action: int, sink: list[Event] | None = None) -> None:
        """Carry out an action or an outcome of chance."""
        question = self.question
        if question == board.TURN:
            self.taken += 1
            self._apply_turn(action, sink)
        elif question == board.ANSWER:
            self.taken += 1
            run(self, action, sink)
        elif question == board.CARD or question == board.FIRST or question == board.DIE:
            run(self, action, sink)
        elif question == board.PEEK:
            peek(self, self.asked, action - self.rules.card, sink)
            run(self, NONE, sink)
        else:
            self._apply_lead(seat, action, sink)

    def _apply_turn(self, action: int, sink: list[Event] | None) -> None:
        if action == self.rules.concede:
            concede(self, sink)
            if self.question == board.OVER:
                return
        else:
            take_turn(self, action, sink)
        run(self, NONE, sink)

    def _apply_lead(self, seat: Seat, action: int, sink: list[Event] | None) -> None:
        choose_leader(self, seat, action - self.rules.lead)
        if self.sides[0].choice != NONE and self.sides[1].choice != NONE:
            run(self, NONE, sink)

    def outcomes(self) -> list[tuple[int, int]]:
        """Return what chance may do now: a card, each as likely, or the first player."""
        if self.question == board.FIRST:
            return [(self.rules.first, 1), (self.rules.first + 1, 1)]
        if self.question == board.DIE:
            return [(self.rules.die + side, 1) for side in range(sides_of_die(self))]
        return [(self.rules.card + kind, 1) for kind in bits_of(random_cards(self))]

    def sample(self, rng: Rng) -> int:
        """Return an outcome of chance without listing them all."""
        if self.question == board.FIRST:
            return self.rules.first + rng.below(2)
        if self.question == board.DIE:
            return self.rules.die + rng.below(sides_of_die(self))
        cards = random_cards(self)
        skipped = rng.below(count_bits(cards))
        while skipped:
            cards &= cards - 1
            skipped -= 1
        kind = 0
        while not cards >> kind & 1:
            kind += 1
        return self.rules.card + kind

    def settled(self) -> bool:
        """Return whether a new action, or the choice of a leader, begins now."""
        return self.question == board.TURN or self.question == board.LEAD or self.question == board.OVER

    def result(self) -> Result | None:
        """Return who won the match, and by what."""
        return Result(self.winner, WHY_NAMES[self.why]) if self.question == board.OVER else None

    def copy(self) -> Tactics:
        """Return a state that is equal to this one and shares nothing that changes."""
        twin = Tactics(self.rules)
        twin.take_over(self)
        return twin


def blank(rules: Rules) -> Tactics:
    """Return a board before the first fight: full decks, empty units, nothing drawn."""
    state = Tactics(rules)
    open_match(state)
    return state


def begin(rules: Rules) -> Tactics:
    """Return the state from which a match begins: chance deals the first card."""
    state = blank(rules)
    run(state, NONE, None)
    return state
