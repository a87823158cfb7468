"""Learners are told where every action of a map starts and where it is aimed, and which cells tell of a place."""

from __future__ import annotations

import pytest

import warband
from warband.games.pocket_tactics.rules.assault import target_of
from warband.games.pocket_tactics.rules.board import TURN
from warband.games.pocket_tactics.rules.hexes import TILES
from warband.games.pocket_tactics.rules.land import PLACES
from warband.games.pocket_tactics.rules.state import Skirmish
from warband.kernel.features import Aim, Places
from warband.kernel.notation import NONE

pytestmark = pytest.mark.engine


GAME = warband.game("pocket-tactics", map="quick")


def lively_states() -> list[Skirmish]:
    """Return positions of matches on quick maps in which a turn is to be taken."""
    states: list[Skirmish] = []
    for seed in range(2):
        match = GAME.match(seed=seed)
        for _ in range(90):
            if match.result is not None:
                break
            legal = match.legal()
            match.push(legal[len(legal) // 2])
            state = match.state
            assert isinstance(state, Skirmish)
            if state.phase == TURN:
                states.append(state.copy())
    return states


def told_places() -> Places:
    places = GAME.features().places
    assert places is not None
    return places


def seen_by(state: Skirmish) -> list[int]:
    """Return the observation of the seat whose turn it is."""
    return list(GAME.encoder().encode(state, state.seat))


def place_at(places: Places, seen: list[int], aim: Aim) -> int:
    """Return the place that an aim means, as a learner finds it: by coordinates alone."""
    if aim.offset is None:
        return aim.target
    spots = [(seen[cells[0]], seen[cells[1]]) for cells in places.cells]
    start = (0, 0) if aim.origin == NONE else spots[aim.origin]
    wanted = (start[0] + aim.offset[0], start[1] + aim.offset[1])
    return spots.index(wanted) if wanted in spots else NONE


def test_every_assault_is_aimed_at_the_place_it_strikes() -> None:
    struck = 0
    places = told_places()
    for state in lively_states():
        seen = seen_by(state)
        notation = state.rules.notation
        for action in state.legal(state.seat):
            deed, aim = notation.decode(action), places.aims[action]
            if deed.name == "assault":
                assert aim is not None
                assert aim.origin == deed["from"]
                assert place_at(places, seen, aim) == target_of(state, deed["from"], deed["aim"])
                struck += 1
    assert struck > 5


def test_a_place_is_found_by_the_hex_that_an_action_names() -> None:
    state = lively_states()[0]
    places, seen = told_places(), seen_by(state)
    for place in range(TILES):
        aim = places.aims[state.rules.place + state.hexes[place]]
        assert aim is not None
        assert place_at(places, seen, aim) == place


def test_the_first_relation_is_that_of_places_that_touch() -> None:
    state = lively_states()[0]
    places, seen = told_places(), seen_by(state)
    for place in range(PLACES):
        aims = [Aim("", place, NONE, offset) for offset in places.relations[0]]
        touching = {place_at(places, seen, aim) for aim in aims} - {NONE}
        assert touching == {other for other in range(PLACES) if state.land.touching[place] >> other & 1}


def test_the_cells_of_a_place_are_alike_and_stand_for_nothing_else() -> None:
    features = GAME.features()
    places = features.places
    assert places is not None
    told = [cell for cells in places.cells for cell in cells]
    assert len(set(told)) == len(told) == PLACES * (2 + len(places.terms))
    assert all(not features.cells[cell] for cell in told)


def test_every_value_of_a_die_has_a_name_of_its_own() -> None:
    levels = GAME.features().levels
    assert len({terms[0] for terms in (level.terms for level in levels)}) == len(levels) == 4 * 6 * 6
