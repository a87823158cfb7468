"""Clauses: read from plain data, checked, and wanted once per edition."""

from __future__ import annotations

import pytest
from tests.kernel.matches import GAME

from warband.kernel import registry
from warband.kernel.clauses import Clause, clause, load_clauses, read_clauses
from warband.kernel.errors import BadInput

ROW: dict[str, object] = {"title": "Attack", "text": "A Front\n attacks   another.", "source": "stated"}


def read(**row: object) -> Clause:
    return read_clauses("toy", {"ATK-1": {**ROW, **row}}, "clauses.toml")["toy:ATK-1"]


def test_a_clause_has_its_full_id_and_one_line_of_text() -> None:
    assert read() == Clause("toy:ATK-1", "Attack", "A Front attacks another.", "stated")


def test_a_clause_is_wanted_once_or_once_per_edition() -> None:
    assert read().wanted() == ["toy:ATK-1"]
    assert read(editions=["first", "deluxe"]).wanted() == ["toy:ATK-1@first", "toy:ATK-1@deluxe"]
    assert read(binds=False, why="It names a thing.").wanted() == []


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ({"binds": False}, "clauses.toml.ATK-1: a clause that does not bind must say why"),
        ({"source": "rumour"}, "clauses.toml.ATK-1.source: 'rumour' is not one of stated, ruling, derived"),
        ({"binds": "no"}, "clauses.toml.ATK-1.binds: expected true or false"),
        ({"edition": "x"}, "clauses.toml.ATK-1: unknown field 'edition'"),
        ({"text": 3}, "clauses.toml.ATK-1.text: expected a text"),
    ],
)
def test_a_wrong_clause_is_named(row: dict[str, object], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        read(**row)


def test_a_test_proves_one_to_three_clauses() -> None:
    def test() -> None:
        """Stand for a test."""

    assert clause("a:1", "a:2", "a:3")(test) is test
    for ids in ([], ["a:1", "a:2", "a:3", "a:4"]):
        with pytest.raises(BadInput, match=f"1 to 3 clauses, not {len(ids)}"):
            clause(*ids)


def test_the_shipped_clauses_load_under_their_full_ids() -> None:
    found = load_clauses(GAME, registry.entry(GAME).package)
    assert len(found) > 50
    for full, row in found.items():
        assert full == row.id
        assert full.startswith(f"{GAME}:")
        assert row.title
        assert row.text.endswith(".")
