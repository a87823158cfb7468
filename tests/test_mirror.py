"""Find the tests of a module by its path: every module of weight has a namesake under tests."""

from __future__ import annotations

import ast
from fnmatch import fnmatch
from pathlib import Path

TESTS = Path(__file__).parent
SOURCES = TESTS.parent / "src" / "warband"
LINES = 100
FUNCTIONS = 5
# Modules whose tests stand elsewhere: where, and why.
ELSEWHERE = {
    "games/*/rules/*": ("games/test_scenarios.py", "rules are proven clause by clause, by the scenarios of the game"),
    "games/*/programs/*": ("games/test_scenarios.py", "each power of each card has its scenarios"),
    "games/*/documents/encoding.py": ("research/test_encoding.py", "one test for all games"),
    "games/*/documents/fields.py": ("games/test_copy.py", "one test for all games"),
    "games/pixel_tactics/game.py": ("games/pixel_tactics/test_flags.py", "a game is its options"),
    "lab/training/fleet.py": ("lab/training/test_learner.py", "a learner runs its fleet"),
    "lab/training/loading.py": ("lab/training/test_learner.py", "a learner begins with what is loaded"),
    "lab/training/network.py": ("lab/training/test_learner.py", "a learner trains its network"),
    "table/pages/middleware.py": ("table/hostile/test_requests.py", "attacked over real sockets"),
    "table/pages/replay_cache.py": ("table/pages/test_replay.py", "a cache is seen by what its pages show"),
    "table/protocols.py": ("table/hostile/test_requests.py", "attacked over real sockets"),
    "table/storage/rows.py": ("table/storage/test_store.py", "rows are what the store writes and reads"),
    "table/serve.py": ("cli/test_serve.py", "a server is started as a program"),
}


def is_of_weight(path: Path) -> bool:
    """Return whether a module is long enough, and has functions enough, to be looked for."""
    text = path.read_text(encoding="utf-8")
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return len(text.splitlines()) > LINES and len(functions) >= FUNCTIONS


def namesake(module: Path) -> Path:
    """Return where the tests of a module belong; those of a package's own module are named after the package."""
    if module.name == "__init__.py":
        return module.parent / f"test_{module.parent.name}.py"
    return module.parent / f"test_{module.name}"


def test_every_module_of_weight_has_a_namesake() -> None:
    modules = [path.relative_to(SOURCES) for path in sorted(SOURCES.rglob("*.py")) if is_of_weight(path)]
    assert len(modules) > 100
    named = [module for module in modules if not any(fnmatch(module.as_posix(), pattern) for pattern in ELSEWHERE)]
    assert [str(module) for module in named if not (TESTS / namesake(module)).exists()] == []


def test_tests_that_stand_elsewhere_are_there() -> None:
    assert [where for where, _ in ELSEWHERE.values() if not (TESTS / where).exists()] == []
