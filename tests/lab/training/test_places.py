"""Places are looked at in training as they are in play: the same neighbours, the same place for every action."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra train is not installed")

import warband  # noqa: E402
from warband.agents.minds.bot import shipped_network, shipped_weights  # noqa: E402
from warband.agents.minds.places import PlaceNetwork as ExactPlaces  # noqa: E402
from warband.agents.minds.wiring import SPREAD  # noqa: E402
from warband.lab.training.places import PlaceTables, codes_of, entries, neighbours  # noqa: E402


def exact_places() -> ExactPlaces:
    places = shipped_network(warband.game("pocket-tactics", map="quick")).places
    assert places is not None
    return places


def trained_tables(places: ExactPlaces) -> PlaceTables:
    things = len(warband.game("pocket-tactics", map="quick").features().things)
    return PlaceTables(places.wiring, shipped_weights("pocket-tactics").words, things)


def some_spots(count: int) -> list[list[tuple[int, int]]]:
    """Return where the places of a map of three rows lie; its last two do not lie there yet."""
    return [[(20 + place // 3, 20 + place % 3) for place in range(count - 2)] + [(0, 0), (0, 0)]]


def test_who_is_whose_neighbour_is_the_same() -> None:
    places = exact_places()
    codes = codes_of(torch.tensor(some_spots(places.count)))
    rows = neighbours(codes, trained_tables(places), torch.float32)[0].reshape(places.count, places.count, -1)
    assert (rows[:, :, 0] == torch.eye(places.count)).all()
    near = places.ground(codes[0].numpy().astype(np.int64)).near
    assert near.any()
    for relation, matrix in enumerate(near):
        assert (rows[:, :, relation + 1].numpy() == matrix).all()


def test_every_action_has_the_same_entry() -> None:
    places = exact_places()
    codes = codes_of(torch.tensor(some_spots(places.count)))
    legal = torch.arange(len(places.wiring.aims))[None]
    trained = entries(codes, legal, trained_tables(places), places.aims)[0].numpy()
    exact = places.ground(codes[0].numpy().astype(np.int64)).entries
    assert len(set(exact.tolist())) > 300
    assert (trained == exact).all()


def test_a_code_is_both_coordinates_in_one() -> None:
    assert codes_of(torch.tensor([[[3, 5], [0, 0]]])).tolist() == [[3 * SPREAD + 5, 0]]
