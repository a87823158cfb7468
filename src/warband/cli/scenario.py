"""Run scenarios and print a line for each; they are YAML files (docs/scenarios.md)."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from difflib import get_close_matches
from pathlib import Path

from warband.cli.exit_codes import ExitCode
from warband.cli.files import packs_in, read_document
from warband.cli.rules import clauses_of
from warband.kernel import registry
from warband.kernel.errors import BadInput
from warband.kernel.registry import make_game
from warband.kernel.scenario import Scenario, read_scenarios, run_scenario

EXAMPLES = """\
exit code: 0 all passed, 1 one failed, 2 a bad file, 130 stopped with Ctrl-C

examples:
  warband scenario my-cards.yaml                   one file, which may hold many scenarios
  warband scenario tests/games/*/scenarios/*.yaml
"""
# Ids of one game are much alike; only a slip of the finger is close enough.
CLOSE = 0.9


def add_arguments(parser: ArgumentParser) -> None:
    """Take the files."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")


def run(arguments: Namespace) -> ExitCode:
    """Run the scenarios of all files."""
    failed = sum([_failures(path) for path in arguments.files])
    return ExitCode.CHECK_FAILED if failed else ExitCode.DONE


def _failures(path: Path) -> int:
    """Run the scenarios of a file and return how many failed."""
    scenarios = read_scenarios(read_document(path), str(path))
    if not scenarios:
        raise BadInput(f"{path}: there is no scenario in it")
    failed = 0
    for item in scenarios:
        check_clauses(item)
        verdict = run_scenario(item, lambda name, options: make_game(name, options, packs_in(options)))
        print(verdict.line())
        failed += bool(verdict.complaints)
    return failed


def check_clauses(item: Scenario) -> None:
    """Raise BadInput if a scenario carries a clause that its game does not have."""
    if item.game not in registry.names():
        raise BadInput(f"{item.where}: unknown game {item.game!r}; the games are {', '.join(registry.names())}")
    known = clauses_of(item.game)
    for clause in item.clauses:
        if clause.partition("@")[0] not in known:
            raise BadInput(f"{item.where}: clauses: {item.game} has no clause {clause!r}{_meant(item.game, clause)}")


def _meant(game: str, clause: str) -> str:
    """Return which clause was probably meant, or where they all stand."""
    known = {full.lower(): full for full in clauses_of(game)}
    short, at, edition = clause.lower().removeprefix(f"{game}:").partition("@")
    nearest = get_close_matches(f"{game}:{short}", known, 1, CLOSE)
    if not nearest:
        return f"; list them with: warband rules {game}"
    return f"; did you mean {known[nearest[0]] + at + edition!r}?"
