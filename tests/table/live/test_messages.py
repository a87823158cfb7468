"""Messages are read strictly, and built so that a page can follow."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as some

from warband.kernel.errors import BadInput
from warband.kernel.reasons import Reason
from warband.kernel.registry import make_game
from warband.table.live import messages

PLAIN = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | some.text(),
    lambda inner: some.lists(inner) | some.dictionaries(some.text(), inner),
)


@given(PLAIN)
def test_any_plain_data_is_read_or_refused_in_a_sentence(data: object) -> None:
    with contextlib.suppress(BadInput):
        assert messages.read_message(json.dumps(data)).kind in messages.FIELDS


@given(some.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(BadInput):
        messages.read_message(text if text.strip().isdecimal() else text + "x")


@pytest.mark.parametrize("kind", list(messages.FIELDS))
def test_every_kind_is_read(kind: str) -> None:
    values = {"decision": 3, "action": 4, "accept": True, "handles": ["a"], "seat": 1, "have": 2}
    fields = {name: values[name] for name in messages.FIELDS[kind]}
    message = messages.read_message(json.dumps({"id": "x", "table": "t", "kind": kind, **fields}))
    assert (message.id, message.table, message.kind) == ("x", "t", kind)
    for name in messages.FIELDS[kind]:
        found = getattr(message, name)
        assert found == (("a",) if name == "handles" else values[name])


def test_a_number_is_an_id_too() -> None:
    assert messages.read_message('{"id": 7, "table": "t", "kind": "hint"}').id == "7"


def test_a_reason_leads_to_its_clause_in_the_right_edition() -> None:
    game = make_game("pixel-tactics", {"edition": "classic"})
    data = messages.reason_data(game, Reason("over", game.ending_clause, {}))
    clause = game.ending_clause.partition(":")[2]
    assert data["url"] == f"/rules/pixel-tactics?edition=classic#{clause}"
    assert data["text"]
