"""Copies written out attribute by attribute cover every attribute of a state, and every field of the documents."""

from __future__ import annotations

import json
from importlib import import_module

import pytest

from warband.kernel.chance import Rng
from warband.kernel.documents import DocumentField
from warband.kernel.game import State
from warband.kernel.random_play import Tally, random_step
from warband.kernel.registry import make_game

pytestmark = pytest.mark.engine

# Values that copies share because nobody changes them in place.
SHARED = {"options", "filled"}
TABLES = {
    "heros-crossing": ["TABLE", "ACTION"],
    "pixel-tactics": ["QUESTION", "TABLE"],
    "pocket-tactics": ["TABLE", "ACTION"],
}


def states(name: str) -> list[State]:
    """Return a state of every hundredth step of a random match."""
    state, rng, found = make_game(name).start(), Rng(5), list[State]()
    for step in range(1_000):
        if step % 100 == 0:
            found.append(state.copy())
        if not random_step(state, rng, Tally(), None):
            break
    return found


def attributes(thing: object) -> dict[str, object]:
    """Return every attribute of a thing; native objects have no dict, but their classes know the names."""
    if hasattr(thing, "__dict__"):
        return dict(vars(thing))
    names = {name for kind in type(thing).__mro__ for name in getattr(kind, "__mypyc_attrs__", ())}
    return {name: getattr(thing, name) for name in names if not name.startswith("_")}


@pytest.mark.parametrize("name", TABLES)
def test_a_copy_has_every_attribute_and_shares_no_list(name: str) -> None:
    for state in states(name):
        twin = attributes(state.copy())
        assert set(twin) == set(attributes(state))
        for attribute, value in attributes(state).items():
            if isinstance(value, list) and attribute not in SHARED:
                assert twin[attribute] is not value, attribute
            if isinstance(value, int | str | list):
                assert json.dumps(twin[attribute], default=attributes) == json.dumps(value, default=attributes)
            else:
                assert twin[attribute] is value, f"{attribute} never changes and is shared"


@pytest.mark.parametrize("name", TABLES)
def test_a_copy_covers_every_field_of_the_documents(name: str) -> None:
    module = import_module(f"warband.games.{name.replace('-', '_')}.documents.fields")
    for state in states(name):
        for table in TABLES[name]:
            fields: list[DocumentField[State]] = getattr(module, table)
            assert {field.name: field.write(state.copy()) for field in fields} == {
                field.name: field.write(state) for field in fields
            }
