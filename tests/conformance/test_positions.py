"""Fuzz positions of every game: a changed one is refused in one sentence, or plays on to a proper end."""

from __future__ import annotations

import copy
import json

import pytest

from warband.engine import engine
from warband.kernel.chance import Rng
from warband.kernel.errors import BadInput
from warband.kernel.game import Game, State
from warband.kernel.random_play import Tally, random_step
from warband.kernel.registry import entry, make_game, names

pytestmark = pytest.mark.engine

SETS = [(name, option_set) for name in names() for option_set in entry(name).option_sets]
MATCHES = 40 if engine() == "compiled" else 4
MUTANTS = 12


def leaves(data: object, path: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    """Return the paths of everything in plain data."""
    found = [path]
    if isinstance(data, dict):
        for key, item in data.items():
            found += leaves(item, (*path, key))
    elif isinstance(data, list):
        for index, item in enumerate(data):
            found += leaves(item, (*path, index))
    return found


def look_up(data: object, path: tuple[object, ...]) -> object:
    for key in path:
        if isinstance(data, dict):
            data = data[str(key)]
        elif isinstance(data, list) and isinstance(key, int):
            data = data[key]
    return data


def mutate(position: dict[str, object], rng: Rng) -> None:
    """Change one thing: a number, a word, a list, or leave something out."""
    paths = leaves(position)[1:]
    path = paths[rng.below(len(paths))]
    parent, key, value = look_up(position, path[:-1]), path[-1], look_up(position, path)
    other = copy.deepcopy(look_up(position, paths[rng.below(len(paths))]))
    numbers = [0, 1, -1, 2, 7, 1_000_000]
    new: object = other
    if isinstance(value, bool):
        new = not value
    elif isinstance(value, int) and rng.below(3):
        new = numbers[rng.below(len(numbers))]
    elif isinstance(value, list) and value and rng.below(2):
        new = [*value, value[0]] if rng.below(2) else value[1:]
    if isinstance(parent, dict):
        if rng.below(8) == 0:
            del parent[str(key)]
        else:
            parent[str(key)] = new
    elif isinstance(parent, list) and isinstance(key, int):
        parent[key] = new


def some_position(game: Game, rng: Rng) -> dict[str, object]:
    state, tally = game.start(), Tally()
    for _ in range(rng.below(150)):
        if not random_step(state, rng, tally, None):
            break
    found: dict[str, object] = json.loads(json.dumps(state.position()))
    return found


def plays_on(game: Game, state: State, rng: Rng) -> None:
    tally = Tally()
    for seat in (0, 1):
        view = json.loads(json.dumps(state.view(seat)))
        assert game.imagine(view, rng).view(seat) == view
    assert json.dumps(game.restore(state.position()).position()) == json.dumps(state.position())
    for _ in range(60_000):
        if not random_step(state, rng, tally, None):
            break
    assert state.result() is not None


@pytest.mark.parametrize(("name", "option_set"), SETS)
def test_a_changed_position_is_refused_or_plays_on(name: str, option_set: str) -> None:
    game = make_game(name, entry(name).option_sets[option_set])
    refused = 0
    for seed in range(MATCHES):
        rng = Rng(seed)
        position = some_position(game, rng)
        for _ in range(MUTANTS):
            twin = copy.deepcopy(position)
            mutate(twin, rng)
            try:
                state = game.restore(twin)
            except BadInput:
                refused += 1
                continue
            plays_on(game, state, rng)
    assert refused > MATCHES
