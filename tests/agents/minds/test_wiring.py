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
    assert len(wiring.cell_rows) == len(wiring.counts) == game.encoder().size
    assert len(wiring.action_rows) == game.action_count()
    assert (wiring.cell_rows.min(1) < len(words.cells.rows)).all()
    assert (wiring.action_rows.min(1) < len(words.actions.rows)).all()


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
