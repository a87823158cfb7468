"""Find which clauses tests carry, by reading the tests without importing them."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

import yaml

from warband.kernel.clauses import Clause
from warband.kernel.errors import BadInput
from warband.kernel.scenario import read_scenarios


@dataclass
class Coverage:
    """Which tests carry which clauses, which are missing and which are unknown."""

    carried: dict[str, list[str]] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)


def clauses_in_python(text: str, where: str) -> list[tuple[str, str]]:
    """Return the clause ids of every @clause(...) in a Python file, with the test that carries them."""
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        raise BadInput(f"{where}:{error.lineno}: not Python: {error.msg}") from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise BadInput(f"{where}: not Python: {str(error) or 'nested too deeply'}") from None
    carried: list[tuple[str, str]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            carried += [(clause, f"{where}::{node.name}") for clause in _decorated(node)]
    return carried


def _decorated(node: ast.FunctionDef) -> list[str]:
    ids: list[str] = []
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name) and decorator.func.id == "clause":
            ids += [str(item.value) for item in decorator.args if isinstance(item, ast.Constant)]
    return ids


def clauses_in_yaml(text: str, where: str) -> list[tuple[str, str]]:
    """Return the clause ids of every scenario in a YAML file, with the scenario that carries them."""
    try:
        data = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError) as error:
        raise BadInput(f"{where}: not YAML: {' '.join(str(error).split())}") from None
    except RecursionError:
        raise BadInput(f"{where}: not YAML: nested too deeply") from None
    if not isinstance(data, dict) or "scenarios" not in data:
        return []
    scenarios = read_scenarios(data, where)
    return [(clause, f"{where}: {scenario.name}") for scenario in scenarios for clause in scenario.clauses]


def cover(game: str, clauses: dict[str, Clause], files: dict[str, str]) -> Coverage:
    """Compare the clauses of a game with those that the files carry."""
    result = Coverage()
    known = {wanted for clause in clauses.values() for wanted in clause.wanted()} | set(clauses)
    for where, text in sorted(files.items()):
        read = clauses_in_python if where.endswith(".py") else clauses_in_yaml
        for clause, test in read(text, where):
            if not clause.startswith(f"{game}:"):
                continue
            result.carried.setdefault(clause, []).append(test)
            if clause not in known:
                result.unknown.append(f"{clause} ({test})")
    wanted = [item for clause in clauses.values() for item in clause.wanted()]
    result.missing = [item for item in wanted if item not in result.carried]
    return result
