"""What a game says of its cells, actions and things becomes tables; names that a network never learnt are left out."""

from __future__ import annotations

import pytest

import warband
from warband.agents.minds.wiring import Vocabulary, Wiring

GAMES = ("heros-crossing", "pixel-tactics", "pocket-tactics")


@pytest.mark.parametrize("name", GAMES)
def test_every_cell_and_action_has_a_row(name: str) -> None:
    game = warband.game(name)
    features = game.features()
    words = Vocabulary.of([features])
    wiring = Wiring.of(features, game.layout(), words)
    assert len(wiring.cell_rows) == len(wiring.parts) == game.encoder().size + len(features.levels)
    assert len(wiring.action_of) == game.action_count()
    is_named = wiring.cell_rows.min(1) < len(words.cells.rows)
    if wiring.places is not None:
        is_named[wiring.places.cells] = True
    assert is_named.all()
    assert (wiring.action_rows[wiring.action_of].min(1) < len(words.actions.rows)).all()


@pytest.mark.parametrize("name", GAMES)
def test_things_differ_by_what_they_do(name: str) -> None:
    things = warband.game(name).features().things
    assert len({tuple(sorted(thing.items())) for thing in things}) == len(things) > 1


def test_editions_are_told_apart() -> None:
    flags = [warband.game("pixel-tactics", edition=edition).features().always for edition in ("classic", "deluxe")]
    assert flags[0] != flags[1]


def test_a_name_that_was_never_learnt_is_left_out() -> None:
    game = warband.game("heros-crossing")
    features = game.features()
    words = Vocabulary.of([features])
    features.things[0]["#courage"] = 5
    features.cells[0] = [("courage", -1)]
    wiring = Wiring.of(features, game.layout(), words)
    assert (wiring.things == Wiring.of(game.features(), game.layout(), words).things).all()
    assert (wiring.cell_rows[0] == len(words.cells.rows)).all()


def test_large_numbers_count_for_less() -> None:
    game = warband.game("pocket-tactics")
    features = game.features()
    wiring = Wiring.of(features, game.layout(), Vocabulary.of([features]))
    assert set(wiring.parts) == {1, 8, 64}
    assert all(wiring.parts[cell] == 64 for cell in features.parts)


def test_actions_that_differ_by_their_places_alone_share_a_row() -> None:
    game = warband.game("pocket-tactics")
    features = game.features()
    wiring = Wiring.of(features, game.layout(), Vocabulary.of([features]))
    assert len({wiring.action_of[game.parse(f"move 3 > {place}")] for place in range(22)}) == 1
    assert wiring.places is not None
    assert [wiring.places.targets[game.parse(f"move 3 > {place}")] for place in range(22)] == list(range(22))
