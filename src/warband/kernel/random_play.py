"""Play random matches as fast as the engine goes; the yardstick of every bench."""

from __future__ import annotations

from warband.kernel.chance import Rng
from warband.kernel.events import Event
from warband.kernel.game import Game, Result, State
from warband.kernel.seats import CHANCE


class Tally:
    """What random play did: choices among two or more, forced ones, chance plies, matches."""

    def __init__(self) -> None:
        self.decisions = 0
        self.forced = 0
        self.chance = 0
        self.matches = 0
        self.events = 0


def random_step(state: State, rng: Rng, tally: Tally, sink: list[Event] | None) -> bool:
    """Take one random step; return False when the match is over."""
    awaiting = state.awaiting()
    if not awaiting:
        return False
    seat = awaiting[0]
    if seat == CHANCE:
        state.apply(CHANCE, state.sample(rng), sink)
        tally.chance += 1
        return True
    legal = state.legal(seat)
    count = len(legal)
    if count > 1:
        tally.decisions += 1
        state.apply(seat, legal[rng.below(count)], sink)
    else:
        tally.forced += 1
        state.apply(seat, legal[0], sink)
    return True


def random_match(game: Game, rng: Rng, tally: Tally, with_events: bool = False) -> State:
    """Play one random match to its end and return the last state."""
    state = game.start()
    sink: list[Event] | None = [] if with_events else None
    while random_step(state, rng, tally, sink):
        if sink is not None and len(sink) > 64:
            tally.events += len(sink)
            sink.clear()
    tally.matches += 1
    return state


def random_rest(state: State, rng: Rng) -> Result | None:
    """Play a match at random from a state to its end, which spends the state; return how it ended."""
    tally = Tally()
    while random_step(state, rng, tally, None):
        pass
    return state.result()


def random_matches(game: Game, rng: Rng, tally: Tally, matches: int, with_events: bool = False) -> None:
    """Play several random matches and count what happened."""
    for _ in range(matches):
        random_match(game, rng, tally, with_events)


def copy_many(state: State, times: int) -> None:
    """Copy a state many times."""
    for _ in range(times):
        state.copy()
