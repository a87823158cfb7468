"""Label choices: lines by their unit, powers by the word of the edition."""

from __future__ import annotations

import pytest
from tests.games.pixel_tactics.stages import (
    RED,
    WAVE,
    at,
    facing,
    game_of,
    labels,
)


def test_lines_are_named_by_their_unit() -> None:
    match = facing({"leader": "fighter", "hand": ["paladin"]}, RED, actions=3)
    match.push("order paladin", seat=0)
    assert labels(match) == [f"{whose} column {number}" for whose in ("Your", "Red's") for number in (1, 2, 3)]


@pytest.mark.parametrize(("edition", "called"), [("classic", "attack power"), ("deluxe", "spell")])
def test_a_power_is_called_what_the_edition_calls_it(edition: str, called: str) -> None:
    match = at({**WAVE, "wave": "flank"}, game_of(edition=edition))
    assert f"Healer F1: {called}" in labels(match)
