"""Ask the right chapter of the rules: who decides, what is legal, what follows."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from warband.games.heros_crossing.documents.view import DOCUMENTS
from warband.games.heros_crossing.rules import board
from warband.games.heros_crossing.rules.attack import (
    ask_defender,
    land_hit,
    legal_reserves,
    play_reserve,
    reveal,
    strike,
    tell_hold,
)
from warband.games.heros_crossing.rules.board import Board
from warband.games.heros_crossing.rules.drawing import (
    discard,
    legal_discards,
    legal_draws,
    must_discard,
    pay_for_card,
    take_card,
)
from warband.games.heros_crossing.rules.figures import MAGIC, WEAPON, Rules
from warband.games.heros_crossing.rules.flank import legal_moves, move_soldier
from warband.games.heros_crossing.rules.refusal import REFEREE
from warband.games.heros_crossing.rules.setup import (
    choose_first,
    deal_card,
    first_soldiers,
    flip_fronts,
    pick_both,
    place_both,
    unplaced,
)
from warband.games.heros_crossing.rules.turn import (
    begin_first_draw,
    end_turn,
    finish_drawing,
    go_on_attacking,
    go_on_drawing,
    legal_turns,
    take_turn,
)
from warband.kernel.chance import Rng
from warband.kernel.events import Event
from warband.kernel.game import Result
from warband.kernel.notation import NONE
from warband.kernel.referee import Referee
from warband.kernel.ruled_state import Documents
from warband.kernel.seats import BY_CHANCE, CHANCE, NO_SEATS, NOBODY, ONE, Seat, undecided

TURN_KINDS: Final = ["hire", "recruit", "flank", "attack"]
KINDS: Final[list[list[str]]] = [
    [],
    [],
    ["pick"],
    ["place"],
    ["draw", "done"],
    [],
    TURN_KINDS,
    ["discard"],
    ["move", "done"],
    ["reserve", "hold"],
    ["reserve", "hold"],
    ["kill"],
    [],
]


class Crossing(Board):
    """A position of Hero's Crossing: Tactics and what may follow it."""

    referee: ClassVar[Referee[Any]] = REFEREE
    documents: ClassVar[Documents[Any]] = DOCUMENTS

    def awaiting(self) -> tuple[int, ...]:
        """Return who owes a decision."""
        phase = self.phase
        if phase == board.DEFENCE:
            return ONE[1 - self.seat]
        if phase == board.OVER:
            return NO_SEATS
        if phase <= board.DEAL or phase == board.DRAWN:
            return BY_CHANCE
        if phase == board.PICK or phase == board.PLACE:
            return undecided(self.choices)
        return ONE[self.seat]

    def legal(self, seat: Seat) -> list[int]:
        """Return the legal actions of a seat."""
        if seat not in self.awaiting() or seat == CHANCE:
            return []
        phase = self.phase
        if phase == board.TURN:
            return legal_turns(self)
        if phase == board.DRAW:
            return legal_draws(self)
        if phase == board.FLANK:
            return legal_moves(self)
        if phase == board.RESERVE or phase == board.DEFENCE:
            return legal_reserves(self, seat)
        if phase == board.KILL:
            return [self.rules.kill + MAGIC, self.rules.kill + WEAPON]
        if phase == board.DISCARD:
            return legal_discards(self)
        return self._legal_draft(seat)

    def _legal_draft(self, seat: Seat) -> list[int]:
        if self.phase == board.PICK:
            return sorted({self.rules.pick + kind for kind in self.packs[seat]})
        front = len(self.placed[seat])
        return sorted({self.rules.place + 3 * kind + front for kind in unplaced(self, seat)})

    def kinds(self, seat: Seat) -> list[str]:
        """Return the kinds of action a seat is now asked for."""
        return KINDS[self.phase] if seat in self.awaiting() else []

    def apply(self, seat: Seat, action: int, sink: list[Event] | None = None) -> None:
        """Carry out an action or an outcome of chance."""
        phase = self.phase
        rules = self.rules
        if phase == board.TURN:
            take_turn(self, action, sink)
        elif phase == board.DRAW:
            self._draw(action, sink)
        elif phase == board.DRAWN:
            take_card(self, action - rules.card, sink)
            go_on_drawing(self, sink)
        elif phase == board.FLANK:
            self._flank(action, sink)
        elif phase == board.RESERVE or phase == board.DEFENCE:
            self._reserve(seat, action, sink)
        elif phase == board.KILL:
            land_hit(self, action - rules.kill, sink)
            strike(self, sink)
            go_on_attacking(self, sink)
        elif phase == board.DISCARD:
            discard(self, action - rules.discard, sink)
            if not must_discard(self):
                end_turn(self, sink)
        else:
            self._set_up(seat, action, sink)

    def _draw(self, action: int, sink: list[Event] | None) -> None:
        if action == self.rules.done:
            finish_drawing(self, sink)
        else:
            pay_for_card(self, action - self.rules.draw + 1, sink)

    def _flank(self, action: int, sink: list[Event] | None) -> None:
        if action == self.rules.done:
            end_turn(self, sink)
        else:
            move = action - self.rules.move
            move_soldier(self, move // 3, move % 3, sink)

    def _reserve(self, seat: Seat, action: int, sink: list[Event] | None) -> None:
        if action == self.rules.hold:
            tell_hold(seat, sink)
        else:
            play_reserve(self, seat, action - self.rules.reserve, sink)
        if self.phase == board.RESERVE:
            ask_defender(self, sink)
        else:
            reveal(self, sink)
        go_on_attacking(self, sink)

    def _set_up(self, seat: Seat, action: int, sink: list[Event] | None) -> None:
        if self.phase == board.FIRST:
            choose_first(self, action - self.rules.first, sink)
        elif self.phase == board.DEAL:
            if deal_card(self, action - self.rules.card, sink) and self.rules.dealt:
                self._open(sink)
        else:
            self._draft(seat, action, sink)

    def _draft(self, seat: Seat, action: int, sink: list[Event] | None) -> None:
        picking = self.phase == board.PICK
        self.choices[seat] = action - self.rules.pick if picking else (action - self.rules.place) // 3
        if NONE in self.choices:
            return
        if picking:
            pick_both(self, sink)
        elif place_both(self, sink):
            flip_fronts(self, sink)
            self._open(sink)

    def _open(self, sink: list[Event] | None) -> None:
        first_soldiers(self, sink)
        begin_first_draw(self, self.first, sink)

    def outcomes(self) -> list[tuple[int, int]]:
        """Return who may begin, or which cards of the level may come, weighted by their number in the stack."""
        rules = self.rules
        if self.phase == board.FIRST:
            return [(rules.first, 1), (rules.first + 1, 1)]
        level = self._chance_level()
        kinds = range(rules.starts[level], rules.starts[level + 1])
        return [(rules.card + kind, self.stack[kind]) for kind in kinds if self.stack[kind] > 0]

    def _chance_level(self) -> int:
        return 1 if self.phase == board.DEAL else self.level

    def settled(self) -> bool:
        """Return whether a turn, or a choice of the set-up, begins now."""
        return self.phase == board.TURN or self.round == 0 or self.phase == board.OVER

    def sample(self, rng: Rng) -> int:
        """Return an outcome of chance without listing them all."""
        rules = self.rules
        if self.phase == board.FIRST:
            return rules.first + rng.below(2)
        level = self._chance_level()
        low = rules.starts[level]
        high = rules.starts[level + 1]
        total = 0
        for kind in range(low, high):
            total += self.stack[kind]
        number = rng.below(total)
        kind = low
        while number >= self.stack[kind]:
            number -= self.stack[kind]
            kind += 1
        return rules.card + kind

    def result(self) -> Result | None:
        """Return who won, or that the last round ended without a winner."""
        if self.phase != board.OVER:
            return None
        return Result(self.winner, "last_round" if self.winner == NOBODY else "monarch_falls")

    def copy(self) -> Crossing:
        """Return an exact copy."""
        twin = Crossing(self.rules)
        twin.take_over(self)
        return twin


def begin(rules: Rules) -> Crossing:
    """Return the state from which a match begins."""
    state = Crossing(rules)
    state.lay_out()
    return state
