"""Ask the right chapter of the rules: who decides, what is legal, what follows."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from warband.games.pocket_tactics.documents.view import DOCUMENTS
from warband.games.pocket_tactics.rules import board
from warband.games.pocket_tactics.rules.assault import answer_guard, find_guards
from warband.games.pocket_tactics.rules.board import Board, has, slots_of
from warband.games.pocket_tactics.rules.combat import cursing_seat, legal_takes, next_save, roll, roll_save, take_back
from warband.games.pocket_tactics.rules.figures import UNDEAD, Rules
from warband.games.pocket_tactics.rules.hexes import TILES
from warband.games.pocket_tactics.rules.land import PLACES
from warband.games.pocket_tactics.rules.movement import carry_out, drown, follow, legal_follows, stay
from warband.games.pocket_tactics.rules.refusal import REFEREE
from warband.games.pocket_tactics.rules.rerolls import decline, legal_rerolls, next_step, reroll, reroll_all
from warband.games.pocket_tactics.rules.setup import (
    base_spots,
    bring,
    choose_faction,
    deploy,
    deploy_spots,
    draw_tile,
    legal_units,
    place_base,
    place_tile,
    places_to_actions,
    refuse_faction,
    roll_first,
    tile_spots,
)
from warband.games.pocket_tactics.rules.summon import summon_spots
from warband.games.pocket_tactics.rules.turn import begin_turns, end_turn, go_on, legal_turns, take_turn
from warband.kernel.chance import Rng
from warband.kernel.events import Event
from warband.kernel.game import Result
from warband.kernel.notation import NONE
from warband.kernel.reasons import LEGAL
from warband.kernel.referee import Referee
from warband.kernel.ruled_state import Documents
from warband.kernel.seats import BY_CHANCE, CHANCE, NO_SEATS, ONE, Seat, undecided

# Who decides in each phase: the seat at turn, chance, nobody, or whoever the phase itself names.
MOVER: Final = 0
BY_DICE: Final = 1
NO_ONE: Final = 2
NAMED: Final = 3
DECIDERS: Final = [NAMED, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1, NAMED, 1, NAMED, NAMED, 1, NAMED, NO_ONE]
DROWNS_UNTIL: Final = 3
TURN_KINDS: Final = ["move", "assault", "summon", "pass"]
KINDS: Final[list[list[str]]] = [
    ["faction"],
    [],
    [],
    ["place"],
    [],
    ["place"],
    ["summon"],
    ["place"],
    TURN_KINDS,
    ["place"],
    ["move", "stay"],
    [],
    ["swap", "keep"],
    [],
    ["reroll", "pass"],
    ["reroll", "pass"],
    [],
    ["take"],
    [],
]


class Skirmish(Board):
    """A position of Pocket-Tactics and what may follow it."""

    referee: ClassVar[Referee[Any]] = REFEREE
    documents: ClassVar[Documents[Any]] = DOCUMENTS

    def awaiting(self) -> tuple[int, ...]:
        """Return who owes a decision."""
        decider = DECIDERS[self.phase]
        if decider == MOVER:
            return ONE[self.seat]
        if decider == BY_DICE:
            return BY_CHANCE
        return NO_SEATS if decider == NO_ONE else self._named()

    def _named(self) -> tuple[int, ...]:
        phase = self.phase
        if phase == board.SPECIAL or phase == board.SITUATION:
            return ONE[self.stepper]
        if phase == board.GUARD:
            return ONE[1 - self.seat]
        if phase == board.CURSE:
            return ONE[cursing_seat(self)]
        return undecided(self.choices) if self.first == NONE else ONE[self.seat]

    def legal(self, seat: Seat) -> list[int]:
        """Return the legal actions of a seat."""
        if seat not in self.awaiting() or seat == CHANCE:
            return []
        phase = self.phase
        rules = self.rules
        if phase == board.TURN:
            return legal_turns(self, seat)
        if phase == board.SPECIAL or phase == board.SITUATION:
            return legal_rerolls(self, seat)
        if phase == board.SUMMON_AT:
            return places_to_actions(self, summon_spots(self, seat, self.chosen))
        if phase == board.FOLLOW:
            return legal_follows(self)
        if phase == board.GUARD:
            return [rules.swap, rules.keep]
        if phase == board.CURSE:
            return legal_takes(self, seat)
        return self._legal_set_up(seat)

    def _legal_set_up(self, seat: Seat) -> list[int]:
        rules = self.rules
        if self.phase == board.PLACE:
            return [rules.place + number for number in tile_spots(self)]
        if self.phase == board.CITADEL:
            return [rules.place + number for number in base_spots(self)]
        if self.phase == board.DEPLOY:
            return legal_units(self, seat)
        if self.phase == board.DEPLOY_AT:
            return places_to_actions(self, deploy_spots(self, seat))
        factions = range(len(rules.faction_ids))
        return [rules.faction + faction for faction in factions if refuse_faction(self, faction) == LEGAL]

    def kinds(self, seat: Seat) -> list[str]:
        """Return the kinds of action a seat is now asked for."""
        return KINDS[self.phase] if seat in self.awaiting() else []

    def apply(self, seat: Seat, action: int, sink: list[Event] | None = None) -> None:
        """Carry out an action or an outcome of chance."""
        phase = self.phase
        rules = self.rules
        if phase == board.ROLL:
            if roll(self, action - rules.die + 1, sink):
                next_step(self, sink)
                go_on(self, sink)
        elif phase == board.TURN:
            take_turn(self, action, sink)
        elif phase == board.SPECIAL or phase == board.SITUATION:
            self._reroll(action, sink)
        elif phase == board.SUMMON_AT:
            bring(self, action - rules.place, "summon", sink)
            end_turn(self, sink)
        elif phase == board.FOLLOW:
            self._follow(action, sink)
        elif phase >= board.DROWN:
            self._answer(seat, action, sink)
        else:
            self._set_up(seat, action, sink)

    def _follow(self, action: int, sink: list[Event] | None) -> None:
        rules = self.rules
        if action == rules.stay:
            stay(self, sink)
        else:
            follow(self, (action - rules.move) // PLACES, (action - rules.move) % PLACES, sink)
        go_on(self, sink)

    def _reroll(self, action: int, sink: list[Event] | None) -> None:
        rules = self.rules
        if action == rules.pass_:
            decline(self, sink)
            go_on(self, sink)
        elif action < rules.reroll_all:
            reroll(self, action - rules.reroll, sink)
        else:
            reroll_all(self, action - rules.reroll_all, sink)

    def _answer(self, seat: Seat, action: int, sink: list[Event] | None) -> None:
        rules = self.rules
        if self.phase == board.DROWN:
            self._check_water(action - rules.die + 1, sink)
        elif self.phase == board.GUARD:
            answer_guard(self, action == rules.swap, sink)
        elif self.phase == board.SAVE:
            self._save(action - rules.die + 1, sink)
        else:
            kind = NONE if action == rules.take_none else slots_of(self, seat)[action - rules.take]
            take_back(self, seat, kind, sink)
        go_on(self, sink)

    def _check_water(self, value: int, sink: list[Event] | None) -> None:
        """Check who enters water: 1 to 3 drowns, unless the undead save themselves (WAT-01)."""
        if sink is not None:
            sink.append(Event("water_roll", {"seat": self.seat, "value": value}))
        if value > DROWNS_UNTIL:
            self._out_of_water(sink)
        elif has(self, self.units[self._wader()], UNDEAD):
            self.saves = 3
            self.saved = 0
            self.phase = board.SAVE
        else:
            self._drown(sink)

    def _wader(self) -> int:
        """Return the place of the unit that is being checked: a mover on the water, an attacker still on its tile."""
        return self.steps[self.step + 1] if self.steps else self.origin

    def _drown(self, sink: list[Event] | None) -> None:
        """Drown the unit; if it was an attacker or the mover, the action is over, a follower's end changes nothing."""
        drown(self, self._wader(), sink)
        if self.steps and self.step > 0:
            self._out_of_water(sink)
        else:
            self.manner = NONE
            self.phase = board.TURN

    def _out_of_water(self, sink: list[Event] | None) -> None:
        """Go on with the move or the assault."""
        if self.steps:
            self.step += 2
            carry_out(self, sink)
        else:
            find_guards(self, sink)

    def _save(self, value: int, sink: list[Event] | None) -> None:
        if not roll_save(self, value, sink):
            return
        is_saved = self.saved == 1
        self.saved = 0
        if self.stage != NONE:
            if is_saved:
                self.fallen[self.saving] = 0
            next_save(self, sink)
        elif is_saved:
            self._out_of_water(sink)
        else:
            self._drown(sink)

    def _set_up(self, seat: Seat, action: int, sink: list[Event] | None) -> None:
        rules = self.rules
        if self.phase == board.FACTION:
            choose_faction(self, seat, action - rules.faction, sink)
        elif self.phase == board.FIRST:
            roll_first(self, action - rules.die + 1, sink)
        elif self.phase == board.TILE:
            draw_tile(self, action - rules.tile, sink)
        elif self.phase == board.DEPLOY:
            self.chosen = slots_of(self, seat)[action - rules.summon]
            self.phase = board.DEPLOY_AT
        elif self.phase == board.DEPLOY_AT:
            if deploy(self, action - rules.place, sink):
                begin_turns(self, sink)
        elif len(self.terrain) == TILES:
            place_base(self, action - rules.place, sink)
        else:
            place_tile(self, action - rules.place, sink)

    def outcomes(self) -> list[tuple[int, int]]:
        """Return what chance may bring: a die, a tile from the bag, or a spot of a quick map."""
        rules = self.rules
        if self.phase == board.TILE:
            return [(rules.tile + kind, left) for kind, left in enumerate(self.bag) if left > 0]
        if self.phase == board.SPOT:
            spots = base_spots(self) if len(self.terrain) == TILES else tile_spots(self)
            return [(rules.place + number, 1) for number in spots]
        return [(rules.die + face, 1) for face in range(6)]

    def settled(self) -> bool:
        """Return whether a turn, or a choice of the set-up, begins now."""
        return self.phase == board.TURN or self.phase < board.DEPLOY_AT or self.phase == board.OVER

    def sample(self, rng: Rng) -> int:
        """Return an outcome of chance; a die needs no list."""
        if self.phase == board.TILE or self.phase == board.SPOT:
            return super().sample(rng)
        return self.rules.die + rng.below(6)

    def result(self) -> Result | None:
        """Return how the match ended."""
        return Result(self.winner, self.why) if self.phase == board.OVER else None

    def copy(self) -> Skirmish:
        """Return an exact copy."""
        twin = Skirmish(self.rules)
        twin.take_over(self)
        return twin


def begin(rules: Rules) -> Skirmish:
    """Return the state from which a match begins."""
    state = Skirmish(rules)
    state.lay_out()
    return state
