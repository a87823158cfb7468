"""Play on in an imagined world: finish an action that has begun, or play the match out, and judge where it leads."""

from __future__ import annotations

from typing import Final

from warband.kernel.chance import Rng
from warband.kernel.game import Game, State
from warband.kernel.random_play import random_rest
from warband.kernel.seats import CHANCE, NOBODY, Seat

WON: Final = 1_000_000
LONGEST: Final = 400


def finish_action(game: Game, state: State, rng: Rng) -> None:
    """Play on to where the next action begins; chance is drawn, whoever has to choose takes what looks best."""
    for _ in range(LONGEST):
        awaiting = state.awaiting()
        if not awaiting:
            return
        decider = awaiting[0]
        if decider == CHANCE:
            state.apply(CHANCE, state.sample(rng))
        elif state.settled():
            return
        else:
            state.apply(decider, best_at_once(game, state, decider, rng))


def best_at_once(game: Game, state: State, seat: Seat, rng: Rng) -> int:
    """Return the action after which a seat stands best before anything else happens; any where none stands out."""
    legal = state.legal(seat)
    chosen = legal[rng.below(len(legal))]
    if len(legal) == 1:
        return chosen
    most = -2 * WON
    for action in legal:
        twin = state.copy()
        twin.apply(seat, action)
        worth = value_of(game, twin, seat, rng)
        if worth > most:
            most = worth
            chosen = action
    return chosen


def value_of(game: Game, state: State, seat: Seat, rng: Rng) -> int:
    """Return the worth of a position for a seat; a decided match outweighs everything.

    Without an evaluation the match is played out at random; that spends the state.
    """
    result = state.result()
    if result is None and game.has_evaluation:
        return game.evaluate(state, seat)
    if result is None:
        result = random_rest(state, rng)
    if result is None or result.winner == NOBODY:
        return 0
    return WON if result.winner == seat else -WON
