"""The tested versions for deployments are names and versions, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

PIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*==\d+(\.\d+)*")


def test_constraints_hold_names_and_versions_only() -> None:
    lines = (Path(__file__).parent.parent / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert pins
    assert [pin for pin in pins if not PIN.fullmatch(pin)] == []
    names = [pin.partition("==")[0].lower() for pin in pins]
    assert names == sorted(set(names))
