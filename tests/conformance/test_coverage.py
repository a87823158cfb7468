"""Coverage: read tests without running them, and tell which clauses none carries and which do not exist."""

from __future__ import annotations

import pytest

from warband.conformance.coverage import Coverage, clauses_in_python, clauses_in_yaml, cover
from warband.kernel.clauses import Clause
from warband.kernel.errors import BadInput

CLAUSES = {
    "toy:A-1": Clause("toy:A-1", "One", "One.", "stated"),
    "toy:A-2": Clause("toy:A-2", "Two", "Two.", "stated", editions=("first", "deluxe")),
    "toy:A-3": Clause("toy:A-3", "Three", "Three.", "stated", binds=False, why="It names a thing."),
}


def covered(python: str = "", yaml: str = "scenarios: []") -> Coverage:
    return cover("toy", CLAUSES, {"test_a.py": python, "b.yaml": yaml})


def carrying(ids: str) -> str:
    return f"@clause({ids})\ndef test_it() -> None: ...\n"


def test_without_tests_every_binding_clause_is_missing() -> None:
    assert covered().missing == ["toy:A-1", "toy:A-2@first", "toy:A-2@deluxe"]


def test_a_clause_that_differs_by_edition_needs_a_test_of_each() -> None:
    assert covered(carrying("'toy:A-1', 'toy:A-2'")).missing == ["toy:A-2@first", "toy:A-2@deluxe"]
    assert covered(carrying("'toy:A-1', 'toy:A-2@first'")).missing == ["toy:A-2@deluxe"]
    assert covered(carrying("'toy:A-1', 'toy:A-2@first', 'toy:A-2@deluxe'")).missing == []


def test_a_clause_that_does_not_exist_is_told_with_its_test() -> None:
    found = covered(carrying("'toy:A-9', 'toy:A-1@first', 'other:A-9'"))
    assert found.unknown == ["toy:A-9 (test_a.py::test_it)", "toy:A-1@first (test_a.py::test_it)"]
    assert covered(carrying("'toy:A-3'")).unknown == []


def test_scenarios_and_tests_count_alike() -> None:
    yaml = "game: toy\nscenarios: [{name: one, clauses: ['toy:A-1'], steps: []}]"
    found = covered(carrying("'toy:A-1'"), yaml)
    assert found.carried == {"toy:A-1": ["b.yaml: one", "test_a.py::test_it"]}


def test_python_is_read_and_not_run() -> None:
    text = "raise SystemExit('it was run')\nimport nowhere\n" + carrying("'toy:A-1'")
    assert clauses_in_python(text, "x.py") == [("toy:A-1", "x.py::test_it")]


def test_only_the_decorator_counts() -> None:
    text = (
        "clause('toy:A-1')\n# @clause('toy:A-1')\nx = '''\n"
        + carrying("'toy:A-1'")
        + "'''\n@other('toy:A-1')\ndef t(): ..."
    )
    assert clauses_in_python(text, "x.py") == []


def test_a_test_in_a_class_counts() -> None:
    text = "class T:\n    @pytest.mark.engine\n    @clause('toy:A-1', 'toy:A-2')\n    def test_it(self): ..."
    assert [found for found, _ in clauses_in_python(text, "x.py")] == ["toy:A-1", "toy:A-2"]


def test_the_clauses_of_a_file_of_scenarios_hold_for_all_that_name_none() -> None:
    text = "game: toy\nclauses: ['toy:A-1']\nscenarios:\n- {name: x, steps: []}\n- {name: y, clauses: [], steps: []}"
    assert clauses_in_yaml(text, "b.yaml") == [("toy:A-1", "b.yaml: x")]


@pytest.mark.parametrize("text", ["[1, 2]", "name: workflow", "", "just words"])
def test_other_yaml_carries_nothing(text: str) -> None:
    assert clauses_in_yaml(text, "other.yaml") == []


@pytest.mark.parametrize(
    ("where", "text", "complaint"),
    [
        ("x.py", "def test(:\n", "^x.py:1: not Python: "),
        ("x.py", "x = 1\0", "^x.py.*: not Python: .*null bytes"),
        ("x.yaml", "a: [", "^x.yaml: not YAML: [^\n]*$"),
        ("x.yaml", "a: 2020-99-99", "^x.yaml: not YAML: month must be"),
        ("x.yaml", "scenarios: [{name: x}]", r"^x.yaml.scenarios\[0\]: "),
    ],
)
def test_a_broken_file_is_named(where: str, text: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        cover("toy", CLAUSES, {where: text})
