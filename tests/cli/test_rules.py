"""`warband rules`: clauses are read, and coverage fails until every one has a test."""

from __future__ import annotations

from pathlib import Path

from tests.cli.commands import Capture
from tests.kernel.matches import GAME

from warband.cli import main
from warband.cli.rules import clauses_of, coverage_line
from warband.kernel.clauses import Clause


def test_rules_of_all_games_of_one_and_one_clause(capsys: Capture) -> None:
    assert main(["rules"]) == 0
    assert f"warband rules {GAME}" in capsys.readouterr().out
    assert main(["rules", GAME]) == 0
    assert capsys.readouterr().out.count("\n    ") > 50
    assert main(["rules", GAME, "atk-3"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("ATK-3  ")
    assert told.count("\n") == 2


def test_coverage_fails_until_every_clause_has_a_test(samples: Path, capsys: Capture) -> None:
    tests = samples / "tests"
    tests.mkdir()
    assert main(["rules", "coverage", GAME]) == 1
    missing = [line.split()[-1] for line in capsys.readouterr().out.splitlines()[1:]]
    lines = [f"@clause({clause!r})\ndef test_{number}(): ...\n" for number, clause in enumerate(missing)]
    (tests / "test_all.py").write_text("".join(lines), encoding="utf-8")
    assert main(["rules", "coverage", GAME, "--tests", "tests"]) == 0
    count = len(missing)
    rest = f"; the other {len(clauses_of(GAME)) - count} of its {len(clauses_of(GAME))} clauses need none"
    assert capsys.readouterr().out == f"{GAME}: {count} of {count} binding clauses have a test{rest}\n"


def test_clauses_that_differ_by_edition_count_once() -> None:
    clauses = [Clause("a", "", "", "stated"), Clause("b", "", "", "stated", editions=("old", "new"))]
    told = "1 of 2 binding clauses have a test (1 of them one for each edition)"
    assert coverage_line(clauses, {"b@new"}) == told
    free = Clause("c", "", "", "stated", False, "it says nothing")
    assert coverage_line([*clauses, free], {"b@new"}) == f"{told}; the other 1 of its 3 clauses need none"


def test_coverage_fails_on_a_clause_that_does_not_exist(samples: Path, capsys: Capture) -> None:
    (samples / "test_one.py").write_text(f"@clause('{GAME}:NO-1')\ndef test_it(): ...\n", encoding="utf-8")
    assert main(["rules", "coverage", GAME, "--tests", "."]) == 1
    assert f"does not exist: {GAME}:NO-1 (test_one.py::test_it)" in capsys.readouterr().out
