"""Print the rules of a game, or one clause of them, or which clauses have no test.

Without a game it lists the games. A clause is named by its short id, such as ATK-3, or by its full one.
`coverage` reads the files of a folder, without importing them, for the clauses that their tests carry.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from warband.cli.exit_codes import ExitCode
from warband.cli.files import read_folder
from warband.conformance.coverage import cover
from warband.kernel import registry
from warband.kernel.clauses import Clause
from warband.kernel.errors import BadInput
from warband.kernel.packaged_game import PackagedGame

EXAMPLES = """\
exit code: 0 done, 1 a clause has no test (coverage), 2 there is no such game or clause

examples:
  warband rules heros-crossing                 all clauses of a game
  warband rules heros-crossing ATK-3           one of them
  warband rules coverage                       clauses of all games that no test carries
  warband rules coverage heros-crossing --tests my-tests
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Take a game and clauses, or `coverage` and games."""
    parser.add_argument("words", nargs="*", metavar="[coverage] [GAME] [CLAUSE]")
    parser.add_argument("--tests", type=Path, metavar="DIR", help="tests that coverage reads (default: tests)")


def run(arguments: Namespace) -> ExitCode:
    """Print games, clauses or coverage, whichever was asked for."""
    words = list(arguments.words)
    if words[:1] == ["coverage"]:
        names = words[1:] or registry.names()
        return max(_coverage(name, arguments.tests or Path("tests")) for name in names)
    if arguments.tests is not None:
        raise BadInput("rules: --tests belongs to coverage: warband rules coverage --tests DIR")
    if words:
        _print_clauses(words[0], words[1:])
    else:
        _print_games()
    return ExitCode.DONE


def _print_games() -> None:
    for name in registry.names():
        print(f"{name}: {registry.entry(name).title}, {len(clauses_of(name))} clauses; warband rules {name}")


def _print_clauses(game: str, ids: list[str]) -> None:
    clauses = clauses_of(game)
    if not clauses and not ids:
        print(f"{registry.entry(game).title} comes without written clauses; a refused action says why.")
    for clause in [_find_clause(game, clauses, short) for short in ids] or clauses.values():
        print(f"{clause.id.split(':')[1]}  {clause.title} [{clause.source}]\n    {clause.text}")


def clauses_of(name: str) -> dict[str, Clause]:
    """Return the clauses of a registered game, those of its cards included."""
    game = registry.make_game(name)
    return game.clauses if isinstance(game, PackagedGame) else {}


def _find_clause(game: str, clauses: dict[str, Clause], short: str) -> Clause:
    wanted = (short if ":" in short else f"{game}:{short}").lower()
    for name, clause in clauses.items():
        if name.lower() == wanted:
            return clause
    raise BadInput(f"{game} has no clause {short!r}; list them with: warband rules {game}")


def _coverage(name: str, tests: Path) -> ExitCode:
    clauses = clauses_of(name)
    result = cover(name, clauses, read_folder(tests, (".py", ".yaml", ".yml")))
    print(f"{name}: {coverage_line(list(clauses.values()), set(result.missing))}")
    for missing in result.missing:
        print(f"  no test carries {missing}")
    for unknown in result.unknown:
        print(f"  a test carries a clause that does not exist: {unknown}")
    return ExitCode.CHECK_FAILED if result.missing or result.unknown else ExitCode.DONE


def coverage_line(clauses: list[Clause], missing: set[str]) -> str:
    """Return how many of the clauses have their tests, and which of them need none or several."""
    binding = [clause for clause in clauses if clause.binds]
    whole = sum(missing.isdisjoint(clause.wanted()) for clause in binding)
    several = sum(len(clause.wanted()) > 1 for clause in binding)
    free = len(clauses) - len(binding)
    line = f"{whole} of {len(binding)} binding clauses have a test"
    line += f" ({several} of them one for each edition)" if several else ""
    return line + (f"; the other {free} of its {len(clauses)} clauses need none" if free else "")
