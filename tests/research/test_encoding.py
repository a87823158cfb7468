"""Observations hold what the view holds and nothing else, in cells that keep to their layout."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from tests.conformance.toy import Toy
from tests.research.matches import IDS, SETS, decisions, game_of, odd_game

from warband.kernel import registry
from warband.kernel.chance import Rng
from warband.kernel.encoding import layout_size
from warband.kernel.errors import BadInput
from warband.kernel.game import Game
from warband.kernel.seats import BOTH
from warband.research.docs import observations_page
from warband.research.encoding import action_mask, flat, flat_of_view, limits, structured

pytestmark = pytest.mark.engine

PAGE = Path(__file__).parents[2] / "docs" / "observations.md"


def check_rows(game: Game, seed: int, most: int) -> None:
    """Check at the decisions of a match that both seats' rows come from their views and keep to the layout."""
    low, high = limits(game.layout())
    for state in decisions(game, seed, most, skip=3):
        for seat in BOTH:
            row = flat(game, state, seat)
            assert np.array_equal(row, flat_of_view(game, state.view(seat)))
            assert row.shape == (layout_size(game.layout()),)
            assert np.all(row >= low)
            assert np.all(row <= high)


@pytest.mark.parametrize(("name", "option_set"), SETS, ids=IDS)
def test_a_row_is_what_the_view_says(name: str, option_set: str) -> None:
    check_rows(game_of(name, option_set), seed=11, most=60)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", registry.names())
def test_a_row_is_what_the_view_says_with_odd_options(name: str, seed: int) -> None:
    check_rows(odd_game(name, seed), seed, most=40)


@pytest.mark.parametrize(("name", "option_set"), SETS, ids=IDS)
def test_a_seat_cannot_tell_states_apart_that_differ_in_what_is_hidden(name: str, option_set: str) -> None:
    game = game_of(name, option_set)
    rng = Rng(5)
    for state in decisions(game, 3, most=60, skip=2):
        for seat in BOTH:
            twin = game.redeal(state, seat, rng)
            assert game.encode(twin, seat) == game.encode(state, seat)


@pytest.mark.parametrize("name", registry.names())
def test_views_that_differ_differ_in_their_rows(name: str) -> None:
    game = registry.make_game(name)
    seen: dict[bytes, str] = {}
    shared = 0
    for seed in range(6):
        for state in decisions(game, seed, most=150):
            for seat in BOTH:
                view = json.dumps(state.view(seat), sort_keys=True)
                shared += seen.setdefault(game.encode(state, seat), view) != view
    assert shared == 0
    assert len(seen) > 500


@pytest.mark.parametrize("name", registry.names())
def test_fields_have_names_of_their_own_and_lie_side_by_side(name: str) -> None:
    game = registry.make_game(name)
    layout = game.layout()
    assert len({field.name for field in layout}) == len(layout)
    assert all(field.size > 0 and 0 <= field.low < field.high <= 127 and field.note for field in layout)
    cells = np.arange(layout_size(layout), dtype=np.int64).astype(np.int8)
    parts = structured(game, cells)
    assert list(parts) == [field.name for field in layout]
    assert np.array_equal(np.concatenate(list(parts.values())), cells)
    assert all(np.shares_memory(part, cells) for part in parts.values())


def test_a_batch_of_rows_is_taken_apart_too() -> None:
    game = registry.make_game("heros-crossing")
    rows = np.zeros((4, game.encoder().size), np.int8)
    assert structured(game, rows)["phase"].shape == (4, 13)


def test_a_row_of_another_size_is_refused() -> None:
    game = registry.make_game("heros-crossing")
    with pytest.raises(BadInput, match=r"3 cells; an observation of Hero's Crossing: Tactics has \d+ with these"):
        structured(game, np.zeros(3, np.int8))


@pytest.mark.parametrize("name", registry.names())
def test_a_mask_is_the_legal_list(name: str) -> None:
    game = registry.make_game(name)
    for state in decisions(game, 2, most=80):
        for seat in BOTH:
            legal = state.legal(seat)
            assert np.flatnonzero(action_mask(game, legal)).tolist() == sorted(legal)


def test_a_mask_of_a_list_out_of_order_is_the_same() -> None:
    game = registry.make_game("heros-crossing")
    assert np.flatnonzero(action_mask(game, [40, 3, 3, 586, 0])).tolist() == [0, 3, 40, 586]


def test_the_own_side_comes_first() -> None:
    game = registry.make_game("heros-crossing")
    state = game.restore({"seats": [{"health": 2}, {"health": 5}]})
    own = [structured(game, flat(game, state, seat))["figures"][2:4].tolist() for seat in BOTH]
    assert own == [[2, 5], [5, 2]]


def test_a_game_without_an_encoder_has_empty_rows_and_no_faces() -> None:
    game = Toy()
    state = game.start()
    assert (game.layout(), game.encode(state, 0), game.encoder().size) == ([], b"", 0)
    with pytest.raises(BadInput, match="this game writes no observations; give it an encoder of its own"):
        limits(game.layout())


def test_the_page_of_layouts_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == observations_page(), "write it with: python -m warband.research.docs"
