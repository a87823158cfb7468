"""Play random matches of every game, with every named option set and with options drawn at random."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from warband.kernel import registry
from warband.kernel.chance import Rng
from warband.kernel.game import Game, State
from warband.kernel.options import Option
from warband.kernel.random_play import Tally, random_step
from warband.kernel.seats import CHANCE
from warband.research.seating import IllegalMove

SETS = [(name, found) for name in registry.names() for found in registry.entry(name).option_sets]
IDS = [f"{name}-{found}" for name, found in SETS]


def refuse_illegal(env: Any) -> None:  # noqa: ANN401
    """Try an illegal action in a fresh environment: the reason is a sentence, and nothing changes."""
    env.reset(seed=3)
    illegal = next(action for action in range(env.game.action_count()) if action not in env.position.legal(0))
    before = env.position.position()
    with pytest.raises(IllegalMove) as caught:
        env.step(illegal)
    assert str(caught.value).startswith(f"{env.game.text(illegal)}: ")
    assert str(caught.value).endswith(".")
    for number in (-1, env.game.action_count()):
        with pytest.raises(IllegalMove, match=f"^{number} is not an action; actions are 0 to"):
            env.step(number)
    assert env.position.position() == before


def game_of(name: str, option_set: str) -> Game:
    """Return a game with one of its named option sets."""
    return registry.make_game(name, registry.entry(name).option_sets[option_set])


def odd_game(name: str, seed: int) -> Game:
    """Return a game whose options are drawn at random, each from all its values."""
    rng = Rng(seed)
    drawn = {option.name: draw(option, rng) for option in registry.entry(name).options}
    return registry.make_game(name, {key: value for key, value in drawn.items() if value is not None})


def draw(option: Option, rng: Rng) -> object:
    """Return a random value of an option; None where any text would do."""
    if option.choices:
        return option.choices[rng.below(len(option.choices))]
    if isinstance(option.default, int):
        return option.low + rng.below(option.high - option.low + 1)
    return None


def decisions(game: Game, seed: int, most: int = 200, skip: int = 1) -> Iterator[State]:
    """Yield states of a random match in which somebody decides, and the last one; most of them at most."""
    rng = Rng(seed)
    state = game.start()
    yielded = 0
    running = True
    while running and yielded < most:
        if state.awaiting()[:1] != (CHANCE,) and rng.below(skip) == 0:
            yielded += 1
            yield state
        running = random_step(state, rng, Tally(), None)
