"""Places are known by what is on them and around them: their numbers and where a map lies do not matter."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from tests.agents.minds.test_network import positions

import warband
from warband.agents.minds.bot import shipped_network
from warband.agents.minds.network import Network
from warband.agents.minds.places import MOST_MAPS, PLACE_TOP, PlaceNetwork
from warband.agents.minds.scaled import Cells, Doubles
from warband.agents.minds.wiring import SPREAD
from warband.kernel.game import Game

QUICK: dict[str, object] = {"map": "quick"}


@lru_cache(maxsize=1)
def quick_game() -> Game:
    return warband.game("pocket-tactics", **QUICK)


@lru_cache(maxsize=1)
def look(game: Game) -> tuple[Network, PlaceNetwork, Cells]:
    """Return the network of a game, its part for places, and rows in which all places lie on the map."""
    network = shipped_network(game)
    assert network.places is not None
    seen = positions(game, 90)
    laid = (seen[:, network.places.wiring.cells[:, 0]] > 0).all(1)
    assert laid.sum() > 100
    return network, network.places, seen[laid][:40]


def scores_of(network: Network, seen: Cells) -> Doubles:
    return network.all_scores(network.hidden(seen))


def test_a_map_that_lies_elsewhere_is_the_same_map() -> None:
    network, places, seen = look(quick_game())
    moved = seen.copy()
    moved[:, places.wiring.cells[:, 0]] += 2
    moved[:, places.wiring.cells[:, 1]] -= 1
    by_offset = places.wiring.origins < places.count
    assert (scores_of(network, seen)[:, by_offset] == scores_of(network, moved)[:, by_offset]).all()
    assert (network.values(network.hidden(seen)) == network.values(network.hidden(moved))).all()


def test_places_that_exchange_their_numbers_exchange_their_scores() -> None:
    network, places, seen = look(quick_game())
    one, other = 3, 11
    swapped = seen.copy()
    swapped[:, places.wiring.cells[one]] = seen[:, places.wiring.cells[other]]
    swapped[:, places.wiring.cells[other]] = seen[:, places.wiring.cells[one]]
    before, after = scores_of(network, seen), scores_of(network, swapped)
    aims = quick_game().features().places
    assert aims is not None
    names = {one: other, other: one}
    keys = [None if aim is None else (aim.name, aim.origin, aim.target, aim.offset) for aim in aims.aims]
    there = {key: action for action, key in enumerate(keys) if key is not None}
    for key, action in there.items():
        name, origin, target, offset = key
        same = there.get((name, names.get(origin, origin), names.get(target, target), offset))
        if same is not None:
            assert (before[:, action] == after[:, same]).all(), key


def test_a_unit_far_away_and_one_beside_are_told_apart() -> None:
    _, places, seen = look(quick_game())
    row = seen[:1]
    codes = row[0, places.wiring.cells[:, 0]].astype(np.int64) * SPREAD + row[0, places.wiring.cells[:, 1]]
    near = places.ground(codes).near
    assert (near == near.transpose(0, 2, 1)).all()
    assert not (near[0] * near[1]).any()
    assert near[0].sum() > 2 * places.count


def test_activations_of_places_are_whole_numbers_below_the_top() -> None:
    network, places, seen = look(quick_game())
    kept = network.hidden(seen)[:, network.width :]
    judged = kept[:, : -places.count]
    assert (judged == np.rint(judged)).all()
    assert judged.min() >= 0
    assert 0 < judged.max() <= PLACE_TOP


def test_many_maps_are_forgotten_and_looked_at_again() -> None:
    network, places, seen = look(quick_game())
    before = scores_of(network, seen[:1])
    for shift in range(300):
        places.ground(np.arange(1, places.count + 1) * (shift + 1))
    assert len(places._grounds) <= MOST_MAPS
    assert (scores_of(network, seen[:1]) == before).all()


def test_batches_of_any_size_agree_on_many_maps() -> None:
    network, _, seen = look(quick_game())
    whole = scores_of(network, seen)
    for size in (1, 7):
        parts = [scores_of(network, seen[first : first + size]) for first in range(0, len(seen), size)]
        assert (np.concatenate(parts) == whole).all()
