"""Tell a record of another rules version by name, and never replay it under this one."""

from __future__ import annotations

import pytest

from warband.kernel.chance import seeded_chance
from warband.kernel.errors import BadInput
from warband.kernel.match import Match
from warband.kernel.record import Record, record_match
from warband.kernel.registry import make_game
from warband.kernel.verify import verify

# The rules of these two games changed after version 1; Hero's Crossing plays what it played.
VERSIONS = {"heros-crossing": 1, "pixel-tactics": 2, "pocket-tactics": 2}


def resigned(name: str) -> Record:
    match = Match(make_game(name), seeded_chance(1))
    match.settle()
    match.resign(0)
    return record_match(match)


@pytest.mark.parametrize("name", VERSIONS)
def test_a_game_has_the_version_of_its_rules(name: str) -> None:
    assert make_game(name).version == resigned(name).version == VERSIONS[name]


@pytest.mark.parametrize("name", ["pixel-tactics", "pocket-tactics"])
def test_a_record_of_the_first_rules_is_refused_by_name(name: str) -> None:
    record = resigned(name)
    record.version = 1
    told = f"the record was made under rules version 1 of {name}; this is version 2"
    with pytest.raises(BadInput, match=told):
        verify(record, make_game(name))
