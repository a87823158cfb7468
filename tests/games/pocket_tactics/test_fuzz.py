"""Mutate positions of random matches: each is refused in one sentence, or it plays on to an end without a fault."""

from __future__ import annotations

import copy
from collections.abc import Iterator

import pytest
from tests.games.pocket_tactics.table import check_table, game_of, lively_match, options_of, play_out, restore, written

from warband.engine import engine
from warband.games.pocket_tactics.game import PocketTactics
from warband.kernel.chance import Rng
from warband.kernel.errors import BadInput

pytestmark = pytest.mark.engine

FUZZED = 200 if engine() == "compiled" else 60

Path = tuple[str | int, ...]
WORDS: list[object] = [None, 0, 1, 2, 3, -1, 7, 60, True, "", [], {}, [0, 1], [1, 1], [1, 0], "0,-1", "0,0", "1,-6"]
WORDS += ["turn", "roll", "special", "situation", "drown", "save", "curse", "guard", "follow", "deploy", "over"]
WORDS += ["melee", "archery", "archer", "stalker", "legion", "forest", "2,-3 forest"]


def paths(data: object, here: Path = ()) -> Iterator[Path]:
    """Yield the path of every value in a document."""
    items = list(data.items()) if isinstance(data, dict) else list(enumerate(data)) if isinstance(data, list) else []
    for key, item in items:
        yield (*here, key)
        yield from paths(item, (*here, key))


def look_up(data: object, path: Path) -> object:
    for key in path:
        assert isinstance(data, dict | list)
        data = data[key]  # type: ignore[index]
    return data


def mutate(document: dict[str, object], rng: Rng) -> None:
    """Change one value: leave it out, copy another there, move it by one, double it, or write a stray word."""
    tops = list(document)
    top = tops[rng.below(len(tops))] if rng.below(3) else "action"
    known = list(paths(document))
    chosen = [path for path in known if path[0] == top]
    if not chosen:
        return
    path = chosen[rng.below(len(chosen))]
    parent, key = look_up(document, path[:-1]), path[-1]
    assert isinstance(parent, dict | list)
    value, what = look_up(document, path), rng.below(5)
    if what == 0:
        del parent[key]  # type: ignore[arg-type]
    elif what == 1:
        parent[key] = copy.deepcopy(look_up(document, known[rng.below(len(known))]))  # type: ignore[index]
    elif what == 2 and isinstance(value, int):
        parent[key] = value + rng.below(3) - 1  # type: ignore[index]
    elif what == 3 and isinstance(parent, list):
        parent.append(copy.deepcopy(value))
    else:
        parent[key] = copy.deepcopy(WORDS[rng.below(len(WORDS))])  # type: ignore[index]


def moments(game: PocketTactics, seed: int) -> list[list[dict[str, object]]]:
    """Return the positions of a lively match, by phase."""
    found: dict[object, list[dict[str, object]]] = {}
    for state in lively_match(game, seed):
        document = written(state)
        found.setdefault(document["phase"], []).append(document)
    return list(found.values())


def test_a_mutated_position_is_refused_or_plays_on() -> None:
    refused = played = 0
    for seed in range(FUZZED):
        game, rng = game_of(**options_of(seed)), Rng(seed)
        phases = moments(game, seed)
        for _ in range(40):
            phase = phases[rng.below(len(phases))]
            document = copy.deepcopy(phase[rng.below(len(phase))])
            for _ in range(1 + rng.below(2)):
                mutate(document, rng)
            if plays_on(game, document, rng):
                played += 1
            else:
                refused += 1
    assert played > FUZZED
    assert refused > 10 * FUZZED


def plays_on(game: PocketTactics, document: dict[str, object], rng: Rng) -> bool:
    try:
        state = restore(game, document)
    except BadInput as error:
        return not is_one_sentence(str(error))
    check_table(state)
    assert restore(game, written(state)).position() == state.position()
    play_out(game, state, rng)
    return True


def is_one_sentence(text: str) -> bool:
    assert text.startswith("position")
    assert "\n" not in text
    return True
