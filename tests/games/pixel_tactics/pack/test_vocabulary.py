"""Explain every word of the card language to card authors, with examples that can be played."""

from __future__ import annotations

import json
import re
from itertools import product

import pytest
from tests.games.pixel_tactics.guide import table
from tools.powers import signature

from warband.games.pixel_tactics.pack.phrases import CONDITIONS, MEASURES
from warband.games.pixel_tactics.pack.proofread_traits import proofread_traits
from warband.games.pixel_tactics.pack.proofreading import proofread
from warband.games.pixel_tactics.pack.query_words import QUERY_PHRASES
from warband.games.pixel_tactics.pack.vocabulary import (
    CORPSES,
    EVENTS,
    KEYWORDS,
    MARKS,
    OPS,
    STATUSES,
    TRIGGER_NAMES,
    WHEN,
    WHO,
    read_program,
)
from warband.games.pixel_tactics.rules.figures import ROLE_NAMES
from warband.kernel.errors import BadInput
from warband.kernel.validation import Node

TRAITS = [
    "strength +N",
    "takes N less",
    "immune",
    "doubles printed",
    "doubles all",
    "free orders N",
    "turn of N actions",
    "strength -N",
    "takes N more",
    "takes at most N",
    "pierces",
    "per THING",
    "while THING at least N",
]
PLACES = ["power", *TRIGGER_NAMES, *[f"trap: {event}" for event in EVENTS]]


def spelled(cells: list[list[str]], column: int = 0) -> set[str]:
    """Return what stands in backquotes in a column."""
    return {word for row in cells for word in re.findall(r"`([^`]+)`", row[column])}


def test_every_op_is_explained_as_it_is_spelled() -> None:
    assert spelled(table("Ops")) == {signature(name) for name in OPS}


def test_every_trigger_is_explained() -> None:
    assert spelled(table("Triggers")) == set(TRIGGER_NAMES)


def test_every_word_of_a_query_is_explained() -> None:
    assert spelled(table("Queries")) == set(QUERY_PHRASES)


def test_every_amount_condition_status_and_event_is_explained() -> None:
    assert spelled(table("Amounts that depend")) == set(MEASURES)
    assert spelled(table("Conditions")) == set(CONDITIONS)
    assert spelled(table("Statuses")) == set(STATUSES)
    assert spelled(table("Traps")) == set(EVENTS)


def test_every_trait_is_explained() -> None:
    corpses = [f"corpses attack N {when}" for when in CORPSES]
    known = {*WHO, *WHEN, *KEYWORDS, *MARKS, *TRAITS, *corpses} - {""}
    assert spelled(table("Traits")) == known


def test_the_examples_of_traits_are_traits() -> None:
    examples = spelled([row for row in table("Traits") if len(row) == 3 and row[2].startswith("`")], 2)
    assert len(examples) == 11
    for phrase in examples:
        assert any(_is_trait(phrase, role) for role in ROLE_NAMES), phrase


def _is_trait(phrase: str, role: str) -> bool:
    try:
        proofread_traits(Node([phrase], "x"), role)
    except BadInput:
        return False
    return True


@pytest.mark.parametrize("row", table("Ops"), ids=[row[0] for row in table("Ops")])
def test_the_example_of_an_op_uses_it_and_can_be_played(row: list[str]) -> None:
    program = json.loads(row[2].strip("`"))
    assert any(signature(op[0]) == row[0].strip("`") for op in program)
    assert any(_is_program(program, role, place) for role, place in product(ROLE_NAMES, PLACES))


def _is_program(program: object, role: str, place: str) -> bool:
    node = Node(program, "x")
    try:
        proofread(read_program(node), role, place, node)
    except BadInput:
        return False
    return True
