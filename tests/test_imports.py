"""Imports point one way, games are named in their own folders only, and the kernel knows no clock, file or network."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import warband
from warband.kernel import registry

SOURCES = Path(str(warband.__file__)).parent
MODULES = sorted(str(path.relative_to(SOURCES)) for path in SOURCES.rglob("*.py"))

# What each room may import besides itself; `cli` may import everything; the face reads and writes files with it.
RULES = """
kernel       <-
games        <- kernel
agents       <- kernel games processes extras
lab          <- kernel games agents processes engine extras
scene        <- kernel
conformance  <- kernel scene
table        <- kernel games agents lab scene processes
terminal     <- kernel games agents lab scene
research     <- kernel games agents scene extras
processes    <- kernel
engine       <- kernel
extras       <-
__init__     <- engine kernel agents scene cli
__main__     <- cli
"""
MAY_IMPORT = {room: set(others.split()) for room, others in re.findall(r"^(\w+) +<-(.*)$", RULES, re.MULTILINE)}
NOT_IN_THE_KERNEL = {"random", "time", "datetime", "os", "pathlib", "socket", "io", "sys", "threading", "asyncio"}


@cache
def parsed(module: str) -> ast.Module:
    return ast.parse((SOURCES / module).read_text(encoding="utf-8"))


def room_of(module: str) -> str:
    return module.split("/")[0].removesuffix(".py")


def imported(module: str) -> Iterator[str]:
    """Yield every module that a module imports, anywhere in it, under its full name."""
    for node in ast.walk(parsed(module)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports relatively"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def rooms_imported(module: str) -> set[str]:
    names = [name.split(".") for name in imported(module)]
    return {parts[1] for parts in names if parts[0] == "warband" and len(parts) > 1}


def test_the_sources_are_found() -> None:
    assert {"kernel/game.py", "cli/__init__.py", "games/__init__.py"} <= set(MODULES)


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_one_way(module: str) -> None:
    room = room_of(module)
    assert room in {*MAY_IMPORT, "cli"}, f"{module} is in a room that the plan does not know"
    if room != "cli":
        assert rooms_imported(module) - MAY_IMPORT[room] - {room} == set()


def test_a_running_table_knows_no_server() -> None:
    """What it may import of the web application is itself and the settings; see tests/table/live/test_alone.py."""
    for module in MODULES:
        if module.startswith("table/live/"):
            names = [".".join(name.split(".")[:3]) for name in imported(module) if name.startswith("warband.table")]
            assert set(names) <= {"warband.table.live", "warband.table.settings"}, module
            assert "processes" not in rooms_imported(module), module
            packages = {name.partition(".")[0] for name in imported(module)}
            assert packages - sys.stdlib_module_names == {"warband"} & packages, module


def test_processes_are_started_in_one_place() -> None:
    starters = ("subprocess", "concurrent.futures", "multiprocessing")
    memory = "multiprocessing.shared_memory"
    users = {
        module
        for module in MODULES
        for name in imported(module)
        if name.startswith(starters) and not name.startswith(memory)
    }
    assert users == {"processes.py"}


def test_a_game_imports_no_other_game() -> None:
    for module in MODULES:
        if room_of(module) == "games" and "/" in module.removeprefix("games/"):
            folder = module.split("/")[1]
            games = {name.split(".")[2] for name in imported(module) if name.startswith("warband.games.")}
            assert games <= {folder}, module


def test_the_kernel_knows_no_clock_file_or_network() -> None:
    for module in MODULES:
        if room_of(module) == "kernel":
            assert {name.split(".")[0] for name in imported(module)} & NOT_IN_THE_KERNEL == set(), module
            calls = [node.func for node in ast.walk(parsed(module)) if isinstance(node, ast.Call)]
            assert "open" not in [call.id for call in calls if isinstance(call, ast.Name)], module


def test_no_star_imports_and_no_metaclasses() -> None:
    for module in MODULES:
        assert not [name for name in imported(module) if name.endswith(".*")], module
        for node in ast.walk(parsed(module)):
            if isinstance(node, ast.ClassDef):
                assert not [keyword for keyword in node.keywords if keyword.arg == "metaclass"], module
                assert "type" not in [base.id for base in node.bases if isinstance(base, ast.Name)], module


# ---- no switch on a game's name ----


def game_names() -> set[str]:
    folders = {path.parent.name for path in (SOURCES / "games").glob("*/__init__.py")}
    return folders | set(registry.names()) | {folder.replace("_", "-") for folder in folders}


def words_of(tree: ast.AST) -> Iterator[str]:
    """Yield every string and every name that a module holds."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.alias | ast.ClassDef | ast.FunctionDef):
            yield node.name


def without_help(tree: ast.Module) -> ast.Module:
    """Return a module of the command line without its examples: `EXAMPLES` and the help of arguments."""

    class Examples(ast.NodeTransformer):
        def visit_keyword(self, node: ast.keyword) -> ast.keyword | None:
            return None if node.arg == "help" else node

        def visit_Assign(self, node: ast.Assign) -> ast.Assign | None:
            return None if isinstance(node.targets[0], ast.Name) and node.targets[0].id == "EXAMPLES" else node

        def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AnnAssign | None:
            return None if isinstance(node.target, ast.Name) and node.target.id == "EXAMPLES" else node

    Examples().visit(tree)
    return tree


def test_games_are_named_in_their_own_folders_only() -> None:
    names = game_names()
    assert {"heros-crossing", "heros_crossing"} <= names
    for module in MODULES:
        if module == "games/__init__.py":
            continue
        own = module.split("/")[1] if module.startswith("games/") else ""
        others = {name for name in names if name.replace("-", "_") != own}
        text = (SOURCES / module).read_text(encoding="utf-8")
        tree = without_help(ast.parse(text)) if room_of(module) == "cli" else parsed(module)
        found = {name for word in words_of(tree) for name in others if name in word.lower()}
        assert found == set(), module
