"""Say what a seat may do and how likely it is to win by the judgement of a trained network.

Each action is tried in imagined worlds, and the network says how it stands at the next choice. The same view and seed
give the same answer.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from warband.agents.minds.judge import Judge, Judged, play_to_choice
from warband.kernel.game import Game, State, viewer_of
from warband.kernel.seats import BOTH, NOBODY
from warband.kernel.views import View
from warband.lab.analysis import STEPS, WORLDS, Analysis, LineStep, Ranked


def analyse_by_mind(game: Game, view: View, iterations: int, seed: int = 0) -> Analysis:
    """Return how the owner of a view stands and what it should do, after so many tries at most."""
    judge, seat = Judge(game, seed), viewer_of(view)
    worlds = judge.worlds(view, WORLDS)
    legal = worlds[0].legal(seat)
    if len(legal) < 2:
        return _forced(judge, view, worlds, legal)
    tried = worlds[: max(1, min(WORLDS, iterations // len(legal)))]
    best, *others = judge.rank(view, legal, tried)
    ranked = (_ranked(judge, tried[0], view, best, STEPS), *(_ranked(judge, tried[0], view, one, 1) for one in others))
    return Analysis(seat, ranked[0].chance, ranked[0].spread, len(tried) * len(legal), ranked)


def _forced(judge: Judge, view: View, worlds: list[State], legal: list[int]) -> Analysis:
    """Return how a seat stands that has nothing to choose."""
    seat = viewer_of(view)
    chances = judge.chances_after([world.copy() for world in worlds], seat)
    chance, spread = statistics.fmean(chances), statistics.pstdev(chances)
    steps = [LineStep(seat, judge.game.text(action, worlds[0])) for action in legal]
    ranked = tuple(
        Ranked(action, step.text, 1.0, chance, spread, (step,)) for action, step in zip(legal, steps, strict=True)
    )
    return Analysis(seat, chance, spread, len(worlds), ranked)


def _ranked(judge: Judge, world: State, view: View, one: Judged, steps: int) -> Ranked:
    line = tuple(_line(judge, world.copy(), view, one.action, steps))
    return Ranked(one.action, line[0].text, one.share, one.chance, one.spread, line)


def _line(judge: Judge, state: State, view: View, action: int, steps: int) -> Iterator[LineStep]:
    """Yield an action and what the network would do from there on, so many steps together, in one world."""
    seat = viewer_of(view)
    yield LineStep(seat, judge.game.text(action, state))
    if state.awaiting() == BOTH:
        return
    state.apply(seat, action)
    for _ in range(steps - 1):
        decider = play_to_choice(state, judge.rng)
        if decider == NOBODY or len(state.awaiting()) != 1:
            return
        following = judge.favourite(state, decider)
        yield LineStep(decider, judge.game.text(following, state))
        state.apply(decider, following)
