"""The tested versions for deployments are names and versions, and nothing else."""

from __future__ import annotations

import re
from importlib.metadata import requires
from pathlib import Path

PINS = Path(__file__).parent.parent / "constraints.txt"
PIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*==\d+(\.\d+)*")


def read_pins() -> list[str]:
    return [line for line in PINS.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_all_that_the_server_and_a_cluster_need_is_pinned() -> None:
    pinned = {plain(pin.partition("==")[0]) for pin in read_pins()}
    needed = [requirement for requirement in requires("warband") or [] if "extra ==" not in requirement]
    needed += [entry for entry in requires("warband") or [] if re.search(r"extra == .(cluster|table|postgres).", entry)]
    names = {plain(re.split(r"[^\w.-]", requirement)[0]) for requirement in needed}
    assert {"numpy", "rich", "starlette", "psycopg", "distributed"} <= names
    assert sorted(names - pinned) == []


def test_constraints_hold_names_and_versions_only() -> None:
    pins = read_pins()
    assert pins
    assert [pin for pin in pins if not PIN.fullmatch(pin)] == []
    names = [pin.partition("==")[0].lower() for pin in pins]
    assert names == sorted(set(names))
